import type { Log } from '../log.ts';
import { formatProblemNotice, requireReportPlace, withNotices, writeReportFiles } from '../report/files.ts';
import { formatJsonPieces } from '../report/json-text.ts';
import { buildPageLinks } from '../report/links.ts';
import { renderMarkdownReport } from '../report/markdown.ts';
import type { Report } from '../report/report-json.ts';
import { describeReportPlace, printReport } from '../report/text.ts';
import { run } from '../run/flow.ts';
import type { RunInput } from '../run/input.ts';

/** Where a command writes: results as text by `out`, all else by `log`. */
export type Output = { readonly out: (text: string) => void; readonly log: Log };

/** Prints the report in the form of `--format`: HTML, JSON or Markdown by `out`, else text by the log, shortened in CI. */
async function printFormatted(report: Report, { options, event }: RunInput, output: Output): Promise<void> {
  const links = buildPageLinks(event);
  if (options.format === 'html') output.out((await import('../report/html.ts')).renderHtmlReport(report, links));
  else if (options.format === 'markdown') output.out(renderMarkdownReport(report, links));
  else if (options.format === 'json') for (const piece of formatJsonPieces(report)) output.out(piece);
  else printReport(report, output.log, event.host === 'local' ? null : describeReportPlace(options.report));
}

/**
 * Runs `plan`, `file` or `release`, writes the report to the files that options name, and prints it; returns its exit code. An error of the
 * run is in the report, not thrown; a file that cannot be written becomes a notice in the printed report, and changes no exit code. @throws
 * Problem('usage'), before the run, if the file of `--report` cannot be written
 */
export async function runCommand(input: RunInput, output: Output): Promise<number> {
  requireReportPlace(input.options.report);
  const report = await run(input);
  const problems = await writeReportFiles(report, input.options, buildPageLinks(input.event), input.env.CI_PROJECT_DIR);
  const notices = problems.map((problem) => formatProblemNotice(problem, input.door ?? 'cli'));
  await printFormatted(withNotices(report, notices), input, output);
  return report.exitCode;
}
