import { access, constants, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { messageOf, Problem } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Options } from '../options.ts';
import { jsonPieces } from '../report/json-text.ts';
import { type Links, linksOf } from '../report/links.ts';
import { markdownReport } from '../report/markdown.ts';
import type { Report } from '../report/report.ts';
import { printReport } from '../report/text.ts';
import { run } from '../run.ts';
import type { RunInput } from '../run-input.ts';

/** Where a command writes. */
export interface Output {
  /** Results. */
  out(text: string): void;
  readonly log: Log;
}

/** Prints the report in the form that `--format` asks for. */
async function printFormatted(report: Report, { options, event }: RunInput, output: Output): Promise<void> {
  if (options.format === 'html') {
    const { htmlReport } = await import('../report/html.ts');
    output.out(htmlReport(report, linksOf(event)));
  } else if (options.format === 'json') {
    for (const piece of jsonPieces(report)) output.out(piece);
  } else if (options.format === 'markdown') output.out(markdownReport(report, linksOf(event)));
  else printReport(report, output.log);
}

/** Writes the JSON report to the file that `--report` names. @throws Problem('usage') when that cannot be done. */
export async function writeReport(report: object, file: string | undefined): Promise<void> {
  if (file === undefined) return;
  await writeText(jsonPieces(report), file, '--report');
}

/** Writes the reports that CI hosts and people read. @throws Problem('usage') when that cannot be done. */
export async function writeArtifacts(report: Report, options: Options, links: Links): Promise<void> {
  const { junit, dotenv, html } = options;
  if (html !== undefined) {
    const { htmlReport } = await import('../report/html.ts');
    await writeText(htmlReport(report, links), html, '--html');
  }
  if (junit !== undefined) {
    const { junitReport } = await import('../report/junit.ts');
    await writeText(junitReport(report), junit, '--junit');
  }
  if (dotenv !== undefined) {
    const { dotenvReport } = await import('../report/dotenv.ts');
    await writeText(dotenvReport(report, options.report ?? ''), dotenv, '--dotenv');
  }
}

async function writeText(text: string | Iterable<string>, file: string, option: string): Promise<void> {
  await writeFile(file, text).catch((error) => {
    throw new Problem('usage', `the file ${file} cannot be written: ${messageOf(error)}`, `Check ${option}.`);
  });
}

/** A report that could not be written is found out before anything is filed, not after. */
async function checkPlaces({ report, junit, dotenv, html }: Options): Promise<void> {
  for (const [option, file] of Object.entries({
    '--report': report,
    '--junit': junit,
    '--dotenv': dotenv,
    '--html': html,
  })) {
    if (file === undefined) continue;
    await access(dirname(resolve(file)), constants.W_OK).catch((error) => {
      throw new Problem('usage', `the file ${file} cannot be written: ${messageOf(error)}`, `Check ${option}.`);
    });
  }
}

/** `plan` and `file` on the command line: run, print, write the report; gives the exit code. */
export async function runCommand(input: RunInput, output: Output): Promise<number> {
  await checkPlaces(input.options);
  const report = await run(input);
  await printFormatted(report, input, output);
  await writeReport(report, input.options.report);
  await writeArtifacts(report, input.options, linksOf(input.event));
  return report.exitCode;
}
