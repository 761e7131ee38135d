/** What reports say of a request beside the object: what became of it, target, project, RFP, and who holds the object now (design §16). */
import { type Mood, outcomeRow } from '../checkout/outcome.ts';
import { counted, timeText } from '../counted.ts';
import { goesOn, type HeldBy, isHeld, isSettled, ownWords, type Report, type ReportRequest } from './report-json.ts';

/** Of so many holders of one object each is named; the rest is counted. */
const mostHolders = 3;

/** Application and level. */
export function targetText({ appl, lvl }: ReportRequest): string {
  return `${appl}/${lvl}`;
}

/** The project that the request is booked on, as it is sent; empty: none. */
export function projectName({ fields: { proj, task, stsk } = {} }: ReportRequest): string {
  if (proj === undefined) return '';
  if (task === undefined && stsk === undefined) return proj;
  return [proj, task === undefined ? '' : ` task ${task}`, stsk === undefined ? '' : ` subtask ${stsk}`].join('');
}

/** The same in words. */
function projectText(request: ReportRequest): string {
  const name = projectName(request);
  if (name === '') return 'no project';
  return name === '*BRANCH' ? 'project of the branch' : `project ${name}`;
}

/** The RFP that the request will be in; empty where the plan does not say it. */
export function rfpText({ rfpMode, joins = null, action }: ReportRequest): string {
  if (rfpMode === undefined) return '';
  if (action === 'withdraw') return joins === null ? 'no RFP' : `out of RFP ${joins}`;
  if (rfpMode === 'per-branch') return joins === null ? "the branch's RFP" : `RFP ${joins}, if it is open`;
  if (joins !== null) return `RFP ${joins}`;
  return rfpMode === 'none' || action === 'none' ? 'no RFP' : 'a new RFP';
}

/** The place of the request in the compile order of its RFP, as it is sent or was stored; empty: it has none. */
export function orderText({ fields, used }: ReportRequest): string {
  const csqo = fields?.csqo ?? used?.csqo;
  return typeof csqo === 'number' && csqo > 0 ? String(csqo) : '';
}

/** An RFP with the order in it, where there is one. */
export function withOrder(rfp: string, request: ReportRequest): string {
  const order = orderText(request);
  return [rfp, order === '' ? '' : `order ${order}`].filter((part) => part !== '').join(', ');
}

/** Who holds the object, as far as the ledger knows: a sentence each, those first that filing would meet. */
export function heldTexts(request: ReportRequest, report: Pick<Report, 'range' | 'notices'>): string[] {
  const { heldBy = [], reason } = request;
  const sorted = heldBy.toSorted((one, other) => Number(goesOn(one, reason)) - Number(goesOn(other, reason)));
  const texts = sorted.slice(0, mostHolders).map((one) => heldText(one, request, report));
  const more = sorted.length - mostHolders;
  return more > 0 ? [...texts, `and by ${more} more, see the JSON report`] : texts;
}

function heldText(held: HeldBy, request: ReportRequest, { range, notices }: Pick<Report, 'range' | 'notices'>): string {
  const { objectId, reason, path, verified } = held;
  const other = [
    ...(reason === request.reason ? [] : [`as ${reason}`]),
    ...(path === request.path || path === request.previousPath ? [] : [`for ${path}`]),
  ];
  // Where no secret was given, one note says so of all.
  const isTold = verified || notices.some(({ code }) => code === 'ledgerNotVerified');
  const parts = [
    `#${objectId} of ${branchText(held, range?.repo ?? null)}`,
    ...(held.account === null && held.user === null ? [] : [held.account ?? held.user ?? '']),
    since(held),
    ...other,
    ...(isTold ? [] : ['not verified']),
  ];
  const who = parts.join(', ');
  return goesOn(held, request.reason)
    ? `goes on with ${who}, which is merged here; it stays booked on that branch`
    : `held by ${who}`;
}

function branchText({ repo, branch, gone }: HeldBy, own: string | null): string {
  const name = repo === own ? branch : `${repo} ${branch}`;
  return gone === true ? `${name} (a branch that is gone)` : name;
}

function since({ at, commit }: HeldBy): string {
  return `since ${at === null ? commit.slice(0, 12) : timeText(at)}`;
}

/** What became of a request; of a planned one, what would be done. */
export function doingText({ outcome, action }: ReportRequest): string {
  if (outcome !== 'planned') return outcomeRow(outcome).word;
  return action === 'none' ? outcomeRow('unchanged').word : `to ${action ?? 'create'}`;
}

/** The same, with a word for an object that another branch holds. */
export function becameText(request: ReportRequest): string {
  return isHeld(request) ? `${doingText(request)}, held` : doingText(request);
}

