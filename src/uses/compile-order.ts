import { Problem } from '../errors.ts';
import type { Repository } from '../git/repository.ts';
import type { TreeSide } from '../git/tree.ts';
import type { Mapper } from '../plan/mapper.ts';
import type { PlannedRequest } from '../plan/planned.ts';
import type { Notice } from '../sentences/notice.ts';
import { cached } from './cached.ts';
import { isBoundByDefault, usersOf } from './edges.ts';
import { makes, type ObjectsOf } from './made-objects.ts';
import { namesAny, type Resolve } from './resolve.ts';
import { embeddedTables } from './source-uses.ts';
import type { Use } from './use.ts';
import { type UsesAtHead, usesAtHead } from './uses-at-head.ts';
import type { SayingSource } from './uses-of-paths.ts';

/**
 * Adds to requests their place in the compile order as `csqo`, where the mapping asks for it (design §13), with a
 * notice for each circle. Each application and level has its own order, without deletes and paths that are no text.
 * @param headTree lists all files of `head`.
 * @throws Problem('git') if a source cannot be read or searched.
 */
export async function withCompileOrder(
  { repository, mapper, head }: { readonly repository: Repository; readonly mapper: Mapper; readonly head: string },
  requests: readonly PlannedRequest[],
  headTree: () => Promise<readonly TreeSide[]>,
): Promise<{ readonly requests: readonly PlannedRequest[]; readonly notices: readonly Notice[] }> {
  const compiled = requests.filter(({ reason, path }) => reason !== '*DELETE' && path.raw === null);
  const tree = await headTree();
  const uses = usesAtHead(repository, mapper, { commit: head, tree: { all: () => tree }, deleted: [] });
  const used = await usedThrough(
    compiled.map(({ path }) => path.text),
    uses,
  ).catch(withoutOrder);
  const notices: Notice[] = [];
  const places = new Map<PlannedRequest, number>();
  // What shares a target can share an RFP.
  for (const group of Map.groupBy(compiled, ({ identity }) => `${identity.appl} ${identity.lvl}`).values()) {
    const order = compileOrder(
      group.map(({ path }) => path.text),
      (path) => used.get(path) ?? [],
    );
    for (const request of group) places.set(request, order.places.get(request.path.text) ?? 1);
    notices.push(...order.circles.map((circle): Notice => ({ code: 'compileCircle', paths: circle })));
  }
  const ordered = requests.map((request) => {
    const csqo = request.isOrdered === true ? places.get(request) : undefined;
    return csqo === undefined ? request : { ...request, fields: { ...request.fields, csqo } };
  });
  return { requests: ordered, notices };
}

/** Throws the error again, a Problem of Git with the remedy. */
function withoutOrder(error: unknown): never {
  if (!(error instanceof Problem) || error.code !== 'git') throw error;
  throw new Problem('git', error.message, 'Leave "{order}" out of the mapping for this push.');
}

/** Places in the compile order. */
export interface CompileOrder {
  /** `{order}` by path: 1 for a file that uses none of the others, else one more than the greatest of those it uses. */
  readonly places: ReadonlyMap<string, number>;
  /** The files of each circle, which use each other and have no order; sorted. */
  readonly circles: readonly (readonly string[])[];
}

/** Returns the places of files of one RFP; those of a circle share one. What a file outside of `paths` uses counts, too. */
export function compileOrder(paths: readonly string[], usesOf: (path: string) => readonly string[]): CompileOrder {
  const wanted = new Set(paths);
  const places = new Map<string, number>();
  const circles: string[][] = [];
  for (const group of circlesFirst([...wanted].toSorted(), usesOf)) {
    const own = group.filter((path) => wanted.has(path));
    const below = group.flatMap(usesOf).map((used) => places.get(used) ?? 0);
    const place = below.reduce((most, one) => Math.max(most, one), 0) + (own.length > 0 ? 1 : 0);
    for (const path of group) places.set(path, place);
    if (own.length > 1) circles.push(own.toSorted());
  }
  return {
    places: new Map([...wanted].map((path) => [path, places.get(path) ?? 1])),
    circles: circles.toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1)),
  };
}

/** Groups `paths` and all that they lead to by which use each other, each group after all that it uses (Kosaraju's algorithm). */
function circlesFirst(paths: readonly string[], usesOf: (path: string) => readonly string[]): string[][] {
  const all = inDepth(paths, usesOf, new Set());
  const users = Map.groupBy(
    all.flatMap((user) => usesOf(user).map((used) => ({ user, used }))),
    ({ used }) => used,
  );
  const seen = new Set<string>();
  const usersOfPath = (path: string) => (users.get(path) ?? []).map(({ user }) => user);
  const groups = all.toReversed().map((path) => inDepth([path], usersOfPath, seen));
  return groups.filter((group) => group.length > 0).toReversed();
}

