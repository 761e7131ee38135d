import { Problem } from '../errors.ts';
import { ensureCommits } from '../git/fetch.ts';
import { isAncestor } from '../git/merge-base.ts';
import { tipNow } from '../git/newer-tip.ts';
import { type Place, placeOf } from '../git/place.ts';
import { type Range, resolveRev } from '../git/resolve-range.ts';
import type { LedgerRecord } from '../ledger/record.ts';
import type { RunInput, RunTools } from './input.ts';

/** A plan does not ask where the branch is now, and a head that was named is meant as it is (design §3). */
export function asksTip({ command, options, event }: RunInput): boolean {
  const isProposal = event.happening.kind === 'proposal' || event.happening.kind === 'branchDeleted';
  return command === 'file' && options['dry-run'] !== true && options.head === undefined && !isProposal;
}

/**
 * In CI a head that was named by hand, or that a manual run was started at, has to be on the branch as the remote has it:
 * what only a pull request has is nobody's to file (design §3).
 *
 * @throws Problem('range') for another one.
 */
export async function onlyOnBranch({ input, repository }: RunTools, range: Range, asked: string | null): Promise<void> {
  const { event, options, command } = input;
  const isNamed = options.head !== undefined || event.happening.kind === 'manual';
  if (event.host === 'local' || command !== 'file' || options['dry-run'] === true || !range.mayFile || !isNamed) return;
  if (repository.remote === null) return;
  const tip = asked ?? (await tipNow(repository, range.branch));
  if (tip !== null && (await isAncestor(repository, range.head, tip))) return;
  const where = tip === null ? 'the remote has no such branch' : `the remote has it at ${tip.slice(0, 12)}`;
  throw new Problem(
    'range',
    `commit ${range.head.slice(0, 12)} is not on ${range.branch}: ${where}`,
    'File only what is on the branch: merge it first, or name the branch that it is on with --branch.',
  );
}

/** What the record alone tells, for a plan, which asks no remote. */
function placeKnown({ happening }: RunInput['event'], record: LedgerRecord | null): Place {
  if (happening.kind !== 'push' || record === null) return { kind: 'tip' };
  const { after, before } = happening;
  const isPast = record.past?.includes(after) === true && record.head !== after && record.head !== before;
  return isPast ? { kind: 'old', record: 'past', startsBranch: false } : { kind: 'tip' };
}

/** Where the head of the run is; a pull request, and a head that was named, are meant as they are. */
export async function placeOfRun(
  { input, repository }: RunTools,
  tip: string | null,
  record: LedgerRecord | null,
): Promise<Place> {
  const { happening } = input.event;
  const { base, head: named, paths } = input.options;
  if (base !== undefined || named !== undefined || paths !== undefined || repository.remote === null)
    return { kind: 'tip' };
  if (!asksTip(input)) return placeKnown(input.event, record);
  // A head that cannot be found is reported by the step that needs it.
  const oids = happening.kind === 'push' && happening.after !== tip ? [happening.after] : [];
  if ((await ensureCommits(repository, oids)).length > 0) return { kind: 'tip' };
  if (happening.kind === 'push') {
    return placeOf(repository, { oid: happening.after, before: happening.before }, tip, record);
  }
  if (happening.kind !== 'manual' && happening.kind !== 'local') return { kind: 'tip' };
  const head = happening.kind === 'manual' ? happening.head : null;
  const oid = head ?? (await resolveRev(repository, 'HEAD').catch(() => null));
  return oid === null ? { kind: 'tip' } : placeOf(repository, { oid, before: null }, tip, record);
}
