import { counted, some } from '../counted.ts';
import { isEmptyTree } from '../git/object-ids.ts';
import { escapeText, type Log } from '../log.ts';
import { countAffected, dependentGroups } from './dependents.ts';
import {
  countsText,
  doingText,
  groupKey,
  heldTexts,
  needsReader,
  numberText,
  orderText,
  planGroups,
} from './plan-words.ts';
import { rangeRuleText } from './range-rule.ts';
import { isSettled, objectText, ownWords, type Report, type ReportRequest, worstFirst } from './report-json.ts';

/** How many left-out files of one reason are named before the rest is counted. */
const namedPerReason = 10;

/** What is said below a request, or below all of which the same is said. */
const indent = ' '.repeat(13);

/** What became of a request, its reason and object, request number and RFP, file: one line. */
function requestLine(request: ReportRequest): string {
  const { reason, path, previousPath } = request;
  const words = [
    `${doingText(request).padEnd(12)} ${reason.padEnd(9)} ${objectText(request)}${attribute(request)}`,
    numberText(request),
    request.rfp ? `RFP ${request.rfp}` : '',
    orderText(request) === '' ? '' : `order ${orderText(request)}`,
  ];
  const from = previousPath === null ? '' : ` (was ${previousPath})`;
  return escapeText(`${words.filter((word) => word !== '').join(' ')}  ${path}${from}`);
}

/** What there is to say of a request: who holds the object, what the service said, what to do, warnings. */
function saidOf(request: ReportRequest, report: Report): string[] {
  // What a withdrawal came to is said too: the request is not at the service any more.
  const isQuiet = isSettled(request) && request.outcome !== 'withdrawn';
  const { msg, remedy } = ownWords(request, report.error);
  return [
    ...heldTexts(request, report),
    ...(isQuiet || !msg ? [] : [msg]),
    ...(remedy ? [`-> ${remedy}`] : []),
    ...request.warnings.map((warning) => `warning: ${warning}`),
  ].map(escapeText);
}

/** A line for each request; what is said of several stands once, below the last of them. */
function rowLines(rows: readonly ReportRequest[], report: Report): string[] {
  const said = new Map(rows.map((row) => [row, saidOf(row, report)]));
  // The service names the object in what it says of each.
  const keyOf = (row: ReportRequest) => (said.get(row) ?? []).join('\n').replaceAll(row.objn || '\n', '\n');
  const alike = Map.groupBy(rows, keyOf);
  const shown = new Set<string>();
  return rows.flatMap((row) => {
    const key = keyOf(row);
    if (key === '') return [requestLine(row)];
    if (shown.has(key)) return [];
    shown.add(key);
    const all = alike.get(key) ?? [row];
    const [first = '', ...others] = said.get(row) ?? [];
    const isSame = all.every((one) => said.get(one)?.join() === said.get(row)?.join());
    const like = all.length === 1 ? '' : isSame ? `all ${all.length}: ` : `all ${all.length}, as ${row.objn}: `;
    const ofAll = `${escapeText(like)}${first}`;
    return [...all.map(requestLine), ...[ofAll, ...others].map((line) => `${indent}${line}`)];
  });
}

/** In a plan, beside the type of the object; without a type that is known it stands in its place. */
function attribute({ outcome, objt, attr }: ReportRequest): string {
  return outcome === 'planned' && objt !== null && attr !== null ? ` ${attr}` : '';
}

/** A log of CI does not list more requests than this, nor so many that need a reader. */
const mostRows = 50;

/** The requests below where they go; of many, in a log that is not read whole, those that need a reader. */
function requestsLines(report: Report, rest: string | null): string[] {
  const { requests } = report;
  const groups = planGroups(requests);
  const needing = worstFirst(requests.filter(needsReader));
  const isAll = rest === null || requests.length <= mostRows;
  const shown = isAll ? requests : needing.slice(0, mostRows);
  const byGroup = Map.groupBy(shown, (row) => (groups.length > 1 ? groupKey(row) : ''));
  const lines = groups.flatMap(({ key, target, ways, counts }) => {
    const rows = byGroup.get(groups.length > 1 ? key : '') ?? [];
    return [escapeText(`${[target, ...ways].join(', ')}: ${counts}`), ...rowLines(rows, report)];
  });
  // What cannot be filed goes nowhere.
  const others = groups.length === 1 ? [] : (byGroup.get('') ?? []);
  lines.push(...rowLines(others, report));
  if (isAll) return lines;
  const needed = needing.length - shown.length;
  const ofThem = needed === 0 ? '' : `, ${needed} of them with something to read`;
  return [...lines, `and ${counted(requests.length - shown.length, 'more request')}${ofThem}: ${escapeText(rest)}`];
}

function headLines({ range }: Report): string[] {
  if (range === null) return [];
  const { repo, branch, base, head } = range;
  const rule = rangeRuleText(range);
  const isAlone = base === null || isEmptyTree(base);
  const span = isAlone ? `at ${head?.slice(0, 12)}` : `${base.slice(0, 12)}..${head?.slice(0, 12)}`;
  const words = [repo ?? '', branch ?? '', head === null ? '' : span, rule === '' ? '' : `(${rule})`];
  return [escapeText(words.filter((word) => word !== '').join(' '))];
}

function countLine(report: Report): string {
  return `${report.requests.length === 0 ? 'no requests' : countsText(report)}; ${report.counts.leftOut} left out`;
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

/** So many dependents that are affected for one reason are named, and so many reasons. */
const mostNames = 10;
const mostReasons = 50;

function dependentLines(report: Report): string[] {
  if (report.dependents.length === 0) return [];
  const lines = dependentGroups(report).map(
    ({ names, state, why }) => `  ${some(names, mostNames)} (${state}): ${why}`,
  );
  const rest = lines.length - mostReasons;
  const more = rest > 0 ? [`  and ${rest} more reasons`] : [];
  return [`affected: ${countAffected(report.dependents)}`, ...lines.slice(0, mostReasons), ...more].map(escapeText);
}

/** The report for people, in parts that a host can fold. */
export interface TextParts {
  readonly main: readonly string[];
  /** What the push affects beside what it changes; empty when nothing is. */
  readonly affected: readonly string[];
  readonly leftOut: readonly string[];
  readonly end: readonly string[];
}

/** The parts of the report for people; every line is safe for a log. @param rest where all of a large one is; null: here. */
function textParts(report: Report, rest: string | null): TextParts {
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
  const { main, affected, leftOut, end } = textParts(report, null);
  return `${[...main, ...affected, ...leftOut, ...end].join('\n')}\n`;
}

/** Where the rest of a large run is. @param file the JSON report; undefined: none is written. */
export function restIn(file: string | undefined): string {
  return file === undefined ? '--format json, or --report FILE, has all' : `all are in ${file}`;
}

/**
 * Prints the report to a log that can fold, the list of left-out files folded.
 *
 * @param rest where all of a large one is, as `restIn` says it: the log of CI has a limit. null: there is none.
 */
export function printReport(report: Report, log: Log, rest: string | null): void {
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
