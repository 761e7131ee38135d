import { Problem } from '../errors.ts';
import type { Repository } from '../git/repository.ts';
import type { TreeSide } from '../git/tree.ts';
import type { Mapper } from '../plan/mapper.ts';
import type { PlannedRequest } from '../plan/planned.ts';
import type { Notice } from '../sentences/notice.ts';
import { cacheByKey } from './cached.ts';
import { isBoundByDefault, listStatementUsers, namesModule } from './edges.ts';
import { makesOneOf, type ObjectsOf } from './made-objects.ts';
import { isPatternName, type Resolve } from './resolve.ts';
import { listEmbeddedTables } from './source-uses.ts';
import type { SayingSource, Use } from './use.ts';
import { openUsesAtHead, type UsesAtHead } from './uses-at-head.ts';
import { listUsedFileNames } from './uses-of-paths.ts';

/**
 * Returns all requests, those that are `isOrdered` with their place in the compile order as `csqo` (design §13), and a notice for each
 * circle. Each application and level has its own order. Deletes, and paths that are no text, get no place. @param headTree lists all files
 * of `head` @throws Problem('git') if a source cannot be read or searched, Problem('limit') if one states too many uses
 */
export async function withCompileOrder(
  { repository, mapper, head }: { readonly repository: Repository; readonly mapper: Mapper; readonly head: string },
  requests: readonly PlannedRequest[],
  headTree: () => Promise<readonly TreeSide[]>,
): Promise<{ readonly requests: readonly PlannedRequest[]; readonly notices: readonly Notice[] }> {
  const compiled = requests.filter(({ reason, path }) => reason !== '*DELETE' && path.raw === null);
  const tree = await headTree();
  const uses = openUsesAtHead(repository, mapper, { commit: head, tree: { all: () => tree }, deleted: [] });
  const paths = compiled.map(({ path }) => path.text);
  const used = await findUsedFiles(paths, uses).catch((error: unknown) => {
    if (!(error instanceof Problem) || error.code !== 'git') throw error;
    throw new Problem('git', error.message, 'Leave "{order}" out of the mapping for this push.');
  });
  const notices: Notice[] = [];
  const places = new Map<PlannedRequest, number>();
  // What shares a target can share an RFP.
  for (const group of Map.groupBy(compiled, ({ identity }) => `${identity.appl} ${identity.lvl}`).values()) {
    const ofGroup = group.map(({ path }) => path.text);
    const order = deriveCompileOrder(ofGroup, (path) => used.get(path) ?? []);
    for (const request of group) places.set(request, order.places.get(request.path.text) ?? 1);
    notices.push(...order.circles.map((circle): Notice => ({ code: 'compileCircle', paths: circle })));
  }
  const ordered = requests.map((request) => {
    const csqo = request.isOrdered === true ? places.get(request) : undefined;
    return csqo === undefined ? request : { ...request, fields: { ...request.fields, csqo } };
  });
  return { requests: ordered, notices };
}

/**
 * Computes `places` by path: one of `paths` has one more than the greatest place of what it uses, or 1; another file, through which one of
 * `paths` uses others, has just the greatest, or 0. The files of a circle, which use each other, share a place; `circles` has the `paths`
 * in each circle that holds at least two of them, sorted. @param usesOf returns the files that a file uses directly
 */
export function deriveCompileOrder(paths: readonly string[], usesOf: (path: string) => readonly string[]) {
  const wanted = new Set(paths);
  const places = new Map<string, number>();
  const circles: string[][] = [];
  for (const group of groupInOrder([...wanted].toSorted(), usesOf)) {
    const own = group.filter((path) => wanted.has(path));
    const below = group.flatMap(usesOf).reduce((most, used) => Math.max(most, places.get(used) ?? 0), 0);
    const place = below + Math.min(own.length, 1);
    for (const path of group) places.set(path, place);
    if (own.length > 1) circles.push(own.toSorted());
  }
  return { places, circles: circles.toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1)) };
}

