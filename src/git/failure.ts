import { Problem, toMessage } from '../errors.ts';

/** The error of a Git process that did not end with 0; `message` is what Git wrote to standard error, all lines of it. */
export class GitFailure extends Error {
  /** True if Git answered no: it ended with 1 and wrote no line `fatal:` or `error:` (traces are no error), or the remote lacks the ref. */
  readonly meansNo: boolean;

  /** Makes the error, decides `meansNo`. @param words of Git. @param command named if none. @param exitCode null: killed or not started */
  constructor(words: string, command: string, exitCode: number | null) {
    super(words.trim() || `git ${command} ended with ${exitCode}`);
    this.name = 'GitFailure';
    const saysNo = exitCode === 1 && !/^(?:fatal|error): /m.test(words);
    this.meansNo = saysNo || /^fatal: couldn't find remote ref /m.test(words);
  }
}

/** Lines that do not say why: blank ones, progress, frames, and what Git adds to each refused push. */
const noise =
  /^(\s*$|remote: *(Resolving|Counting|Compressing|Enumerating|Total|[=\s]*$)|error: failed to push some refs)/;

/** Returns Git's first line that says why (`fatal: ...`), else the first that is no progress, or '', cut to 300; explains a redirect. */
export function pickGitErrorLine(error: unknown): string {
  const all = toMessage(error).split('\n');
  const lines = all.filter((line) => !noise.test(line));
  const why = lines.find((line) => /rejected\]|^(fatal|error|remote):/.test(line)) ?? lines[0] ?? '';
  const line = why.trim().replaceAll('\t', ' ').slice(0, 300);
  if (!/returned error: 30[1278]\b/.test(line)) return line;
  return `${line} (it redirects to another address, and no redirect is followed with a credential: set the remote to the new one)`;
}

/** Returns '', for the `catch` of a Git call whose failure of any kind means "not there"; rethrows a Problem (Git cannot be run). */
export function ignoreGitFailure(error: unknown): string {
  if (error instanceof Problem) throw error;
  return '';
}

/** Makes the Problem('git') `<what>: <line of Git's error>` for the caller to throw; returns a Problem as it is. @param what a clause. */
export function toGitProblem(what: string, error: unknown, remedy: string): Problem {
  if (error instanceof Problem) return error;
  return new Problem('git', `${what}: ${pickGitErrorLine(error)}`, remedy, { cause: error });
}

/** Returns a function for `catch` that throws Problem('git') `<what> could not be read: ...`, or a Problem as it is. @param what a noun. */
export function throwUnreadable(what: string): (error: unknown) => never {
  return (error) => {
    throw toReadProblem(what, error);
  };
}

/** Makes Problem('git') `<what> could not be read: <error>` for the caller to throw; returns a Problem as it is. @param what a noun. */
export function toReadProblem(what: string, error: unknown): Problem {
  const remedy = 'Check that the clone is whole (git fsck), or check out again with the full history (fetch-depth: 0).';
  return toGitProblem(`${what} could not be read`, error, remedy);
}
