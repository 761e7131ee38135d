import { lookupOf } from '../plan/lookup.ts';
import { FiledEntries } from './filed-entries.ts';
import { fixedOf } from './fixed.ts';
import { type FiledRequest, heldOutcomes } from './outcome.ts';
import { type FiledObject, rememberedOf } from './record.ts';
import type { Settlement } from './settlement.ts';

/** What stands at the service once a run has ended: one entry for each object, and one for each number. */
export function filedAfter(before: readonly FiledObject[], settlement: Settlement, movesHead: boolean): FiledObject[] {
  const entries = new FiledEntries(before);
  // The first entry of a number counts.
  const byNumber = new Map<number | null, FiledObject>();
  for (const entry of before) if (!byNumber.has(entry.objectId)) byNumber.set(entry.objectId, entry);
  const byObject = lookupOf(before);
  const withdrawn = new Set<number | null>();
  for (const row of settlement.rows) {
    if (row.outcome === 'withdrawn') {
      withdrawn.add(row.objectId);
      entries.drop(row.objectId);
    }
    // Another branch's request stands for the object now, so what this one filed for it does not.
    if (row.of !== null) for (const own of byObject.same(row.request.identity)) entries.drop(own.objectId);
    const entry = filedObject(row, settlement);
    // A run that accounts for nothing has only looked.
    if (entry === null || (row.outcome === 'unchanged' && !movesHead)) continue;
    const numbered = entry.objectId === null ? undefined : byNumber.get(entry.objectId);
    const earlier = numbered ?? byObject.same(entry)[0];
    const added = addedAfter(entry, earlier, withdrawn);
    const rfpRun = rfpRunAfter(entry, earlier);
    const fixed = row.outcome === 'created' ? entry.fixed : fixedBefore(entry, earlier);
    const since = row.outcome === 'unchanged' ? sinceBefore(entry, earlier) : null;
    const causes = causesAfter(entry, earlier);
    const isSame = causes === entry.causes && fixed === entry.fixed && added === entry.added;
    // Thousands of entries are not copied for nothing.
    if (isSame && rfpRun === null && since === null) {
      entries.set(entry);
      continue;
    }
    const { fixed: _, causes: _causes, ...rest } = entry;
    entries.set({
      ...rest,
      added,
      ...(since === null ? {} : { since }),
      ...(rfpRun === null ? {} : { rfpRun }),
      ...(fixed === undefined ? {} : { fixed }),
      ...(causes === undefined ? {} : { causes }),
    });
  }
  return entries.list();
}

/** What a request was created with stays; of one that somebody else created nothing is known. */
function fixedBefore({ objectId }: FiledObject, earlier: FiledObject | undefined): FiledObject['fixed'] {
  return earlier?.objectId === objectId ? earlier.fixed : undefined;
}

/** What a request was asked for by stays with it: what a file held before the first of the changes counts. */
function causesAfter({ objectId, causes }: FiledObject, earlier: FiledObject | undefined): FiledObject['causes'] {
  if (causes === undefined || earlier?.causes === undefined || earlier.objectId !== objectId) return causes;
  return { ...causes, ...earlier.causes };
}

/** Where a request was filed that a run found as it should be: a branch that was made from there has it, too. */
function sinceBefore({ objectId, commit }: FiledObject, earlier: FiledObject | undefined): string | null {
  if (earlier?.objectId !== objectId) return null;
  const since = earlier.since ?? earlier.commit;
  return since === commit ? null : since;
}

function rfpRunAfter(entry: FiledObject, earlier: FiledObject | undefined): string | null {
  if (earlier === undefined || earlier.rfp !== entry.rfp || entry.rfp === 0) return null;
  const rfpRun = earlier.rfpRun ?? earlier.run;
  return rfpRun === entry.run ? null : rfpRun;
}

/**
 * Whether the object is still one that only this branch ever made. A request that was followed by another number
 * without being withdrawn has moved on, so the object may stand at the target by now.
 */
function addedAfter(
  entry: FiledObject,
  earlier: FiledObject | undefined,
  withdrawn: ReadonlySet<number | null>,
): boolean {
  if (earlier === undefined) return entry.added;
  return earlier.added && (earlier.objectId === entry.objectId || withdrawn.has(earlier.objectId));
}

/** What the row says stands at the service now; null when it says nothing of the kind. */
export function filedObject(row: FiledRequest, { head, me }: Settlement): FiledObject | null {
  if (!heldOutcomes.includes(row.outcome)) return null;
  // A merged branch keeps the request it filed; it is in that branch's record.
  if (row.of !== null || !row.stands || row.leavesRecord) return null;
  const { request } = row;
  const { appl, lvl, type, objn, rpth } = request.identity;
  // Spelled out: copied from the identity, each of thousands would weigh twice as much.
  const entry = {
    appl,
    lvl,
    type,
    objn,
    rpth,
    objectId: row.objectId,
    reason: request.reason,
    path: request.path.text,
    blob: request.blob,
    rfp: row.rfp ?? 0,
    commit: head,
    run: me.run,
    added: request.added,
    sent: rememberedOf(request.fields),
  };
  const fixed = row.outcome === 'created' ? fixedOf(request.fields, [head, me.run]) : undefined;
  if (request.dependent !== undefined) return { ...entry, causes: request.dependent.causes, ...(fixed && { fixed }) };
  return fixed === undefined ? entry : { ...entry, fixed };
}
