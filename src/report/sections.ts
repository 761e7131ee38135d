/** What people read of a report, in rows: the same for text, Markdown and HTML, which only decide how a cell or a list looks. */
import { formatCount, formatCountHave, joinTexts } from '../counted.ts';
import { isEmptyTree } from '../git/object-ids.ts';
import { reasonTable } from '../interface/fields.ts';
import { describeDependentState, explainAffected, formatDependentName } from './dependents.ts';
import { buildFileUrl, type PageLinks } from './links.ts';
import type { Report, ReportDependent, ReportRequest } from './report-json.ts';
import { isHeld, isSettled, sortWorstFirst } from './report-json.ts';
import {
  abbreviateMessages,
  describeActionOrHold,
  describeRfp,
  formatCompileSequence,
  formatProjectName,
  formatRequestNumber,
  formatRequestObject,
  formatRequestTarget,
  formatTypedName,
  needsReader,
} from './request-words.ts';
import { type Column, column, type Table } from './table.ts';

/** How the range of a run was chosen, by the `rule` of the report (design §3). */
const rangeRules: Readonly<Record<string, string>> = {
  explicit: 'base and head as given',
  paths: 'the given paths, as they are at head',
  ledger: 'base: the settled commit',
  push: 'base: the commit before the push',
  'first-push': 'base: the commit where the branch began',
  'branch-deleted': 'the branch was deleted',
  release: 'what the branch has left is released',
  tag: 'a tag was pushed',
  proposal: 'base: merge base with the target branch; planned only',
  'skipped-pusher': 'a push of an account in skip-pushers',
  'merge-base': 'base: merge base, because the base commit cannot be found',
};

/**
 * Returns which commits the run compared: `name`, repository and branch; `base`, null if all files count as new, or not known; `head`, null
 * if not known; `why`, how they were chosen (an unknown rule by its name). null if the run ended before it knew them.
 */
export function findComparedCommits({ range }: Report) {
  if (range === null) return null;
  const { repo, branch, base, head, rule } = range;
  const isNew = base !== null && isEmptyTree(base);
  const why = isNew ? 'compared with nothing: all files are new' : (rangeRules[rule] ?? rule);
  return { name: joinTexts([repo, branch]), base: isNew ? null : base, head, why };
}

/**
 * Sums up a run in a sentence, the first that is true: it was stopped; had nothing to file; has requests that are not settled; is a plan,
 * perhaps with objects that are held; has no requests, with the number of files left out; filed everything.
 */
export function describeVerdict({ requests, command, error, nothingToFile, counts }: Report): string {
  if (error !== null) return 'The run was stopped.';
  if (nothingToFile !== null) return `Nothing to file: ${nothingToFile}`;
  const failed = requests.filter((request) => !isSettled(request)).length;
  const ofAll = `${failed} of ${requests.length}`;
  if (failed > 0 && command === 'plan') return `${ofAll} cannot be filed.`;
  if (failed > 0) return `${ofAll} ${failed === 1 ? 'needs' : 'need'} attention.`;
  const held = requests.filter(isHeld).length;
  const inTheWay = held === 0 ? '' : ` ${formatCountHave(held, 'object')} a request of another branch in the way.`;
  if (command === 'plan') return `A plan: nothing was filed.${inTheWay}`;
  if (requests.length > 0) return 'Everything was filed.';
  return `No requests; ${formatCount(counts.leftOut, 'file')} left out.`;
}

/** Most requests whose files are links: the addresses take more room than all the rest. */
const mostLinked = 1000;

/**
 * Returns the table of requests: first those that need a reader (not settled, a remedy, a warning, a holder), then all others, each part
 * worst first; `isPlan`: some are planned. A plan has no column for a target, project or RFP that all rows share, nor for an attribute,
 * order or number that no row has. Files of the first 1,000 rows are links, if they have an address.
 */
export function buildRequestTable(report: Report, links: PageLinks): Table<ReportRequest> & { isPlan: boolean } {
  const needs = (request: ReportRequest) => Number(needsReader(request));
  const rows = sortWorstFirst(report.requests).toSorted((one, other) => needs(other) - needs(one));
  const isPlan = rows.some(({ outcome }) => outcome === 'planned');
  const said = abbreviateMessages(rows, report);
  const linked = new Set(rows.slice(0, mostLinked));
  const isFilled = ({ textsOf }: Column<ReportRequest>) => rows.some((row) => textsOf(row)[0] !== '');
  const differs = ({ textsOf }: Column<ReportRequest>) => new Set(rows.map((row) => textsOf(row)[0])).size > 1;
  const number = column('number', 'request', formatRequestNumber);
  const order = (row: ReportRequest) => formatCompileSequence(row) && `, order ${formatCompileSequence(row)}`;
  const where = isPlan
    ? [
        column('name', 'object', formatTypedName),
        ...[column('text', 'target', formatRequestTarget)].filter(differs),
        ...[column<ReportRequest>('text', 'attribute', ({ attr }) => attr ?? '')].filter(isFilled),
        ...[column('text', 'project', formatProjectName), column('text', 'RFP', describeRfp)].filter(differs),
        ...[column('text', 'order', formatCompileSequence), number].filter(isFilled),
      ]
    : [
        column('name', 'object', formatRequestObject),
        number,
        column<ReportRequest>('text', 'RFP', (row) => (row.rfp ? `${row.rfp}${order(row)}` : '')),
      ];
  const columns: Column<ReportRequest>[] = [
    column('lead', isPlan ? 'planned' : 'outcome', describeActionOrHold),
    column('text', 'reason', ({ reason }) => reason),
    ...where,
    {
      ...{ head: 'file', is: 'file' },
      textsOf: ({ path, previousPath: was }) => [path, ...(was === null ? [] : [`was ${was}`])],
      urlOf: (row) => (linked.has(row) ? buildRequestUrl(row, report, links) : null),
    },
    { head: isPlan ? 'note' : 'what was said', is: 'text', textsOf: (row) => said.get(row) ?? [] },
  ];
  return { isPlan, columns, rows };
}

/** Returns the address of a request's file at head; null: no CI or head, a delete, outcome `withdrawn`, an unsendable or too long path. */
function buildRequestUrl(request: ReportRequest, { range }: Report, links: PageLinks): string | null {
  const { path, reason, outcome, pathBase64 } = request;
  const isThere = reasonTable[reason] !== 'removes' && outcome !== 'withdrawn' && pathBase64 === undefined;
  return range?.head && isThere ? buildFileUrl(links, range.head, path) : null;
}

/** Returns the table of affected objects, in the order of the report. */
export function buildAffectedTable(report: Report): Table<ReportDependent> {
  const columns = [
    column('lead', 'object', formatDependentName),
    column<ReportDependent>('text', 'reason', ({ reason }) => reason),
    column<ReportDependent>('text', 'request', (one) => describeDependentState(one, report)),
    column('text', 'why', explainAffected),
    column<ReportDependent>('file', 'file', ({ path }) => path),
  ];
  return { columns, rows: report.dependents };
}

/** Groups the left-out files by reason (sentence), in the order of the report, without those of code `stillOpen`, which a notice names. */
export function groupLeftOutByReason({ leftOut }: Report): [why: string, files: Report['leftOut']][] {
  const named = leftOut.filter(({ code }) => code !== 'stillOpen');
  return [...Map.groupBy(named, ({ why }) => why)];
}

/** Says how much is not shown: `and 3 more reasons, see the JSON report`. @param what a noun for it, with a blank before it */
export function describeRest(count: number, what = ''): string {
  return `and ${count} more${what}, see the JSON report`;
}
