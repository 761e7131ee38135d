/** The words of reports for a request: its outcome, target, project, RFP, and who holds the object (design §16). */
import { type Mood, outcomeRow } from '../checkout/outcome.ts';
import { counted, joined, timeText } from '../counted.ts';
import { goesOn, type HeldBy, isHeld, isSettled, type Report, type ReportRequest } from './report-json.ts';

/** Number of holders of one object that are named; the rest is counted. */
const mostHolders = 3;

/** Application and level: `ORD/50`. */
export function targetText({ appl, lvl }: ReportRequest): string {
  return `${appl}/${lvl}`;
}

/** Names the project that the request is booked on, as it is sent: `CUST task 12 subtask 1`; empty: none. */
export function projectName({ fields: { proj, task, stsk } = {} }: ReportRequest): string {
  if (proj === undefined) return '';
  return `${proj}${task === undefined ? '' : ` task ${task}`}${stsk === undefined ? '' : ` subtask ${stsk}`}`;
}

/** Says the project in words: `project CUST task 12`, `project of the branch`, `no project`. */
function projectText(request: ReportRequest): string {
  const name = projectName(request);
  if (name === '') return 'no project';
  return name === '*BRANCH' ? 'project of the branch' : `project ${name}`;
}

/** Says which RFP a planned request will be in; empty if the plan does not say it. */
export function rfpText({ rfpMode, joins = null, action }: ReportRequest): string {
  if (rfpMode === undefined) return '';
  if (action === 'withdraw') return joins === null ? 'no RFP' : `out of RFP ${joins}`;
  if (rfpMode === 'per-branch') return joins === null ? "the branch's RFP" : `RFP ${joins}, if it is open`;
  if (joins !== null) return `RFP ${joins}`;
  return rfpMode === 'none' || action === 'none' ? 'no RFP' : 'a new RFP';
}

/** Returns the place of the request in the compile order of its RFP, as it is sent or was stored; empty: none. */
export function orderText({ fields, used }: ReportRequest): string {
  const csqo = fields?.csqo ?? used?.csqo;
  return typeof csqo === 'number' && csqo > 0 ? String(csqo) : '';
}

/** Returns a sentence for each request of another branch that holds the object: the first three, conflicts first, then the number of the rest; empty: nobody holds it. */
export function heldTexts(request: ReportRequest, report: Pick<Report, 'range' | 'notices'>): string[] {
  const { heldBy = [], reason } = request;
  const sorted = heldBy.toSorted((one, other) => Number(goesOn(one, reason)) - Number(goesOn(other, reason)));
  const texts = sorted.slice(0, mostHolders).map((one) => heldText(one, request, report));
  const more = sorted.length - mostHolders;
  return more > 0 ? [...texts, `and by ${more} more, see the JSON report`] : texts;
}

/** Says who holds the object: number, branch, user, time, another reason or file; or that filing goes on with it. */
function heldText(held: HeldBy, request: ReportRequest, { range, notices }: Pick<Report, 'range' | 'notices'>): string {
  const { objectId, reason, path, verified } = held;
  const branchName = held.repo === (range?.repo ?? null) ? held.branch : `${held.repo} ${held.branch}`;
  const other = [
    ...(reason === request.reason ? [] : [`as ${reason}`]),
    ...(path === request.path || path === request.previousPath ? [] : [`for ${path}`]),
  ];
  // Where no secret was given, one note says so of all.
  const isTold = verified || notices.some(({ code }) => code === 'ledgerNotVerified');
  const parts = [
    `#${objectId} of ${branchName}${held.gone === true ? ' (a branch that is gone)' : ''}`,
    ...(held.account === null && held.user === null ? [] : [held.account ?? held.user ?? '']),
    `since ${held.at === null ? held.commit.slice(0, 12) : timeText(held.at)}`,
    ...other,
    ...(isTold ? [] : ['not verified']),
  ];
  const who = parts.join(', ');
  return goesOn(held, request.reason)
    ? `goes on with ${who}, which is merged here; it stays booked on that branch`
    : `held by ${who}`;
}

/** Says what became of a request; of a planned one, what would be done: `to create`. */
export function doingText({ outcome, action }: ReportRequest): string {
  if (outcome !== 'planned') return outcomeRow(outcome).word;
  return action === 'none' ? outcomeRow('unchanged').word : `to ${action ?? 'create'}`;
}

/** Says the same, with `, held` for an object that another branch holds. */
export function becameText(request: ReportRequest): string {
  return isHeld(request) ? `${doingText(request)}, held` : doingText(request);
}

/** Returns the number of the request, `#10001`, or of the one that holds the object, `held by #10001`; empty: none. */
export function numberText({ outcome, objectId }: ReportRequest): string {
  return objectId === null ? '' : `${outcomeRow(outcome).number}${objectId}`;
}

/** Returns what became of a request, with its number and RFP: `created, #10001, RFP 77`. */
export function endText(request: ReportRequest): string {
  const { rfp } = request;
  return joined([becameText(request), numberText(request), rfp ? `RFP ${rfp}` : ''], ', ');
}

