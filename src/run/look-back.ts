import type { Change } from '../git/changes.ts';
import { pathKey } from '../git/git-path.ts';
import { entriesAt } from '../git/tree.ts';
import type { TreeFiles } from '../git/tree-files.ts';
import { findElsewhere } from '../ledger/handed-over.ts';
import type { IntendedCall } from '../ledger/lease.ts';
import { noRecords, recordsAt } from '../ledger/ledger-access.ts';
import { isMappedBy, type Look, lookAt, noLongerShared } from '../ledger/level.ts';
import type { LedgerRecord } from '../ledger/record.ts';
import type { Identity } from '../plan/identity.ts';
import { lookupOf } from '../plan/lookup.ts';
import { makersIn } from '../plan/makers.ts';
import type { Mapper } from '../plan/mapper.ts';
import type { PlannedRequest } from '../plan/planned.ts';
import type { RunTools } from './input.ts';
import type { PlanBasis } from './plan-basis.ts';
import { type Waiting, waitingByClaims } from './waiting-claims.ts';

/** What the record says is to be looked at beside the range itself. */
export interface ToLookAt {
  readonly behind: ReadonlySet<string>;
  readonly look: Look | null;
  /** Calls without an answer about objects that the mapping makes no longer: nothing more can be asked for. */
  readonly given: readonly IntendedCall[];
  /** Those of them that only a record says whose seal did not fit; null: nobody looked. */
  readonly waiting: Waiting | null;
  /** Paths whose object another branch went on with, and holds with other content, by that branch. */
  readonly elsewhere: ReadonlyMap<string, readonly string[]>;
}

const nothing: ToLookAt = { behind: new Set(), look: null, given: [], waiting: null, elsewhere: new Map() };

/**
 * Collects what earlier runs left open or without an answer, and, for the newest push of a branch, every filed object
 * that is not as head says. A range given by hand looks at nothing else.
 */
export async function toLookAt(
  tools: RunTools,
  basis: PlanBasis,
  changes: readonly Change[],
  headFiles: () => Promise<TreeFiles>,
): Promise<ToLookAt> {
  const { range, record, mapper, isMapped, mappingBlob, ledger, tip } = basis;
  // If the branch is gone, it is not known whether what is open was changed since.
  const isOver = range.isAccounted && tip === null;
  if (range.explicit || !range.mayFile || isOver || record === null) return nothing;
  // What only uses a changed file is planned by that (dependents.ts).
  const isOwn = ({ causes }: { readonly causes?: unknown }) => causes === undefined;
  const asked = record.unanswered.filter((call) => call.closed !== true && isOwn(call));
  const openOwn = record.open.filter(isOwn);
  const given = isMapped ? asked.filter((call) => !isMappedBy(mapper, call)) : [];
  const unanswered = asked.filter((call) => !given.includes(call));
  const open = [...openOwn, ...unanswered].map(({ path }) => path);
  const isNewest = range.movesHead && isMapped;
  const shared = isNewest ? (record.shared ?? []) : [];
  const stands = shared.filter(({ handedOver }) => handedOver !== true);
  if (!isNewest) return { ...nothing, behind: new Set(open) };
  const at = await entriesAt(
    tools.repository.objects,
    range.head,
    textPaths([...record.filed, ...shared, ...unanswered, ...openOwn]),
  );
  const isNewMapping = (record.mapped ?? null) !== mappingBlob;
  const look = lookAt({ record, at, mapper, isNewMapping });
  const all = shared.length === 0 ? noRecords : recordsAt(await ledger.all(), record.service);
  const strayed = noLongerShared(stands, at, all.records);
  const elsewhere = findElsewhere(shared, at, all);
  const isGone = ({ path }: { readonly path: string }) => (at.get(path) ?? null) === null;
  // An object that is filed for deletion can be made by another file again where its own was there meanwhile.
  const taken = goneKeys(changes);
  const deleted = record.filed.filter(({ reason, path }) => reason === '*DELETE' && taken.has(path));
  const orphans = [...look.orphans, ...deleted, ...unanswered.filter(isGone), ...openOwn.filter(isGone)];
  const makers = await makersOf(orphans, mapper, headFiles);
  const waiting = await waitingByClaims(tools, basis, changes, headFiles);
  const behind = new Set([
    ...open,
    ...look.paths,
    ...strayed.map(({ path }) => path),
    ...elsewhere.nobodys,
    ...makers,
    ...waiting.paths,
  ]);
  return { behind, look, given, waiting, elsewhere: elsewhere.held };
}

/** Keys of the paths that changes take a file away from. */
function goneKeys(changes: readonly Change[]): Set<string> {
  return new Set(
    changes.flatMap(({ before, after }) =>
      before !== null && (after === null || pathKey(after.path) !== pathKey(before.path)) ? [pathKey(before.path)] : [],
    ),
  );
}

/** A name that is not UTF-8 was never filed, and stands there by its bytes. */
function textPaths(entries: readonly { readonly path: string }[]): string[] {
  return entries.map(({ path }) => path).filter((path) => !path.startsWith('\0') && !path.includes('\n'));
}

async function makersOf(orphans: readonly Identity[], mapper: Mapper, headFiles: () => Promise<TreeFiles>) {
  const wanted = orphans.filter(({ objn }) => objn !== '');
  if (wanted.length === 0) return [];
  const makers = makersIn(await headFiles(), mapper, wanted);
  return wanted.flatMap((identity) => makers.same(identity).map(({ path }) => pathKey(path)));
}

/**
 * Tells a request that the push asks for, or whose object the record knows: a file that is only looked at again makes no
 * new object, as a mapping that has changed moves nothing.
 */
export function isAskedFor(
  named: ReadonlySet<string>,
  record: LedgerRecord | null,
  claimed: ReadonlySet<string>,
): (request: PlannedRequest) => boolean {
  const { filed = [], open = [], unanswered = [], shared = [] } = record ?? {};
  const known = [filed, open, unanswered, shared].map((entries) => lookupOf<Identity>(entries));
  const opened = new Set([...open.map(({ path }) => path), ...claimed]);
  return ({ path, previousPath, identity }) => {
    if (named.has(pathKey(path)) || (previousPath !== null && named.has(pathKey(previousPath)))) return true;
    return opened.has(pathKey(path)) || known.some((entries) => entries.named(identity).length > 0);
  };
}
