/**
 * The one way to the log. Every string from outside passes the escaper: a file name or a service's message can
 * neither end a line, nor start a runner's command, nor steer the terminal.
 */
import type { Problem } from './errors.ts';

/** Where lines go. */
export interface Log {
  info(line: string): void;
  /** A line for people that is no result: progress, notices. */
  notice(line: string): void;
  /** Opens and closes a collapsible part where the host has them. */
  group(title: string): void;
  endGroup(): void;
}

/** Control and format characters (bidi, zero width, tags, fillers), line and paragraph separators, halves of pairs. */
export const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

const shortEscapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * Makes text safe for one line of a log: control, bidi and invisible characters are shown as escapes, and the forms of
 * a runner's command (`::`, `##[`, `##vso[`) are broken.
 */
export function escapeText(text: string): string {
  // Nearly every text is plain, which is told much faster than what else it may hold.
  if (/^[ -~]*$/.test(text) && !text.includes('##') && !text.includes('::')) return text;
  return text
    .replace(invisible, (char) => shortEscapes[char] ?? `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`)
    .replace(/##(?=[a-z]*\[)/gi, '##\\')
    .replace(/^(\s*):(?=:)/, '$1\\:');
}

/** Says a problem to people: what happened, a line each, and what to do about it. */
export function noteProblem({ message, remedy }: Pick<Problem, 'message' | 'remedy'>, log: Log): void {
  for (const line of message.split('\n')) log.notice(`error: ${escapeText(line)}`);
  log.notice(`       -> ${escapeText(remedy)}`);
}
