import { error, warning } from '@actions/core';
import { joined } from '../counted.ts';
import { escapeText } from '../log.ts';
import { isHeld, isSettled, isUnmapped, objectText, type Report } from './report-json.ts';
import { becameText, saidOf } from './request-words.ts';

/** Number of notes of a kind that GitHub shows for a step; more would only fill the log. */
const mostOfKind = 10;

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
      // GitHub cannot find a file by a name that the log escapes: the name goes before the message.
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

const noRule = 'left out: no rule of the mapping matches it (unmapped: error).';

/** True if a run that files without a rule stopped has a note for each of them: with the failed requests they are at most ten. The stop itself needs no note then. */
export function stopIsAtFiles({ error, leftOut, requests }: Report): boolean {
  const failed = requests.filter((request) => !isSettled(request)).length;
  return error?.code === 'unmapped' && leftOut.filter(isUnmapped).length + failed <= mostOfKind;
}

/**
 * Returns the notes of a run: an error at each file with a request that was not filed, or, if `stopIsAtFiles`, without a
 * rule; a warning at one with warnings, or whose object another branch holds; and one for a ledger that cannot be used or written.
 */
export function runAnnotations(report: Report): Annotation[] {
  const at = (level: Annotation['level'], file: string | null, message: string): Annotation => {
    return { level, file, line: null, column: null, message };
  };
  const noteworthy = report.requests.filter((row) => !isSettled(row) || isHeld(row) || row.warnings.length > 0);
  const requests = noteworthy.map((row) => {
    const said = saidOf(row, report).map(([, text]) => text);
    const what = `${becameText(row)}: ${row.reason} ${objectText(row)}`;
    return at(isSettled(row) ? 'warning' : 'error', row.path, joined([what, said.join(' – ')], ': '));
  });
  const unmapped = stopIsAtFiles(report) ? report.leftOut.filter(isUnmapped) : [];
  // A run whose results are not saved is green, so a warning has to say it.
  const lost = report.notices.filter(({ code }) => code === 'ledgerUnusable' || code === 'endNotWritten');
  return [
    ...requests,
    ...unmapped.map(({ path }) => at('error', path, `${noRule} ${report.error?.remedy ?? ''}`)),
    ...lost.map(({ message }) => at('warning', null, message)),
  ];
}
