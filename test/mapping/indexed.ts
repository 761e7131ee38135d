/** A rule of a mapping as it is found, and as it would be found without any index. */
import { matchGlob } from '../../src/glob/match.ts';
import { compileMapping } from '../../src/mapping/compile.ts';
import { matchFile } from '../../src/mapping/match.ts';
import { splitPath } from '../../src/mapping/names.ts';
import type { Mapping } from '../../src/mapping/schema.ts';

export type Rules = NonNullable<Mapping['rules']>;

export const run = { repo: 'ORDERS', branch: 'main' };
export const compile = (rules: Rules) => compileMapping({ version: 1, rules } as Mapping);

/** The same question without the index and without the lists: every pattern of every rule in turn. */
export function plainly(mapping: ReturnType<typeof compile>, path: string): string | undefined {
  const subjects = { ...splitPath(path), ...run };
  return mapping.rules?.find(({ parts }) =>
    parts.every(({ part, globs }) => globs.some((glob) => matchGlob(glob, subjects[part]) !== null)),
  )?.rule;
}

export function indexed(mapping: ReturnType<typeof compile>, path: string): string | undefined {
  const match = matchFile(mapping, { path, ...run });
  return match.kind === 'unmapped' ? undefined : match.rule;
}
