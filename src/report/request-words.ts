/** The words of reports for a request: its outcome, target, project, RFP, and who holds the object (design §16). */
import { lookUpOutcome, type Mood, outcomes } from '../checkout/outcome.ts';
import { formatCount, formatTime, joinTexts, limitLines } from '../counted.ts';
import { type HeldBy, isHeld, isSettled, type Report, type ReportRequest, takesOver } from './report-json.ts';

/** Number of holders of one object that are named; the rest is counted. */
const mostHolders = 3;

/** Returns application and level: `ORD/50`. */
export function formatRequestTarget({ appl, lvl }: ReportRequest): string {
  return `${appl}/${lvl}`;
}

/** Returns name and type of a request's object, `ORD100 *PGM`; for an unknown type the attribute; without both the name alone. */
export function formatTypedName({ objn, objt, attr }: ReportRequest): string {
  return `${objn} ${objt ?? attr ?? ''}`.trim();
}

/** Returns target, name and type of a request's object, `ORD/50 ORD100 *PGM`; for an unknown type the attribute, without both no type. */
export function formatRequestObject(request: ReportRequest): string {
  return `${formatRequestTarget(request)} ${formatTypedName(request)}`;
}

/** Names the project, task and subtask in the fields that are sent: `CUST task 12 subtask 1`; '' without fields or project. */
export function formatProjectName({ fields: { proj, task, stsk } = {} }: ReportRequest): string {
  if (proj === undefined) return '';
  return `${proj}${task === undefined ? '' : ` task ${task}`}${stsk === undefined ? '' : ` subtask ${stsk}`}`;
}

/** Says the project in a phrase: `project: CUST task 12`, `project: the one linked to the branch` for `*BRANCH`, `no project`. */
function describeRequestProject(request: ReportRequest): string {
  const name = formatProjectName(request);
  if (name === '') return 'no project';
  return name === '*BRANCH' ? 'project: the one linked to the branch' : `project: ${name}`;
}

/** Says which RFP a request joins (`RFP 7`, `a new RFP`, `the branch's RFP`) or leaves (`out of RFP 7`), or `no RFP`; '' without mode. */
export function describeRfp({ rfpMode, joins = null, action }: ReportRequest): string {
  if (rfpMode === undefined) return '';
  if (action === 'withdraw') return joins === null ? 'no RFP' : `out of RFP ${joins}`;
  if (rfpMode === 'per-branch') return joins === null ? "the branch's RFP" : `RFP ${joins}, if it is open`;
  if (joins !== null) return `RFP ${joins}`;
  return rfpMode === 'none' || action === 'none' ? 'no RFP' : 'a new RFP';
}

/** Returns the compile sequence (`csqo`) of a request, as it is sent, else as the service used it; '' if that is no number above 0. */
export function formatCompileSequence({ fields, used }: ReportRequest): string {
  const csqo = fields?.csqo ?? used?.csqo;
  return typeof csqo === 'number' && csqo > 0 ? String(csqo) : '';
}

/** Says `held by #7 of main, jane, since TIME`, or `updates #7 ...` if filing takes it over; then other reason or path; `not verified`. */
function describeHolder(held: HeldBy, request: ReportRequest, { range, notices }: Report): string {
  const { objectId, reason, path, verified } = held;
  const branchName = held.repo === (range?.repo ?? null) ? held.branch : `${held.repo} ${held.branch}`;
  // Where no secret was given, one note says so of all.
  const isTold = verified || notices.some(({ code }) => code === 'ledgerNotVerified');
  const parts = [
    `#${objectId ?? '?'} of ${branchName}${held.gone === true ? ' (a branch that is gone)' : ''}`,
    held.account ?? held.user,
    `since ${held.at === null ? held.commit.slice(0, 12) : formatTime(held.at)}`,
    reason === request.reason ? null : `as ${reason}`,
    path === request.path || path === request.previousPath ? null : `for ${path}`,
    isTold ? null : 'not verified',
  ];
  const who = parts.filter((part) => part !== null).join(', ');
  return takesOver(held, request.reason)
    ? `updates ${who}, which is merged into this branch; it still belongs to that branch`
    : `held by ${who}`;
}

/** Says what became of a request, `created`, or what would be done with a planned one: `to create`, or `unchanged` for nothing. */
export function describeAction({ outcome, action }: ReportRequest): string {
  if (outcome !== 'planned') return lookUpOutcome(outcome).word;
  return action === 'none' ? lookUpOutcome('unchanged').word : `to ${action ?? 'create'}`;
}

/** Says what became of a request, or would (`created`, `to create`), followed by `, held` if it `isHeld`: `to create, held`. */
export function describeActionOrHold(request: ReportRequest): string {
  return isHeld(request) ? `${describeAction(request)}, held` : describeAction(request);
}

/** Returns the number of a request behind what its outcome puts before it, such as `#10001`, `held by #10001`; '' without a number. */
export function formatRequestNumber({ outcome, objectId }: ReportRequest): string {
  return objectId === null ? '' : `${lookUpOutcome(outcome).number}${objectId}`;
}

