import { anyName, deriveFileNames, toFolder } from './names.ts';
import { canBeIncluded, detectLanguage } from './source-uses.ts';
import type { SayingSource } from './use.ts';

/** True for a makefile (also `Rules.mk`), CL, or commands (such as `.ilepgm`), by the path: it may state what objects are made of. */
export const isBuildSource = (path: string): boolean =>
  ['Rules.mk', 'makefile', 'commands', 'CL'].includes(detectLanguage(path) ?? '');

/**
 * Returns by path which of `paths` (sources) become a `program` or a `module`, as build sources state for objects of the name of a source.
 * A *PGM of the name that is bound from a module of the same name is a program. Else a module of the name that is made, or bound into any
 * object, means a module, and a *PGM made from the source alone a program; left out if both or neither hold. A *PGM with an ILEPGM file of
 * its name never counts. If several paths have the same name, only build sources in their own folder count.
 */
export function findProgramsAndModules(build: readonly SayingSource[], paths: readonly string[]) {
  const modules = new Set<string>();
  const programs = new Set<string>();
  // Programs bound from the module of their name.
  const bound = new Set<string>();
  const nameOf = (path: string) => deriveFileNames(path).loose;
  const withCommands = new Set(build.flatMap(({ path }) => (/\.ilepgm$/i.test(path) ? [nameOf(path)] : [])));
  for (const { path: from, said } of build) {
    const add = (names: Set<string>, name: string) => names.add(name).add(`${toFolder(from)}/${name}`);
    for (const { uses, targets, source } of said) {
      const parts = uses.flatMap(({ name }) => (name.as === 'object' && name.type === '*MODULE' ? [name.name] : []));
      for (const part of parts) add(modules, part);
      for (const { name, type } of targets ?? []) {
        // A program of any name mostly has that of its first module.
        const own = name === anyName ? parts[0] : name;
        if (type === '*MODULE') add(modules, name);
        if (type !== '*PGM' || own === undefined || withCommands.has(own)) continue;
        if (parts.includes(own)) add(bound, own);
        else if (parts.length === 0 && source !== null && canBeIncluded(source)) add(programs, nameOf(source));
      }
    }
  }
  const found = new Map<string, 'program' | 'module'>();
  for (const [name, ofName] of Map.groupBy(paths, nameOf)) {
    for (const path of ofName) {
      const key = ofName.length === 1 ? name : `${toFolder(path)}/${name}`;
      if (bound.has(key)) found.set(path, 'program');
      else if (modules.has(key) !== programs.has(key)) found.set(path, modules.has(key) ? 'module' : 'program');
    }
  }
  return found;
}
