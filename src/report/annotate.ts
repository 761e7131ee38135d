import { error, warning } from '@actions/core';
import { escapeText } from '../log.ts';

/** Number of notes of a kind that GitHub shows for a step; more would only fill the log. */
export const mostOfKind = 10;

/**
 * Prints notes as the workflow commands of GitHub, errors first; of more than ten of a kind the first nine, and one
 * that counts the rest. A file name with characters that the log escapes goes before the message instead.
 * @param errors number of errors that the step has printed already; they count
 */
export function annotate(annotations: readonly Annotation[], errors = 0): void {
  for (const [level, print, most] of [
    ['error', error, mostOfKind - errors],
    ['warning', warning, mostOfKind],
  ] as const) {
    const notes = annotations.filter((note) => note.level === level);
    const shown = notes.length > most ? notes.slice(0, most - 1) : notes;
    for (const { message, file, line, column } of shown) {
      // A name that the log escapes is no place for GitHub: it stands before the message.
      const isPlace = file !== null && escapeText(file) === file;
      print(escapeText(file === null || isPlace ? message : `${file}: ${message}`), {
        title: 'file-checkouts',
        ...(isPlace ? { file } : {}),
        ...(line === null ? {} : { startLine: line }),
        ...(column === null ? {} : { startColumn: column }),
      });
    }
    const left = notes.length - shown.length;
    if (left > 0) print(`and ${left} more ${level}s; the log and the report have them`, { title: 'file-checkouts' });
  }
}

/** A note at a file, the mapping file or a changed one, or at the run as a whole, as CI hosts show them. */
export interface Annotation {
  readonly level: 'error' | 'warning';
  readonly file: string | null;
  /** From 1; null: the file as a whole. */
  readonly line: number | null;
  readonly column: number | null;
  readonly message: string;
}
