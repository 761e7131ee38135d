/** The files that a report is kept in: `--report`, `--html`, `--junit`, `--dotenv`. */
import { exitCodes, messageOf, Problem } from '../errors.ts';
import type { Options } from '../options.ts';
import { jsonPieces } from './json-text.ts';
import type { Links } from './links.ts';
import { checkReplaceable, replaceFile } from './replace-file.ts';
import type { Report } from './report.ts';

/** Where a report is kept, by option; what is not given is not written. */
export type ReportFiles = Pick<Options, 'report' | 'html' | 'junit' | 'dotenv'>;

function refusal(file: string, option: string, error: unknown): Problem {
  return new Problem('usage', `the file ${file} cannot be written: ${messageOf(error)}`, `Check ${option}.`);
}

/**
 * A report that could not be written is found out before anything is filed, not after.
 *
 * @throws Problem('usage') for the first place where no file can be.
 */
export async function checkPlaces({ report, html, junit, dotenv }: ReportFiles): Promise<void> {
  for (const [option, file] of Object.entries({ report, html, junit, dotenv })) {
    if (file === undefined) continue;
    await checkReplaceable(file).catch((error) => {
      throw refusal(file, `--${option}`, error);
    });
  }
}

/** Writes a JSON report to the file that `--report` names. @throws Problem('usage') when that cannot be done. */
export async function writeReport(report: object, file: string | undefined): Promise<void> {
  if (file === undefined) return;
  await replaceFile(file, jsonPieces(report)).catch((error) => {
    throw refusal(file, '--report', error);
  });
}

async function textOf(
  kind: keyof ReportFiles,
  report: Report,
  files: ReportFiles,
  links: Links,
): Promise<string | Iterable<string>> {
  switch (kind) {
    case 'report':
      return jsonPieces(report);
    case 'html':
      return (await import('./html.ts')).htmlReport(report, links);
    case 'junit':
      return (await import('./junit.ts')).junitReport(report);
    case 'dotenv':
      return (await import('./dotenv.ts')).dotenvReport(report, files.report ?? '');
  }
}

/**
 * Writes every file that was asked for: one that cannot be written does not keep the others from it.
 *
 * @returns what could not be written, a Problem each.
 */
export async function writeReportFiles(report: Report, files: ReportFiles, links: Links): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const kind of ['report', 'html', 'junit', 'dotenv'] as const) {
    const file = files[kind];
    if (file === undefined) continue;
    const text = await textOf(kind, report, files, links);
    await replaceFile(file, text).catch((error) => problems.push(refusal(file, `--${kind}`, error)));
  }
  return problems;
}

/** The exit code of a run whose files were written but for these. */
export function exitCodeAfter({ exitCode }: Report, problems: readonly Problem[]): number {
  return exitCode || (problems[0]?.exitCode ?? exitCodes.filed);
}
