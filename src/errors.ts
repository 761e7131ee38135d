/** The errors that can end a run: a sentence, a remedy and an exit code. Any other error is a bug, and is shown as one. */

/** Exit codes: all filed; some change not filed; bad usage, input or mapping; changes not determined; service lost. */
export const exitCodes = { filed: 0, notFiled: 1, usage: 2, noChanges: 3, serviceLost: 4 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The exit code by the code of a problem. `replaced`: another run has taken the place of this one. From `token` on: the service is lost. */
const exitCodeByProblem = {
  usage: exitCodes.usage,
  mapping: exitCodes.usage,
  event: exitCodes.noChanges,
  range: exitCodes.noChanges,
  git: exitCodes.noChanges,
  limit: exitCodes.notFiled,
  ledger: exitCodes.noChanges,
  unmapped: exitCodes.notFiled,
  cancelled: exitCodes.notFiled,
  replaced: exitCodes.notFiled,
  defect: exitCodes.notFiled,
  token: exitCodes.serviceLost,
  address: exitCodes.serviceLost,
  proxy: exitCodes.serviceLost,
  unreachable: exitCodes.serviceLost,
  certificate: exitCodes.serviceLost,
  redirect: exitCodes.serviceLost,
} as const satisfies Record<string, ExitCode>;
export type ProblemCode = keyof typeof exitCodeByProblem;

/** Ends a run for a reason that a user can act on: `message` says what happened, `remedy` what to do. */
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
    return exitCodeByProblem[this.code];
  }
}

/** Returns a Problem as it is; any other thrown value is a bug of this program: a Problem('defect'), which has it as `cause`. */
export function toProblem(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown;
  const remedy =
    'This is a defect of file-checkouts: please report it with the stack shown under FILE_CHECKOUTS_DEBUG=1.';
  return new Problem('defect', messageOf(thrown), remedy, { cause: thrown });
}

/** Returns the message of an error, or any other thrown value as text, for a sentence that quotes it. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
