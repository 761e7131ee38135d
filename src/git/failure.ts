import { messageOf, Problem } from '../errors.ts';

/** A Git process that did not end with 0, in its words. */
export class GitFailure extends Error {
  /** True if Git answered no: it ended with 1 and named no error (traces may add words), or knows no such remote ref. */
  readonly meansNo: boolean;

  /** @param words its standard error. @param command its name, if it said nothing. @param exitCode null: killed, or not started. */
  constructor(words: string, command: string, exitCode: number | null) {
    super(words.trim() || `git ${command} ended with ${exitCode}`);
    this.name = 'GitFailure';
    const saysNo = exitCode === 1 && !/^(?:fatal|error): /m.test(words);
    this.meansNo = saysNo || /^fatal: couldn't find remote ref /m.test(words);
  }
}

/** Returns the line of Git's error that begins with fatal, error or remote, else the first; at most 300 characters; explains a redirect. */
export function gitErrorLine(error: unknown): string {
  const lines = messageOf(error).trim().split('\n');
  const line = (lines.find((line) => /^(fatal|error|remote):/.test(line)) ?? lines[0] ?? '').slice(0, 300);
  if (!/returned error: 30[1278]\b/.test(line)) return line;
  return `${line} (it redirects to another address, and no redirect is followed with a credential: set the remote to the new one)`;
}

/** For the `catch` of a Git call whose failure means "not there": returns ''; rethrows a Problem (Git cannot run). */
export function noOutput(error: unknown): string {
  if (error instanceof Problem) throw error;
  return '';
}

/** Makes the Problem('git') `<what>: <line of Git's error>`; returns a Problem as it is. @param what a clause. */
export function gitProblem(what: string, error: unknown, remedy: string): Problem {
  if (error instanceof Problem) return error;
  return new Problem('git', `${what}: ${gitErrorLine(error)}`, remedy, { cause: error });
}

/** Returns a function for `catch` that throws what unreadableProblem makes. @param what a noun. */
export function throwUnreadable(what: string): (error: unknown) => never {
  return (error) => {
    throw unreadableProblem(what, error);
  };
}

/** Makes the Problem('git') `<what> could not be read: <Git's error>`; returns a Problem as it is. @param what a noun. */
export function unreadableProblem(what: string, error: unknown): Problem {
  const remedy = 'Check that the clone is whole (git fsck), or check out again with the full history (fetch-depth: 0).';
  return gitProblem(`${what} could not be read`, error, remedy);
}
