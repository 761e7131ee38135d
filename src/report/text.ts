import { formatCount, formatNames, joinTexts, limitLines } from '../counted.ts';
import { escapeText, formatProblem, type Log } from '../log.ts';
import { formatAffectedCount, groupDependents } from './dependents.ts';
import { type Report, type ReportRequest, sortWorstFirst } from './report-json.ts';
import {
  buildMessageKey,
  buildPlanGroupKey,
  countOutcomes,
  describeAction,
  formatCompileSequence,
  formatCounts,
  formatRequestNumber,
  formatRequestObject,
  groupPlannedRequests,
  listRequestMessages,
  needsReader,
} from './request-words.ts';
import { findComparedCommits, groupLeftOutByReason } from './sections.ts';

/** Number of requests, reasons, and files or objects of one reason that a log of CI names before it counts the rest. */
const logLimits = { requests: 50, reasons: 50, ofReason: 10 };
const noLimits: typeof logLimits = { requests: Infinity, reasons: Infinity, ofReason: Infinity };

/** The indentation of what is said below requests. */
const indent = ' '.repeat(13);

/** Returns one escaped line: `created` or `to create`, reason, object (planned: with attribute), number, RFP, order, path, `(was PATH)`. */
function formatRequestLine(request: ReportRequest): string {
  const { reason, path, previousPath, outcome, objt, attr } = request;
  // Without a known type `formatRequestObject` has the attribute.
  const behindType = outcome === 'planned' && objt !== null && attr !== null ? ` ${attr}` : '';
  const order = formatCompileSequence(request) && `order ${formatCompileSequence(request)}`;
  const what = `${describeAction(request).padEnd(12)} ${reason.padEnd(9)} ${formatRequestObject(request)}${behindType}`;
  const words = joinTexts([what, formatRequestNumber(request), request.rfp ? `RFP ${request.rfp}` : '', order]);
  const from = previousPath === null ? '' : ` (was ${previousPath})`;
  return escapeText(`${words}  ${path}${from}`);
}

/** Returns a line for each request, then its messages; requests whose messages differ only by object and number share the first's. */
function formatRequestRows(rows: readonly ReportRequest[], report: Report): string[] {
  const formatMessages = (row: ReportRequest) =>
    listRequestMessages(row, report).map(([mark, text]) => escapeText(`${mark}${text}`));
  const said = new Map(rows.map((row) => [row, formatMessages(row)]));
  // A row without words is a group of its own.
  const alike = Map.groupBy(rows, (row) => buildMessageKey(row, said.get(row) ?? []) || row);
  return [...alike.values()].flatMap((all) => {
    const [row] = all as [ReportRequest];
    const [first, ...others] = said.get(row) ?? [];
    if (first === undefined) return [formatRequestLine(row)];
    const isSame = all.every((one) => said.get(one)?.join() === said.get(row)?.join());
    const like = all.length === 1 ? '' : isSame ? `all ${all.length}: ` : `all ${all.length}, as ${row.objn}: `;
    const below = [`${escapeText(like)}${first}`, ...others].map((line) => `${indent}${line}`);
    return [...all.map(formatRequestLine), ...below];
  });
}

/**
 * Returns the lines of the requests, in a plan below a line for target, project and RFP. Of more than 50 it has at most 50, the worst
 * that need a reader, and then `and 12 more requests: REST`. @param rest where the others are to be found; null: returns all
 */
function formatRequests(report: Report, rest: string | null): string[] {
  const { requests } = report;
  const groups = groupPlannedRequests(requests);
  const only = groups.length === 1 ? groups[0]?.key : undefined;
  const needing = sortWorstFirst(requests.filter(needsReader));
  const isAll = rest === null || requests.length <= logLimits.requests;
  const shown = isAll ? requests : needing.slice(0, logLimits.requests);
  const byGroup = Map.groupBy(shown, (row) => only ?? buildPlanGroupKey(row));
  const formatGroup = (key: string) => formatRequestRows(byGroup.get(key) ?? [], report);
  const lines = groups.flatMap(({ key, target, rest: way }) => [escapeText(`${target}${way}`), ...formatGroup(key)]);
  // A request that cannot be filed has no target.
  lines.push(...formatGroup(''));
  if (isAll) return lines;
  const needed = needing.length - shown.length;
  const ofThem = needed === 0 ? '' : `, ${needed} of them with something to read`;
  return [...lines, `and ${formatCount(requests.length - shown.length, 'more request')}${ofThem}: ${escapeText(rest)}`];
}

