import type { Captures } from '../glob/match.ts';

export type PathParts = Readonly<ReturnType<typeof splitPath>>;

/** Splits a path (slashes, no leading one) into `gpath`, the directory (no slash at its end, '' at root), and `gfile`, the file name. */
export function splitPath(path: string) {
  const slash = path.lastIndexOf('/');
  return { path, gpath: slash < 0 ? '' : path.slice(0, slash), gfile: path.slice(slash + 1) };
}

/**
 * Returns one part of a file name (without folder): `name` up to the first `.` or `-`, without blanks at its end; `stem` up to the last
 * `.`; `ext` after that, or ''. A separator in the first place ends none: `.profile` is name and stem; `CUST - Items.PF` has the name CUST.
 */
export function pickNamePart(gfile: string, part: 'name' | 'stem' | 'ext'): string {
  if (part === 'name') return (/^.[^.-]*/s.exec(gfile)?.[0] ?? '').trimEnd();
  const dot = gfile.lastIndexOf('.');
  if (part === 'stem') return dot > 0 ? gfile.slice(0, dot) : gfile;
  return dot > 0 ? gfile.slice(dot + 1) : '';
}

/** What a run gives placeholders beside the file; `sha` is the commit that is filed, in full. */
export type RunNames = Readonly<Record<'repo' | 'branch' | 'sha' | 'run', string>>;

/** Returns a function that finds a placeholder's value: in path (no leading slash), run, rule's, then branch's captures; or undefined. */
export function createPlaceholderLookup(path: string, run: RunNames, captures: Captures, branchCaptures: Captures) {
  const file = splitPath(path);
  return (name: string) => {
    if (name === 'path' || name === 'gpath' || name === 'gfile') return file[name];
    if (name === 'name' || name === 'stem' || name === 'ext') return pickNamePart(file.gfile, name);
    if (name === 'repo' || name === 'branch' || name === 'sha' || name === 'run') return run[name];
    if (Object.hasOwn(captures, name)) return captures[name];
    return Object.hasOwn(branchCaptures, name) ? branchCaptures[name] : undefined;
  };
}
