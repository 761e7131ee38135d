import type { Captures } from '../glob/match.ts';
import type { PlaceholderValues } from './templates.ts';

/** A path and its two parts, as patterns match them and placeholders name them. */
export interface PathParts {
  readonly path: string;
  /** Directory without slashes at its ends, empty at the root; `gpath` of the interface (§2.1). */
  readonly gpath: string;
  /** File name; `gfile` of the interface (§2.1). */
  readonly gfile: string;
}

/** Splits a path (slashes, no leading one) into directory and file name. */
export function pathParts(path: string): PathParts {
  const slash = path.lastIndexOf('/');
  return { path, gpath: slash < 0 ? '' : path.slice(0, slash), gfile: path.slice(slash + 1) };
}

/**
 * Returns one part of a file name (without folder): `name` up to the first `.` or `-`, without blanks at its end;
 * `stem` up to the last `.`; `ext` after that (empty without one). A separator in the first place belongs to the name,
 * as an object cannot have an empty one: `.profile` has the name `.profile`, `CUST - Customers.PF` has CUST.
 */
export function namePart(gfile: string, part: 'name' | 'stem' | 'ext'): string {
  if (part === 'name') return (/^.[^.-]*/s.exec(gfile)?.[0] ?? '').trimEnd();
  const dot = gfile.lastIndexOf('.');
  if (part === 'stem') return dot > 0 ? gfile.slice(0, dot) : gfile;
  return dot > 0 ? gfile.slice(dot + 1) : '';
}

/** What a run gives placeholders beside the file. */
export interface RunNames {
  readonly repo: string;
  readonly branch: string;
  /** The commit that is filed, in full. */
  readonly sha: string;
  readonly run: string;
}

/** The values of placeholders for one file: file, run, captures of the file rule, then those of the branch rule. */
export class FileNames implements PlaceholderValues {
  readonly file: PathParts;
  readonly #run: RunNames;
  readonly #captures: Captures;
  readonly #branchCaptures: Captures;

  /** @param captures those of the file rule */
  constructor(file: PathParts, run: RunNames, captures: Captures, branchCaptures: Captures) {
    this.file = file;
    this.#run = run;
    this.#captures = captures;
    this.#branchCaptures = branchCaptures;
  }

  /** Returns the value of a placeholder; undefined: it has none. A name of the file or run hides a capture. */
  findValue(name: string): string | undefined {
    switch (name) {
      case 'path':
      case 'gpath':
      case 'gfile':
        return this.file[name];
      case 'name':
      case 'stem':
      case 'ext':
        return namePart(this.file.gfile, name);
      case 'repo':
      case 'branch':
      case 'sha':
      case 'run':
        return this.#run[name];
      default:
        if (Object.hasOwn(this.#captures, name)) return this.#captures[name];
        return Object.hasOwn(this.#branchCaptures, name) ? this.#branchCaptures[name] : undefined;
    }
  }
}
