import type { Captures } from '../glob/match.ts';
import { type NameParts, nameParts, pathParts } from './names.ts';
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
  readonly path: string;
  readonly gpath: string;
  readonly gfile: string;
  readonly #run: RunNames;
  readonly #captures: readonly Captures[];
  #parts: NameParts | null = null;

  /** @param captures those of the file rule, then those of the branch rule. */
  constructor(path: string, run: RunNames, captures: readonly Captures[]) {
    const { gpath, gfile } = pathParts(path);
    this.path = path;
    this.gpath = gpath;
    this.gfile = gfile;
    this.#run = run;
    this.#captures = captures;
  }

  valueOf(name: string): string | undefined {
    switch (name) {
      case 'path':
      case 'gpath':
      case 'gfile':
        return this[name];
      case 'name':
      case 'stem':
      case 'ext':
        this.#parts ??= nameParts(this.gfile);
        return this.#parts[name];
      case 'repo':
      case 'branch':
      case 'sha':
      case 'run':
        return this.#run[name];
      default:
        return this.#captures.find((captures) => Object.hasOwn(captures, name))?.[name];
    }
  }
}
