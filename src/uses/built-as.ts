import { anyName, folderOf, namesOfFile } from './names.ts';
import { canBeIncluded, languageOf } from './source-uses.ts';
import type { SaidUses, UsedName } from './use.ts';

/** A source that may state what objects are made of: a makefile, commands, or CL. */
export interface BuildSource {
  readonly path: string;
  readonly said: readonly SaidUses[];
}

/** True if the path is that of a makefile, a commands source or CL: it may state what objects are made of. */
export function isBuildSource(path: string): boolean {
  return ['Rules.mk', 'makefile', 'commands', 'CL'].includes(languageOf(path) ?? '');
}

/**
 * Decides which of `paths` become a program or a module by what build sources state, and returns these by path. Module: one of
 * its name is made or bound. Program: made from this source alone, or bound from the module of its name without an ILEPGM file.
 * Left out: others, and what is made in both ways. If paths share a name, only statements in their folder count.
 */
export function builtAs(build: readonly BuildSource[], paths: readonly string[]): Map<string, 'program' | 'module'> {
  const modules = new Set<string>();
  const programs = new Set<string>();
  // Programs bound from the module of their name.
  const bound = new Set<string>();
  const nameOf = (path: string) => namesOfFile(path).loose;
  const withCommands = new Set(build.flatMap(({ path }) => (/\.ilepgm$/i.test(path) ? [nameOf(path)] : [])));
  for (const { path: from, said } of build) {
    const add = (names: Set<string>, name: string) => names.add(name).add(`${folderOf(from)}/${name}`);
    for (const { uses, targets, source } of said) {
      const parts = uses.flatMap(({ name }) => moduleName(name));
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
      const key = ofName.length === 1 ? name : `${folderOf(path)}/${name}`;
      if (bound.has(key)) found.set(path, 'program');
      else if (modules.has(key) !== programs.has(key)) found.set(path, modules.has(key) ? 'module' : 'program');
    }
  }
  return found;
}

/** Returns the name of a module as a list of one; empty for any other name. */
function moduleName(name: UsedName): string[] {
  return name.as === 'object' && name.type === '*MODULE' ? [name.name] : [];
}
