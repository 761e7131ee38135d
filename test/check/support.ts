import { type CheckFindings, checkMapping } from '../../src/check/check-mapping.ts';
import { buildCheckReport } from '../../src/commands/check.ts';
import { readSurroundings } from '../../src/environment.ts';
import { toGitPath } from '../../src/git/git-path.ts';
import type { TreeSide } from '../../src/git/tree.ts';
import { compileMapping } from '../../src/mapping/compile.ts';
import { loadMappingWithLines } from '../../src/mapping/load.ts';
import { type GivenOptions, withDefaults } from '../../src/options.ts';
import { runEnv } from '../git/support.ts';
import { silent } from '../silent.ts';

/** What a mapping, as its text, makes of files and branches. */
export interface Given {
  readonly mapping: string;
  readonly files?: readonly string[];
  readonly sides?: readonly TreeSide[];
  readonly untracked?: TreeSide;
  readonly branches?: readonly string[];
  readonly current?: string | null;
  readonly repo?: string;
  readonly set?: Readonly<Record<string, string | null>>;
}

/** A regular file as Git lists it. */
export function file(path: string, mode = '100644'): TreeSide {
  return { path: toGitPath(path), mode, oid: '1'.repeat(40) };
}

/** Reads the mapping and checks it. */
export function checked(given: Given): CheckFindings {
  const { mapping, lineOf } = loadMappingWithLines(given.mapping, 'm.yml');
  return checkMapping({
    compiled: compileMapping(mapping),
    lineOf,
    tracked: given.sides ?? (given.files ?? []).map((path) => file(path)),
    untracked: given.untracked ?? null,
    repo: given.repo ?? mapping.repo ?? 'ORDERS',
    branches: given.branches ?? ['main'],
    current: given.current === undefined ? 'main' : given.current,
    set: given.set ?? {},
  });
}

/** A mapping with one branch, `main` at ORD level 50, and these rules. */
export function withRules(...rules: readonly string[]): string {
  const head = 'version: 1\nbranches: [{ branch: main, appl: ORD, lvl: 50 }]\nrules:\n';
  return head + rules.map((rule) => `  - ${rule}\n`).join('');
}

/** `check` of a repository, as a front door calls it. */
export async function checkIn(cwd: string, options: GivenOptions = {}, env: Readonly<Record<string, string>> = runEnv) {
  return buildCheckReport({
    ...(await readSurroundings(runEnv, '.')),
    ...{ env, cwd, gitToken: undefined, token: undefined, log: silent, version: '0' },
    signal: new AbortController().signal,
    // The front door starts in its directory; here the repository is named instead.
    options: withDefaults({ 'repo-dir': cwd, ...options }),
  });
}
