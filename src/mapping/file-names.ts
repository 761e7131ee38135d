import type { Captures } from '../glob/match.ts';
import { namePart, type PathParts } from './names.ts';
import type { Values } from './templates.ts';

/** What a run knows beside the file. */
export interface RunNames {
  readonly repo: string;
  readonly branch: string;
  /** The commit that is filed, in full. */
  readonly sha: string;
  readonly run: string;
}

/** What placeholders stand for in the values of one file; what the run knows goes before captures. */
export class FileNames implements Values {
  readonly file: PathParts;
  readonly #run: RunNames;
  readonly #captures: Captures;
  readonly #ofBranch: Captures;

  /** @param captures those of the file rule. @param ofBranch those of the branch rule, which come after them. */
  constructor(file: PathParts, run: RunNames, captures: Captures, ofBranch: Captures) {
    this.file = file;
    this.#run = run;
    this.#captures = captures;
    this.#ofBranch = ofBranch;
  }

  valueOf(name: string): string | undefined {
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
        return Object.hasOwn(this.#ofBranch, name) ? this.#ofBranch[name] : undefined;
    }
  }
}
