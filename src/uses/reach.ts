/** How far a change reaches, along the uses that are known so far. */

import { makes, type ObjectsOf } from './made-objects.ts';
import type { UseKind } from './use.ts';

/** One source uses another. */
export interface Edge {
  readonly user: string;
  readonly used: string;
  readonly kind: UseKind;
  /** True when the user names an object, not a source. */
  readonly byObject: boolean;
  /** True when the name may as well mean another file. */
  readonly ambiguous: boolean;
}

/**
 * What happened to a file: what it compiles from has changed; something that is bound to it has, or to what it
 * describes; what it exports has.
 */
export type Effect = 'compiled' | 'bound' | 'exports';

/** A file that a change reaches, and the step before it; null at the changed file itself. */
export interface Step {
  readonly path: string;
  readonly effect: Effect;
  /** The changed file. */
  readonly source: string;
  readonly before: Step | null;
  readonly use: UseKind;
  /** True when some name on the way may as well mean another file. */
  readonly ambiguous: boolean;
}

/** Where a change begins. */
export type Start = Pick<Step, 'path' | 'effect'>;

/** What the user of a file has of its effect; null: nothing. */
function passedOn({ path, effect }: Start, edge: Edge, objectsOf: ObjectsOf): Effect | null {
  const objects = objectsOf(path);
  // What the mapping leaves out may be an object all the same, by its extension.
  const mayMake = (type: string) => makes(path, objects.length > 0 ? objects : [{ objn: '', objt: null }], [type]);
  if (edge.kind === 'include') {
    // Control options that name a binding directory may stand in an include.
    if (effect === 'bound') return objects.length === 0 ? 'bound' : null;
    return effect === 'compiled' ? 'compiled' : null;
  }
  if (edge.kind === 'file') return effect === 'compiled' && mayMake('*FILE') ? 'compiled' : null;
  if (effect === 'exports') return edge.byObject ? 'bound' : 'exports';
  return mayMake(effect === 'compiled' ? '*MODULE' : '*BNDDIR') ? 'bound' : null;
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
): Step[] {
  const reached: Step[] = [];
  const known = new Map<string, Set<string>>();
  const isNew = ({ path, effect, source }: Step) => {
    const key = `${effect} ${path}`;
    const sources = known.get(key) ?? new Set();
    known.set(key, sources);
    if (sources.size >= most || sources.has(source)) return false;
    sources.add(source);
    return true;
  };
  let level = starts.map(
    (start): Step => ({ ...start, source: start.path, before: null, use: 'include', ambiguous: false }),
  );
  while (level.length > 0) {
    const next: Step[] = [];
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

function stepTo({ user, kind, ambiguous }: Edge, effect: Effect, before: Step): Step {
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
function byWay(one: Step, other: Step): number {
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
