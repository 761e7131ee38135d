import { Problem } from '../errors.ts';
import { asTheyAre, type Change, listChanges, pathKeysOf } from '../git/changes.ts';
import { emptyTree, isEmptyTree } from '../git/empty-tree.ts';
import { ensureCommits } from '../git/fetch.ts';
import { pathKey, textPath } from '../git/git-path.ts';
import type { TreeSide } from '../git/tree.ts';
import { bothFiles, listedFiles, type TreeFiles, treeFiles } from '../git/tree-files.ts';
import { pathFilter } from '../glob/path-filter.ts';
import type { IntendedCall } from '../ledger/lease.ts';
import type { LeftAsFiled, Look } from '../ledger/level.ts';
import type { FiledObject, LedgerRecord } from '../ledger/record.ts';
import { withContents } from '../plan/contents.ts';
import { identityKey, identityText } from '../plan/identity.ts';
import { makePlan } from '../plan/make-plan.ts';
import type { LeftOut, Plan } from '../plan/planned.ts';
import { reopened } from '../plan/reopened.ts';
import { takesAway } from '../plan/sides.ts';
import { becauseText } from '../sentences/left-out.ts';
import type { Notice } from '../sentences/notice.ts';
import { withAddedFacts } from './added-objects.ts';
import { blobFacts } from './blob-facts.ts';
import type { RunTools } from './input.ts';
import { isAskedFor, toLookAt } from './look-back.ts';
import { withoutAccounted, withoutDefaultBranch, withoutPassed, withoutSuperseded } from './others-changes.ts';
import type { PlanBasis } from './plan-basis.ts';
import { claimedHead, type Waiting } from './waiting-claims.ts';

/** What a range comes to. */
export interface PlannedChanges {
  readonly plan: Plan;
  /** What the plan was made of: the changes that are this push's to file. */
  readonly changes: readonly Change[];
  /** The tree at head, once it is needed. */
  readonly headTree: () => Promise<readonly TreeSide[]>;
  /** Keys of the paths that the range itself names. */
  readonly named: ReadonlySet<string>;
  /** Keys of those that the push itself changed, and that are as the record accounts for. */
  readonly takenBack: ReadonlySet<string>;
  /** Paths that are in the plan for what the record says; no change of this range. */
  readonly leftBehind: ReadonlySet<string>;
  /** Those of them that only a record says whose seal did not fit; null: nobody looked. */
  readonly waiting: Waiting | null;
  /** What was found about everything that was filed; null: nobody looked. */
  readonly look: Look | null;
  /** Calls without an answer that no run will ask about again: they only tell whose a request is. */
  readonly given: readonly IntendedCall[];
  readonly notices: readonly Notice[];
}

/**
 * The plan of a range: its changes, what earlier runs left behind, and whatever stands at the service otherwise than head
 * says; without what is not this push's to file.
 */
export async function planChanges(tools: RunTools, basis: PlanBasis): Promise<PlannedChanges> {
  const { repository } = tools;
  const { objects } = repository;
  const { range, record, isMapped } = basis;
  const tip = isMapped ? basis.tip : null;
  const defaultBranch = isMapped ? basis.defaultBranch : null;
  let read: Promise<TreeFiles> | null = null;
  const headFiles = () => {
    read ??= treeFiles(objects, range.head);
    return read;
  };
  const headTree = async () => (await headFiles()).all();
  const { listed, takenBack } = await listRange(tools, basis, headTree);
  const found = await toLookAt(tools, basis, listed, headFiles);
  const behind = [...found.behind];
  const all = behind.length === 0 ? listed : [...listed, ...reopened(behind, listed, await headTree())];
  const current = withoutSuperseded(all, range.branch, tip);
  const accounted = withoutAccounted(current.kept, range, record, found.behind);
  const passed = withoutPassed(accounted.kept, range, record);
  const { paths: waits, changed } = found.waiting ?? { paths: new Set<string>(), changed: new Set<string>() };
  const claimedFrom = range.explicit ? null : await claimedHead(tools, basis);
  // What only changed since a record without a seal may have come with a merge, as what the push itself names.
  const behindOwn = new Set(behind.filter((key) => !changed.has(key)));
  const held = { record, mapper: basis.mapper, behind: behindOwn, pushed: beforeOf(tools), defaultBranch };
  const from = changed.size > 0 && claimedFrom !== null ? { ...range, base: claimedFrom } : range;
  const own = await withoutDefaultBranch(tools, passed.kept, from, held);
  const files = own.kept.some(takesAway) ? await headFiles() : listedFiles([]);
  const known = tip === null ? files : bothFiles(files, tip.files);
  const made = makePlan({
    changes: own.kept,
    headFiles: () => known,
    mapper: basis.mapper,
    deletes: basis.deletes,
    fromNothing: range.base === emptyTree[repository.objectFormat],
  });
  const named = pathKeysOf(listed);
  const leftOut = [...current.leftOut, ...accounted.leftOut, ...passed.leftOut, ...own.leftOut, ...made.leftOut];
  const notMapped = [...(found.look?.noLongerMapped ?? []), ...found.given].map(noLongerMapped);
  // A path stands in a report once.
  const alsoNamed = notMapped.filter(({ path }) => named.has(pathKey(path)));
  const requests = made.requests.filter(isAskedFor(named, record, waits));
  const unnamed = notMapped.filter(({ path }) => !named.has(pathKey(path)));
  const whole = { requests, leftOut: [...leftOut, ...unnamed] };
  const about = {
    brought: own.brought,
    claimed: claimedFrom,
    recorded: await recordedHead(tools, basis),
    headFiles,
    changes: own.kept,
  };
  const plan = await withAddedFacts(whole, { ...basis, objects, ...about });
  const kept = keptPaths(plan);
  return {
    plan: withContents(plan, await blobFacts(repository, plan), basis.attachAs),
    changes: own.kept,
    headTree,
    named,
    takenBack,
    leftBehind: new Set(behind.filter((path) => !named.has(path))),
    waiting: found.waiting,
    look: found.look === null ? null : { ...found.look, left: leftAfter(found.look, kept, record) },
    given: [...found.given, ...notDeleted(kept, record)],
    notices: [
      ...(found.waiting?.notices ?? []),
      ...alsoNamed.map(noLongerMappedNotice),
      ...[...found.elsewhere].map(([branch, paths]): Notice => ({ code: 'wentElsewhere', branch, paths })),
    ],
  };
}

