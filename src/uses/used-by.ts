import { cached } from './cached.ts';
import { isBoundByDefault, usersOf } from './edges.ts';
import { makes, type ObjectsOf } from './made-objects.ts';
import { namesAny, type Resolve } from './resolve.ts';
import type { Sources } from './seek-users.ts';
import type { SaidUses, Use } from './use.ts';

/** The sources to search. */
export interface UsedIn extends Pick<Sources, 'objectsOf' | 'read' | 'bring'> {
  readonly resolve: Resolve;
  /** Returns the tables that the embedded SQL of a source names, after which it has to be compiled. */
  readonly tables: (path: string) => Promise<readonly Use[]>;
  /** Reads the scripts that may create files of these names, which no file has. */
  readonly findScripts: (names: readonly string[]) => Promise<void>;
}

/**
 * Returns the files that each file uses directly, never itself, for these files and all that they lead to: what it
 * states, what makefiles and commands state for it, tables in embedded SQL, and a service program's module by default. Used
 * files without a source are looked for in SQL scripts before names are resolved.
 * @param binding the uses that makefiles and commands state, by source.
 */
export async function usedThrough(
  paths: readonly string[],
  binding: ReadonlyMap<string, readonly SaidUses[]>,
  sources: UsedIn,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { resolve, objectsOf } = sources;
  const ofTargets = linksOf(binding, resolve);
  const found = new Map<string, readonly string[]>();
  let ahead = [...new Set(paths)];
  while (ahead.length > 0) {
    await sources.bring(ahead);
    const step = await Promise.all(
      ahead.map(async (path) => {
        const { said } = await sources.read(path);
        const own = said.filter(({ targets }) => targets === null).flatMap(({ uses }) => uses);
        const links = ofTargets.get(path) ?? [];
        const bindsModules = own.some(isOfModule) || links.some((one) => one.bindsModules);
        const uses = [
          ...own,
          ...(await sources.tables(path)),
          ...(bindsModules ? [] : defaultModuleUses(path, objectsOf)),
        ];
        return { path, uses, links };
      }),
    );
    await sources.findScripts(unansweredFiles(step, resolve));
    for (const { path, uses, links } of step) {
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
function linksOf(binding: ReadonlyMap<string, readonly SaidUses[]>, resolve: Resolve): Map<string, MakefileLinks[]> {
  const byUser = new Map<string, MakefileLinks[]>();
  for (const [from, said] of binding) {
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
