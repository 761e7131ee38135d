import { Problem } from '../errors.ts';
import { listRemoteBranches } from '../git/branches.ts';
import { type Change, listChanges, listSides } from '../git/changes.ts';
import { ensureCommit } from '../git/fetch.ts';
import { toPathKey } from '../git/git-path.ts';
import { isAncestor } from '../git/history.ts';
import type { Repository } from '../git/repository.ts';
import { matchObjectsOf } from '../plan/make-plan.ts';
import type { Mapper } from '../plan/mapper.ts';
import { mayWrite } from './input.ts';
import { type OpenRun, peekRecord } from './open.ts';
import { type RunPaths, toChanges } from './paths.ts';
import type { Range } from './range.ts';

/**
 * Returns the tip of the run's branch at the remote if it is not the head (see findNewerTip); else null. Always null for a run that only
 * plans, that has no remote, or whose range is given by hand. In CI the head of such a range has to be on the branch, unless a push named
 * it: commits of a mere pull request are not filed. @throws Problem('range') if it is not, or the remote cannot be asked; Problem('git')
 */
export async function findTipToCompare(run: OpenRun, range: Range): Promise<NewerTip | null> {
  const { input, repository } = run;
  const { head, branch, isGiven, mayFile } = range;
  if (!mayFile || repository.remote === null || !mayWrite(input)) return null;
  const settled = peekRecord(run).settled.commit;
  if (!isGiven) return findNewerTip(repository, { branch, head, settled }, await findRemoteTip(repository, branch));
  const isHeadChosen = input.options.head !== undefined || input.event.happening.kind !== 'push';
  if (!isHeadChosen || !repository.inCi) return null;
  const tip = await findRemoteTip(repository, branch);
  if (tip !== null && (await isAncestor(repository, head, tip))) return null;
  const where = `at the remote ${branch} is at ${tip?.slice(0, 12)}, which does not have it`;
  const at = tip === null ? `the remote has no branch ${branch}` : where;
  const remedy = `Push the commit to ${branch} first, or give \`--head\` a commit of that branch.`;
  throw new Problem('range', `the commit ${head.slice(0, 12)} is not on ${branch}: ${at}`, remedy);
}

/** Returns the Problem('range') of a run that cannot learn the tip of its branch. @param more ends the remedy */
function refuseUnknownTip(branch: string, why: string, more = '', options?: ErrorOptions): Problem {
  const remedy = `Let the job read the repository (contents: read, or FILE_CHECKOUTS_GIT_TOKEN)${more}.`;
  const what = `cannot tell whether ${branch} has newer commits than this push: ${why}`;
  return new Problem('range', what, remedy, options);
}

/** Returns the OID of a branch's tip at the remote; null: it has no such branch. @throws Problem('range') if it cannot be asked */
async function findRemoteTip(repository: Repository, branch: string): Promise<string | null> {
  const { tips } = await listRemoteBranches(repository).catch((error: Error) => {
    throw refuseUnknownTip(branch, error.message, ', or name the commit with `--head`', { cause: error });
  });
  return tips.get(branch) ?? null;
}

/** The tip of the branch where the head is not it: only content of the tip is sent (design §8, step 3). */
export interface NewerTip {
  readonly branch: string;
  readonly oid: string;
  /** True when the tip comes before the head: the head was not pushed. False also where the clone cannot tell. */
  readonly isBehind: boolean;
  /** The differences between head and tip. */
  readonly changes: readonly Change[];
}

/**
 * Compares the head of a run with the tip of its branch, which it fetches; null: they are the same. If the branch is gone (`tip` is null),
 * its settled commit counts as the tip if the head is in its history, else the head. @throws Problem('range', 'git')
 */
export async function findNewerTip(
  repository: Repository,
  { branch, head, settled }: { readonly branch: string; readonly head: string; readonly settled: string | null },
  tip: string | null,
): Promise<NewerTip | null> {
  const isSettledLater = settled !== null && settled !== head && tip === null;
  const oid = tip ?? (isSettledLater && (await isAncestor(repository, head, settled)) ? settled : head);
  if (oid === head) return null;
  const had = await ensureCommit(repository, oid);
  if (typeof had !== 'string') throw refuseUnknownTip(branch, had.why);
  const isBehind = !repository.isShallow() && (await isAncestor(repository, oid, head));
  return { branch, oid, isBehind, changes: await listChanges(repository, head, oid) };
}

/** Returns all `paths`; owed ones that differ at the tip, or make an object of one that does, get `leftOut` `superseded` (no tip: none). */
export function leaveSuperseded(paths: RunPaths, tip: NewerTip | null, mapper: Mapper): RunPaths {
  if (tip === null) return paths;
  const { branch, oid: commit, isBehind } = tip;
  const leftOut = { code: 'superseded', branch, commit, by: isBehind ? 'older' : 'tip' } as const;
  const left = toChanges(paths).filter(matchSuperseded(tip, mapper));
  const keys = new Set(listSides(left).map(({ path }) => toPathKey(path)));
  return new Map([...paths].map(([key, path]) => [key, keys.has(key) ? { ...path, leftOut } : path]));
}

/** Returns a test: true if head and tip differ at a change's old or new path, or at a path of the same object (`tip` null: never). */
export function matchSuperseded(tip: NewerTip | null, mapper: Mapper): (change: Change) => boolean {
  if (tip === null) return () => false;
  const makesOne = matchObjectsOf(tip.changes, mapper);
  const paths = new Set(listSides(tip.changes).map(({ path }) => toPathKey(path)));
  const differsAtTip = (key: string) => paths.has(key) || makesOne(key);
  return (change) => listSides([change]).some(({ path }) => differsAtTip(toPathKey(path)));
}
