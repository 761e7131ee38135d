/** Follows a change along the known uses. */
import { cacheByKey } from './cached.ts';
import { makesOneOf, type ObjectsOf } from './made-objects.ts';
import type { ObjectType, Use, UseKind } from './use.ts';

export interface Edge extends Pick<Use, 'kind' | 'exportsAll'> {
  readonly user: string;
  readonly used: string;
  /** True if the user names an object, not a source. */
  readonly byObject: boolean;
  /** True if the name may mean another file. */
  readonly ambiguous: boolean;
}

/**
 * How a change affects a file. `compiled`: its source or an include changed. `bound`: what is bound to it, or to the binding directory that
 * it describes, changed. `exports`: its exports changed. `grown`: it is bound again, and may export more or less. `shown`: it binds such a
 * file; only reported, as nobody can tell if anything has to be done.
 */
type Effect = 'compiled' | 'bound' | 'exports' | 'grown' | 'shown';

/** A file that a change reaches, and the step before it; null at the changed file itself. */
export interface ReachStep {
  readonly path: string;
  readonly effect: Effect;
  /** The changed file. */
  readonly source: string;
  readonly before: ReachStep | null;
  readonly use: UseKind;
  /** True if a name on the way may mean another file. */
  readonly ambiguous: boolean;
}

/** Edges by the file that is used, for all files whose users are known. */
export type Users = ReadonlyMap<string, readonly Edge[]>;

export type Start = Pick<ReachStep, 'path' | 'effect'>;

/** The effect on what binds the file, and the type of object that passes it on. */
const bound: Readonly<Record<Effect, readonly [Effect, ObjectType]>> = {
  compiled: ['bound', '*MODULE'],
  bound: ['bound', '*BNDDIR'],
  exports: ['bound', '*SRVPGM'],
  grown: ['shown', '*SRVPGM'],
  shown: ['shown', '*BNDDIR'],
};

/**
 * Returns the effect on the user of a step's file; null for none. An include passes `compiled` on and, if it makes no object, `bound` and
 * `shown`; a *FILE passes on `compiled`; a binder source named as a source, `exports`. To what binds the file goes what `bound` says for
 * its effect and type; but `grown` if it changed itself, and the user exports all of it.
 */
function decideEffect({ path, effect, before }: ReachStep, edge: Edge, objectsOf: ObjectsOf): Effect | null {
  const objects = objectsOf(path);
  // A file that the mapping leaves out may still be an object, by its extension.
  const mayMake = (type: string) => makesOneOf(path, objects.length > 0 ? objects : [{ objn: '', objt: null }], [type]);
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

/**
 * Follows changes from the changed files along uses. Returns a step for each file that is reached (also the changed ones), each effect on
 * it and each start, nearer ones first. A file gets at most `most` steps of an effect, from different starts, each by a shortest way. The
 * result does not depend on the order of starts and edges.
 */
export function followChanges(starts: readonly Start[], users: Users, objectsOf: ObjectsOf, most: number): ReachStep[] {
  const reached: ReachStep[] = [];
  const sourcesOf = cacheByKey((_effectAndPath: string) => new Set<string>());
  const isNew = ({ path, effect, source }: ReachStep) => {
    const sources = sourcesOf(`${effect} ${path}`);
    return sources.size < most && sources.size < sources.add(source).size;
  };
  let level = starts.map(
    (start): ReachStep => ({ ...start, source: start.path, before: null, use: 'include', ambiguous: false }),
  );
  while (level.length > 0) {
    const next: ReachStep[] = [];
    for (const before of sortSteps(level).filter(isNew)) {
      reached.push(before);
      for (const edge of users.get(before.path) ?? []) {
        const effect = decideEffect(before, edge, objectsOf);
        const use = effect === 'compiled' ? edge.kind : 'bind';
        const ambiguous = edge.ambiguous || before.ambiguous;
        if (effect !== null) next.push({ path: edge.user, effect, source: before.source, before, use, ambiguous });
      }
    }
    level = next;
  }
  return reached;
}

/** Sorts steps of the same distance by all their fields, so that the choice among too many does not depend on the order of edges. */
function sortSteps(steps: readonly ReachStep[]): ReachStep[] {
  const buildStepKey = ({ source, path, effect, before, use, ambiguous }: ReachStep) =>
    [source, path, effect, before?.path, before?.effect, use, ambiguous].join('\0');
  return steps
    .map((step) => [buildStepKey(step), step] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : Number(one > other)))
    .map(([, step]) => step);
}
