import { counted } from '../counted.ts';
import { escapeText, type Log } from '../log.ts';
import { rangeRuleText } from '../sentences/range-rule.ts';
import { countAffected, dependentName, dependentState, whyAffected } from './dependents.ts';
import { isSettled, objectText, type Report, type ReportRequest } from './report-json.ts';

/** How many left-out files of one reason are named before the rest is counted. */
const namedPerReason = 10;

function doing(request: ReportRequest): string {
  if (request.outcome !== 'planned') return request.outcome;
  return request.action === 'none' ? 'unchanged' : `${request.action ?? 'create'} (planned)`;
}

/** One line per request: outcome, reason, object, request number and RFP, file; then what the service said of it. */
export function requestLines(request: ReportRequest): string[] {
  const number = request.objectId === null ? '' : ` #${request.objectId}`;
  const rfp = request.rfp ? ` RFP ${request.rfp}` : '';
  const from = request.previousPath === null ? '' : ` (was ${request.previousPath})`;
  const lines = [
    `${doing(request).padEnd(12)} ${request.reason.padEnd(9)} ${objectText(request)}${number}${rfp}  ${request.path}${from}`,
  ];
  // What a withdrawal came to is said too: the request is not at the service any more.
  const isQuiet = isSettled(request) && request.outcome !== 'withdrawn';
  if (!isQuiet && request.msg) lines.push(`             ${request.msg}`);
  if (request.remedy) lines.push(`             -> ${request.remedy}`);
  for (const warning of request.warnings) lines.push(`             warning: ${warning}`);
  return lines.map(escapeText);
}

function headLines(report: Report): string[] {
  const { range } = report;
  if (range === null) return [];
  const short = (oid: string | null) => (oid === null ? 'nothing' : oid.slice(0, 12));
  const span = range.head === null ? '' : ` ${short(range.base)}..${short(range.head)}`;
  return [escapeText(`${range.repo ?? ''} ${range.branch ?? ''}${span} (${rangeRuleText(range.rule)})`.trim())];
}

function countLine(report: Report): string {
  const parts = Object.entries(report.counts).filter(([name, count]) => count > 0 && name !== 'leftOut');
  const text = parts.map(([name, count]) => `${count} ${name}`).join(', ');
  return `${text === '' ? 'no requests' : text}; ${report.counts.leftOut} left out`;
}

function leftOutLines(report: Report): string[] {
  const byReason = Map.groupBy(report.leftOut, (entry) => entry.why);
  const lines: string[] = [];
  for (const [why, entries] of byReason) {
    lines.push(`left out (${entries.length}): ${why}`);
    lines.push(...entries.slice(0, namedPerReason).map((entry) => `  ${entry.path}`));
    if (entries.length > namedPerReason) lines.push(`  and ${entries.length - namedPerReason} more`);
  }
  return lines.map(escapeText);
}

/** How many dependents are named before the rest is counted. */
const mostDependents = 50;

function dependentLines(report: Report): string[] {
  const { dependents } = report;
  const lines = dependents.slice(0, mostDependents).map((one) => {
    return `  ${one.reason} ${dependentName(one)} (${dependentState(one, report)}): ${whyAffected(one)}`;
  });
  const rest = dependents.length - mostDependents;
  const more = rest > 0 ? [`  and ${rest} more`] : [];
  return dependents.length === 0 ? [] : [`affected: ${countAffected(dependents)}`, ...lines, ...more].map(escapeText);
}

/** The report for people, in parts that a host can fold. */
export interface TextParts {
  readonly main: readonly string[];
  /** What the push affects beside what it changes; empty when nothing is. */
  readonly affected: readonly string[];
  readonly leftOut: readonly string[];
  readonly end: readonly string[];
}

/** The parts of the report for people; every line is safe for a log. */
function textParts(report: Report): TextParts {
  const main = [...headLines(report), ...report.requests.flatMap(requestLines)];
  if (report.nothingToFile !== null) main.push(escapeText(`nothing to file: ${report.nothingToFile}`));
  else if (report.error === null || report.requests.length > 0) main.push(countLine(report));
  const end = report.notices.map(({ message }) => `note: ${escapeText(message)}`);
  if (report.error !== null) {
    end.push(...report.error.message.split('\n').map((line) => `error: ${escapeText(line)}`));
    end.push(`       -> ${escapeText(report.error.remedy)}`);
  }
  return { main, affected: dependentLines(report), leftOut: leftOutLines(report), end };
}

/** The report for people as one text: the range, a line per request, counts, and what was left out by reason. */
export function textReport(report: Report): string {
  const { main, affected, leftOut, end } = textParts(report);
  return `${[...main, ...affected, ...leftOut, ...end].join('\n')}\n`;
}

/** Prints the report to a log that can fold, the list of left-out files folded. */
export function printReport(report: Report, log: Log): void {
  const { main, affected, leftOut, end } = textParts(report);
  const print = (lines: readonly string[]) => {
    // Many lines at a time: thousands of them would be as many writes.
    for (let at = 0; at < lines.length; at += 500) log.info(lines.slice(at, at + 500).join('\n'));
  };
  print(main);
  if (affected.length > 0) {
    log.group(`affected: ${countAffected(report.dependents)}`);
    print(affected);
    log.endGroup();
  }
  if (leftOut.length > 0) {
    log.group(`left out: ${counted(report.counts.leftOut, 'file')}`);
    print(leftOut);
    log.endGroup();
  }
  print(end);
}
