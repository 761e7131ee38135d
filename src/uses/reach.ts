/** How far a change reaches, along the uses that are known so far. */

import { makes, type ObjectsOf } from './made-objects.ts';
import type { ObjectType, UseKind } from './use.ts';

/** One source uses another. */
export interface Edge {
  readonly user: string;
  readonly used: string;
  readonly kind: UseKind;
  /** True when the user names an object, not a source. */
  readonly byObject: boolean;
  /** True when the name may as well mean another file. */
  readonly ambiguous: boolean;
  /** True where the user exports all that the used one does. */
  readonly exportsAll?: true;
}

/**
 * What happened to a file: what it compiles from has changed; something that is bound to it has, or to what it
 * describes; what it exports has; it was bound again, and may export more or less; that is so of what it binds, which is
 * only shown: nobody can tell whether anything has to be done.
 */
export type Effect = 'compiled' | 'bound' | 'exports' | 'grown' | 'shown';

/** A file that a change reaches, and the step before it; null at the changed file itself. */
export interface ReachStep {
  readonly path: string;
  readonly effect: Effect;
  /** The changed file. */
  readonly source: string;
  readonly before: ReachStep | null;
  readonly use: UseKind;
  /** True when some name on the way may as well mean another file. */
  readonly ambiguous: boolean;
}

/** Where a change begins. */
export type Start = Pick<ReachStep, 'path' | 'effect'>;

/** What each effect is to what binds the file, and the type of object through which it goes on. */
const bound: Readonly<Record<Effect, readonly [Effect, ObjectType]>> = {
  compiled: ['bound', '*MODULE'],
  bound: ['bound', '*BNDDIR'],
  exports: ['bound', '*SRVPGM'],
  grown: ['shown', '*SRVPGM'],
  shown: ['shown', '*BNDDIR'],
};

/** What the user of a file has of its effect; null: nothing. */
function passedOn({ path, effect, before }: ReachStep, edge: Edge, objectsOf: ObjectsOf): Effect | null {
  const objects = objectsOf(path);
  // What the mapping leaves out may be an object all the same, by its extension.
  const mayMake = (type: string) => makes(path, objects.length > 0 ? objects : [{ objn: '', objt: null }], [type]);
  if (edge.kind === 'include') {
    // Control options that name a binding directory may stand in an include.
    if (effect === 'bound' || effect === 'shown') return objects.length === 0 ? effect : null;
    return effect === 'compiled' ? 'compiled' : null;
  }
  if (edge.kind === 'file') return effect === 'compiled' && mayMake('*FILE') ? 'compiled' : null;
  // A binder source, which its service program names by its path or member.
  if (effect === 'exports' && !edge.byObject) return 'exports';
  const [next, type] = bound[effect];
  if (!mayMake(type)) return null;
  // A recompiled object exports what it did before.
  const mayGrow = effect === 'compiled' && before === null;
  return mayGrow && edge.exportsAll === true ? 'grown' : next;
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/**
 * Every file that the starts reach, the nearest first, each with the shortest ways from at most `most` of them. The
 * same for every order of starts and edges.
 *
 * @param usersOf the edges to the users of a path.
 */
export function reach(
  starts: readonly Start[],
  usersOf: (path: string) => readonly Edge[],
  objectsOf: ObjectsOf,
  most: number,
): ReachStep[] {
  const reached: ReachStep[] = [];
  const known = new Map<string, Set<string>>();
  const isNew = ({ path, effect, source }: ReachStep) => {
    const key = `${effect} ${path}`;
    const sources = known.get(key) ?? new Set();
    known.set(key, sources);
    if (sources.size >= most || sources.has(source)) return false;
    sources.add(source);
    return true;
  };
  let level = starts.map(
    (start): ReachStep => ({ ...start, source: start.path, before: null, use: 'include', ambiguous: false }),
  );
  while (level.length > 0) {
    const next: ReachStep[] = [];
    for (const step of level.toSorted(byWay).filter(isNew)) {
      reached.push(step);
      for (const edge of usersOf(step.path)) {
        const effect = passedOn(step, edge, objectsOf);
        if (effect !== null) next.push(stepTo(edge, effect, step));
      }
    }
    level = next;
  }
  return reached;
}

function stepTo({ user, kind, ambiguous }: Edge, effect: Effect, before: ReachStep): ReachStep {
  return {
    path: user,
    effect,
    source: before.source,
    before,
    use: effect === 'compiled' ? kind : 'bind',
    ambiguous: ambiguous || before.ambiguous,
  };
}

/** Ways of one length: by the changed file first, so that the same ones are left out where there are too many. */
function byWay(one: ReachStep, other: ReachStep): number {
  return (
    compare(one.source, other.source) ||
    compare(one.path, other.path) ||
    compare(one.effect, other.effect) ||
    compare(one.before?.path ?? '', other.before?.path ?? '') ||
    compare(one.before?.effect ?? '', other.before?.effect ?? '') ||
    compare(one.use, other.use) ||
    Number(one.ambiguous) - Number(other.ambiguous)
  );
}
