import { isBinderSource, isTarget, makes, type ObjectsOf, pathOfTarget } from './made-objects.ts';
import { anyName, called, folderOf } from './names.ts';
import type { Edge } from './reach.ts';
import type { Resolve } from './resolve.ts';
import type { SoughtNames } from './sought-words.ts';
import { canBeIncluded, languageOf } from './source-uses.ts';
import type { SaidUses, Use, UsedName, UsedObject } from './use.ts';

/** Most uses that are followed in a round; in real sources, all files together have fewer. */
export const mostEdges = 200_000;

/**
 * Returns the files whose uses a source at `from` states: itself, or the makers of the objects that it names. If
 * `source` names some of the makers, only these; for a pattern rule, only makers that fit its pattern.
 */
export function usersOf({ targets, source }: SaidUses, from: string, resolve: Resolve): readonly string[] {
  if (targets === null) return [from];
  const named = source === null ? [] : resolve(from, { kind: 'file', name: { as: 'path', path: source } });
  return targets.flatMap((target) => {
    const makers = makersOf(target, resolve);
    if (target.name === anyName) return makers.filter((path) => isMadeByPattern(path, source ?? anyName, from));
    const meant = makers.filter((path) => named.includes(path));
    return meant.length > 0 ? meant : makers;
  });
}

/** True for a file below the makefile `from` that a pattern rule (`%.rpgle`, `src/%.rpgle`) may make its object from. Ignores case. */
function isMadeByPattern(path: string, source: string, from: string): boolean {
  const [before = '', after = ''] = source.toUpperCase().split(anyName);
  const folder = `/${folderOf(from)}/`.replace('//', '/').toUpperCase();
  const name = `/${path.toUpperCase()}`;
  return !isTarget(path) && name.startsWith(folder) && name.endsWith(after) && name.includes(`/${before}`);
}

/**
 * Returns the files that make an object which a makefile or command names. Without one, the object's own stand-in path
 * (pathOfTarget) if it is a program, service program or binding directory, else nothing.
 */
export function makersOf(target: UsedObject, resolve: Resolve): readonly string[] {
  const { name, type } = target;
  const makers = resolve('', { kind: 'bind', name: { as: 'object', name, type } as UsedName });
  const path = pathOfTarget(target);
  return makers.length === 0 && isTarget(path) && name !== anyName ? [path] : makers;
}

/** Collects who uses the wanted files. */
export class Edges {
  readonly #wanted: ReadonlySet<string>;
  readonly #sought: SoughtNames;
  /** The uses of what a source states that may mean a wanted file: most sources state the same. */
  readonly #meant = new Map<SaidUses, readonly Use[]>();
  readonly #resolve: Resolve;
  readonly #edges = new Map<string, Edge>();
  /** Objects of which a source says what modules they are bound from. */
  readonly #explained = new Set<string>();
  /** Files that make service programs which export everything. */
  readonly #exportsAll = new Set<string>();
  #looked = 0;

  constructor(wanted: ReadonlySet<string>, sought: SoughtNames, resolve: Resolve) {
    this.#wanted = wanted;
    this.#sought = sought;
    this.#resolve = resolve;
  }

  /** True after more than mostEdges uses and meanings: from then on no more are added. */
  get isTooMany(): boolean {
    return this.#looked > mostEdges;
  }

  /** Adds the uses that a source at `from` states, if they mean a wanted file; remembers which objects it binds. */
  add(from: string, said: readonly SaidUses[]): void {
    for (const one of said) {
      const isBinding = one.uses.some(({ name }) => name.as === 'object' && name.type === '*MODULE');
      if (isBinding) for (const target of one.targets ?? []) this.#explained.add(pathOfTarget(target));
      if (one.uses.some(({ exportsAll }) => exportsAll === true)) {
        for (const user of usersOf(one, from, this.#resolve)) this.#exportsAll.add(user);
      }
      const meant = this.#meant.get(one) ?? this.#meantBy(one);
      this.#meant.set(one, meant);
      if (meant.length === 0) continue;
      for (const user of usersOf(one, from, this.#resolve)) {
        for (const use of meant) this.#addUse(user, use, from);
        if (this.isTooMany) return;
      }
    }
  }

  #meantBy({ uses }: SaidUses): readonly Use[] {
    const meant = uses.filter(({ name }) => this.#sought.mayMean(name));
    return [...new Map(meant.map((use) => [JSON.stringify([use.kind, use.name, use.exportsAll]), use])).values()];
  }

  /** Adds an edge to each wanted file that a use means, except to the user itself, unless there are too many. */
  #addUse(user: string, use: Use, from: string): void {
    const used = this.#resolve(user, use, from);
    this.#looked += 1 + used.length;
    if (this.isTooMany) return;
    const { kind, name, exportsAll } = use;
    const more = exportsAll === true ? { exportsAll } : {};
    for (const path of used) {
      this.#addEdge({ user, used: path, kind, byObject: name.as === 'object', ambiguous: used.length > 1, ...more });
    }
  }

  #addEdge(edge: Edge): void {
    const { user, used, kind, byObject, ambiguous, exportsAll } = edge;
    if (!this.#wanted.has(used) || user === used) return;
    this.#edges.set(`${kind} ${byObject} ${ambiguous} ${exportsAll} ${user}\0${used}`, edge);
  }

  /** Adds the service program of a binder source's name as its user, unless it has a binder source itself or exports everything. */
  addBinder(used: string): void {
    const isMadeFrom = (path: string) => !isBinderSource(path) && !this.#exportsAll.has(path);
    const makers = this.#serviceProgram(called(used).loose, used).filter(isMadeFrom);
    for (const user of makers)
      this.#addEdge({ user, used, kind: 'bind', byObject: false, ambiguous: makers.length > 1 });
  }

  /** Adds service programs as users of the module of their name, the default of their command, unless a source states their modules. */
  addNamesakes(used: string, objectsOf: ObjectsOf): void {
    const modules = objectsOf(used).filter((object) => makes(used, [object], ['*MODULE']));
    for (const { objn } of modules) {
      if (this.#explained.has(pathOfTarget({ name: objn.toUpperCase(), type: '*SRVPGM' }))) continue;
      const makers = this.#serviceProgram(objn, used).filter(isBoundByDefault);
      for (const user of makers)
        this.#addEdge({ user, used, kind: 'bind', byObject: true, ambiguous: makers.length > 1 });
    }
  }

  #serviceProgram(name: string, path: string): readonly string[] {
    return this.#resolve(path, { kind: 'bind', name: { as: 'object', name, type: '*SRVPGM' } });
  }

  /** Returns the collected edges, in the order in which they were found, each once. */
  all(): Edge[] {
    return [...this.#edges.values()];
  }
}

/** True for a file that names no modules for what it makes, as a binder source: no source of a compiler or of commands, no stand-in. */
export function isBoundByDefault(path: string): boolean {
  return !canBeIncluded(path) && languageOf(path) !== 'commands' && !isTarget(path);
}
