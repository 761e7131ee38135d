import { Problem } from '../errors.ts';
import type { LeftAsFiled, Look } from '../filing/level.ts';
import { type Change, listChanges, pathKeysOf } from '../git/changes.ts';
import { textPath } from '../git/git-path.ts';
import type { NewerTip } from '../git/newer-tip.ts';
import { asTheyAre } from '../git/paths-at-head.ts';
import type { Repository } from '../git/repository.ts';
import type { Range } from '../git/resolve-range.ts';
import { keepHeapSmall } from '../git/small-heap.ts';
import { emptyTree, listTree, type TreeSide } from '../git/tree.ts';
import { compileGlob, type Glob, GlobError } from '../glob/glob.ts';
import { matchGlob } from '../glob/match.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { LedgerRecord } from '../ledger/record.ts';
import { withContents } from '../plan/contents.ts';
import { identityKey, identityText } from '../plan/identity.ts';
import type { Mapper } from '../plan/mapper.ts';
import { makePlan, takesAway } from '../plan/plan.ts';
import type { LeftOut, Plan } from '../plan/planned.ts';
import { reopened } from '../plan/reopened.ts';
import { withAddedFacts } from './added.ts';
import { blobFacts } from './contents.ts';
import type { Planning } from './context.ts';
import { isAskedFor, toLookAt } from './look.ts';
import { withoutAccounted, withoutDefaultBranch, withoutPassed, withoutSuperseded } from './others-changes.ts';

/** A range, where its branch is by now, and the record as it counts for it. */
export interface ChosenRange {
  readonly range: Range;
  readonly tip: NewerTip | null;
  /** Its changes, as they are being listed; null: they are not. */
  readonly listed: Promise<Change[]> | null;
  readonly defaultBranch: string | null;
  readonly record: LedgerRecord | null;
}

/** What decides which changes of a range go into its plan. */
export interface Choice extends ChosenRange {
  readonly ledger: Ledger;
  /** False for a branch without a rule: all of its changes are left out for that reason alone. */
  readonly isMapped: boolean;
  readonly mapper: Mapper;
  /** OID of the mapping's content; null: there is none. */
  readonly mappingBlob: string | null;
  readonly deletes: 'request' | 'report' | 'ignore';
}

/** What a range comes to. */
export interface PlannedChanges {
  readonly plan: Plan;
  /** Keys of the paths that the range itself names. */
  readonly named: ReadonlySet<string>;
  /** Paths that are in the plan for what the record says; no change of this range. */
  readonly leftBehind: ReadonlySet<string>;
  /** What was found about everything that was filed; null: nobody looked. */
  readonly look: Look | null;
}

/**
 * The plan of a range: its changes, what earlier runs left behind, and whatever stands at the service otherwise than head
 * says; without what is not this push's to file.
 */
export async function planChanges(planning: Planning, choice: Choice): Promise<PlannedChanges> {
  const { repository, objects } = planning;
  const { range, record, isMapped } = choice;
  const tip = isMapped ? choice.tip : null;
  const defaultBranch = isMapped ? choice.defaultBranch : null;
  let tree: TreeSide[] | null = null;
  const headTree = async () => {
    tree ??= await listTree(objects, range.head);
    return tree;
  };
  const listed = await listRange(planning, choice, headTree);
  if (planning.input.command === 'file') keepHeapSmall(listed.length);
  const found = await toLookAt(planning, choice, headTree);
  const behind = [...found.behind];
  const all = behind.length === 0 ? listed : [...listed, ...reopened(behind, listed, await headTree())];
  const current = withoutSuperseded(all, range.branch, tip);
  const accounted = withoutAccounted(current.kept, range, record, found.behind);
  const passed = withoutPassed(accounted.kept, range, record);
  const held = { record, mapper: choice.mapper, behind: found.behind, pushed: beforeOf(planning) };
  const own = await withoutDefaultBranch(repository, objects, passed.kept, range, defaultBranch, held);
  const known = own.kept.some(takesAway) ? [...(await headTree()), ...(tip?.tree ?? [])] : [];
  const made = makePlan({
    changes: own.kept,
    headTree: () => known,
    mapper: choice.mapper,
    deletes: choice.deletes,
    fromNothing: range.base === emptyTree[repository.objectFormat],
  });
  const named = pathKeysOf(listed);
  const leftOut = [...current.leftOut, ...accounted.leftOut, ...passed.leftOut, ...own.leftOut, ...made.leftOut];
  const notMapped = (found.look?.noLongerMapped ?? []).filter(({ path }) => !named.has(path)).map(noLongerMapped);
  const requests = made.requests.filter(isAskedFor(named, record));
  const whole = { requests, leftOut: [...leftOut, ...notMapped] };
  const plan = await withAddedFacts(whole, { ...choice, objects, shared: own.shared, headTree, changes: own.kept });
  return {
    plan: withContents(plan, await blobFacts(repository, objects, plan)),
    named,
    leftBehind: new Set(behind.filter((path) => !named.has(path))),
    look: found.look === null ? null : { ...found.look, left: leftAfter(found.look, plan, record) },
  };
}

