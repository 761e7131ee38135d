import { formatCount, formatNames } from '../counted.ts';
import { checkSendablePath, type GitPath } from '../git/git-path.ts';
import { isFile, type TreeSide } from '../git/tree.ts';
import type { FieldFinding } from '../interface/rules.ts';
import type { CompiledMapping } from '../mapping/compile.ts';
import { createFieldRenderer, type RenderedFields } from '../mapping/fields.ts';
import { matchFile } from '../mapping/match.ts';
import type { MappingRun } from '../plan/mapper.ts';
import type { Remark } from './remark.ts';
import type { SampleBranch } from './sample-branches.ts';

/** One request that a file would make on a sample branch. */
export interface MappedRequest extends Pick<RenderedFields, 'fields' | 'given'> {
  readonly path: GitPath;
  readonly branch: string;
  /** The branch rule that wins, as `branches[0]`. */
  readonly branchRule: string;
  readonly rule: string;
  /** Why it cannot be sent. */
  readonly problems: readonly FieldFinding[];
  /** Names of fields that `init` left open. */
  readonly open: readonly string[];
}

/** A tracked file, and which rule wins for it on each sample branch (null: none). */
export type MappedFile = { readonly path: GitPath; readonly rules: ReadonlyMap<string, string | null> };

/** Maps regular files of `tracked` on each sample branch: the rule that wins (null: none), and requests, `{sha}` and `{run}` left in. */
export function mapFiles(
  compiled: CompiledMapping,
  tracked: readonly TreeSide[],
  samples: readonly SampleBranch[],
  { repo, set }: Pick<MappingRun, 'repo' | 'set'>,
): { readonly files: readonly MappedFile[]; readonly requests: readonly MappedRequest[] } {
  const files: MappedFile[] = [];
  const requests: MappedRequest[] = [];
  for (const { path } of tracked.filter(isFile)) {
    const rules = new Map<string, string | null>();
    for (const { name: branch, match: branchMatch } of samples) {
      const match = matchFile(compiled, { path: path.text, repo, branch });
      rules.set(branch, match.kind === 'unmapped' ? null : match.rule);
      if (match.kind !== 'requests') continue;
      const { rule, captures } = match;
      const run = { repo, branch, sha: '{sha}', run: '{run}', user: null };
      const shared = { compiled, branchMatch, rule, run, set };
      for (const requestFields of match.requests) {
        const rendered = createFieldRenderer({ ...shared, requestFields }).render(path.text, captures);
        const { fields, problems: found, marks, given } = rendered;
        const name = checkSendablePath(path);
        const problems = name === null ? found : [...found, { ...name, field: 'path' }];
        const about = { path, branch, branchRule: branchMatch.rule, rule, open: Object.keys(marks) };
        requests.push({ ...about, fields, given, problems });
      }
    }
    files.push({ path, rules });
  }
  return { files, requests };
}

/** Returns a warning for each sample branch on which some files have no rule, but have one on another: how many, and the first three. */
export function findPartlyUnmapped(files: readonly MappedFile[]): Remark[] {
  const found = files.flatMap(({ path, rules }) => {
    const without = [...rules].filter(([, rule]) => rule === null).map(([branch]) => ({ branch, path: path.text }));
    return without.length === rules.size ? [] : without;
  });
  return [...Map.groupBy(found, ({ branch }) => branch)].map(([branch, of]) => {
    const files = `${formatCount(of.length, 'file')} that other branches file: ${formatNames(of.map(({ path }) => path))}`;
    return { line: null, message: `on branch ${branch} no rule reaches ${files}` };
  });
}

/** Returns a line for each directory and extension (`src/*.txt  9 files: `, three paths, `and 6 more`), the largest group first. */
export function formatPathGroups(paths: readonly string[]): string[] {
  const groups = Map.groupBy(paths, (path) => {
    const slash = path.lastIndexOf('/');
    const dot = path.lastIndexOf('.');
    const ext = dot > slash + 1 ? path.slice(dot) : '';
    return `${path.slice(0, slash + 1)}*${ext}`;
  });
  return [...groups]
    .toSorted(([one, ofOne], [other, ofOther]) => ofOther.length - ofOne.length || (one < other ? -1 : 1))
    .map(([pattern, found]) => `${pattern}  ${formatCount(found.length, 'file')}: ${formatNames(found)}`);
}