/** Returns the words for a request in a picture: what became of it, its reason, its number. */
export function pictureText(request: ReportRequest): string {
  return joined([becameText(request), request.reason, numberText(request)]);
}

/** Returns how a request looks, by its outcome; a planned one whose object another branch holds is `open`. */
export function moodOf(request: ReportRequest): Mood {
  return isHeld(request) ? 'open' : outcomeRow(request.outcome).mood;
}

export const warningMark = 'warning: ';

/**
 * Returns what there is to say of a request, in this order: who holds the object, the message, the remedy, warnings,
 * each with its mark for plain text. A settled request has no message, and words of the run's own error are left out.
 */
export function saidOf(request: ReportRequest, report: Report): [mark: string, text: string][] {
  // A withdrawn request is settled, and still to be deleted at the service.
  const isQuiet = isSettled(request) && request.outcome !== 'withdrawn';
  const { message, remedy } = report.error ?? {};
  const marked = (mark: string, texts: readonly (string | null)[]) =>
    texts.flatMap((text): [string, string][] => (text ? [[mark, text]] : []));
  const said = [...heldTexts(request, report), isQuiet || request.msg === message ? null : request.msg];
  const toDo = request.remedy === remedy ? null : request.remedy;
  return [...marked('', said), ...marked('-> ', [toDo]), ...marked(warningMark, request.warnings)];
}

/** Returns a key that rows with the same words share, their own object and number aside; empty: nothing is said. */
export function saidKey({ objn, objectId }: ReportRequest, said: readonly string[]): string {
  const own = [objn, String(objectId ?? '')].filter((name) => name !== '');
  return own.reduce((text, name) => text.replaceAll(name, '\n'), said.join('\n'));
}

/** Maps each row to what is said of it; a later row with the same words has `as for ORD100` instead. */
export function saidOnce(rows: readonly ReportRequest[], report: Report): Map<ReportRequest, readonly string[]> {
  const firsts = new Map<string, ReportRequest>();
  const once = rows.map((row) => {
    const said = saidOf(row, report).map(([, text]) => text);
    const key = saidKey(row, said);
    const first = firsts.get(key);
    if (key === '' || first === undefined) firsts.set(key, row);
    return [row, key === '' || first === undefined ? said : [`as for ${first.objn}`]] as const;
  });
  return new Map(once);
}

/** Counts requests by what became of them, or of a plan by what would be done, without those of 0; empty for no requests. */
export function countsOf({ requests, counts }: Pick<Report, 'requests' | 'counts'>): [word: string, count: number][] {
  if (counts.planned !== undefined) return countDoings(requests);
  const all = Object.entries(counts).filter(([name, count]) => count > 0 && name !== 'leftOut');
  return all.map(([name, count]) => [outcomeRow(name).word, count]);
}

/** Counts requests by what would be done or was done, in the order of the first of each. */
function countDoings(requests: readonly ReportRequest[]): [word: string, count: number][] {
  return [...Map.groupBy(requests, doingText)].map(([word, { length }]) => [word, length]);
}

/** Writes such counts on one line: `17 to create, 2 unchanged`. */
export function countsText(counts: readonly [word: string, count: number][]): string {
  return counts.map(([word, count]) => `${count} ${word}`).join(', ');
}

/** True for a request that a person should read: not settled, with a remedy or a warning, or held by another branch. */
export function needsReader(request: ReportRequest): boolean {
  const { warnings, remedy, heldBy = [] } = request;
  return !isSettled(request) || remedy !== null || warnings.length > 0 || heldBy.length > 0;
}

/** Returns the key by which requests of a plan are grouped: target, project, RFP; empty: it cannot be filed. */
export function groupKey(row: ReportRequest): string {
  return row.outcome === 'planned' ? `${targetText(row)}\n${projectText(row)}\n${rfpText(row)}` : '';
}

/** Requests of a plan with one target, project and RFP. */
export interface PlanGroup {
  /** As `groupKey` returns it. */
  readonly key: string;
  readonly target: string;
  /** Follows the target: project, RFP, how many requests of each kind, how many objects are held. */
  readonly rest: string;
}

/** Groups the requests of a plan by target, project and RFP, in the order of the first of each; none for a report of filing. */
export function planGroups(rows: readonly ReportRequest[]): PlanGroup[] {
  const groups = Map.groupBy(rows, groupKey);
  groups.delete('');
  return [...groups].map(([key, of]) => {
    const first = of[0] as ReportRequest;
    const rfp = rfpText(first) === '' ? '' : `, ${rfpText(first)}`;
    const held = of.filter(isHeld).length;
    const ofHeld = held === 0 ? '' : `; ${counted(held, 'object')} held by another branch`;
    const counts = countsText(countDoings(of));
    return { key, target: targetText(first), rest: `, ${projectText(first)}${rfp}: ${counts}${ofHeld}` };
  });
}
