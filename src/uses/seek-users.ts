import { setImmediate } from 'node:timers/promises';
import type { Seek, Unknown } from './affected.ts';
import { called } from './called.ts';
import { isBinderSource, makes, type ObjectsOf, typeOf } from './made-objects.ts';
import type { Edge } from './reach.ts';
import type { Resolve } from './resolve.ts';
import { type Sought, soughtWords } from './sought-words.ts';
import { parted } from './source-index.ts';
import { languageOf } from './source-uses.ts';
import type { Use, UsedName } from './use.ts';

/** What a source says that something uses. */
export interface SaidUses {
  /** The object whose uses they are, as `Rules.mk` lists them; null: those of the source itself. */
  readonly target: { readonly name: string; readonly type: string | null } | null;
  readonly uses: readonly Use[];
}

/** Where users are looked for. */
export interface Sources {
  readonly objectsOf: ObjectsOf;
  readonly resolve: Resolve;
  /**
   * The sources in which a word or pattern stands, in whatever case, and perhaps others.
   *
   * @param pathspecs where it is enough to look; none: everywhere.
   */
  readonly search: (
    sought: Pick<Sought, 'words' | 'patterns'>,
    pathspecs: readonly string[],
  ) => Promise<readonly string[] | Unknown>;
  /** What a source says; each is asked for once. */
  readonly read: (path: string) => Promise<readonly SaidUses[]>;
}

/** As many sources are read at once. */
const atOnce = 100;

/** Where modules are named: a few files, which are searched much quicker than all sources. */
const bindingSources = ['mk', 'ilepgm', 'ilesrvpgm', 'bnddir', 'bnd', 'binder', 'cl', 'clle', 'clp'].map(
  (extension) => `:(icase)*.${extension}`,
);

/**
 * Finds the direct users of files: one search for all of a round (and one for what only binding names), then the sources
 * that they find are read whole.
 */
export function seekUsers(sources: Sources): Seek {
  const said = new Map<string, readonly SaidUses[]>();
  const isModule = (path: string) => {
    const objects = sources.objectsOf(path);
    return objects.length > 0 && objects.every((object) => typeOf(path, object) === '*MODULE');
  };
  const search = async (paths: readonly string[], pathspecs: readonly string[]) =>
    paths.length === 0 ? [] : sources.search(soughtWords(paths, sources.objectsOf), pathspecs);
  // `MODULE(*PGM)`, and no MODULE at all, do not name the module: commands that make a program of its name are read, too.
  const namesakes = (path: string) =>
    sources
      .objectsOf(path)
      .filter((object) => makes(path, [object], ['*MODULE']))
      .flatMap(({ objn }) => sources.resolve(path, { kind: 'bind', name: { as: 'object', name: objn, type: '*PGM' } }))
      .filter((maker) => languageOf(maker) === 'commands');
  let isFirst = true;
  return async (paths) => {
    // What has changed is sought first, and may be included, too; what is only compiled anew is bound.
    const [modules = [], others = []] = isFirst ? [[], paths] : parted(paths, isModule);
    isFirst = false;
    // One after the other: the first one fetches what a partial clone lacks.
    const naming = search(others, []);
    // Git begins when it has been given all of the words, which takes a turn or two.
    for (let turn = 0; turn < 2; turn += 1) await setImmediate();
    prepare(paths, sources);
    const users = await naming;
    if ('unknown' in users) return users;
    const binding = await search(modules, bindingSources);
    if ('unknown' in binding) return binding;
    const found = [...new Set([...users, ...binding, ...paths.flatMap(namesakes)])];
    const sought = soughtWords(paths, sources.objectsOf);
    const unread = found.filter((path) => !said.has(path));
    for (let at = 0; at < unread.length; at += atOnce) {
      const part = unread.slice(at, at + atOnce);
      const read = await Promise.all(part.map(sources.read));
      for (const [n, path] of part.entries()) said.set(path, read[n] ?? []);
    }
    const wanted = new Set(paths);
    const edges = [
      ...found.flatMap((path) => edgesOf(path, said.get(path) ?? [], sought, sources.resolve)),
      ...paths.filter(isBinderSource).flatMap((path) => edgesOfBinder(path, sources.resolve)),
    ];
    return distinct(edges.filter(({ user, used }) => wanted.has(used) && user !== used));
  };
}

/** Asks about some of the files themselves: what resolving needs is then made while Git searches in another process. */
function prepare(paths: readonly string[], { objectsOf, resolve }: Sources): void {
  const [include] = paths.filter((path) => objectsOf(path).length === 0);
  const [object] = paths.flatMap(objectsOf);
  if (include !== undefined) resolve('', { kind: 'include', name: { as: 'path', path: called(include).loose } });
  if (object !== undefined) resolve('', { kind: 'file', name: { as: 'object', name: object.objn, type: null } });
}

/** The uses of a source, or of what it speaks of, among those that can mean a sought file. */
function edgesOf(path: string, said: readonly SaidUses[], sought: Sought, resolve: Resolve): Edge[] {
  return said.flatMap(({ target, uses }) => {
    const meant = uses.filter(({ name }) => sought.mayMean(name));
    if (meant.length === 0) return [];
    const users = target === null ? [path] : makersOf(target, resolve);
    return users.flatMap((user) => meant.flatMap((use) => edgesOfUse(user, resolve(user, use, path), use)));
  });
}

/** The files that make an object of which a `Rules.mk` speaks. */
export function makersOf({ name, type }: NonNullable<SaidUses['target']>, resolve: Resolve): readonly string[] {
  return resolve('', { kind: 'bind', name: { as: 'object', name, type } as UsedName });
}

function edgesOfUse(user: string, paths: readonly string[], { kind, name }: Use): Edge[] {
  return paths.map((used) => ({ user, used, kind, byObject: name.as === 'object', ambiguous: paths.length > 1 }));
}

/**
 * A binder source belongs to the service program of its name, whoever makes that; but one that makes it by itself needs no
 * other, as a moved one does not need the file that it was.
 */
function edgesOfBinder(used: string, resolve: Resolve): Edge[] {
  const found = resolve(used, { kind: 'bind', name: { as: 'object', name: called(used).loose, type: '*SRVPGM' } });
  const makers = found.filter((path) => !isBinderSource(path));
  return makers.map((user) => ({ user, used, kind: 'bind', byObject: false, ambiguous: makers.length > 1 }));
}

function distinct(edges: readonly Edge[]): Edge[] {
  return [...new Map(edges.map((edge) => [JSON.stringify(edge), edge])).values()];
}
