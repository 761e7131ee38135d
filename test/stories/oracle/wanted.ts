/** What Git and the mapping say of the objects of a branch (design §8: owed is what differs from what is settled). */
import { differing, forkOf } from '../ancestry.ts';
import type { StoryCommit, Tree } from '../history.ts';
import type { StoryMapping } from '../mapping.ts';
import { levelOf, makersIn, type ObjectKey, objectOf } from './makers.ts';
import { mappingOf, type Seen } from './seen.ts';

/** What should be at the service for an object. `must`: the branch has changed it, so something has to stand. */
export type Wanted =
  | { readonly is: 'migrate'; readonly path: string; readonly text: string; readonly must: boolean }
  | { readonly is: 'delete'; readonly must: boolean }
  /** The branch itself had added it, and it is gone: nothing may stand. */
  | { readonly is: 'nothing' }
  /** Nobody can say: several files make it, an account is skipped, or the mapping was another one when it was filed. */
  | { readonly is: 'open' };

/** A branch at its tip, and the trees with which its changes are compared. */
export interface Ground {
  readonly branch: string;
  readonly lvl: number;
  readonly tip: StoryCommit;
  readonly mapping: StoryMapping;
  /** Where its record began, and where it has left main; what differs from all of them is owed. */
  readonly bases: readonly Tree[];
  readonly isBegun: boolean;
  /** Pushes of the skipped account, with what each changed. */
  readonly skipped: readonly { readonly tree: Tree; readonly paths: readonly string[] }[];
  /** Commits up to this number were there when the mapping changed last. */
  readonly mappedSince: number;
  readonly older: readonly StoryMapping[];
}

/** Null: the branch is not there, or reaches no level. */
export function groundOf(seen: Seen, branch: string): Ground | null {
  const { history } = seen;
  const tip = history.tip(branch);
  const mapping = mappingOf(seen);
  const lvl = levelOf(mapping, branch);
  if (tip === null || lvl === null) return null;
  const begun = seen.begun.get(branch);
  const forks = branch === 'main' ? [] : history.placesOf('main').map((main) => forkOf(main, tip));
  const bases = [...new Set([...(begun === undefined ? [] : [begun.at]), ...forks])];
  const pushes = [...history.pushes.values()].filter((push) => push.skipped && push.branch === branch);
  return {
    ...{ branch, lvl, tip, mapping },
    bases: bases.map((commit) => commit?.tree ?? new Map()),
    isBegun: begun !== undefined && !seen.doubts.hazy.has(branch),
    skipped: pushes.map(({ before, after }) => ({
      tree: after?.tree ?? new Map(),
      paths: differing(before?.tree ?? new Map(), after?.tree ?? new Map()),
    })),
    mappedSince: seen.mappings.at(-1)?.since ?? 0,
    older: seen.mappings.slice(0, -1).map((one) => one.mapping),
  };
}

/** Objects that may have to do with the branch: what its files make, or made where its changes begin. */
export function objectsOf({ tip, bases, mapping, lvl }: Ground): Set<ObjectKey> {
  return new Set([tip.tree, ...bases].flatMap((tree) => [...makersIn(tree, mapping, lvl).keys()]));
}

/** What should stand for an object. */
export function wantedOf(seen: Seen, ground: Ground, key: ObjectKey): Wanted {
  const { tip, bases, mapping, lvl, isBegun } = ground;
  const makers = makersIn(tip.tree, mapping, lvl).get(key) ?? [];
  const [path] = makers;
  if (makers.length > 1 || wasSkipped(ground, key)) return { is: 'open' };
  if (path !== undefined) {
    const text = tip.tree.get(path) ?? '';
    const isOwed = isBegun && bases.every((tree) => tree.get(path) !== text);
    const isOurs = !isShifted(ground, key) || isFresh(seen, ground, path, text);
    return isOurs ? { is: 'migrate', path, text, must: isOwed } : { is: 'open' };
  }
  if (isShifted(ground, key) || !isBegun) return { is: 'open' };
  const stood = bases.map((tree) => makersIn(tree, mapping, lvl).has(key));
  // What the skipped account brought is there, however the branch came by it (design §3).
  const mappings = [mapping, ...ground.older];
  const isIn = (tree: Tree) => mappings.some((one) => makersIn(tree, one, lvl).has(key));
  if (ground.skipped.some(({ tree }) => isIn(tree))) return { is: 'open' };
  // What a first push from nothing brought may have been installed long before Git had it.
  const begun = seen.begun.get(ground.branch);
  if (begun?.at === null) return { is: 'open' };
  // An earlier run found it there.
  if (begun?.later.some(({ tree }) => isIn(tree))) return { is: 'open' };
  if (stood.every((did) => !did)) return { is: 'nothing' };
  if (mapping.deletes !== 'request') return { is: 'open' };
  return { is: 'delete', must: stood.every((did) => did) };
}

/** True where the account that is skipped changed a file of it last. */
function wasSkipped({ skipped, tip, mapping, older, lvl }: Ground, key: ObjectKey): boolean {
  const makes = (path: string) => [mapping, ...older].some((one) => objectOf(one, lvl, path) === key);
  return skipped.some(({ tree, paths }) => paths.some((path) => makes(path) && tip.tree.get(path) === tree.get(path)));
}

/** True for an object that some file made under an older mapping, or makes only under this one. */
export function isShifted({ branch, tip, bases, mapping, older, lvl }: Ground, key: ObjectKey): boolean {
  if (older.length === 0) return false;
  if (older.some((one) => levelOf(one, branch) !== lvl)) return true;
  const paths = new Set([tip.tree, ...bases].flatMap((tree) => [...tree.keys()]));
  return older.some((one) => [...paths].some((path) => isIt(one, path) !== isIt(mapping, path)));
  function isIt(one: StoryMapping, path: string): boolean {
    return objectOf(one, lvl, path) === key;
  }
}

/** True where the content came after the mapping changed last: it is filed by the mapping of now (design §8). */
function isFresh({ history }: Seen, { mappedSince }: Ground, path: string, text: string): boolean {
  const commits = [...history.branches.keys()].flatMap((branch) => history.placesOf(branch));
  return commits.every(({ n, tree }) => n > mappedSince || tree.get(path) !== text);
}
