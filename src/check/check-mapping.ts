import { unsendableName } from '../git/git-path.ts';
import type { TreeSide } from '../git/tree.ts';
import type { CompiledMapping } from '../mapping/compile.ts';
import { placeholdersIn } from '../mapping/placeholders.ts';
import { identityKey, identityOf, identityText } from '../plan/identity.ts';
import { needsNoContent } from '../plan/planned.ts';
import { idleBranchRules, idleFileRules } from './idle-rules.ts';
import { levelWarnings } from './levels.ts';
import { type MappedRequest, mapFiles, partlyUnmapped, unmappedFiles } from './mapped-files.ts';
import { type Collision, type IdleRule, isShadowed, type LineOf, type Remark, type ShadowedRule } from './remark.ts';
import { branchToTry, sampleBranches } from './sample-branches.ts';
import { valueWarnings, withheldWarnings } from './values.ts';

/** What a valid mapping is checked against. */
export interface CheckInput {
  readonly compiled: CompiledMapping;
  readonly lineOf: LineOf;
  readonly tracked: readonly TreeSide[];
  /** The mapping file itself, if Git does not track it yet: a rule that reaches it is in use. */
  readonly untracked: TreeSide | null;
  /** ID of the repository at the service. */
  readonly repo: string;
  /** Short names of the branches that this clone knows. */
  readonly branches: readonly string[];
  /** The branch that the run is about; null: none. */
  readonly current: string | null;
  /** `--set`. */
  readonly set: Readonly<Record<string, string | null>>;
}

export interface CheckFindings {
  /** How many regular files Git tracks. */
  readonly tracked: number;
  readonly unmapped: readonly string[];
  readonly unreached: readonly IdleRule[];
  readonly shadowed: readonly ShadowedRule[];
  readonly collisions: readonly Collision[];
  readonly warnings: readonly Remark[];
}

/**
 * Checks what a valid mapping makes of the tracked files (design §2, §5), on known branches and made-up ones. Pure; the
 * order is that of the mapping and of Git's files. If no branch has a branch rule, values and collisions are not checked.
 */
export function checkMapping(input: CheckInput): CheckFindings {
  const { compiled, lineOf, repo, branches, current, set } = input;
  const known = [...new Set([...branches, ...(current === null ? [] : [current])])];
  const found = sampleBranches(compiled, known, current);
  const samples = found.length > 0 ? found : [branchToTry(found, current)];
  const { files, requests: all } = mapFiles(compiled, input.tracked, samples, { repo, set });
  const requests = found.length > 0 ? all : [];
  const own = mapFiles(compiled, input.untracked === null ? [] : [input.untracked], samples, { repo, set }).files;
  const ofFiles = idleFileRules({ compiled, files: [...files, ...own], samples, repo }, lineOf);
  const idle = [...idleBranchRules(compiled, known, lineOf), ...ofFiles];
  return {
    unmapped: unmappedFiles(files).map(({ path }) => path.text),
    unreached: idle.filter((rule) => !isShadowed(rule)),
    shadowed: idle.filter(isShadowed),
    collisions: findCollisions(requests),
    warnings: [
      ...placeholderWarnings(compiled, lineOf),
      ...(found.length > 0 ? [] : [nothingFiledWarning(compiled, lineOf)]),
      ...levelWarnings(compiled, set, lineOf),
      ...partlyUnmapped(files),
      ...withheldWarnings(requests, lineOf),
      ...valueWarnings(requests, lineOf),
    ],
    tracked: files.length,
  };
}

/** Returns the warning for a mapping under which nothing is filed: `branches` is empty, or no sample branch matches. */
function nothingFiledWarning({ mapping }: CompiledMapping, lineOf: LineOf): Remark {
  const message =
    mapping.branches?.length === 0
      ? '`branches` is an empty list: nothing is filed for any branch. Without the list every branch is filed'
      : 'no branch of this clone, and no sample branch, matches a branch rule: values are not checked';
  return { line: lineOf(['branches']) ?? null, message };
}

/** Returns a warning for each field that still has a placeholder of `init`, which `file` refuses. */
function placeholderWarnings({ mapping }: CompiledMapping, lineOf: LineOf): Remark[] {
  return placeholdersIn(mapping, lineOf).map(({ path, value, line }) => ({
    line: line ?? null,
    message: `${path} still holds the placeholder ${value}, which \`file\` refuses`,
  }));
}

/**
 * Finds groups of requests that make one object, once for the same files and rules: on the first sample branch with
 * them. If one of them is migrated, those that need no content (recompilations) do not count. As in a plan, a request
 * with an invalid value names no object; one whose file name cannot be sent does.
 */
function findCollisions(requests: readonly MappedRequest[]): Collision[] {
  const named = requests.filter(({ path, problems }) => problems.length === 0 || unsendableName(path) !== null);
  const groups = Map.groupBy(named, ({ branch, fields }) => `${branch}\n${identityKey(identityOf(fields))}`);
  const collisions = new Map<string, Collision>();
  for (const all of groups.values()) {
    const migrated = all.some(({ fields }) => (fields.rsn ?? '*MIGRATE') === '*MIGRATE');
    const group = migrated ? all.filter(({ fields }) => !needsNoContent(fields.rsn)) : all;
    const [first] = group;
    if (first === undefined || group.length === 1) continue;
    const paths = [...new Set(group.map(({ path }) => path.text))];
    const rules = [...new Set(group.map(({ rule }) => rule))];
    const key = JSON.stringify([paths, rules]);
    if (!collisions.has(key)) collisions.set(key, { object: identityText(identityOf(first.fields)), paths, rules });
  }
  return [...collisions.values()];
}
