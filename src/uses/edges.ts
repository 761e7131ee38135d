import { cacheByKey } from './cached.ts';
import { isBinderSource, isStandInPath, makesOneOf, type ObjectsOf, toStandInPath } from './made-objects.ts';
import { anyName, deriveFileNames, toFolder } from './names.ts';
import type { Edge } from './reach.ts';
import type { Resolve } from './resolve.ts';
import type { Sought } from './sought-words.ts';
import { canBeIncluded, detectLanguage } from './source-uses.ts';
import type { SaidUses, SayingSource, Use, UsedName, UsedObject } from './use.ts';

/** Most uses that are followed in a round; in real sources, all files together have fewer. */
export const mostEdges = 200_000;

/**
 * Returns the files that have the uses of a statement in the source `from`: `from` itself if `targets` is null, else the targets' makers.
 * If the statement's `source` names some makers of a target, only these; for a pattern rule (`%.pgm`), only makers that fit its pattern.
 */
export function listStatementUsers({ targets, source }: SaidUses, from: string, resolve: Resolve): readonly string[] {
  if (targets === null) return [from];
  const named = source === null ? [] : resolve(from, { kind: 'file', name: { as: 'path', name: source } });
  return targets.flatMap((target) => {
    const makers = listMakers(target, resolve);
    if (target.name === anyName) return makers.filter((path) => isMadeByPattern(path, source ?? anyName, from));
    const meant = makers.filter((path) => named.includes(path));
    return meant.length > 0 ? meant : makers;
  });
}

/** True for a file in or below the folder of the makefile `from` that fits `source` in any case; `src/%.c` means `/src/` anywhere. */
function isMadeByPattern(path: string, source: string, from: string): boolean {
  const [before = '', after = ''] = source.toUpperCase().split(anyName);
  const folder = `/${toFolder(from)}/`.replace('//', '/').toUpperCase();
  const name = `/${path.toUpperCase()}`;
  return !isStandInPath(path) && name.startsWith(folder) && name.endsWith(after) && name.includes(`/${before}`);
}

/** Returns the files that make an object (anyName: any of its type); for a named *PGM, *SRVPGM, *BNDDIR without one its stand-in path. */
export function listMakers(target: UsedObject, resolve: Resolve): readonly string[] {
  const makers = resolve('', { kind: 'bind', name: { as: 'object', ...target } as UsedName });
  const path = toStandInPath(target);
  return makers.length === 0 && isStandInPath(path) && target.name !== anyName ? [path] : makers;
}

/**
 * Returns edges from each file that uses a wanted one (`user`) to that (`used`), each once, none from a file to itself: by what sources
 * state, and of service programs by their name. null: over 200,000 stated uses and files found for them. @param sources none repeats a use
 */
export function collectEdges(
  wanted: readonly string[],
  sources: readonly SayingSource[],
  { mayMean }: Sought,
  resolve: Resolve,
  objectsOf: ObjectsOf,
): Edge[] | null {
  const isWanted = new Set(wanted);
  const edges = new Map<string, Edge>();
  const addEdge = (edge: Edge) => {
    const { user, used, kind, byObject, ambiguous, exportsAll } = edge;
    if (!isWanted.has(used) || user === used) return;
    edges.set(`${kind} ${byObject} ${ambiguous} ${exportsAll} ${user}\0${used}`, edge);
  };
  // Most sources state the same.
  const meantBy = cacheByKey(({ uses }: SaidUses) => uses.filter(({ name }) => mayMean(name)));
  const statements = sources.flatMap(({ path, said }) => said.map((one) => ({ from: path, one })));
  let looked = 0;
  for (const { from, one } of statements) {
    const meant = meantBy(one);
    for (const user of meant.length === 0 ? [] : listStatementUsers(one, from, resolve)) {
      for (const { kind, name, exportsAll } of meant) {
        const used = resolve(user, { kind, name }, from);
        looked += 1 + used.length;
        if (looked > mostEdges) return null;
        const about = { user, kind, byObject: name.as === 'object', ambiguous: used.length > 1 };
        for (const path of used) addEdge({ ...about, used: path, ...(exportsAll ? { exportsAll } : {}) });
      }
    }
  }
  for (const edge of collectDefaultEdges(wanted, statements, resolve, objectsOf)) addEdge(edge);
  return [...edges.values()];
}

/** Returns edges from service programs to wanted files so named: binder source, unless they export *ALL; modules, if they state none. */
function collectDefaultEdges(
  wanted: readonly string[],
  statements: readonly { readonly from: string; readonly one: SaidUses }[],
  resolve: Resolve,
  objectsOf: ObjectsOf,
): Edge[] {
  const binding = statements.filter(({ one }) => one.uses.some(namesModule));
  const explained = new Set(binding.flatMap(({ one }) => (one.targets ?? []).map(toStandInPath)));
  const exporting = statements.filter(({ one }) => one.uses.some(({ exportsAll }) => exportsAll === true));
  const exportingAll = new Set(exporting.flatMap(({ from, one }) => listStatementUsers(one, from, resolve)));
  const buildDefaultEdges = (name: string, used: string, byObject: boolean, isUser: (path: string) => boolean) => {
    const makers = resolve(used, { kind: 'bind', name: { as: 'object', name, type: '*SRVPGM' } }).filter(isUser);
    return makers.map((user): Edge => ({ user, used, kind: 'bind', byObject, ambiguous: makers.length > 1 }));
  };
  // What is itself made from a binder source, as from a moved one, has its exports from there.
  const isMadeFrom = (path: string) => !isBinderSource(path) && !exportingAll.has(path);
  return wanted.flatMap((used) => [
    ...(isBinderSource(used) ? buildDefaultEdges(deriveFileNames(used).loose, used, false, isMadeFrom) : []),
    ...objectsOf(used)
      .filter((object) => makesOneOf(used, [object], ['*MODULE']))
      .filter(({ objn }) => !explained.has(toStandInPath({ name: objn.toUpperCase(), type: '*SRVPGM' })))
      .flatMap(({ objn }) => buildDefaultEdges(objn, used, true, isBoundByDefault)),
  ]);
}

export const namesModule = ({ name }: Use): boolean => name.as === 'object' && name.type === '*MODULE';

/** True if a service program of this file binds by default the module of its name: no compiler's source, commands or stand-in path. */
export const isBoundByDefault = (path: string): boolean =>
  !canBeIncluded(path) && detectLanguage(path) !== 'commands' && !isStandInPath(path);
