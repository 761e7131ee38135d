import { Problem } from '../errors.ts';
import { type Change, differingPaths, listChanges, pathKeysOf } from '../git/changes.ts';
import { ensureCommits } from '../git/fetch.ts';
import type { NewerTip } from '../git/newer-tip.ts';
import { asTheyAre } from '../git/paths-at-head.ts';
import type { Repository } from '../git/repository.ts';
import type { Range } from '../git/resolve-range.ts';
import { keepHeapSmall } from '../git/small-heap.ts';
import { emptyTree, listTree, type TreeSide } from '../git/tree.ts';
import { compileGlob, type Glob, GlobError } from '../glob/glob.ts';
import { matchGlob } from '../glob/match.ts';
import type { LedgerRecord } from '../ledger/record.ts';
import { withContents } from '../plan/contents.ts';
import type { Mapper } from '../plan/mapper.ts';
import { makePlan, takesAway } from '../plan/plan.ts';
import type { Plan } from '../plan/planned.ts';
import { reopened } from '../plan/reopened.ts';
import { notAddedTwice } from './added.ts';
import { blobFacts } from './contents.ts';
import type { Planning } from './context.ts';
import { withoutDefaultBranch, withoutSuperseded } from './others-changes.ts';
import { notDeletingUnfiled } from './unfiled.ts';

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
  /** False for a branch without a rule: all of its changes are left out for that reason alone. */
  readonly isMapped: boolean;
  readonly mapper: Mapper;
  readonly deletes: 'request' | 'report' | 'ignore';
}

/** The plan of a range: its changes and what earlier runs left behind, without what is not this push's to file. */
export async function planChanges(
  planning: Planning,
  choice: Choice,
): Promise<{ plan: Plan; leftBehind: Set<string> }> {
  const { repository, objects } = planning;
  const { range, mapper, deletes, isMapped } = choice;
  const tip = isMapped ? choice.tip : null;
  const defaultBranch = isMapped ? choice.defaultBranch : null;
  const { record } = choice;
  let tree: TreeSide[] | null = null;
  const headTree = async () => {
    tree ??= await listTree(objects, range.head);
    return tree;
  };
  const listed = await listRange(planning, choice, headTree);
  if (planning.input.command === 'file') keepHeapSmall(listed.length);
  // With another base than the recorded one, what was filed in between may have been taken back.
  const filed = range.rule === 'merge-base' ? (record?.filed ?? []) : [];
  const behind = range.explicit ? [] : [...(record?.open ?? []), ...(record?.unanswered ?? []), ...filed];
  const open = [...new Set(behind.map((entry) => entry.path))];
  const all = open.length === 0 ? listed : [...listed, ...reopened(open, listed, await headTree())];
  const current = withoutSuperseded(all, range.branch, tip);
  const held = { record, mapper, behind: new Set([...open, ...(await pushedBefore(planning, range))]) };
  const own = await withoutDefaultBranch(repository, objects, current.kept, range, defaultBranch, held);
  const changes = own.kept;
  const known = changes.some(takesAway) ? [...(await headTree()), ...(tip?.tree ?? [])] : [];
  const fromNothing = range.base === emptyTree[repository.objectFormat];
  const made = makePlan({ changes, headTree: () => known, mapper, deletes, fromNothing });
  const whole = { ...made, leftOut: [...current.leftOut, ...own.leftOut, ...made.leftOut] };
  const plan = await notAddedTwice(notDeletingUnfiled(whole, record), mapper, headTree);
  const named = pathKeysOf(listed);
  const leftBehind = new Set(open.filter((path) => !named.has(path)));
  return { plan: withContents(plan, await blobFacts(repository, objects, plan)), leftBehind };
}

/** What earlier pushes of the branch changed and no run has accounted for: its own, wherever it stands by now. */
async function pushedBefore({ input, repository, objects }: Planning, range: Range): Promise<Iterable<string>> {
  const { happening } = input.event;
  const before = happening.kind === 'push' ? happening.before : null;
  if (range.rule !== 'ledger' || before === null || range.base === null || before === range.base) return [];
  const [gone] = await ensureCommits(repository, objects, [before]);
  // Without that commit nobody can tell; then all of the range counts as the branch's own.
  return differingPaths(repository, range.base, gone === undefined ? before : range.head);
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
