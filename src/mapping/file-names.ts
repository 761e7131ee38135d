import type { Captures } from '../glob/match.ts';
import { namePart, type PathParts } from './names.ts';
import type { PlaceholderValues } from './templates.ts';

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
