import { branchTip } from './branch-tip.ts';
import { differingPaths } from './changes.ts';
import { emptyTree } from './empty-tree.ts';
import { unreadable } from './failure.ts';
import { ensureCommits } from './fetch.ts';
import { pathKey } from './git-path.ts';
import { isAncestor, mergeBase } from './merge-base.ts';
import type { Repository } from './repository.ts';
import { pathOfBytes } from './tree.ts';

/** What a push brought in from another branch, by merge, rebase or fast-forward. */
export interface BroughtIn {
  /** The merge base of the head and the other branch. */
  readonly shared: string;
  /** Keys of the paths that are the branch's own: they differ from the merge base, or a commit of its own changed them. */
  readonly own: ReadonlySet<string>;
  /** Keys of those that commits of its own added: that the merge base has them too, the other branch got from this one. */
  readonly added: ReadonlySet<string>;
}

interface Pushed {
  readonly base: string | null;
  readonly head: string;
  /** Where the push itself began, when earlier pushes of the branch are in the range. */
  readonly pushed: string | null;
}

/**
 * What a push brought in from another branch: the base of the range did not have the merge base of head and that branch
 * yet. A file that is the same at head as at the merge base came from there, unless the branch changed it by itself
 * (design §3 "Not another branch's changes").
 * @param range its base may be the empty tree. @param from the default branch.
 * @returns null when the push brought nothing in.
 * @throws Problem('git') when the history cannot be read.
 */
export async function broughtIn(
  repository: Repository,
  range: Pushed & { readonly base: string },
  from: string,
): Promise<BroughtIn | null> {
  const tip = await branchTip(repository, from);
  if (tip === null) return null;
  const base = range.base === emptyTree[repository.objectFormat] ? null : range.base;
  const shared = await mergeBase(repository, tip, range.head);
  if (shared === null || (base !== null && (await isAncestor(repository, shared, base)))) return null;
  const { own, added } = await pathsOf(repository, await ownCommits(repository, { ...range, base }, tip));
  const [gone] = await ensureCommits(repository, [shared]);
  if (gone !== undefined) throw unreadable(`the merge base with ${from}`, new Error(gone.why));
  for (const key of await differingPaths(repository, shared, range.head)) own.add(key);
  return { shared, own, added };
}

/**
 * Commits that the branch made by itself since the base: on its first-parent line, no merges, and not on the
 * first-parent line of the other branch. Each comes with its parent. A squash of them is another commit, and what the
 * other branch merged stays the branch's own. Of a branch that was moved by force, as by a rebase, Git does not say
 * who made what the other branch has too.
 */
async function ownCommits(repository: Repository, { base, head, pushed }: Pushed, tip: string) {
  const since = base === null ? [] : [`^${base}`];
  const list = async (args: readonly string[]) => {
    const output = await repository.git(['rev-list', ...args, ...since]).catch((error) => {
      throw unreadable('the history of two commits', error);
    });
    return output.split('\n').flatMap((line) => (line === '' ? [] : [line.split(' ')]));
  };
  const line = await list(['--first-parent', '--parents', head]);
  const goesOn = base === null || line.at(-1)?.[1] === base;
  const others = await list([...(goesOn ? ['--first-parent'] : []), tip]);
  const elsewhere = new Set(others.map(([commit]) => commit));
  // What was on the branch before this push is its own, also where the other branch was moved forward to it since.
  const at = line.findIndex(([commit]) => commit === pushed);
  if (goesOn && at >= 0) for (const [commit] of line.slice(at)) elsewhere.delete(commit);
  return line.filter(([commit = '', ...parents]) => parents.length < 2 && !elsewhere.has(commit));
}

/** Keys of the paths that commits changed against their parents; of those that one added and none took away. */
async function pathsOf(
  repository: Repository,
  commits: readonly (readonly string[])[],
): Promise<{ own: Set<string>; added: Set<string> }> {
  if (commits.length === 0) return { own: new Set(), added: new Set() };
  const [missing] = await ensureCommits(repository, [...new Set(commits.flat())]);
  if (missing !== undefined) throw unreadable(`commit ${missing.oid}`, new Error(missing.why));
  const args = ['diff-tree', '--stdin', '--root', '--no-commit-id', '-r', '-z', '--name-status', '--no-renames'];
  // With their parents, which a commit that was fetched alone no longer seems to have.
  const input = commits.map((oids) => `${oids.join(' ')}\n`);
  const output = await repository.bytes(args, { input }).catch((error) => {
    throw unreadable('what the commits of the branch changed', error);
  });
  const [own, added, gone] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const words = output.toString('latin1').split('\0');
  for (let at = 0; at + 1 < words.length; at += 2) {
    const key = pathKey(pathOfBytes(words[at + 1] ?? ''));
    own.add(key);
    if (words[at] === 'A') added.add(key);
    if (words[at] === 'D') gone.add(key);
  }
  return { own, added: added.difference(gone) };
}
