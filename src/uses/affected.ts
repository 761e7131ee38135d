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
  /** How the affected file uses it, or the first file on the way to it; `bind` for what it binds by way of an include. */
  readonly use: UseKind;
  /** The files between, from the affected one to the changed one. */
  readonly via: readonly string[];
  /** True when it was deleted: what still uses it no longer compiles. */
  readonly deleted: boolean;
}

/** A file whose object has to be made again because of what it uses; the mapping may make no object of it. */
export interface Affected {
  readonly path: string;
  readonly reason: '*RECOMPILE' | '*UPDATE';
  /** At most ten, those that were not deleted and are nearest first. */
  readonly because: readonly AffectedBy[];
  /** True when only deleted files affect it, or what may or may not have changed: nothing is requested. */
  readonly onlyReported: boolean;
  /** True when a name on the way may as well mean another file. */
  readonly ambiguous: boolean;
}

/** What could not be found out, and why, in a sentence. */
export interface Unknown {
  readonly unknown: string;
}

/** Finds who uses some files, directly. */
export type Seek = (paths: readonly string[]) => Promise<readonly Edge[] | Unknown>;

/** What is known so far: a plain record that each round adds to. */
interface Search {
  readonly changed: readonly ChangedFile[];
  /** Edges by the file that is used. */
  readonly users: ReadonlyMap<string, readonly Edge[]>;
  /** Files whose users are known. */
  readonly sought: ReadonlySet<string>;
}

/** How many changed files are told of an affected one. */
export const mostCauses = 10;

/** So many uses one after the other are followed. RPG takes 32 levels of includes; real sources have ten of all kinds. */
const longestChain = 100;

/**
 * Everything that a push affects, through as many steps as there are, sorted by path; the same for every order of the
 * input. Files that the push itself changed are not in it. Nothing is sought where nothing that can be used has changed.
 *
 * @param seek is asked once a round, about all files whose users have to be known next; each file once.
 */
export async function findAffected(
  changed: readonly ChangedFile[],
  objectsOf: ObjectsOf,
  seek: Seek,
): Promise<readonly Affected[] | Unknown> {
  let search: Search = { changed, users: new Map(), sought: new Set() };
  for (let round = 0; ; round += 1) {
    const paths = nextRound(search, objectsOf);
    if (paths.length === 0) return affectedBy(search, objectsOf);
    if (round === longestChain) return { unknown: `${paths[0]} is used through more than ${longestChain} others` };
    const edges = await seek(paths);
    if ('unknown' in edges) return edges;
    search = withUsers(search, paths, edges);
  }
}

/** The files whose users have to be known next, sorted. */
function nextRound({ changed, users, sought }: Search, objectsOf: ObjectsOf): string[] {
  const steps = reach(startsOf(changed, objectsOf), (path) => users.get(path) ?? [], objectsOf, 1);
  const next = steps.filter(({ path, effect }) => !sought.has(path) && isSought(path, effect, objectsOf));
  return [...new Set(next.map(({ path }) => path))].toSorted();
}

function isSought(path: string, effect: Start['effect'], objectsOf: ObjectsOf): boolean {
  const objects = objectsOf(path);
  if (effect === 'bound' || effect === 'shown') {
    if (isTarget(path)) return path.endsWith(' *BNDDIR');
    if (objects.length > 0) return makes(path, objects, ['*BNDDIR']);
  }
  return effect === 'exports' || effect === 'grown' || canBeUsed(path, objects);
}

function withUsers(search: Search, paths: readonly string[], edges: readonly Edge[]): Search {
  const found = Map.groupBy(edges, ({ used }) => used);
  const users = new Map(search.users);
  for (const path of paths) users.set(path, found.get(path) ?? []);
  return { ...search, users, sought: new Set([...search.sought, ...paths]) };
}

function startsOf(changed: readonly ChangedFile[], objectsOf: ObjectsOf): Start[] {
  return changed.flatMap(({ path }): Start[] => {
    const compiled: Start = { path, effect: 'compiled' };
    if (isBinderSource(path)) return [compiled, { path, effect: 'exports' }];
    return isServiceProgram(path, objectsOf) ? [compiled, { path, effect: 'grown' }] : [compiled];
  });
}

/** True for a source of which a service program is made: what it exports, the service program does. */
function isServiceProgram(path: string, objectsOf: ObjectsOf): boolean {
  return canBeIncluded(path) && objectsOf(path).some((object) => typeOf(path, object) === '*SRVPGM');
}

function affectedBy({ changed, users }: Search, objectsOf: ObjectsOf): Affected[] {
  const own = new Set(changed.map(({ path }) => path));
  // Apart, so that deleted files never crowd out what asks for a request.
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

/** What a step asks for; null: its file makes no object that it could ask for. */
function reasonOf({ path, effect }: ReachStep, objectsOf: ObjectsOf): Affected['reason'] | null {
  const objects = objectsOf(path);
  if (effect === 'compiled') return objects.length > 0 ? '*RECOMPILE' : null;
  return makes(path, objects, ['*PGM', '*SRVPGM']) ? '*UPDATE' : null;
}

/** True for what compiles, and of which the mapping makes nothing: no other source includes it. */
function isUnmade({ path, effect }: ReachStep, users: Search['users'], objectsOf: ObjectsOf): boolean {
  const isIncluded = users.get(path)?.some(({ kind }) => kind === 'include') ?? true;
  return effect === 'compiled' && objectsOf(path).length === 0 && !isIncluded && compiles(path);
}

type Cause = ReachStep & Pick<AffectedBy, 'deleted'>;

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

function viaOf(step: ReachStep): string[] {
  const via: string[] = [];
  for (let on = step.before; on !== null && on.before !== null; on = on.before) via.push(on.path);
  return via;
}
