import { messageOf, Problem } from '../errors.ts';

/** A Git process that did not end with 0: what it said, and its exit code (null when it was killed or never started). */
export class GitFailure extends Error {
  readonly exitCode: number | null;
  /**
   * True for Git's ways of answering a question with no: it ends with 1 and names no error, or knows no such remote ref.
   * Other words may come from tracing, or from a library that was loaded with it.
   */
  readonly isNo: boolean;

  /** @param words its standard error. @param command its name, for a process that said nothing. */
  constructor(words: string, command: string, exitCode: number | null) {
    super(words.trim() || `git ${command} ended with ${exitCode}`);
    this.name = 'GitFailure';
    this.exitCode = exitCode;
    this.isNo =
      (exitCode === 1 && !/^(?:fatal|error): /m.test(words)) || /^fatal: couldn't find remote ref /m.test(words);
  }
}

/** All that Git says of a redirect that it must not follow, as is so wherever a credential goes along. */
const isRedirect = /returned error: 30[1278]\b/;
const redirectWords =
  'it redirects to another address, and no redirect is followed with a credential: set the remote to the new one';

/** The line of Git's words that says what went wrong, short enough for a sentence. */
export function gitWords(error: unknown): string {
  const lines = messageOf(error).trim().split('\n');
  const line = (lines.find((line) => /^(fatal|error|remote):/.test(line)) ?? lines[0] ?? '').slice(0, 300);
  return isRedirect.test(line) ? `${line} (${redirectWords})` : line;
}

/** For a question whose failure means "not there": no output, unless there is a Problem with Git itself. */
export function nothingFound(error: unknown): string {
  if (error instanceof Problem) throw error;
  return '';
}

/** A failed Git process as a Problem('git'): what could not be done, in Git's words. A Problem stays as it is. */
export function gitProblem(what: string, error: unknown, remedy: string): Problem {
  if (error instanceof Problem) return error;
  return new Problem('git', `${what}: ${gitWords(error)}`, remedy, { cause: error });
}

/** Git failed at reading what must be read to know the changes: never an empty answer instead (design §2, exit 3). */
export function unreadable(what: string, error: unknown): Problem {
  const remedy = 'Check that the clone is whole (git fsck), or check out again with the full history (fetch-depth: 0).';
  return gitProblem(`${what} could not be read`, error, remedy);
}
