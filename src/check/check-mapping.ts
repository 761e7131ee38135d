import { checkSendablePath } from '../git/git-path.ts';
import type { TreeSide } from '../git/tree.ts';
import type { CompiledMapping } from '../mapping/compile.ts';
import { findMarks } from '../mapping/marks.ts';
import { formatIdentity, identifyObject, toIdentityKey } from '../plan/identity.ts';
import type { MappingRun } from '../plan/mapper.ts';
import { needsNoContent } from '../plan/planned.ts';
import type { LineOf } from '../yaml/read-yaml.ts';
import { findIdleBranchRules, findIdleFileRules } from './idle-rules.ts';
import { findPartlyUnmapped, type MappedRequest, mapFiles } from './mapped-files.ts';
import type { Remark } from './remark.ts';
import { chooseBranchToTry, chooseSampleBranches } from './sample-branches.ts';
import { findLevelWarnings, findValueWarnings, findWithheldFields } from './values.ts';

/** What a valid mapping is checked against. */
interface CheckInput extends Pick<MappingRun, 'repo' | 'set'> {
  readonly compiled: CompiledMapping;
  readonly lineOf: LineOf;
  readonly tracked: readonly TreeSide[];
  /** The mapping file itself, if Git does not track it yet: a rule that reaches it is in use. */
  readonly untracked: TreeSide | null;
  /** Short names of the branches that this clone knows. */
  readonly branches: readonly string[];
  /** The branch that the run is about; null: none. */
  readonly current: string | null;
}

export type CheckFindings = Readonly<ReturnType<typeof checkMapping>>;

/**
 * Checks what a valid mapping makes of the tracked files (design §2, §5) on sample branches. Findings of a kind are in the order of the
 * mapping, or of Git's files. If no branch has a branch rule, a warning says so; files are tried without one, values and collisions not.
 * Returns in `unmapped` the files that have no rule on any branch tried, in `tracked` how many regular files Git tracks.
 */
export function checkMapping(input: CheckInput) {
  const { compiled, lineOf, repo, branches, current, set } = input;
  const { mapping } = compiled;
  const nothingFiled =
    mapping.branches?.length === 0
      ? '`branches` is an empty list: nothing is filed for any branch. Without the list every branch is filed'
      : 'no branch of this clone, and no sample branch, matches a branch rule: values are not checked';
  const known = [...new Set([...branches, ...(current === null ? [] : [current])])];
  const found = chooseSampleBranches(compiled, known, current);
  const samples = found.length > 0 ? found : [chooseBranchToTry(found, current)];
  const { files, requests: all } = mapFiles(compiled, input.tracked, samples, { repo, set });
  const requests = found.length > 0 ? all : [];
  const own = mapFiles(compiled, input.untracked === null ? [] : [input.untracked], samples, { repo, set }).files;
  const ofFiles = findIdleFileRules({ compiled, files: [...files, ...own], samples, repo }, lineOf);
  const idle = [...findIdleBranchRules(compiled, known, lineOf), ...ofFiles];
  return {
    unmapped: files.flatMap(({ path, rules }) => (rules.values().every((rule) => rule === null) ? [path.text] : [])),
    unreached: idle.filter(({ by }) => by === undefined),
    shadowed: idle.filter(({ by }) => by !== undefined),
    collisions: findCollisions(requests),
    warnings: [
      ...findMarks(mapping, lineOf).map(({ path, value, line = null }): Remark => {
        return { line, message: `${path} is still the placeholder ${value}: replace it, or nothing is filed` };
      }),
      ...(found.length > 0 ? [] : [{ line: lineOf(['branches']) ?? null, message: nothingFiled }]),
      ...findLevelWarnings(compiled, set, lineOf),
      ...findPartlyUnmapped(files),
      ...findWithheldFields(requests, lineOf),
      ...findValueWarnings(requests, lineOf),
    ],
    tracked: files.length,
  };
}

/**
 * Returns the objects that several requests of one sample branch make; of findings with the same files and rules only the first. Requests
 * with problems do not count, unless the name of their file cannot be sent, even if more is wrong. If one request for an object is a
 * `*MIGRATE` (or has no `rsn`), those that need no content (`*RECOMPILE`, `*UPDATE`) do not count.
 */
function findCollisions(requests: readonly MappedRequest[]) {
  const named = requests.filter(({ path, problems }) => problems.length === 0 || checkSendablePath(path) !== null);
  const groups = Map.groupBy(named, ({ branch, fields }) => `${branch}\n${toIdentityKey(identifyObject(fields))}`);
  const collisions = new Map<string, { object: string; paths: string[]; rules: string[] }>();
  for (const all of groups.values()) {
    const migrated = all.some(({ fields }) => (fields.rsn ?? '*MIGRATE') === '*MIGRATE');
    const group = migrated ? all.filter(({ fields }) => !needsNoContent(fields.rsn)) : all;
    const [first] = group;
    if (first === undefined || group.length === 1) continue;
    const paths = [...new Set(group.map(({ path }) => path.text))];
    const rules = [...new Set(group.map(({ rule }) => rule))];
    const key = JSON.stringify([paths, rules]);
    if (!collisions.has(key))
      collisions.set(key, { object: formatIdentity(identifyObject(first.fields)), paths, rules });
  }
  return [...collisions.values()];
}
