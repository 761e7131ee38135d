/** The files that a report is kept in: `--report`, `--html`, `--junit`, `--dotenv`. */
import { atDoor, type Door } from '../door.ts';
import { messageOf, Problem } from '../errors.ts';
import type { Options } from '../options.ts';
import { jsonPieces } from './json-text.ts';
import type { PageLinks } from './links.ts';
import { checkReplaceable, replaceFile } from './replace-file.ts';
import { type Report, reportNotice } from './report-json.ts';

/** Where a report is kept, by option; what is not given is not written. */
export type ReportFiles = Pick<Options, 'report' | 'html' | 'junit' | 'dotenv'>;

function refusal(file: string, option: string, error: unknown): Problem {
  return new Problem('usage', `the file ${file} cannot be written: ${messageOf(error)}`, `Check ${option}.`);
}

/**
 * A report that could not be written is found out before anything is filed, not after. What is made from it may fail.
 *
 * @throws Problem('usage') for a place where no file can be.
 */
export function checkReportPlace(file: string | undefined): void {
  if (file === undefined) return;
  try {
    checkReplaceable(file);
  } catch (error) {
    throw refusal(file, '--report', error);
  }
}

/** Writes a JSON report to the file that `--report` names. @returns what could not be written, a Problem each. */
export async function writeReport(report: object, file: string | undefined): Promise<Problem[]> {
  return file === undefined ? [] : written(file, '--report', () => jsonPieces(report));
}

async function written(
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
 * Writes every file that was asked for, the JSON report first: one that cannot be written, or made, does not keep the
 * others from it, nor changes the verdict (design §10). Never throws.
 *
 * @param checkout of a job of GitLab, which later jobs have somewhere else.
 * @returns what could not be written, a Problem each.
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
    dotenv: async () => (await import('./dotenv.ts')).dotenvReport(report, files.report ?? '', checkout),
  };
  for (const kind of ['html', 'junit', 'dotenv'] as const) {
    const file = files[kind];
    if (file !== undefined) problems.push(...(await written(file, `--${kind}`, texts[kind])));
  }
  return problems;
}

/** The report with a notice of each file that could not be written, for all that is shown after the files. */
export function withNotices(report: Report, problems: readonly string[]): Report {
  const notices = problems.map((why) => reportNotice({ code: 'notWritten', why }));
  return { ...report, notices: [...report.notices, ...notices] };
}

/** What a notice says of a file that could not be written, in the words of the door. */
export function noticeOf({ message, remedy }: Problem, door: Door): string {
  return `${message}. ${atDoor(door, remedy)}`;
}
