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

/** Makes the problem of a report file that cannot be written; the remedy names its option. */
function refusal(file: string, option: string, error: unknown): Problem {
  return new Problem('usage', `the file ${file} cannot be written: ${messageOf(error)}`, `Check \`${option}\`.`);
}

/** Checks, before anything is filed, that the JSON report can be written there (undefined: passes). @throws Problem('usage') if not */
export function checkReportPlace(file: string | undefined): void {
  if (file === undefined) return;
  try {
    checkReplaceable(file);
  } catch (error) {
    throw refusal(file, '--report', error);
  }
}

/** Writes a JSON report to the file of `--report`; undefined: to none. @returns the problem, if it fails; else empty */
export async function writeReport(report: object, file: string | undefined): Promise<Problem[]> {
  return file === undefined ? [] : tryWrite(file, '--report', () => jsonPieces(report));
}

/** Makes a text and writes it. @returns the problem if either fails; else empty */
async function tryWrite(
  file: string,
  option: string,
  text: () => string | Iterable<string> | Promise<string>,
): Promise<Problem[]> {
  try {
    replaceFile(file, await text());
    return [];
  } catch (error) {
    return [refusal(file, option, error)];
  }
}

/**
 * Writes every file that was asked for, the JSON report first. A file that cannot be made or written does not stop the
 * others, nor change the verdict (design §10). Never throws.
 * @param checkout the checkout of a job of GitLab, for `dotenvReport`
 * @returns a problem for each file that could not be written
 */
export async function writeReportFiles(
  report: Report,
  files: ReportFiles,
  links: PageLinks,
  checkout?: string | undefined,
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

/** Returns the report with a notice for each file that could not be written, for all that is shown after the files. */
export function withNotices(report: Report, problems: readonly string[]): Report {
  const notices = problems.map((why) => reportNotice({ code: 'notWritten', why }));
  return { ...report, notices: [...report.notices, ...notices] };
}

/** Returns the text of such a notice, with the remedy in the words of the door. */
export function noticeOf({ message, remedy }: Problem, door: Door): string {
  return `${message}. ${atDoor(door, remedy)}`;
}