function noLongerMappedNotice({ path, because }: LeftOut): Notice {
  return { code: 'noLongerMapped', path: path.text, why: becauseText(because) };
}

function noLongerMapped(entry: FiledObject | IntendedCall): LeftOut {
  const of = { object: identityText(entry), isFiled: 'commit' in entry, objectId: entry.objectId };
  return { path: textPath(entry.path), previousPath: null, because: { code: 'noLongerMapped', ...of } };
}

/** The head of the record, for a range given by hand; null if it has none, or the commit cannot be found. */
async function recordedHead({ repository }: RunTools, { range, record }: PlanBasis): Promise<string | null> {
  const head = record?.head ?? null;
  if (!range.explicit || head === null || isEmptyTree(head)) return null;
  return (await ensureCommits(repository, [head])).length > 0 ? null : head;
}

function beforeOf({ input }: RunTools): string | null {
  const { happening } = input.event;
  return happening.kind === 'push' ? happening.before : null;
}

/** Paths whose delete the mapping does not file. */
function keptPaths({ leftOut }: Plan): Set<string> {
  return new Set(leftOut.filter(({ because }) => because.code === 'deleteMode').map(({ path }) => path.text));
}

/** Calls about objects whose delete is left out: what they may have filed stays. */
function notDeleted(kept: ReadonlySet<string>, record: LedgerRecord | null): IntendedCall[] {
  return (record?.unanswered ?? []).filter(({ path, closed }) => closed !== true && kept.has(path));
}

/** Deletes that the mapping does not file are said once, too. */
function leftAfter(look: Look, kept: ReadonlySet<string>, record: LedgerRecord | null): LeftAsFiled {
  const filed = (record?.filed ?? []).filter(({ path, reason }) => kept.has(path) && reason !== '*DELETE');
  return new Map([...look.left, ...filed.map((entry) => [identityKey(entry), 'notDeleted'] as const)]);
}

/** The changes of the range; with `--paths` the chosen files as they are, or only their changes. */
async function listRange(tools: RunTools, basis: PlanBasis, headTree: () => Promise<readonly TreeSide[]>) {
  const { range } = basis;
  const { input, repository } = tools;
  const chosen = pathFilter(input.options.paths);
  if (range.base === null) {
    const as = asTheyAre(await headTree(), chosen);
    if (as.length > 0) return { listed: as, takenBack: new Set<string>() };
    const given = (input.options.paths ?? []).join(', ');
    throw new Problem(
      'usage',
      `no file at the head matches --paths ${given}`,
      'Give paths as Git has them, from the top: a directory as QRPGLESRC/**, a name anywhere as **/ORD100.PGM.RPGLE.',
    );
  }
  const changes = await (basis.listed ?? listChanges(repository, range.base, range.head));
  const back = await takenBackBy(tools, basis, changes);
  const listed = [...changes, ...back].filter((change) => touches(change, chosen));
  return { listed, takenBack: new Set(back.map(({ after }) => pathKey(after.path))) };
}

/**
 * Files that this push itself changed, and that earlier pushes had changed too, to and fro: they are no difference of the
 * whole range, and what stands of them was sent by pushes that the record does not know of. That nobody looked at those
 * is one reason; that somebody has put an old record back is another. A push that was moved away by force may be gone;
 * then the range says it all.
 */
async function takenBackBy(
  { repository }: RunTools,
  { range, record }: PlanBasis,
  changes: readonly Change[],
): Promise<{ before: TreeSide; after: TreeSide }[]> {
  const { unseenTo, rule } = range;
  if (!(rule === 'first-push' || rule === 'ledger') || unseenTo === null || range.base === range.head) return [];
  if ((await ensureCommits(repository, [unseenTo])).length > 0) return [];
  const known = pathKeysOf(changes);
  // Where the record has something else the level shows it.
  const filed = new Map(record?.filed.map(({ path, blob }) => [path, blob]));
  const own = await listChanges(repository, unseenTo, range.head);
  return own.flatMap(({ after }) => {
    if (after === null || known.has(pathKey(after.path))) return [];
    return rule === 'first-push' || filed.get(after.path.text) === after.oid ? [{ before: after, after }] : [];
  });
}

function touches({ before, after }: Change, chosen: (path: string) => boolean): boolean {
  return [before, after].some((side) => side !== null && chosen(side.path.text));
}
