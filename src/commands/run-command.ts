import { writeFile } from 'node:fs/promises';
import { messageOf, Problem } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Options } from '../options.ts';
import { markdownReport } from '../report/markdown.ts';
import type { Report } from '../report/report.ts';
import { textReport } from '../report/text.ts';
import { run } from '../run.ts';
import type { RunInput } from '../run-input.ts';

/** Where a command writes. */
export interface Output {
  /** Results. */
  out(text: string): void;
  readonly log: Log;
}

/** The report in the form that `--format` asks for. */
export function formatReport(report: Report, options: Options, repositoryUrl: string | null): string {
  if (options.format === 'json') return `${JSON.stringify(report, null, 2)}\n`;
  if (options.format === 'markdown') return markdownReport(report, { repository: repositoryUrl });
  return textReport(report);
}

/** Writes the JSON report to the file that `--report` names. @throws Problem('usage') when that cannot be done. */
export async function writeReport(report: Report, file: string | undefined): Promise<void> {
  if (file === undefined) return;
  try {
    await writeFile(file, `${JSON.stringify(report, null, 2)}\n`);
  } catch (error) {
    throw new Problem('usage', `the report ${file} cannot be written: ${messageOf(error)}`, 'Check --report.');
  }
}

/** `plan` and `file` on the command line: run, print, write the report; gives the exit code. */
export async function runCommand(input: RunInput, output: Output): Promise<number> {
  const report = await run(input);
  output.out(formatReport(report, input.options, input.event.repository.url));
  await writeReport(report, input.options.report);
  return report.exitCode;
}
