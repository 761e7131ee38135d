/** The files that a report is kept in: `--report`, `--html`, `--junit`, `--dotenv`. */
import { atDoor, type Door } from '../door.ts';
import { messageOf, Problem } from '../errors.ts';
import type { Options } from '../options.ts';
import { jsonPieces } from './json-text.ts';
import type { PageLinks } from './links.ts';
import { dotenvReport } from './outputs.ts';
import { checkReplaceable, replaceFile } from './replace-file.ts';
import { type Report, reportNotice } from './report-json.ts';

/** The files of a report, by option; one that is not given is not written. */
export type ReportFiles = Pick<Options, 'report' | 'html' | 'junit' | 'dotenv'>;

/** Returns the problem (`usage`) of a file that cannot be written because of `error`; its remedy names the option that gave the file. */
function notWritable(file: string, option: string, error: unknown): Problem {
  return new Problem('usage', `the file ${file} cannot be written: ${messageOf(error)}`, `Check \`${option}\`.`);
}

/** Checks that the JSON report can be written to a file, without writing (undefined: nothing to check). @throws Problem('usage') if not */
export function checkReportPlace(file: string | undefined): void {
  if (file === undefined) return;
  try {
    checkReplaceable(file);
  } catch (error) {
    throw notWritable(file, '--report', error);
  }
}

/** Writes a report as JSON to the file of `--report`; undefined: writes nothing. @returns the problem if it fails, else an empty list; never throws */
export async function writeReport(report: object, file: string | undefined): Promise<Problem[]> {
  return file === undefined ? [] : tryWrite(file, '--report', () => jsonPieces(report));
}

/** Makes a text by `text()` and writes it to a file, in place of what was there. @returns the problem if either fails, else an empty list */
async function tryWrite(
  file: string,
  option: string,
  text: () => string | Iterable<string> | Promise<string>,
): Promise<Problem[]> {
  try {
    replaceFile(file, await text());
    return [];
  } catch (error) {
    return [notWritable(file, option, error)];
  }
}

/**
 * Writes the report to each given file: JSON, HTML, JUnit, dotenv, in this order. A file that cannot be made or written
 * does not stop the others (design §10). Never throws.
 * @param checkout the folder of the job's checkout on GitLab, for `dotenvReport`; undefined: not known
 * @returns a problem for each file that could not be written
 */
export async function writeReportFiles(
  report: Report,
  files: ReportFiles,
  links: PageLinks,
  checkout?: string,
): Promise<Problem[]> {
  const problems = await writeReport(report, files.report);
  const texts = {
    html: async () => (await import('./html.ts')).htmlReport(report, links),
    junit: async () => (await import('./junit.ts')).junitReport(report),
    dotenv: () => dotenvReport(report, files.report ?? '', checkout),
  };
  for (const kind of ['html', 'junit', 'dotenv'] as const) {
    const file = files[kind];
    if (file !== undefined) problems.push(...(await tryWrite(file, `--${kind}`, texts[kind])));
  }
  return problems;
}

/** Returns the report with a notice (`notWritten`) more for each text, which says that a file could not be written. */
export function withNotices(report: Report, problems: readonly string[]): Report {
  const notices = problems.map((why) => reportNotice({ code: 'notWritten', why }));
  return { ...report, notices: [...report.notices, ...notices] };
}

/** Returns message and remedy of a problem as one text; the remedy names options as the door does (command line or action). */
export function noticeOf({ message, remedy }: Problem, door: Door): string {
  return `${message}. ${atDoor(door, remedy)}`;
}
