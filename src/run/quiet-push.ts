import type { Change } from '../git/changes.ts';
import { isFile, type TreeSide } from '../git/tree.ts';
import type { LedgerRecord } from '../ledger/record.ts';
import type { RunLedger } from '../ledger/run-ledger.ts';
import { canBeUsed } from '../uses/made-objects.ts';
import { boundMapping } from './bound-mapping.ts';
import type { RunTools } from './input.ts';
import type { Named } from './open.ts';
import type { PlanBasis } from './plan-basis.ts';

/**
 * True for a push that begins right where the record is, with nothing left open there, and changes only what the mapping
 * skips and nobody uses. Wherever the branch is by now, what is filed is as this head says: the remote need not be asked.
 *
 * @param record as it counts so far.
 */
export async function isQuietPush(
  tools: RunTools,
  { read, repo, branch }: Named,
  { ledger }: RunLedger,
  record: LedgerRecord | null,
): Promise<boolean> {
  const { input, listed = null } = tools;
  const { happening } = input.event;
  if (happening.kind !== 'push' || listed === null || record === null || read.problem !== null) return false;
  const { base, paths } = input.options;
  const isOfEvent = base === undefined && paths === undefined && branch === happening.branch;
  if (!isOfEvent || listed.base !== record.head) return false;
  if (ledger.trust !== 'sealed' || !hasNothingOpen(record)) return false;
  if ((record.mapped ?? null) !== (read.file?.blob ?? null)) return false;
  const changes = await listed.changes.catch(() => null);
  const bound = boundMapping(input, read.mapping, { repo, branch, head: happening.after });
  return changes !== null && bound.isMapped && changes.every((change) => isForNobody(change, bound));
}

/** Nothing that a run would look at again, whatever the push changes. */
function hasNothingOpen({ open, unanswered, runs, shared = [], passed, claims, parts }: LedgerRecord): boolean {
  const lists = [open, unanswered, runs, shared];
  return lists.every((list) => list.length === 0) && [passed, claims, parts].every((one) => one === undefined);
}

function isForNobody({ before, after }: Change, bound: Pick<PlanBasis, 'mapper' | 'dependents'>): boolean {
  return [before, after].every((side) => side === null || isSkipped(side, bound));
}

function isSkipped(side: TreeSide, { mapper, dependents }: Pick<PlanBasis, 'mapper' | 'dependents'>): boolean {
  const mapped = mapper(side.path);
  if (mapped.kind === 'requests') return false;
  const isLeft = mapped.because.code === 'skip' || (mapped.because.code === 'unmapped' && !mapped.because.isError);
  return isLeft && (dependents === 'ignore' || !isFile(side) || !canBeUsed(side.path.text, []));
}
