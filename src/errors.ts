/**
 * The one family of errors a run can end with. Each is a sentence, a remedy and an exit code; anything else that is
 * thrown is a bug and is shown as one.
 */

/** Exit codes of the contract: 0 all filed, 1 some change not filed, 2 bad usage, input or mapping, 3 changes not determined, 4 service lost. */
export const exitCodes = { filed: 0, notFiled: 1, usage: 2, noChanges: 3, serviceLost: 4 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Why a run stopped, by code; the exit code follows from it. */
const exitOfCode = {
  usage: exitCodes.usage,
  mapping: exitCodes.usage,
  event: exitCodes.noChanges,
  range: exitCodes.noChanges,
  git: exitCodes.noChanges,
  limit: exitCodes.notFiled,
  ledger: exitCodes.noChanges,
  cancelled: exitCodes.notFiled,
} as const satisfies Record<string, ExitCode>;
export type ProblemCode = keyof typeof exitOfCode;

/** A stop with a reason that a user can act on: `message` says what happened, `remedy` what to do about it. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly remedy: string;

  constructor(code: ProblemCode, message: string, remedy: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'Problem';
    this.code = code;
    this.remedy = remedy;
  }

  get exitCode(): ExitCode {
    return exitOfCode[this.code];
  }
}

/** The message of anything thrown, for a sentence that quotes it. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
