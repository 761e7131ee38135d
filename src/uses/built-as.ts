import { called } from './called.ts';
import { canBeIncluded, languageOf } from './source-uses.ts';
import type { SaidUses, UsedName } from './use.ts';

/** A source that may state what objects are made of: a makefile, commands, or CL. */
export interface BuildSource {
  readonly path: string;
  readonly said: readonly SaidUses[];
}

/** True for a source that may state what objects are made of. */
export function isBuildSource(path: string): boolean {
  return ['Rules.mk', 'makefile', 'commands', 'CL'].includes(languageOf(path) ?? '');
}

/**
 * Returns a function that tells what build sources make of a source, by its name: a module, if something binds or makes
 * that; a program, if it is made from this source alone, or is bound from this module and has no other file. Null: they
 * say neither, or both.
 */
export function builtAs(sources: readonly BuildSource[]): (path: string) => 'program' | 'module' | null {
  const modules = new Set<string>();
  const programs = new Set<string>();
  // Programs bound from the module of their name.
  const bound = new Set<string>();
  for (const { uses, targets, source } of sources.flatMap(({ said }) => said)) {
    const parts = new Set(uses.flatMap(({ name }) => moduleName(name)));
    for (const part of parts) modules.add(part);
    for (const { name, type } of targets ?? []) {
      if (type === '*MODULE') modules.add(name);
      else if (type === '*PGM' && parts.has(name)) bound.add(name);
      else if (type === '*PGM' && parts.size === 0 && source !== null && canBeIncluded(source)) {
        programs.add(called(source).loose);
      }
    }
  }
  for (const { path } of sources) if (/\.ilepgm$/i.test(path)) bound.delete(called(path).loose);
  return (path) => {
    const name = called(path).loose;
    if (bound.has(name)) return 'program';
    if (modules.has(name) === programs.has(name)) return null;
    return modules.has(name) ? 'module' : 'program';
  };
}

function moduleName(name: UsedName): string[] {
  return name.as === 'object' && name.type === '*MODULE' ? [name.name] : [];
}
