import { Problem } from '../errors.ts';
import { canBeUsed, compiles, isBinderSource, isTarget, makes, type ObjectsOf, typeOf } from './made-objects.ts';
import { type Edge, type ReachStep, reach, type Start } from './reach.ts';
import { canBeIncluded } from './source-uses.ts';
import type { UseKind } from './use.ts';

/** A file that the push changed; a rename is its old path, deleted, and its new one. */
export interface ChangedFile {
  readonly path: string;
  readonly deleted: boolean;
}

/** A changed file that affects another, and how. */
export interface AffectedBy {
  /** The changed file. */
  readonly path: string;
  /** How the affected file uses it, or the first file on the way to it; `bind` for what it binds through an include. */
  readonly use: UseKind;
  /** The files between, from the affected one to the changed one. */
  readonly via: readonly string[];
  /** True if it was deleted: its users no longer compile. */
  readonly deleted: boolean;
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
export interface Unknown {
  readonly unknown: string;
}

/** Returns the message of a Problem as `unknown`; throws any other error. */
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
 * Finds all files that a push affects, over any number of steps, sorted by path; the same for every order of the input.
 * Leaves out files that the push itself changed. Unknown if `seek` says so, or if uses go on after 100 rounds.
 * @param seek is called once a round, with all files whose users have to be known next; each file once, never none.
 */
export async function findAffected(
  changed: readonly ChangedFile[],
  objectsOf: ObjectsOf,
  seek: Seek,
): Promise<readonly Affected[] | Unknown> {
  const users: Users = new Map();
  for (let round = 0; ; round += 1) {
    const paths = nextRound(changed, users, objectsOf);
    if (paths.length === 0) return collectAffected(changed, users, objectsOf);
    if (round === longestChain) return { unknown: `${paths[0]} is used through more than ${longestChain} others` };
    const edges = await seek(paths);
    if ('unknown' in edges) return edges;
    const found = Map.groupBy(edges, ({ used }) => used);
    for (const path of paths) users.set(path, found.get(path) ?? []);
  }
}

/** Edges by the file that is used, for all files whose users are known. */
type Users = Map<string, readonly Edge[]>;

/** Returns the files that the change reaches so far and whose users have to be known next, sorted, each once. */
function nextRound(changed: readonly ChangedFile[], users: Users, objectsOf: ObjectsOf): string[] {
  const steps = reach(startsOf(changed, objectsOf), (path) => users.get(path) ?? [], objectsOf, 1);
  const next = steps.filter(({ path, effect }) => !users.has(path) && isSought(path, effect, objectsOf));
  return [...new Set(next.map(({ path }) => path))].toSorted();
}

/** True if the users of a file have to be known: what only binds again passes nothing on, except a binding directory. */
function isSought(path: string, effect: Start['effect'], objectsOf: ObjectsOf): boolean {
  const objects = objectsOf(path);
  if (effect === 'bound' || effect === 'shown') {
    if (isTarget(path)) return path.endsWith(' *BNDDIR');
    if (objects.length > 0) return makes(path, objects, ['*BNDDIR']);
  }
  return effect === 'exports' || effect === 'grown' || canBeUsed(path, objects);
}

/** Returns each file as `compiled`; binder source also as `exports`, a source of a service program also as `grown`. */
function startsOf(changed: readonly ChangedFile[], objectsOf: ObjectsOf): Start[] {
  return changed.flatMap(({ path }): Start[] => {
    const compiled: Start = { path, effect: 'compiled' };
    if (isBinderSource(path)) return [compiled, { path, effect: 'exports' }];
    return isServiceProgram(path, objectsOf) ? [compiled, { path, effect: 'grown' }] : [compiled];
  });
}

/** True for a source that is compiled into a service program, which exports what the source does. */
function isServiceProgram(path: string, objectsOf: ObjectsOf): boolean {
  return canBeIncluded(path) && objectsOf(path).some((object) => typeOf(path, object) === '*SRVPGM');
}

/** Returns the affected files that make an object, or are compiled without one, sorted by path; none of the changed files. */
function collectAffected(changed: readonly ChangedFile[], users: Users, objectsOf: ObjectsOf): Affected[] {
  const own = new Set(changed.map(({ path }) => path));
  // Separate, so that deleted files never crowd out those that ask for a request.
  const steps = [false, true].flatMap((deleted) => {
    const starts = startsOf(
      changed.filter((file) => file.deleted === deleted),
      objectsOf,
    );
    return reach(starts, (path) => users.get(path) ?? [], objectsOf, mostCauses)
      .filter(({ path }) => !own.has(path) && !isTarget(path))
      .filter((step) => reasonOf(step, objectsOf) !== null || isUnmade(step, users, objectsOf))
      .map((step) => ({ ...step, deleted }));
  });
  return [...Map.groupBy(steps, ({ path }) => path)]
    .map(([path, all]) => affectedFile(path, all, objectsOf))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

/** Returns *RECOMPILE for `compiled`, *UPDATE for others on a (service) program; null: it makes no such object. */
function reasonOf({ path, effect }: ReachStep, objectsOf: ObjectsOf): Affected['reason'] | null {
  const objects = objectsOf(path);
  if (effect === 'compiled') return objects.length > 0 ? '*RECOMPILE' : null;
  return makes(path, objects, ['*PGM', '*SRVPGM']) ? '*UPDATE' : null;
}

/** True for a compiled source that the mapping leaves out, and nothing includes; false if its users are unknown. */
function isUnmade({ path, effect }: ReachStep, users: Users, objectsOf: ObjectsOf): boolean {
  const isIncluded = users.get(path)?.some(({ kind }) => kind === 'include') ?? true;
  return effect === 'compiled' && objectsOf(path).length === 0 && !isIncluded && compiles(path);
}

type Cause = ReachStep & Pick<AffectedBy, 'deleted'>;

/** Combines all steps that reach a file. Existing files decide the reason; if only deleted ones or `shown` reach it, it is only reported. */
function affectedFile(path: string, steps: readonly Cause[], objectsOf: ObjectsOf): Affected {
  const asks = ({ deleted, effect }: Cause) => !deleted && effect !== 'shown';
  const onlyReported = !steps.some(asks);
  const asking = onlyReported ? steps : steps.filter(asks);
  const recompiled = asking.some((step) => reasonOf(step, objectsOf) === '*RECOMPILE');
  const bySource = Map.groupBy(steps, ({ source }) => source);
  const causes = [...bySource.values()]
    .flatMap((ways) => ways.find(({ effect }) => effect === 'compiled') ?? ways[0] ?? [])
    .slice(0, mostCauses);
  return {
    path,
    reason: recompiled || objectsOf(path).length === 0 ? '*RECOMPILE' : '*UPDATE',
    because: causes.map((step) => ({ path: step.source, use: step.use, via: viaOf(step), deleted: step.deleted })),
    onlyReported,
    ambiguous: causes.some(({ ambiguous }) => ambiguous),
  };
}

/** Returns the files between a step's file and the changed one, neither of them included. */
function viaOf(step: ReachStep): string[] {
  const via: string[] = [];
  for (let on = step.before; on !== null && on.before !== null; on = on.before) via.push(on.path);
  return via;
}
