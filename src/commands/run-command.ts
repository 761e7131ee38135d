import type { Log } from '../log.ts';
import { formatProblemNotice, requireReportPlace, withNotices, writeReportFiles } from '../report/files.ts';
import { formatJsonPieces } from '../report/json-text.ts';
import { buildPageLinks } from '../report/links.ts';
import { renderMarkdownReport } from '../report/markdown.ts';
import { describeReportPlace, printReport } from '../report/text.ts';
import { run } from '../run/flow.ts';
import type { RunInput } from '../run/input.ts';

/** Where a command writes: results as text by `out`, all else by `log`. */
export type Output = { readonly out: (text: string) => void; readonly log: Log };

/**
 * Runs `plan`, `file` or `release`, writes the report to the files that options name, prints it as `--format` says (text by the log, in CI
 * shortened), and returns its exit code. An error of the run is in the report, not thrown; a file that cannot be written becomes a notice
 * in the printed report, and changes no exit code. @throws Problem('usage'), before the run, if the file of `--report` cannot be written
 */
export async function runCommand(input: RunInput, output: Output): Promise<number> {
  const { options, event, env, door = 'cli' } = input;
  requireReportPlace(options.report);
  const made = await run(input);
  const links = buildPageLinks(event);
  const problems = await writeReportFiles(made, options, links, env.CI_PROJECT_DIR);
  const notices = problems.map((problem) => formatProblemNotice(problem, door));
  const report = withNotices(made, notices);
  if (options.format === 'html') output.out((await import('../report/html.ts')).renderHtmlReport(report, links));
  else if (options.format === 'markdown') output.out(renderMarkdownReport(report, links));
  else if (options.format === 'json') for (const piece of formatJsonPieces(report)) output.out(piece);
  else printReport(report, output.log, event.host === 'local' ? null : describeReportPlace(options.report));
  return report.exitCode;
}