/** Groups `paths` and all files that they use, directly or not: a circle is one group, another file a group alone; used groups first. */
function groupInOrder(paths: readonly string[], usesOf: (path: string) => readonly string[]): string[][] {
  const all = walkDown(paths, usesOf, new Set());
  const uses = all.flatMap((user) => usesOf(user).map((used) => ({ user, used })));
  const users = Map.groupBy(uses, ({ used }) => used);
  const seen = new Set<string>();
  const usersOfPath = (path: string) => (users.get(path) ?? []).map(({ user }) => user);
  const groups = all.toReversed().map((path) => walkDown([path], usersOfPath, seen));
  return groups.filter((group) => group.length > 0).toReversed();
}

/** Returns `starts` and all that they lead to by `nextOf`, each after what it leads to (but in a circle). Skips, and adds to, `seen`. */
function walkDown(starts: readonly string[], nextOf: (path: string) => readonly string[], seen: Set<string>): string[] {
  const done: string[] = [];
  const ahead = starts.toReversed().map((path) => ({ path, isLeft: false }));
  for (let at = ahead.pop(); at !== undefined; at = ahead.pop()) {
    const { path, isLeft } = at;
    if (isLeft) done.push(path);
    if (isLeft || seen.has(path)) continue;
    seen.add(path);
    ahead.push({ path, isLeft: true });
    for (const next of nextOf(path).toReversed()) ahead.push({ path: next, isLeft: false });
  }
  return done;
}

/**
 * Returns by path the files that a file uses directly, never itself, for `paths` and all files that they lead to: by what it states, by
 * what makefiles and commands state for it, tables in embedded SQL, and a service program's default module. Used files without a source are
 * looked for in SQL scripts. @throws Problem('git'), Problem('limit') as withCompileOrder
 */
async function findUsedFiles(paths: readonly string[], sources: UsesAtHead): Promise<Map<string, readonly string[]>> {
  const { readAll, text, objectsOf } = sources;
  const resolve = await sources.resolver();
  const ofTargets = resolveBindings(await readAll(await sources.binding()), resolve);
  const found = new Map<string, readonly string[]>();
  let ahead = [...new Set(paths)];
  while (ahead.length > 0) {
    const steps = (await readAll(ahead)).map(async ({ path, said }) => {
      const own = said.filter(({ targets }) => targets === null).flatMap(({ uses }) => uses);
      const links = ofTargets.get(path) ?? [];
      const bindsModules = own.some(namesModule) || links.some((one) => one.bindsModules);
      const byDefault = bindsModules ? [] : listDefaultModuleUses(path, objectsOf);
      return { path, uses: [...own, ...listEmbeddedTables(path, await text(path)), ...byDefault], links };
    });
    const all = await Promise.all(steps);
    const unfound = all.flatMap(({ path, uses }) => uses.filter((use) => resolve(path, use).length === 0));
    await readAll(await sources.scripts(listUsedFileNames(unfound)));
    for (const { path, uses, links } of all) {
      const used = new Set([...uses.flatMap((use) => resolve(path, use)), ...links.flatMap((link) => link.used)]);
      used.delete(path);
      found.set(path, [...used]);
    }
    ahead = [...new Set(ahead.flatMap((path) => found.get(path) ?? []))].filter((path) => !found.has(path));
  }
  return found;
}

/** Returns by path what build sources state for an object of that file: for each statement the files `used`, and if it names modules. */
function resolveBindings(binding: readonly SayingSource[], resolve: Resolve) {
  const links = binding.flatMap(({ path: from, said }) =>
    said.flatMap((one) => {
      if (one.targets === null) return [];
      const usedBy = cacheByKey((user: string) => [...new Set(one.uses.flatMap((use) => resolve(user, use, from)))]);
      const isPattern = one.uses.some(({ name }) => isPatternName(name));
      const bindsModules = one.uses.some(namesModule);
      const users = listStatementUsers(one, from, resolve);
      return users.map((user) => ({ user, used: usedBy(isPattern ? user : ''), bindsModules }));
    }),
  );
  return Map.groupBy(links, ({ user }) => user);
}

/** Returns uses of modules named like the file's service programs; none for a compiler's source, commands and stand-in paths. */
function listDefaultModuleUses(path: string, objectsOf: ObjectsOf): Use[] {
  if (!isBoundByDefault(path)) return [];
  return objectsOf(path)
    .filter((object) => makesOneOf(path, [object], ['*SRVPGM']))
    .map(({ objn }) => ({ kind: 'bind', name: { as: 'object', name: objn.toUpperCase(), type: '*MODULE' }, line: 1 }));
}
