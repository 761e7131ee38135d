/** The errors that can end a run: a sentence, a remedy and an exit code. Any other error is a bug, and is shown as one. */

/** Exit codes: all filed; some change not filed; bad usage, input or mapping; changes not determined; service lost. */
export const exitCodes = { filed: 0, notFiled: 1, usage: 2, noChanges: 3, serviceLost: 4 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The codes of problems by their exit code. `replaced`: another run has taken the place of this one. */
const problemCodes = {
  notFiled: ['limit', 'unmapped', 'cancelled', 'replaced', 'defect'],
  usage: ['usage', 'mapping'],
  noChanges: ['event', 'range', 'git', 'ledger'],
  serviceLost: ['token', 'address', 'proxy', 'unreachable', 'certificate', 'redirect'],
} as const;
export type ProblemCode = (typeof problemCodes)[keyof typeof problemCodes][number];

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
    const names = Object.keys(problemCodes) as (keyof typeof problemCodes)[];
    const hasCode = (name: keyof typeof problemCodes) => (problemCodes[name] as readonly string[]).includes(this.code);
    return exitCodes[names.find(hasCode) ?? 'notFiled'];
  }
}

/** Returns a Problem as it is; for any other thrown value, a bug of this program, a Problem('defect') with that as `cause`. */
export function toProblem(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown;
  const remedy =
    'This is a defect of file-checkouts: please report it with the stack shown under FILE_CHECKOUTS_DEBUG=1.';
  return new Problem('defect', toMessage(thrown), remedy, { cause: thrown });
}

/** Returns the message of an error, or any other thrown value as text, for a sentence that quotes it. */
export function toMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
