import { error, warning } from '@actions/core';
import { joinTexts } from '../counted.ts';
import { escapeText } from '../log.ts';
import { isHeld, isSettled, type Report } from './report-json.ts';
import { describeActionOrHold, formatRequestObject, listRequestMessages } from './request-words.ts';

/** Number of errors, and of warnings, that GitHub shows for a step. */
const mostOfKind = 10;

/**
 * Prints annotations as GitHub workflow commands, escaped: errors, then warnings, at most ten of each; of more, nine and the number of the
 * others. A file name that escaping changes goes into the message. @param errors number of other errors of the step, among its ten
 */
export function printAnnotations(annotations: readonly Annotation[], errors = 0): void {
  for (const [level, print, most] of [
    ['error', error, mostOfKind - errors],
    ['warning', warning, mostOfKind],
  ] as const) {
    const notes = annotations.filter((note) => note.level === level);
    const shown = notes.length > most ? notes.slice(0, Math.max(most - 1, 0)) : notes;
    for (const { message, file, line, column } of shown) {
      // GitHub cannot find a file by a name that the log escapes.
      const isPlace = file !== null && escapeText(file) === file;
      print(escapeText(file === null || isPlace ? message : `${file}: ${message}`), {
        title: 'file-checkouts',
        ...(isPlace ? { file } : {}),
        ...(line && { startLine: line }),
        ...(column && { startColumn: column }),
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
  /** From 1; null or absent: the file as a whole. */
  readonly line?: number | null;
  readonly column?: number | null;
  readonly message: string;
}

/**
 * True if files without a rule stopped the run (`unmapped: error`), and GitHub shows an error for each of them, as they and the failed
 * requests are at most ten. `buildRunAnnotations` has these errors then; the caller needs none for the stop.
 */
export function annotatesUnmapped({ error, leftOut, requests }: Report): boolean {
  const failed = requests.filter((request) => !isSettled(request)).length;
  return error?.code === 'unmapped' && leftOut.filter(({ code }) => code === 'unmapped').length + failed <= mostOfKind;
}

/**
 * Lists the annotations of a run: an error for each request that is not settled, a warning for each other that `isHeld` or has warnings; an
 * error for each file without a rule, if these stopped the run and errors are at most ten; warnings if the ledger failed. No other error.
 */
export function buildRunAnnotations(report: Report): Annotation[] {
  const noteworthy = report.requests.filter((row) => !isSettled(row) || isHeld(row) || row.warnings.length > 0);
  const unmapped = annotatesUnmapped(report) ? report.leftOut.filter(({ code }) => code === 'unmapped') : [];
  const noRule = `left out: no rule of the mapping matches it (unmapped: error). ${report.error?.remedy ?? ''}`;
  // A run whose results are not saved is green, so a warning has to say it.
  const lost = report.notices.filter(({ code }) => code === 'ledgerUnusable' || code === 'endNotWritten');
  return [
    ...noteworthy.map((row): Annotation => {
      const said = listRequestMessages(row, report).map(([, text]) => text);
      const what = `${describeActionOrHold(row)}: ${row.reason} ${formatRequestObject(row)}`;
      const message = joinTexts([what, said.join(' – ')], ': ');
      return { level: isSettled(row) ? 'warning' : 'error', file: row.path, message };
    }),
    ...unmapped.map(({ path }): Annotation => ({ level: 'error', file: path, message: noRule })),
    ...lost.map(({ message }): Annotation => ({ level: 'warning', file: null, message })),
  ];
}