function noLongerMapped(entry: LedgerRecord['filed'][number]): LeftOut {
  const why = `no longer mapped: ${identityText(entry)} stays as it was filed (request ${entry.objectId ?? '?'})`;
  return { path: textPath(entry.path), previousPath: null, kind: 'noLongerMapped', why, error: false };
}

function beforeOf({ input }: Planning): string | null {
  const { happening } = input.event;
  return happening.kind === 'push' ? happening.before : null;
}

/** Deletes that the mapping does not file are said once, too. */
function leftAfter(look: Look, plan: Plan, record: LedgerRecord | null): LeftAsFiled {
  const left = new Map(look.left);
  const paths = new Set(plan.leftOut.filter(({ kind }) => kind === 'deleteMode').map(({ path }) => path.text));
  for (const entry of record?.filed ?? []) {
    if (paths.has(entry.path) && entry.reason !== '*DELETE') left.set(identityKey(entry), 'notDeleted');
  }
  return left;
}

/** Begins to list the changes of a range; null for one that has no base. */
export function listAhead(repository: Repository, { base, head }: Range): Promise<Change[]> | null {
  if (base === null) return null;
  const listed = listChanges(repository, base, head);
  // Whoever waits for it hears of it.
  listed.catch(() => {});
  return listed;
}

/** The changes of the range; with `--paths` the chosen files as they are, or only their changes. */
async function listRange(
  { input, repository }: Planning,
  { range, listed }: ChosenRange,
  headTree: () => Promise<TreeSide[]>,
) {
  const chosen = pathFilter(input.options.paths);
  if (range.base === null) {
    const as = asTheyAre(await headTree(), chosen);
    if (as.length > 0) return as;
    const given = (input.options.paths ?? []).join(', ');
    throw new Problem(
      'usage',
      `no file at the head matches --paths ${given}`,
      'Give paths as Git has them, from the top: a directory as QRPGLESRC/**, a name anywhere as **/ORD100.PGM.RPGLE.',
    );
  }
  const changes = await (listed ?? listChanges(repository, range.base, range.head));
  return changes.filter((change) => touches(change, chosen));
}

function pathFilter(globs: readonly string[] | undefined): (path: string) => boolean {
  if (globs === undefined) return () => true;
  const compiled = globs.map(readGlob);
  return (path) => compiled.some((glob) => matchGlob(glob, path) !== null);
}

function readGlob(pattern: string): Glob {
  try {
    return compileGlob(pattern, true);
  } catch (error) {
    if (!(error instanceof GlobError)) throw error;
    throw new Problem('usage', `--paths ${pattern}: ${error.found}`, `Give ${error.right}.`);
  }
}

function touches({ before, after }: Change, chosen: (path: string) => boolean): boolean {
  return [before, after].some((side) => side !== null && chosen(side.path.text));
}
