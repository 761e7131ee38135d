/** Rule 4: a run that ends red without any trouble needs a reason that Git, the mapping and the service can name. */
import { liveOf } from './held.ts';
import type { BranchFacts, Breach, Court } from './judge.ts';
import { keyOf, levelOf, makersIn, type ObjectKey } from './makers.ts';

/** What of a report is asked. */
export interface ReportSeen {
  readonly exitCode: number;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly requests: readonly ReportRow[];
  readonly notices?: readonly { readonly code: string; readonly message: string }[];
}
export interface ReportRow {
  readonly path: string;
  readonly reason: string;
  readonly appl: string;
  readonly lvl: number;
  readonly objn: string;
  readonly objt: string;
  readonly outcome: string;
  readonly objectId: number | null;
  readonly msg: string | null;
}

/** More that is known of a story when a red run is judged. */
export interface Excuses {
  /** Names of objects whose create may have been made without its answer arriving. */
  readonly lost: ReadonlySet<string>;
  /** Branches that may have filed something and have not said so. */
  readonly broken: ReadonlySet<string>;
  /** Branches that are there. */
  readonly branches: ReadonlySet<string>;
}

const settled = ['created', 'updated', 'unchanged', 'withdrawn', 'planned', 'covered'];

/** What of a red report has no reason, and the objects that have one. */
export async function judgeRed(
  court: Court,
  facts: BranchFacts,
  report: ReportSeen,
  excuses: Excuses,
): Promise<{ breaches: Breach[]; excused: Set<ObjectKey> }> {
  const excused = new Set<ObjectKey>();
  const breaches: Breach[] = [];
  const open = report.requests.filter(({ outcome }) => !settled.includes(outcome));
  for (const row of open) {
    const why = await needless(court, facts, row, excuses);
    if (why === null) excused.add(keyOf(row));
    else {
      const text = `${facts.branch}, ${keyOf(row)} ${row.reason} ${row.outcome}: ${why} (${row.msg ?? ''})`;
      breaches.push({ kind: `red without need: ${row.outcome}`, text });
    }
  }
  if (report.exitCode !== 0 && open.length === 0 && !isUnmapped(court, report)) {
    const { code = '', message = '' } = report.error ?? {};
    breaches.push({ kind: `red without need: ${code}`, text: `${facts.branch}, exit ${report.exitCode}: ${message}` });
  }
  return { breaches, excused };
}

function isUnmapped({ mapping }: Court, { error }: ReportSeen): boolean {
  return mapping.unmapped === 'error' && error?.code === 'unmapped';
}

/** Why a row had no need to fail; null: it had. */
async function needless(court: Court, facts: BranchFacts, row: ReportRow, excuses: Excuses): Promise<string | null> {
  const key = keyOf(row);
  const name = row.objn.toUpperCase();
  if (court.unsure.has(name) || court.shifted.has(key)) return null;
  const lvl = levelOf(court.mapping, facts.branch) ?? 0;
  const makers = makersIn((await court.trees.files(facts.tip)).keys(), court.mapping, lvl).get(key) ?? [];
  if (row.outcome === 'collision') return makers.length > 1 ? null : 'at most one file makes the object';
  if (row.outcome === 'unknown') return court.mapping.lock === '*NO' ? null : 'a lock tells what happened';
  if (row.outcome === 'conflict') return needlessConflict(court, facts, key, row, excuses);
  return 'nothing went wrong';
}

async function needlessConflict(
  court: Court,
  { branch, tip }: BranchFacts,
  key: ObjectKey,
  row: ReportRow,
  excuses: Excuses,
): Promise<string | null> {
  const [holder] = liveOf(court.held, court.mapping).get(key) ?? [];
  if (holder === undefined) return 'nothing holds the object';
  const owner = court.owners.ownerOf(holder);
  if (owner === null) return null;
  if (owner.branch === branch) {
    const isUnproven = !court.mapping.users || [...excuses.broken].some((other) => other !== branch);
    return isUnproven && excuses.lost.has(row.objn.toUpperCase()) ? null : `request ${holder.objectId} is its own`;
  }
  if (row.reason === '*DELETE' || holder.rsn === '*DELETE' || !excuses.branches.has(owner.branch)) return null;
  for (const writer of court.owners.writersOf(holder)) {
    if (!writer.recorded || !(await court.trees.isWithin(writer.head, tip))) return null;
  }
  return `request ${holder.objectId} is of ${owner.branch}, filed at ${owner.head.slice(0, 8)}, which is merged here`;
}
