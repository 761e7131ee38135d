/** Reasons that Git, the mapping and the service can name for a change that is not filed. */
import { isWithin } from '../ancestry.ts';
import { type ReportRow, settledOutcomes } from '../told.ts';
import { liveOf } from './held.ts';
import { keyOf, makersIn, nameIn, type ObjectKey } from './makers.ts';
import { mappingOf, type Seen } from './seen.ts';
import { groundOf } from './wanted.ts';

/** Objects of which nobody can say what should stand: rows with a reason, and what the troubles leave unknown. */
export function excusedIn(seen: Seen): ReadonlySet<ObjectKey> {
  const { run } = seen;
  const report = run.told.report;
  const open = openRows(seen).filter((row) => needless(seen, row) === null);
  const excused = new Set(open.map(keyOf));
  // A run in trouble may leave more open; the last ones only have to wait for what a broken run has taken over.
  const others = [...seen.doubts.broken].filter((branch) => branch !== run.branch);
  const mayWait = (message: string) =>
    !run.isLast || others.some((branch) => message.includes(`filed by ${branch} of `));
  const stillOpen = (report?.notices ?? []).filter(({ code, message }) => code === 'stillOpen' && mayWait(message));
  const said = stillOpen.map(({ message }) => message.toUpperCase());
  const keys = [...liveOf(seen.held, mappingOf(seen)).keys(), ...keysAtTip(seen)];
  for (const key of keys) {
    if (isUnsure(seen, nameIn(key)) || said.some((text) => text.includes(nameIn(key)))) excused.add(key);
  }
  return excused;
}

function keysAtTip(seen: Seen): ObjectKey[] {
  const ground = groundOf(seen, seen.run.branch);
  if (ground === null) return [];
  return [ground.tip.tree, ...ground.bases].flatMap((tree) => [...makersIn(tree, ground.mapping, ground.lvl).keys()]);
}

/** True where nobody can know what stands: a lost create without a lock, a run without a ledger. */
export function isUnsure(seen: Seen, name: string): boolean {
  const { lost, unrecorded } = seen.doubts;
  return unrecorded.has(name) || (mappingOf(seen).lock === '*NO' && lost.has(name));
}

/** Rows of the run that settle nothing. */
export function openRows({ run }: Seen): ReportRow[] {
  return (run.told.report?.requests ?? []).filter(({ outcome }) => !settledOutcomes.includes(outcome));
}

/** Why a row of a run without trouble had no need to fail; null: it had. */
export function needless(seen: Seen, row: ReportRow): string | null {
  const name = row.objn.toUpperCase();
  const key = keyOf(row);
  if (isUnsure(seen, name)) return null;
  const ground = groundOf(seen, seen.run.branch);
  const makers = ground === null ? [] : (makersIn(ground.tip.tree, ground.mapping, ground.lvl).get(key) ?? []);
  if (row.outcome === 'collision') return makers.length > 1 ? null : 'at most one file makes the object';
  if (row.outcome === 'unknown') return mappingOf(seen).lock === '*NO' ? null : 'a lock tells what happened';
  if (row.outcome === 'conflict') return needlessConflict(seen, key, name);
  // Under `fail` nobody asks whether a lost create holds the object, and has opened the RFP (design §7).
  const hasLost = openRows(seen).some(
    ({ objn, outcome }) => outcome === 'conflict' && seen.doubts.lost.has(objn.toUpperCase()),
  );
  if (row.outcome === 'notAttempted' && seen.run.onConflict === 'fail' && hasLost) return null;
  return 'nothing went wrong';
}

function needlessConflict({ held, owners, doubts, run, ...seen }: Seen, key: ObjectKey, name: string): string | null {
  const mapping = mappingOf({ held, owners, doubts, run, ...seen });
  const [holder] = liveOf(held, mapping).get(key) ?? [];
  if (holder === undefined) return 'nothing holds the object';
  const owner = owners.ownerOf(holder);
  const writers = owners.writersOf(holder);
  if (owner === null || owner.branch.startsWith('STOCK ')) return null;
  // Only the record tells what is its own.
  if (run.onConflict === 'fail' && (owner.branch !== run.branch || doubts.lost.has(name))) return null;
  if (owner.branch === run.branch) {
    // A create without an answer is proven by its user, which the mapping names or an answer tells (design §8).
    const isUnproven = doubts.lost.has(name) && (!mapping.users || !writers.every(({ recorded }) => recorded));
    // Where a run of another branch was broken, too, that one may have tried the same, and nothing tells them apart.
    const isShared = doubts.lost.has(name) && [...doubts.broken].some((branch) => branch !== run.branch);
    // No user is mapped for the skipped account.
    const pushes = [...seen.history.pushes.values()];
    const isByBot = writers.some(({ head }) => pushes.some(({ after, skipped }) => skipped && after === head));
    return isShared || (isUnproven && (!mapping.users || isByBot)) ? null : `request ${holder.objectId} is its own`;
  }
  // What that branch has tried and not written down counts, too.
  if (doubts.broken.has(owner.branch) || run.tip === null) return null;
  if (writers.some(({ recorded, head }) => !recorded || !isWithin(head, run.tip ?? head))) return null;
  return `request ${holder.objectId} is of ${owner.branch}, filed at ${owner.head.oid?.slice(0, 8)}, which is merged here`;
}

/** What of a red run has no reason. */
export function redWithoutNeed(seen: Seen): string[] {
  const { branch, told } = seen.run;
  const report = told.report;
  if (report === null) return [];
  const open = openRows(seen);
  const rows = open.flatMap((row) => {
    const why = needless(seen, row);
    return why === null ? [] : [`${branch}, ${keyOf(row)} ${row.reason} ${row.outcome}: ${why} (${row.msg ?? ''})`];
  });
  const { code = '', message = '' } = report.error ?? {};
  const isUnmapped = mappingOf(seen).unmapped === 'error' && code === 'unmapped';
  if (report.exitCode === 0 || open.length > 0 || isUnmapped) return rows;
  return [`${branch}: exit ${report.exitCode}: ${code}: ${message}`];
}
