/** Tracked files that no rule reaches. */

import { counted, some } from '../counted.ts';
import type { MappedFile } from './mapped-files.ts';
import type { Remark } from './remark.ts';

/** Files that no rule reaches on any branch that is filed. */
export function unmappedFiles(files: readonly MappedFile[]): MappedFile[] {
  return files.filter(({ rules }) => rules.size > 0 && [...rules.values()].every((rule) => rule === null));
}

/** Files that have a rule on one branch and none on another. */
export function partlyUnmapped(files: readonly MappedFile[]): Remark[] {
  const found = files.flatMap(({ path, rules }) => {
    const without = [...rules].filter(([, rule]) => rule === null).map(([branch]) => ({ branch, path: path.text }));
    return without.length === rules.size ? [] : without;
  });
  return [...Map.groupBy(found, ({ branch }) => branch)].map(([branch, of]) => {
    const files = `${counted(of.length, 'file')} that other branches file: ${some(of.map(({ path }) => path))}`;
    return { line: null, message: `on branch ${branch} no rule reaches ${files}` };
  });
}

/** A line for the paths of each directory and extension, as a person would write a rule for them, the largest group first. */
export function pathLines(paths: readonly string[]): string[] {
  const groups = Map.groupBy(paths, (path) => {
    const slash = path.lastIndexOf('/');
    const dot = path.lastIndexOf('.');
    const ext = dot > slash + 1 ? path.slice(dot) : '';
    return `${path.slice(0, slash + 1)}*${ext}`;
  });
  return [...groups]
    .toSorted(([one, ofOne], [other, ofOther]) => ofOther.length - ofOne.length || (one < other ? -1 : 1))
    .map(([pattern, found]) => `${pattern}  ${counted(found.length, 'file')}: ${some(found)}`);
}
