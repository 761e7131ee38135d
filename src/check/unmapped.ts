/** Tracked files that no rule reaches. */

import { counted, some } from '../counted.ts';
import type { TrackedFile } from './mapped-files.ts';
import type { Remark } from './remark.ts';

/** Files that no rule reaches on any branch that is filed. */
export function unmappedFiles(files: readonly TrackedFile[]): TrackedFile[] {
  return files.filter(({ rules }) => rules.size > 0 && [...rules.values()].every((rule) => rule === null));
}

/** Files that have a rule on one branch and none on another. */
export function partlyUnmapped(files: readonly TrackedFile[]): Remark[] {
  const byBranch = new Map<string, string[]>();
  for (const { path, rules } of files) {
    const without = [...rules].filter(([, rule]) => rule === null).map(([branch]) => branch);
    if (without.length === rules.size) continue;
    for (const branch of without) {
      const paths = byBranch.get(branch) ?? [];
      paths.push(path.text);
      byBranch.set(branch, paths);
    }
  }
  return [...byBranch].map(([branch, paths]) => ({
    line: null,
    message: `on branch ${branch} no rule reaches ${counted(paths.length, 'file')} that other branches file: ${some(paths)}`,
  }));
}

/** Files of one directory and extension, as a person would write a rule for them. */
export interface FileGroup {
  /** `QRPGLESRC/*.RPGLE`. */
  readonly pattern: string;
  readonly paths: readonly string[];
}

/** Paths by directory and extension, the largest group first. */
export function groupedPaths(paths: readonly string[]): FileGroup[] {
  const groups = Map.groupBy(paths, (path) => {
    const slash = path.lastIndexOf('/');
    const dot = path.lastIndexOf('.');
    const ext = dot > slash + 1 ? path.slice(dot) : '';
    return `${path.slice(0, slash + 1)}*${ext}`;
  });
  return [...groups]
    .map(([pattern, found]) => ({ pattern, paths: found }))
    .toSorted((one, other) => other.paths.length - one.paths.length || (one.pattern < other.pattern ? -1 : 1));
}
