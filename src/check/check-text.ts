import { counted, firstOf, some, withinBytes } from '../counted.ts';
import { escapeText } from '../log.ts';
import { escapeMarkdown } from '../report/markdown-parts.ts';
import type { CheckReport } from './check-report.ts';
import { contentParts } from './contents.ts';
import { pathLines } from './mapped-files.ts';
import { type CheckPart, type IdleRule, placeOf } from './remark.ts';
import { useParts } from './uses.ts';

/** Returns the parts of a report, title and lines, that have findings, the most important first; texts are not escaped. */
function checkParts(report: CheckReport): CheckPart[] {
  const { unmapped, unreached, shadowed, collisions, warnings } = report;
  const ofRules = (idle: readonly IdleRule[]) => idle.map((one) => `${placeOf(one)}: ${one.message}`);
  const without = `without a rule (unmapped: ${report.unmappedIs})`;
  const parts: CheckPart[] = [
    { title: `${counted(unmapped.length, 'tracked file')} ${without}`, lines: pathLines(unmapped) },
    {
      title: `${counted(collisions.length, 'object')} that several files make: a push that changes two of them files neither`,
      lines: collisions.map(({ object, paths, rules }) => `${object}: ${some(paths, 10)} (${rules.join(', ')})`),
    },
    {
      title: counted(warnings.length, 'warning'),
      lines: warnings.map(({ line, message }) => (line === null ? message : `line ${line}: ${message}`)),
    },
    ...contentParts(report.contents),
    ...useParts(report.uses),
    {
      title: `${counted(shadowed.length, 'rule')} never reached: an earlier rule matches all files of it`,
      lines: ofRules(shadowed),
    },
    { title: `${counted(unreached.length, 'rule')} that nothing reaches`, lines: ofRules(unreached) },
  ];
  return parts.filter(({ lines, isWhole }) => lines.length > 0 || isWhole);
}

/** Returns one sentence: there is no mapping file, or it is not valid, or it is valid, with the numbers of rules and tracked files. */
function checkHeadline(report: CheckReport): string {
  const { mapping, valid, rules, tracked, errors } = report;
  if (mapping === null) {
    return `there is no .file-checkouts.yml: every file of every branch would be filed (${counted(tracked, 'tracked file')}); \`file-checkouts init\` writes one`;
  }
  if (!valid) return `${mapping.path} is not valid: ${counted(errors.length, 'error')}`;
  const has = `${counted(rules.branches, 'branch rule')}, ${counted(rules.files, 'rule')}`;
  return `${mapping.path} is valid: ${has}, ${counted(tracked, 'tracked file')}`;
}

const mostLines = 50;

/** Returns the first 50 lines, and then, if there are more, a line that counts the others. */
const firstLines = (lines: readonly string[]) => firstOf(lines, mostLines, (left) => `and ${left} more`);

/** Formats the report as escaped text: headline, 50 errors at most with carets, `checkParts` of 50 lines at most, the service's answer. */
export function checkText(report: CheckReport): string {
  const path = report.mapping?.path ?? '';
  const errors = report.errors.map(({ line, column, found, right }) => `${path}:${line}:${column}: ${found}; ${right}`);
  const carets = report.errors.slice(0, mostLines).map(({ caret }) => caret?.split('\n') ?? []);
  const lines = [
    checkHeadline(report),
    ...firstLines(errors).flatMap((text, index) => [text, ...(carets[index] ?? [])]),
    ...checkParts(report).flatMap(({ title, lines }) => [title, ...firstLines(lines).map((line) => `  ${line}`)]),
    ...(report.service === null ? [] : [report.service.said, report.service.remedy].filter((line) => line !== null)),
  ];
  return `${lines.map(escapeText).join('\n')}\n`;
}

/** Formats the report as escaped Markdown: headline, errors, `checkParts`, the service's answer; lines past 900 KiB are only counted. */
export function checkMarkdown(report: CheckReport): string {
  const item = (text: string) => `- ${escapeMarkdown(text)}`;
  const { errors, service } = report;
  const lines = [
    '## Mapping',
    '',
    escapeMarkdown(checkHeadline(report)),
    '',
    ...errors.map(({ line, column, found, right }) => item(`${line}:${column}: ${found}; ${right}`)),
    ...checkParts(report).flatMap(({ title, lines }) => [`### ${escapeMarkdown(title)}`, '', ...lines.map(item), '']),
  ];
  if (service !== null)
    lines.push('### Service', '', escapeMarkdown(`${service.said} ${service.remedy ?? ''}`.trim()), '');
  // Hosts accept at most 1 MiB of a job's summary.
  return `${withinBytes(900 * 1024, lines, (left) => [`and ${left} more lines`]).join('\n')}\n`;
}
