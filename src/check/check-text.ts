import { formatCount, formatNames, limitLines, limitLinesByBytes } from '../counted.ts';
import { escapeText } from '../log.ts';
import { escapeMarkdown } from '../report/markdown-parts.ts';
import type { CheckReport } from './check-report.ts';
import { listContentParts } from './contents.ts';
import { formatPathGroups } from './mapped-files.ts';
import { type CheckPart, formatRulePlace, type IdleRule } from './remark.ts';
import { listUseParts } from './uses.ts';

/** Returns the parts of a report, title and lines, that have findings, the most important first; texts are not escaped. */
function listCheckParts(report: CheckReport): CheckPart[] {
  const { unmapped, unreached, shadowed, collisions, warnings } = report;
  const formatIdleRules = (idle: readonly IdleRule[]) => idle.map((one) => `${formatRulePlace(one)}: ${one.message}`);
  const without = `without a rule (unmapped: ${report.unmappedIs})`;
  const parts: CheckPart[] = [
    { title: `${formatCount(unmapped.length, 'tracked file')} ${without}`, lines: formatPathGroups(unmapped) },
    {
      title: `${formatCount(collisions.length, 'object')} that several files make: a push that changes two of them files neither`,
      lines: collisions.map(({ object, paths, rules }) => `${object}: ${formatNames(paths, 10)} (${rules.join(', ')})`),
    },
    {
      title: formatCount(warnings.length, 'warning'),
      lines: warnings.map(({ line, message }) => (line === null ? message : `line ${line}: ${message}`)),
    },
    ...listContentParts(report.contents),
    ...listUseParts(report.uses),
    {
      title: `${formatCount(shadowed.length, 'rule')} never reached: an earlier rule matches all files of it`,
      lines: formatIdleRules(shadowed),
    },
    { title: `${formatCount(unreached.length, 'rule')} that nothing reaches`, lines: formatIdleRules(unreached) },
  ];
  return parts.filter(({ lines, isWhole }) => lines.length > 0 || isWhole);
}

/** Returns a line without a full stop: no mapping file (number of files); not valid (of errors); valid (of branch rules, rules, files). */
function formatCheckHeadline(report: CheckReport): string {
  const { mapping, valid, rules, tracked, errors } = report;
  if (mapping === null) {
    return `there is no .file-checkouts.yml: every file of every branch would be filed (${formatCount(tracked, 'tracked file')}); \`file-checkouts init\` writes one`;
  }
  if (!valid) return `${mapping.path} is not valid: ${formatCount(errors.length, 'error')}`;
  const has = `${formatCount(rules.branches, 'branch rule')}, ${formatCount(rules.files, 'rule')}`;
  return `${mapping.path} is valid: ${has}, ${formatCount(tracked, 'tracked file')}`;
}

const mostLines = 50;

/** Returns the first 50 lines, and then, if there are more, a line that counts the others. */
const keepFirstLines = (lines: readonly string[]) => limitLines(lines, mostLines, (left) => `and ${left} more`);

/** Formats the report as escaped text: headline, 50 errors at most with carets, 50 lines of each check part, the service's answer. */
export function formatCheckText(report: CheckReport): string {
  const path = report.mapping?.path ?? '';
  const errors = report.errors.map(({ line, column, found, right }) => `${path}:${line}:${column}: ${found}; ${right}`);
  const carets = report.errors.slice(0, mostLines).map(({ caret }) => caret?.split('\n') ?? []);
  const lines = [
    formatCheckHeadline(report),
    ...keepFirstLines(errors).flatMap((text, index) => [text, ...(carets[index] ?? [])]),
    ...listCheckParts(report).flatMap(({ title, lines }) => [
      title,
      ...keepFirstLines(lines).map((line) => `  ${line}`),
    ]),
    ...(report.service === null ? [] : [report.service.said, report.service.remedy].filter((line) => line !== null)),
  ];
  return `${lines.map(escapeText).join('\n')}\n`;
}

/** Formats the report as escaped Markdown: headline, errors, findings by kind, the probe's answer; lines past 900 KiB are only counted. */
export function renderCheckMarkdown(report: CheckReport): string {
  const item = (text: string) => `- ${escapeMarkdown(text)}`;
  const { errors, service } = report;
  const lines = [
    '## Mapping',
    '',
    escapeMarkdown(formatCheckHeadline(report)),
    '',
    ...errors.map(({ line, column, found, right }) => item(`${line}:${column}: ${found}; ${right}`)),
    ...listCheckParts(report).flatMap(({ title, lines }) => [
      `### ${escapeMarkdown(title)}`,
      '',
      ...lines.map(item),
      '',
    ]),
  ];
  if (service !== null)
    lines.push('### Service', '', escapeMarkdown(`${service.said} ${service.remedy ?? ''}`.trim()), '');
  // Hosts accept at most 1 MiB of a job's summary.
  return `${limitLinesByBytes(900 * 1024, lines, (left) => [`and ${left} more lines`]).join('\n')}\n`;
}
