import type * as z from 'zod/mini';
import { type FiledRequest, lookUpOutcome } from '../checkout/outcome.ts';
import { checkSendablePath, type GitPath, toPathKey } from '../git/git-path.ts';
import type { LeftOut } from '../plan/planned.ts';
import { explainLeftOut } from '../sentences/left-out.ts';
import type { reportSchema } from './report-schema.ts';

/** The same shape, read-only at any depth. */
export type Unchanging<T> = T extends readonly (infer Item)[]
  ? readonly Unchanging<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Unchanging<T[Key]> }
    : T;

/** The JSON report, version 1 (design §10), as report-schema.ts has it. */
export type Report = Unchanging<z.infer<typeof reportSchema>>;

export type ReportRequest = Report['requests'][number];
export type ReportDependent = Report['dependents'][number];

/** A request of another branch that holds the object of a planned one. */
export type HeldBy = NonNullable<ReportRequest['heldBy']>[number];

/** Returns a path's keys in the report: its text, and, only if the service cannot take such a path, its bytes in base64 (`pathBase64`). */
function toReportPath(path: GitPath): Pick<ReportRequest, 'path' | 'pathBase64'> {
  if (checkSendablePath(path) === null) return { path: path.text };
  return { path: path.text, pathBase64: (path.raw ?? Buffer.from(path.text, 'utf8')).toString('base64') };
}

/**
 * Makes the left-out files of a report (design §10), a row for each file, in the order of first entries. Entries with one path share a row,
 * and so does an entry without `previousPath` whose path is the `previousPath` of another: the same file before a move.
 */
export function toReportLeftOuts(entries: readonly LeftOut[]): Report['leftOut'] {
  const movedTo = new Map<string, string>();
  for (const { path, previousPath } of entries) if (previousPath) movedTo.set(toPathKey(previousPath), toPathKey(path));
  const findRowKey = ({ path, previousPath }: LeftOut) => {
    const key = toPathKey(path);
    return previousPath === null ? (movedTo.get(key) ?? key) : key;
  };
  return [...Map.groupBy(entries, findRowKey).values()].map(buildLeftOutRow);
}

/** Makes a file's row; entries with a `previousPath` go first: paths and code of the first, sentences of all, each once, joined by `; `. */
function buildLeftOutRow(entries: readonly LeftOut[]): Report['leftOut'][number] {
  const rank = ({ previousPath }: LeftOut) => Number(previousPath === null);
  const sorted = entries.toSorted((one, other) => rank(one) - rank(other));
  const [{ path, previousPath, because }] = sorted as [LeftOut];
  const whys = new Set(sorted.map((entry) => explainLeftOut(entry.because)));
  const previous = previousPath === null ? {} : { previousPath: previousPath.text };
  return { ...toReportPath(path), ...previous, code: because.code, why: [...whys].join('; ') };
}

/** Makes the report's row of a request, without keys of a plan. Type and attribute: as the service used them, else as mapped, or null. */
export function toReportRequest(row: FiledRequest): ReportRequest {
  const { path, reason, outcome, objectId, rfp, sev, msg, remedy, vref, warnings, used } = row;
  const { previousPath, rule, identity, fields, blob, bytes } = row.request;
  const { appl, lvl, objn } = identity;
  const text = (name: 'objt' | 'attr') => (typeof used?.[name] === 'string' ? used[name] : (fields[name] ?? null));
  return {
    ...toReportPath(path),
    ...{ previousPath: previousPath?.text ?? null, reason, rule, appl, lvl, objn },
    ...{ objt: text('objt'), attr: text('attr') },
    ...{ blob, bytes, outcome, objectId, rfp, sev, msg, remedy, vref, warnings, used },
  };
}

/** True if nothing is left to do: created, updated, unchanged, withdrawn, covered, or planned; false for any other outcome. */
export function isSettled({ outcome }: Pick<ReportRequest, 'outcome'>): boolean {
  return lookUpOutcome(outcome).mood === 'good';
}

/** True if `heldBy`, which only a plan has, names a request of another branch that filing would not take over; false without `heldBy`. */
export function isHeld({ heldBy, reason }: ReportRequest): boolean {
  return heldBy?.some((one) => !takesOver(one, reason)) === true;
}

/** True if filing would take over the request that holds the object: its commit is known to be merged, and `planned` is its reason. */
export function takesOver({ merged, reason }: HeldBy, planned: string): boolean {
  return merged === true && reason === planned;
}

/** Sorts requests: those not settled (by the rank of their outcome), held, `withdrawn`, `covered`, all others; else the order stays. */
export function sortWorstFirst(requests: readonly ReportRequest[]): ReportRequest[] {
  // A held object of a plan comes before what is settled.
  const rank = (request: ReportRequest) => (isHeld(request) ? 7 : lookUpOutcome(request.outcome).rank || 100);
  return requests.toSorted((one, other) => rank(one) - rank(other));
}