/** Returns the unseen paths that some lead to, each after all that it leads to; adds them to `seen`. Of any depth. */
function inDepth(starts: readonly string[], nextOf: (path: string) => readonly string[], seen: Set<string>): string[] {
  const done: string[] = [];
  const way: { readonly path: string; readonly next: Iterator<string> }[] = [];
  const enter = (path: string) => {
    if (seen.has(path)) return;
    seen.add(path);
    way.push({ path, next: nextOf(path).values() });
  };
  for (const start of starts) {
    enter(start);
    for (let last = way.at(-1); last !== undefined; last = way.at(-1)) {
      const { value, done: isDone } = last.next.next();
      if (isDone !== true) enter(value);
      else done.push((way.pop() ?? last).path);
    }
  }
  return done;
}

/**
 * Returns the files that each file uses directly, never itself, for these files and all that they lead to: what it
 * states, what makefiles and commands state for it, tables in embedded SQL, and a service program's module by default.
 * Used files without a source are looked for in SQL scripts. @throws Problem('git') if a content cannot be read.
 */
async function usedThrough(paths: readonly string[], sources: UsesAtHead): Promise<Map<string, readonly string[]>> {
  const { read, text, bring, objectsOf } = sources;
  const readAll = async (found: readonly string[]) => {
    await bring(found);
    return Promise.all(found.map(async (path) => ({ path, said: (await read(path)).said })));
  };
  const resolve = await sources.resolver();
  const ofTargets = linksOf(await readAll(await sources.binding()), resolve);
  const found = new Map<string, readonly string[]>();
  let ahead = [...new Set(paths)];
  while (ahead.length > 0) {
    const step = (await readAll(ahead)).map(async ({ path, said }) => {
      const own = said.filter(({ targets }) => targets === null).flatMap(({ uses }) => uses);
      const links = ofTargets.get(path) ?? [];
      const bindsModules = own.some(isOfModule) || links.some((one) => one.bindsModules);
      const byDefault = bindsModules ? [] : defaultModuleUses(path, objectsOf);
      return { path, uses: [...own, ...embeddedTables(path, await text(path)), ...byDefault], links };
    });
    const all = await Promise.all(step);
    await readAll(await sources.scripts(unansweredFiles(all, resolve)));
    for (const { path, uses, links } of all) {
      const used = [...uses.flatMap((use) => resolve(path, use)), ...links.flatMap((link) => link.used)];
      found.set(
        path,
        [...new Set(used)].filter((one) => one !== path),
      );
    }
    ahead = [...new Set(ahead.flatMap((path) => found.get(path) ?? []))].filter((path) => !found.has(path));
  }
  return found;
}

/** The uses that a makefile or a command states for objects, resolved once for all of them. */
interface MakefileLinks {
  readonly used: readonly string[];
  readonly bindsModules: boolean;
}

const isOfModule = ({ name }: Use): boolean => name.as === 'object' && name.type === '*MODULE';

/** Resolves what makefiles and commands state for objects, by the file that makes each; own uses are left out. */
function linksOf(binding: readonly SayingSource[], resolve: Resolve): Map<string, MakefileLinks[]> {
  const byUser = new Map<string, MakefileLinks[]>();
  for (const { path: from, said } of binding) {
    for (const one of said.filter(({ targets }) => targets !== null)) {
      const isPattern = one.uses.some(({ name }) => namesAny(name));
      const linksAs = cached((user: string) => ({
        used: [...new Set(one.uses.flatMap((use) => resolve(user, use, from)))],
        bindsModules: one.uses.some(isOfModule),
      }));
      for (const user of usersOf(one, from, resolve)) {
        const links = linksAs(isPattern ? user : '');
        const known = byUser.get(user);
        if (known === undefined) byUser.set(user, [links]);
        else known.push(links);
      }
    }
  }
  return byUser;
}

/** Returns the use of the module that a service program has by default; none unless isBoundByDefault. */
function defaultModuleUses(path: string, objectsOf: ObjectsOf): Use[] {
  if (!isBoundByDefault(path)) return [];
  return objectsOf(path)
    .filter((object) => makes(path, [object], ['*SRVPGM']))
    .map(({ objn }) => ({ kind: 'bind', name: { as: 'object', name: objn.toUpperCase(), type: '*MODULE' }, line: 1 }));
}

/** Returns the names of used files, each once, that no file has. */
function unansweredFiles(step: readonly { path: string; uses: readonly Use[] }[], resolve: Resolve): string[] {
  const names = step.flatMap(({ path, uses }) =>
    uses.flatMap((use) =>
      use.kind === 'file' && use.name.as === 'object' && resolve(path, use).length === 0 ? [use.name.name] : [],
    ),
  );
  return [...new Set(names)];
}
