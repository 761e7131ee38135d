/** The log. Every string from outside is escaped, so that none ends a line, starts a runner's command or steers the terminal. */
import { exitCodes, type Problem } from './errors.ts';

export interface Log {
  info(line: string): void;
  /** Prints a line for people beside the results: progress, notices. */
  notice(line: string): void;
  /** Prints what `print` prints in a part that the host can fold; absent: it has none. */
  group?(title: string, print: () => void): void;
}

/** Control and format characters (bidi, zero width, tags, fillers), line and paragraph separators, halves of pairs. */
export const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

const shortEscapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * Makes text safe for one line of a log: control characters (also line ends), bidi and invisible characters are shown as escapes, and the
 * forms of a runner's command (`::` at the beginning, also behind blanks; `##[`, `##vso[` and the like anywhere) are broken.
 */
export function escapeText(text: string): string {
  // Nearly every text is plain, which this test shows fastest.
  if (/^[ -~]*$/.test(text) && !text.includes('##') && !text.includes('::')) return text;
  return text
    .replace(invisible, (char) => shortEscapes[char] ?? `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`)
    .replace(/##(?=[a-z]*\[)/gi, '##\\')
    .replace(/^(\s*):(?=:)/, '$1\\:');
}

/** Returns the lines of a problem, escaped: each line of the message behind `error:`, then the remedy behind `->` on one line. */
export function formatProblem({ message, remedy }: Pick<Problem, 'message' | 'remedy'>): string[] {
  return [...message.split('\n').map((line) => `error: ${escapeText(line)}`), `       -> ${escapeText(remedy)}`];
}

/**
 * Listens for errors of this process's stdout and stderr. A reader that closes the pipe (`| head`) ends the output, not the run. Output
 * that is lost otherwise, as on a full disk, is an error on stderr, once, and turns exit code 0 into that of a run that did not file.
 */
export function watchOutput(host: NodeJS.Process): void {
  let isLost = false;
  const reportLostOutput = (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || isLost) return;
    isLost = true;
    host.stderr.write(`error: the output could not be written: ${escapeText(error.message)}\n`);
    // At the very end: the run, whose own exit code may be worse, goes on.
    host.on('exit', () => {
      host.exitCode ||= exitCodes.notFiled;
    });
  };
  for (const stream of [host.stdout, host.stderr]) stream.on('error', reportLostOutput);
}
