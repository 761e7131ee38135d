/** The files that a report is kept in: `--report`, `--html`, `--junit`, `--dotenv`. */
import { type Door, rewriteForDoor } from '../door.ts';
import { Problem, toMessage } from '../errors.ts';
import type { Options } from '../options.ts';
import { toReportNotice } from '../sentences/notice.ts';
import { formatJsonPieces } from './json-text.ts';
import type { PageLinks } from './links.ts';
import { formatDotenvReport } from './outputs.ts';
import { replaceFile, requireReplaceable } from './replace-file.ts';
import type { Report } from './report-json.ts';

/** The files of a report, by option; one that is not given is not written. */
export type ReportFiles = Pick<Options, 'report' | 'html' | 'junit' | 'dotenv'>;

/** Returns the problem (`usage`) that a file cannot be written because of `error`; the remedy names the option that gave the file. */
function refuseUnwritable(option: keyof ReportFiles, file: string | undefined, error: unknown): Problem {
  return new Problem('usage', `the file ${file} cannot be written: ${toMessage(error)}`, `Check \`--${option}\`.`);
}

/** Checks that the JSON report can be written to a file, without writing; does nothing for undefined. @throws Problem('usage') if not */
export function requireReportPlace(file: string | undefined): void {
  try {
    if (file !== undefined) requireReplaceable(file);
  } catch (error) {
    throw refuseUnwritable('report', file, error);
  }
}

/** Replaces `file`, if given, by what `text` returns. Never throws. @returns [Problem], naming the option, if either fails; else [] */
async function tryWrite(
  option: keyof ReportFiles,
  file: string | undefined,
  text: () => string | Iterable<string> | Promise<string>,
): Promise<Problem[]> {
  try {
    if (file !== undefined) replaceFile(file, await text());
    return [];
  } catch (error) {
    return [refuseUnwritable(option, file, error)];
  }
}

/** Replaces `file`, if given, by the report as JSON. Never throws. @returns [Problem], which names `--report`, if that fails; else [] */
export function writeReport(report: object, file: string | undefined): Promise<Problem[]> {
  return tryWrite('report', file, () => formatJsonPieces(report));
}

/**
 * Writes the report to each given file: JSON, HTML, JUnit, dotenv, in this order. A file that cannot be made or written does not stop the
 * others (design §10). Never throws. @param checkout dotenv has paths from this folder @returns a problem for each file that failed
 */
export async function writeReportFiles(report: Report, files: ReportFiles, links: PageLinks, checkout?: string) {
  return [
    ...(await writeReport(report, files.report)),
    ...(await tryWrite('html', files.html, async () => (await import('./html.ts')).renderHtmlReport(report, links))),
    ...(await tryWrite('junit', files.junit, async () => (await import('./junit.ts')).renderJunitReport(report))),
    ...(await tryWrite('dotenv', files.dotenv, () => formatDotenvReport(report, files.report ?? '', checkout))),
  ];
}

/** Returns the report with one more notice (`notWritten`) for each text, which says that a file could not be written. */
export function withNotices(report: Report, problems: readonly string[]): Report {
  return {
    ...report,
    notices: [...report.notices, ...problems.map((why) => toReportNotice({ code: 'notWritten', why }))],
  };
}

/** Returns `MESSAGE. REMEDY` of a problem; in the remedy, options are named as this door does (`cli`: as they are). */
export function formatProblemNotice({ message, remedy }: Problem, door: Door): string {
  return `${message}. ${rewriteForDoor(door, remedy)}`;
}
