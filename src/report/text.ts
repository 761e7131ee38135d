import { counted, some } from '../counted.ts';
import { isEmptyTree } from '../git/object-ids.ts';
import { escapeText, type Log } from '../log.ts';
import { countAffected, dependentGroups } from './dependents.ts';
import {
  countsOf,
  countsText,
  doingText,
  groupKey,
  needsReader,
  numberText,
  orderText,
  planGroups,
  saidKey,
  saidOf,
} from './plan-words.ts';
import { rangeRuleText } from './range-rule.ts';
import { leftOutByReason, objectText, type Report, type ReportRequest, worstFirst } from './report-json.ts';

/** What a log of CI names before it counts the rest: requests, reasons, and files or objects of one reason. */
const most = { requests: 50, reasons: 50, ofReason: 10 };

/** The part of a list that is shown; all of it to somebody who asks. @param rest where all of it is; null: here. */
function inSight<T>(list: readonly T[], limit: number, rest: string | null): readonly T[] {
  return rest === null ? list : list.slice(0, limit);
}

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

/** A line for each request; what is said of several stands once, below the last of them. */
function rowLines(rows: readonly ReportRequest[], report: Report): string[] {
  const said = new Map(
    rows.map((row) => [row, saidOf(row, report).map(([mark, text]) => escapeText(`${mark}${text}`))]),
  );
  const keyOf = (row: ReportRequest) => saidKey(row, said.get(row) ?? []);
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

/** The requests below where they go; of many, in a log that is not read whole, those that need a reader. */
function requestsLines(report: Report, rest: string | null): string[] {
  const { requests } = report;
  const groups = planGroups(requests);
  const needing = worstFirst(requests.filter(needsReader));
  const isAll = rest === null || requests.length <= most.requests;
  const shown = isAll ? requests : inSight(needing, most.requests, rest);
  const byGroup = Map.groupBy(shown, (row) => (groups.length > 1 ? groupKey(row) : ''));
  const lines = groups.flatMap(({ key, target, rest: way }) => {
    const rows = byGroup.get(groups.length > 1 ? key : '') ?? [];
    return [escapeText(`${target}${way}`), ...rowLines(rows, report)];
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
  return `${report.requests.length === 0 ? 'no requests' : countsText(countsOf(report))}; ${report.counts.leftOut} left out`;
}

function leftOutLines(report: Report, rest: string | null): string[] {
  const lines = leftOutByReason(report).flatMap(([why, entries]) => {
    const named = inSight(entries, most.ofReason, rest).map(({ path }) => `  ${path}`);
    const more = entries.length - named.length;
    return [`left out (${entries.length}): ${why}`, ...named, ...(more > 0 ? [`  and ${more} more`] : [])];
  });
  return lines.map(escapeText);
}

function dependentLines(report: Report, rest: string | null): string[] {
  if (report.dependents.length === 0) return [];
  const groups = dependentGroups(report);
  const named = inSight(groups, most.reasons, rest).map(({ names, state, why }) => {
    return `  ${some(names, inSight(names, most.ofReason, rest).length)} (${state}): ${why}`;
  });
  const more = groups.length > named.length ? [`  and ${groups.length - named.length} more reasons`] : [];
  return [`affected: ${countAffected(report.dependents)}`, ...named, ...more].map(escapeText);
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
  return { main, affected: dependentLines(report, rest), leftOut: leftOutLines(report, rest), end };
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
    log.group(`left out: ${counted(leftOutByReason(report).flatMap(([, files]) => files).length, 'file')}`);
    print(leftOut);
    log.endGroup();
  }
  print(end);
}