/** The number of the request, `#10001`, or of the one that holds the object, `held by #10001`; empty: none. */
export function numberText({ outcome, objectId }: ReportRequest): string {
  return objectId === null ? '' : `${outcomeRow(outcome).number}${objectId}`;
}

/** A request in a picture: what became of it, its reason, its number. */
export function pictureText(request: ReportRequest): string {
  return [becameText(request), request.reason, numberText(request)].filter((word) => word !== '').join(' ');
}

/** How it looks: a planned request whose object another branch holds is open. */
export function moodOf(request: ReportRequest): Mood {
  return isHeld(request) ? 'open' : outcomeRow(request.outcome).mood;
}

/**
 * What there is to say of a request: who holds the object, what the service said, what to do, warnings. In plain text a mark
 * stands before each.
 */
export function saidOf(request: ReportRequest, report: Report): [mark: string, text: string][] {
  // What a withdrawal came to is said too: the request is not at the service any more.
  const isQuiet = isSettled(request) && request.outcome !== 'withdrawn';
  const { msg, remedy } = ownWords(request, report.error);
  const marked = (mark: string, texts: readonly (string | null)[]) =>
    texts.flatMap((text): [string, string][] => (text ? [[mark, text]] : []));
  const said = [...heldTexts(request, report), isQuiet ? null : msg];
  return [...marked('', said), ...marked('-> ', [remedy]), ...marked('warning: ', request.warnings)];
}

/** The same words for all of which the same is said: what is said of each names its object and its number. */
export function saidKey({ objn, objectId }: ReportRequest, said: readonly string[]): string {
  const own = [objn, String(objectId ?? '')].filter((name) => name !== '');
  return own.reduce((text, name) => text.replaceAll(name, '\n'), said.join('\n'));
}

/** What is said of each row, once: of a later one of which the same is said, `as for ORD100`. */
export function saidOnce(
  rows: readonly ReportRequest[],
  saidIn: (row: ReportRequest) => readonly string[],
): Map<ReportRequest, readonly string[]> {
  const firsts = new Map<string, ReportRequest>();
  const once = rows.map((row) => {
    const said = saidIn(row);
    const key = saidKey(row, said);
    const first = firsts.get(key);
    if (key === '' || first === undefined) firsts.set(key, row);
    return [row, key === '' || first === undefined ? said : [`as for ${first.objn}`]] as const;
  });
  return new Map(once);
}

/** How many requests ended how, or would: `17 to create, 2 unchanged`; empty where there are none. */
export function countsOf({
  requests,
  counts,
}: Pick<Report, 'requests'> & { readonly counts: Partial<Report['counts']> }): [word: string, count: number][] {
  if (counts.planned === undefined) {
    const all = Object.entries(counts).filter(([name, count]) => count > 0 && name !== 'leftOut');
    return all.map(([name, count]) => [outcomeRow(name).word, count]);
  }
  return [...Map.groupBy(requests, doingText)].map(([word, { length }]) => [word, length]);
}

/** The same on one line. */
export function countsText(counts: readonly [word: string, count: number][]): string {
  return counts.map(([word, count]) => `${count} ${word}`).join(', ');
}

/**
 * True for a request that somebody has to look at: not settled, held by another branch, with a warning, or withdrawn and
 * still to be deleted at the service.
 */
export function needsReader(request: ReportRequest): boolean {
  const { warnings, remedy, heldBy = [] } = request;
  return !isSettled(request) || remedy !== null || warnings.length > 0 || heldBy.length > 0;
}

/** Requests of a plan that go the same way. */
export interface PlanGroup {
  /** As groupKey gives it for each of them. */
  readonly key: string;
  readonly target: string;
  /** What stands behind it: project, RFP, how many requests of which kind, how many objects another branch holds. */
  readonly rest: string;
}

/** By what the requests of a plan are grouped; empty for one that cannot be filed. */
export function groupKey(row: ReportRequest): string {
  return row.outcome === 'planned' ? `${targetText(row)}\n${projectText(row)}\n${rfpText(row)}` : '';
}

/** Where the requests of a plan go: what all of a group have in common. */
export function planGroups(rows: readonly ReportRequest[]): PlanGroup[] {
  const groups = Map.groupBy(rows, groupKey);
  groups.delete('');
  return [...groups].map(([key, of]) => {
    const first = of[0] as ReportRequest;
    const rfp = rfpText(first) === '' ? '' : `, ${rfpText(first)}`;
    const held = of.filter(isHeld).length;
    const ofHeld = held === 0 ? '' : `; ${counted(held, 'object')} held by another branch`;
    const counts = countsText(countsOf({ requests: of, counts: { planned: of.length } }));
    return { key, target: targetText(first), rest: `, ${projectText(first)}${rfp}: ${counts}${ofHeld}` };
  });
}