/** Returns one escaped line: repository, branch, `base..head` (`at head` without base), why this base; [] if the report has no range. */
function formatRange(report: Report): string[] {
  const compared = findComparedCommits(report);
  if (compared === null) return [];
  const { name, base, why } = compared;
  const head = compared.head?.slice(0, 12);
  const span = head && (base === null ? `at ${head}` : `${base.slice(0, 12)}..${head}`);
  return [escapeText(joinTexts([name, span, why && `(${why})`]))];
}

/** Returns the files left out, but not those still open, as escaped lines: of each reason the first `ofReason`, and how many more. */
function formatLeftOut(report: Report, { ofReason }: typeof logLimits): string[] {
  const lines = groupLeftOutByReason(report).flatMap(([why, entries]) => {
    const paths = entries.map(({ path }) => `  ${path}`);
    return [`left out (${entries.length}), ${why}`, ...limitLines(paths, ofReason, (left) => `  and ${left} more`)];
  });
  return lines.map(escapeText);
}

/** Returns escaped lines on affected objects: a heading, the first `reasons` with `ofReason` names each, the rest counted. [] for none. */
function formatDependents(report: Report, { reasons, ofReason }: typeof logLimits): string[] {
  const groups = groupDependents(report);
  if (groups.length === 0) return [];
  const lines = groups.map(({ names, state, why }) => `  ${formatNames(names, ofReason)} (${state}): ${why}`);
  const shown = limitLines(lines, reasons, (left) => `  and ${left} more reasons`);
  return [`affected: ${formatAffectedCount(report.dependents)}`, ...shown].map(escapeText);
}

/**
 * Returns the lines of the report, safe for a log: `main` (range, requests, counts), `affected`, `leftOut`, `end` (notices, error); a part
 * without content is []. @param rest where the whole report is, so that a large one is shortened here (never its `end`); null: here is all
 */
function formatTextParts(report: Report, rest: string | null) {
  const limits = rest === null ? noLimits : logLimits;
  const main = [...formatRange(report), ...formatRequests(report, rest)];
  if (report.nothingToFile !== null) main.push(escapeText(`nothing to file: ${report.nothingToFile}`));
  else if (report.error === null || report.requests.length > 0) {
    const counts = report.requests.length === 0 ? 'no requests' : formatCounts(countOutcomes(report));
    // What is still open has its note.
    const leftOut = report.leftOut.filter(({ code }) => code !== 'stillOpen').length;
    main.push(`${counts}; ${leftOut} left out`);
  }
  const notes = report.notices.map(({ message }) => `note: ${escapeText(message)}`);
  const end = [...notes, ...(report.error === null ? [] : formatProblem(report.error))];
  return { main, affected: formatDependents(report, limits), leftOut: formatLeftOut(report, limits), end };
}

/** Returns the whole report as text, without limits: range, requests, counts, affected objects, files left out, notices, error. */
export function formatTextReport(report: Report): string {
  return `${Object.values(formatTextParts(report, null)).flat().join('\n')}\n`;
}

/** Says, in a clause, where all of a large report is: in `file`, the JSON report; for undefined, which options give or write one. */
export function describeReportPlace(file: string | undefined): string {
  return file === undefined ? '`--format json`, or `--report FILE`, has all' : `all are in ${file}`;
}

/**
 * Prints the report to a log (`info`), affected objects and left-out files in groups that the host can fold. @param rest where all of a
 * large report is, as `describeReportPlace` says it: of such a one only a part is printed; null: prints all
 */
export function printReport(report: Report, log: Log, rest: string | null): void {
  const { main, affected, leftOut, end } = formatTextParts(report, rest);
  const print = (lines: readonly string[]) => {
    // Many lines at a time: thousands of them would be as many writes.
    for (let at = 0; at < lines.length; at += 500) log.info(lines.slice(at, at + 500).join('\n'));
  };
  print(main);
  const printGroup = (title: string, lines: readonly string[]) => {
    if (log.group === undefined || lines.length === 0) print(lines);
    else log.group(title, () => print(lines));
  };
  printGroup(`affected: ${formatAffectedCount(report.dependents)}`, affected);
  const files = groupLeftOutByReason(report).flatMap(([, entries]) => entries).length;
  printGroup(`left out: ${formatCount(files, 'file')}`, leftOut);
  print(end);
}
