import { Problem } from '../errors.ts';
import {
  canBeUsed,
  findObjectType,
  isBinderSource,
  isCompiled,
  isStandInPath,
  makesOneOf,
  mayMakeOneOf,
  type ObjectsOf,
} from './made-objects.ts';
import { type Edge, followChanges, type ReachStep, type Start, type Users } from './reach.ts';
import { canBeIncluded } from './source-uses.ts';
import type { UseKind } from './use.ts';

/** A file that the push changed; a rename is its old path, deleted, and its new one. */
export type ChangedFile = { readonly path: string; readonly deleted: boolean };

interface AffectedBy extends ChangedFile {
  /** How the affected file uses it, or the first file on the way to it; `bind` for what it binds through an include. */
  readonly use: UseKind;
  /** The files between, from the affected one to the changed one. */
  readonly via: readonly string[];
}

/** A file whose object must be made again because of a file that it uses; the mapping may make no object of it. */
export interface Affected {
  readonly path: string;
  readonly reason: '*RECOMPILE' | '*UPDATE';
  /** At most ten, files that still exist and nearer ones first. */
  readonly because: readonly AffectedBy[];
  /** True if only deleted files, or files that may not have changed, affect it: nothing is requested. */
  readonly onlyReported: boolean;
  /** True if a name on the way may mean another file. */
  readonly ambiguous: boolean;
}

/** Why something is unknown, in a sentence. */
export type Unknown = { readonly unknown: string };

/** Turns a caught Problem into a value: its message as `unknown`. Throws any other error again. */
export function toUnknown(error: unknown): Unknown {
  if (error instanceof Problem) return { unknown: error.message };
  throw error;
}

/** Finds the direct users of files. */
export type Seek = (paths: readonly string[]) => Promise<readonly Edge[] | Unknown>;

/** Most changed files that are named for an affected one. */
export const mostCauses = 10;

/** Most uses that are followed one after the other. RPG allows 32 levels of includes; real ones have ten in a row. */
const longestChain = 100;

/**
 * Returns, sorted by path, the files whose object has to be made again (or, `onlyReported`, perhaps) because of other, changed files that
 * they use, directly or through others; they may be changed themselves. Returns `unknown` if `seek` does, or if a chain of uses is longer
 * than 100. @param seek is never called twice with the same file
 */
export async function findAffected(changed: readonly ChangedFile[], objectsOf: ObjectsOf, seek: Seek) {
  const users = new Map<string, readonly Edge[]>();
  for (let round = 0; ; round += 1) {
    const steps = followChanges(listStarts(changed, users, objectsOf), users, objectsOf, 1);
    const next = steps.filter(({ path, effect }) => !users.has(path) && mustSeekUsers(path, effect, objectsOf));
    const paths = [...new Set(next.map(({ path }) => path))].toSorted();
    if (paths.length === 0) return collectAffected(changed, users, objectsOf);
    if (round === longestChain) return { unknown: `${paths[0]} is used through more than ${longestChain} others` };
    const edges = await seek(paths);
    if ('unknown' in edges) return edges;
    const found = Map.groupBy(edges, ({ used }) => used);
    for (const path of paths) users.set(path, found.get(path) ?? []);
  }
}

/**
 * True if the users of a file have to be found, as this effect on it may affect them: always for `exports` and `grown`; for `bound` and
 * `shown` of a file with an object, or of a stand-in path, if it may make a *BNDDIR; for `compiled`, and without object, if canBeUsed.
 */
function mustSeekUsers(path: string, effect: Start['effect'], objectsOf: ObjectsOf): boolean {
  const objects = objectsOf(path);
  if ((effect === 'bound' || effect === 'shown') && (objects.length > 0 || isStandInPath(path)))
    return mayMakeOneOf(path, objectsOf, ['*BNDDIR']);
  return effect === 'exports' || effect === 'grown' || canBeUsed(path, objects);
}

/** Returns starts of changed files that may have users: `compiled`; also `exports` (binder source), `grown` (*SRVPGM's compiled source). */
function listStarts(changed: readonly ChangedFile[], users: Users, objectsOf: ObjectsOf): Start[] {
  return changed.flatMap(({ path }): Start[] => {
    if (users.get(path)?.length === 0) return [];
    const compiled: Start = { path, effect: 'compiled' };
    if (isBinderSource(path)) return [compiled, { path, effect: 'exports' }];
    // A service program made from a source exports what the source does.
    const exports = canBeIncluded(path) && objectsOf(path).some((object) => findObjectType(path, object) === '*SRVPGM');
    return exports ? [compiled, { path, effect: 'grown' }] : [compiled];
  });
}

/** Returns one entry, sorted by path, for each file that another, changed file affects (see isAffected); none for a stand-in path. */
function collectAffected(changed: readonly ChangedFile[], users: Users, objectsOf: ObjectsOf): Affected[] {
  // Separate, so that deleted files never crowd out those that ask for a request.
  const steps = [false, true].flatMap((deleted) => {
    const files = changed.filter((file) => file.deleted === deleted);
    return followChanges(listStarts(files, users, objectsOf), users, objectsOf, mostCauses)
      .filter(({ path, source }) => path !== source && !isStandInPath(path))
      .filter((step) => isAffected(step, users, objectsOf))
      .map((step) => ({ ...step, deleted }));
  });
  return [...Map.groupBy(steps, ({ path }) => path)]
    .map(([path, all]) => buildAffected(path, all))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

/**
 * True if the effect makes a file's object be made again: `compiled`, if it has an object or, left out, a name that says it makes one, and
 * surely no source includes it; another effect, if it has an object that is, or may be, a *PGM or *SRVPGM.
 */
function isAffected({ path, effect }: ReachStep, users: Users, objectsOf: ObjectsOf): boolean {
  const objects = objectsOf(path);
  if (effect !== 'compiled') return makesOneOf(path, objects, ['*PGM', '*SRVPGM']);
  const isIncluded = users.get(path)?.some(({ kind }) => kind === 'include') ?? true;
  return objects.length > 0 || (!isIncluded && isCompiled(path));
}

type Cause = ReachStep & Pick<AffectedBy, 'deleted'>;

/**
 * Makes a file's entry from all steps that reach it, with one cause for each changed file, ten at most. `onlyReported`: each step is
 * `shown` or of a deleted file. *RECOMPILE if a step (but for `onlyReported`, one of the others) has the effect `compiled`, else *UPDATE.
 */
function buildAffected(path: string, steps: readonly Cause[]): Affected {
  const asks = ({ deleted, effect }: Cause) => !deleted && effect !== 'shown';
  const onlyReported = !steps.some(asks);
  const asking = onlyReported ? steps : steps.filter(asks);
  const bySource = Map.groupBy(steps, ({ source }) => source);
  const causes = [...bySource.values()]
    .flatMap((ways) => ways.find(({ effect }) => effect === 'compiled') ?? ways[0] ?? [])
    .slice(0, mostCauses);
  return {
    path,
    reason: asking.some(({ effect }) => effect === 'compiled') ? '*RECOMPILE' : '*UPDATE',
    because: causes.map(toAffectedBy),
    onlyReported,
    ambiguous: causes.some(({ ambiguous }) => ambiguous),
  };
}

/** Returns the changed file that is the cause; in `via` the files between, first the one that the affected file itself uses. */
function toAffectedBy({ source, use, deleted, before }: Cause): AffectedBy {
  const via: string[] = [];
  for (let on = before; on !== null && on.before !== null; on = on.before) via.push(on.path);
  return { path: source, use, via, deleted };
}
