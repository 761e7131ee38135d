import { counted } from '../counted.ts';
import { escapeText, type Log } from '../log.ts';
import { rangeRuleText } from '../sentences/range-rule.ts';
import { countAffected, dependentNames, dependentState, whyAffected } from './dependents.ts';
import { heldTexts, needsReader, orderText, planGroups, projectText, rfpText } from './plan-words.ts';
import { isSettled, objectText, ownWords, type Report, type ReportRequest, worstFirst } from './report-json.ts';

/** How many left-out files of one reason are named before the rest is counted. */
const namedPerReason = 10;

function doing(request: ReportRequest): string {
  if (request.outcome !== 'planned') return request.outcome;
  return request.action === 'none' ? 'unchanged' : `${request.action ?? 'create'} (planned)`;
}

/**
 * One line per request: outcome, reason, object, request number and RFP, file; then what the service said of it.
 *
 * @param error that of the run, which is said below all requests.
 */
export function requestLines(request: ReportRequest, error: Report['error'] = null): string[] {
  const number = request.objectId === null ? '' : ` #${request.objectId}`;
  const rfp = request.rfp ? ` RFP ${request.rfp}` : '';
  const order = orderText(request) === '' ? '' : ` order ${orderText(request)}`;
  const from = request.previousPath === null ? '' : ` (was ${request.previousPath})`;
  const lines = [
    `${doing(request).padEnd(12)} ${request.reason.padEnd(9)} ${objectText(request)}${attribute(request)}${number}${rfp}${order}  ${request.path}${from}`,
  ];
  // What a withdrawal came to is said too: the request is not at the service any more.
  const isQuiet = isSettled(request) && request.outcome !== 'withdrawn';
  const { msg, remedy } = ownWords(request, error);
  if (!isQuiet && msg) lines.push(`             ${msg}`);
  if (remedy) lines.push(`             -> ${remedy}`);
  for (const warning of request.warnings) lines.push(`             warning: ${warning}`);
  return lines.map(escapeText);
}

/** In a plan, beside the type of the object; without a type that is known it stands in its place. */
function attribute({ outcome, objt, attr }: ReportRequest): string {
  return outcome === 'planned' && objt !== null && attr !== null ? ` ${attr}` : '';
}

/** The line of a request with what a plan knows of it: who holds the object and, where that differs, where it goes. */
function rowLines(request: ReportRequest, report: Report, groups: number): string[] {
  const [line = '', ...said] = requestLines(request, report.error);
  const ways = request.action === 'create' && groups > 1 ? [projectText(request), rfpText(request)] : [];
  const where = ways.filter((text) => text !== '').join(', ');
  const more = [...(where === '' ? [] : [where]), ...heldTexts(request, report)];
  return [line, ...more.map((text) => escapeText(`             ${text}`)), ...said];
}

/** A run of more requests than this is not listed whole, nor so many that need a reader. */
const mostRows = 50;

/** A line or more per request; of many requests those that need a reader, and how many others there are. */
function requestsLines(report: Report, rest: string): string[] {
  const { requests } = report;
  const groups = planGroups(requests);
  const where = groups.map(({ target, ways, counts }) => escapeText(`${[target, ...ways].join(', ')}: ${counts}`));
  const linesOf = (rows: readonly ReportRequest[]) => rows.flatMap((row) => rowLines(row, report, groups.length));
  if (requests.length <= mostRows) return [...where, ...linesOf(requests)];
  const needing = worstFirst(requests.filter(needsReader));
  const shown = needing.slice(0, mostRows);
  const others = requests.length - shown.length;
  const needed = needing.length - shown.length;
  const ofThem = needed === 0 ? '' : `, ${needed} of them with something to read`;
  return [...where, ...linesOf(shown), `and ${counted(others, 'more request')}${ofThem}: ${escapeText(rest)}`];
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
  const nameOf = dependentNames(dependents);
  const lines = dependents.slice(0, mostDependents).map((one) => {
    return `  ${one.reason} ${nameOf(one)} (${dependentState(one, report)}): ${whyAffected(one)}`;
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

/** The parts of the report for people; every line is safe for a log. @param rest where all of a large one is. */
function textParts(report: Report, rest: string): TextParts {
  const main = [...headLines(report), ...requestsLines(report, rest)];
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
  const { main, affected, leftOut, end } = textParts(report, restIn(undefined));
  return `${[...main, ...affected, ...leftOut, ...end].join('\n')}\n`;
}

/** Where the rest of a large run is. @param file the JSON report; undefined: none is written. */
export function restIn(file: string | undefined): string {
  return file === undefined ? '--format json, or --report FILE, has all' : `all are in ${file}`;
}

/**
 * Prints the report to a log that can fold, the list of left-out files folded.
 *
 * @param rest where all of a large one is, as `restIn` says it.
 */
export function printReport(report: Report, log: Log, rest: string): void {
  const { main, affected, leftOut, end } = textParts(report, rest);
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