/** Returns how a request looks: `open` for one that `isHeld`, else the mood of its outcome (`planned`: `good`). */
export function chooseMood(request: ReportRequest): Mood {
  return isHeld(request) ? 'open' : lookUpOutcome(request.outcome).mood;
}

export const warningMark = 'warning: ';

/**
 * Returns what reports say of a request, each text with a mark for plain text. '': the requests that hold the object (three, those to take
 * over last, and the number of others), then the message (of a settled request only if `withdrawn`); `-> `: the remedy; `warning: `: each
 * warning. A message or remedy that the error of the run has, too, is left out.
 */
export function listRequestMessages(request: ReportRequest, report: Report): [mark: string, text: string][] {
  // A withdrawn request is settled, and still to be deleted at the service.
  const isQuiet = isSettled(request) && request.outcome !== 'withdrawn';
  const { message, remedy } = report.error ?? {};
  const { heldBy = [], reason } = request;
  const sorted = heldBy.toSorted((one, other) => Number(takesOver(one, reason)) - Number(takesOver(other, reason)));
  const texts = sorted.map((one) => describeHolder(one, request, report));
  const held = limitLines(texts, mostHolders, (left) => `and by ${left} more, see the JSON report`);
  const markTexts = (mark: string, texts: readonly (string | null)[]) =>
    texts.flatMap((text): [string, string][] => (text ? [[mark, text]] : []));
  const said = [...held, isQuiet || request.msg === message ? null : request.msg];
  const toDo = request.remedy === remedy ? null : request.remedy;
  return [...markTexts('', said), ...markTexts('-> ', [toDo]), ...markTexts(warningMark, request.warnings)];
}

/** Returns the texts said of a request as one, without object name and number, so that alike requests share it; '' for no words. */
export function buildMessageKey({ objn, objectId }: ReportRequest, said: readonly string[]): string {
  const own = [objn, String(objectId ?? '')].filter((name) => name !== '');
  return own.reduce((text, name) => text.replaceAll(name, '\n'), said.join('\n'));
}

/** Maps each row to its messages; a row whose messages differ from those of an earlier one only by object and number to `as for ORD100`. */
export function abbreviateMessages(rows: readonly ReportRequest[], report: Report) {
  const firsts = new Map<string, ReportRequest>();
  const once = rows.map((row) => {
    const said = listRequestMessages(row, report).map(([, text]) => text);
    const key = buildMessageKey(row, said);
    const first = firsts.get(key) ?? row;
    firsts.set(key, first);
    return [row, key === '' || first === row ? said : [`as for ${first.objn}`]] as const;
  });
  return new Map(once);
}

/** Counts requests by outcome (`created`), in the order of `outcomes`; if one is planned, by `to create` and the like, as they come. */
export function countOutcomes({ requests, counts }: Report): [word: string, count: number][] {
  if (counts.planned !== undefined) return countActions(requests);
  return outcomes.filter((name) => counts[name] > 0).map((name) => [lookUpOutcome(name).word, counts[name]]);
}

/** Counts requests by what became of each, or would (`created`, `to create`), in the order of the first of each. */
function countActions(requests: readonly ReportRequest[]): [word: string, count: number][] {
  return [...Map.groupBy(requests, describeAction)].map(([word, { length }]) => [word, length]);
}

/** Writes counts on one line: `17 to create, 2 unchanged`. */
export function formatCounts(counts: readonly [word: string, count: number][]): string {
  return counts.map(([word, count]) => `${count} ${word}`).join(', ');
}

/** True for a request that is not settled, or has a remedy, a warning, or any in `heldBy`, even one that would be taken over. */
export function needsReader(request: ReportRequest): boolean {
  const { warnings, remedy, heldBy = [] } = request;
  return !isSettled(request) || remedy !== null || warnings.length > 0 || heldBy.length > 0;
}

/** Returns a key that planned requests with the same target, project and RFP share; '' for requests that are not planned. */
export function buildPlanGroupKey(row: ReportRequest): string {
  if (row.outcome !== 'planned') return '';
  return `${formatRequestTarget(row)}\n${describeRequestProject(row)}\n${describeRfp(row)}`;
}

/**
 * Groups the planned requests by target, project and RFP, in the order of the first of each. `rest` follows the target: `: 3 to create; 1
 * object held by another branch (project: CUST; a new RFP)`.
 */
export function groupPlannedRequests(rows: readonly ReportRequest[]): { key: string; target: string; rest: string }[] {
  const groups = Map.groupBy(rows, buildPlanGroupKey);
  groups.delete('');
  return [...groups].map(([key, of]) => {
    const first = of[0] as ReportRequest;
    const held = of.filter(isHeld).length;
    const ofHeld = held === 0 ? '' : `; ${formatCount(held, 'object')} held by another branch`;
    const way = joinTexts([describeRequestProject(first), describeRfp(first)], '; ');
    return { key, target: formatRequestTarget(first), rest: `: ${formatCounts(countActions(of))}${ofHeld} (${way})` };
  });
}
