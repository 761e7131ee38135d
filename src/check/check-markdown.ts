import { escapeMarkdown } from '../report/escape-markdown.ts';
import { within } from '../report/fitting.ts';
import type { CheckReport } from './check-report.ts';
import { checkHeadline, checkParts } from './check-text.ts';

/** Longest page in bytes: hosts take at most 1 MiB of a job's summary. */
const mostBytes = 900 * 1024;

/** What was found, as Markdown for a job's summary. */
export function checkMarkdown(report: CheckReport): string {
  const item = (text: string) => `- ${escapeMarkdown(text)}`;
  const { errors, service } = report;
  const lines = [
    '## Mapping',
    '',
    escapeMarkdown(checkHeadline(report)),
    '',
    ...errors.map(({ line, column, found, right }) => item(`${line}:${column}: ${found}; ${right}`)),
    ...checkParts(report).flatMap(({ title, lines: found }) => [
      `### ${escapeMarkdown(title)}`,
      '',
      ...found.map(item),
      '',
    ]),
    ...(service === null
      ? []
      : ['### Service', '', escapeMarkdown([service.said, service.remedy ?? ''].join(' ').trim()), '']),
  ];
  return `${within(mostBytes, lines, (left) => [`and ${left} more lines`]).join('\n')}\n`;
}
