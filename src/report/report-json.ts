import type * as z from 'zod/mini';
import { type FiledRequest, outcomeRow, outcomes } from '../checkout/outcome.ts';
import { type GitPath, pathKey, unsendableName } from '../git/git-path.ts';
import type { LeftOut } from '../plan/planned.ts';
import { becauseText } from '../sentences/left-out.ts';
import { type Notice, noticeText } from '../sentences/notice.ts';
import type { reportSchema } from './report-schema.ts';
import type { Unchanging } from './unchanging.ts';

/** The JSON report, version 1 (design §10), as report-schema.ts has it. */
export type Report = Unchanging<z.infer<typeof reportSchema>>;

export type ReportRequest = Report['requests'][number];

/** A request of another branch that holds the object of a planned one. */
export type HeldBy = NonNullable<ReportRequest['heldBy']>[number];

/** A path in the JSON report: readable, and with its bytes in base64 when the readable form is not the whole truth. */
export type ReportPath = Pick<ReportRequest, 'path' | 'pathBase64'>;

export type Counts = Report['counts'];

function reportPath(path: GitPath): ReportPath {
  if (unsendableName(path) === null) return { path: path.text };
  return { path: path.text, pathBase64: (path.raw ?? Buffer.from(path.text, 'utf8')).toString('base64') };
}

/**
 * The left-out files of a report, one row a file: what is said of several objects of one file, or of the old path of a
 * file that was moved, stands in that row (design §10).
 */
export function reportLeftOuts(entries: readonly LeftOut[]): Report['leftOut'] {
  const movedTo = new Map<string, string>();
  for (const { path, previousPath } of entries) {
    if (previousPath !== null) movedTo.set(pathKey(previousPath), pathKey(path));
  }
  const rowOf = ({ path, previousPath }: LeftOut) => {
    const key = pathKey(path);
    return previousPath === null ? (movedTo.get(key) ?? key) : key;
  };
  return [...Map.groupBy(entries, rowOf).values()].map(oneRow);
}

function oneRow(entries: readonly LeftOut[]): Report['leftOut'][number] {
  // The file as it is now says it first.
  const sorted = entries.toSorted((one, other) => wasMoved(other) - wasMoved(one));
  const [{ path, previousPath, because }] = sorted as [LeftOut];
  const whys = new Set(sorted.map((entry) => becauseText(entry.because)));
  const previous = previousPath === null ? {} : { previousPath: previousPath.text };
  return { ...reportPath(path), ...previous, code: because.code, why: [...whys].join('; ') };
}

const wasMoved = ({ previousPath }: LeftOut) => (previousPath === null ? 0 : 1);

export function reportNotice(notice: Notice): Report['notices'][number] {
  return { code: notice.code, message: noticeText(notice) };
}

/** True for a file that no rule of the mapping reaches. */
export function isUnmapped({ code }: Report['leftOut'][number]): boolean {
  return code === 'unmapped';
}

/** The left-out files that a list names, by reason; what is still open has a note of its own. */
export function leftOutByReason({ leftOut }: Pick<Report, 'leftOut'>): [why: string, files: Report['leftOut']][] {
  const named = leftOut.filter(({ code }) => code !== 'stillOpen');
  return [...Map.groupBy(named, ({ why }) => why)];
}

export function reportRequest(row: FiledRequest): ReportRequest {
  const { request, outcome, objectId, rfp, sev, msg, remedy, vref, warnings } = row;
  const { appl, lvl, objn } = request.identity;
  const used = row.used ?? {};
  const text = (name: string) => (typeof used[name] === 'string' ? (used[name] as string) : null);
  return {
    ...reportPath(row.path),
    previousPath: request.previousPath?.text ?? null,
    reason: row.reason,
    rule: request.rule,
    appl,
    lvl,
    objn,
    objt: text('objt') ?? request.fields.objt ?? null,
    attr: text('attr') ?? request.fields.attr ?? null,
    blob: request.blob,
    bytes: request.bytes,
    outcome,
    objectId,
    rfp,
    sev,
    msg,
    remedy,
    vref,
    warnings,
    used: row.used,
  };
}

/** Name and type of the object of a request; without a type that is known, the attribute. */
export function typedName({ objn, objt, attr }: ReportRequest): string {
  return `${objn} ${objt ?? attr ?? ''}`.trim();
}

/** The object of a request as reports name it: application and level, name, type. */
export function objectText(request: ReportRequest): string {
  return `${request.appl}/${request.lvl} ${typedName(request)}`;
}

export function countRows(requests: readonly ReportRequest[], leftOut: number): Counts {
  const counts: Record<string, number> = Object.fromEntries(outcomes.map((outcome) => [outcome, 0]));
  for (const { outcome } of requests) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return { ...counts, leftOut } as Counts;
}

/** True for a row with which nothing is left to do, or that is planned. */
export function isSettled({ outcome }: Pick<ReportRequest, 'outcome'>): boolean {
  return outcomeRow(outcome).mood === 'good';
}

/** What is said of a request itself: what the run's error says for all of them is said once, there. */
export function ownWords(
  { msg, remedy }: ReportRequest,
  error: Report['error'],
): Pick<ReportRequest, 'msg' | 'remedy'> {
  return { msg: msg === error?.message ? null : msg, remedy: remedy === error?.remedy ? null : remedy };
}

/** True for a request whose object another branch holds, and that filing would not go on with. */
export function isHeld({ heldBy = nobody, reason }: ReportRequest): boolean {
  return heldBy.length > 0 && heldBy.some((one) => !goesOn(one, reason));
}

const nobody: readonly HeldBy[] = [];

/** What a merged branch has filed for the same reason is taken over, or stands as it should. */
export function goesOn({ merged, reason }: HeldBy, planned: string): boolean {
  return merged === true && reason === planned;
}

/** A held object of a plan comes before what is settled. */
const rankOfHeld = 7;

/** The requests with those first that need a person, held ones of a plan among them; within an outcome they stay as they are. */
export function worstFirst(requests: readonly ReportRequest[]): ReportRequest[] {
  const rank = (request: ReportRequest) => (isHeld(request) ? rankOfHeld : outcomeRow(request.outcome).rank);
  const first = requests.filter((request) => rank(request) > 0);
  const others = first.length === 0 ? requests : requests.filter((request) => rank(request) === 0);
  return [...first.toSorted((one, other) => rank(one) - rank(other)), ...others];
}
