/** By which names others call a file. */

import { nameParts, pathParts } from '../mapping/names.ts';

/** The names of a file, all in upper case. */
export interface Called {
  /** `CUST.PGM.RPGLE` */
  readonly base: string;
  /** What means it for sure: the base name, and what is in front of its last and of its first dot. */
  readonly strict: readonly string[];
  /** What is in front of a text, too: `CUST` of `cust-Customer_file.table`. All of the strict ones begin with it. */
  readonly loose: string;
  /** Behind the last dot; empty when there is none. */
  readonly extension: string;
  /** The folder, which is called like the source file; empty at the root. */
  readonly folder: string;
}

/** The names of the file at a path. */
export function called(path: string): Called {
  const { gpath, gfile } = pathParts(path.toUpperCase());
  const { name, stem, ext } = nameParts(gfile);
  const dot = gfile.indexOf('.', 1);
  return {
    base: gfile,
    strict: [gfile, stem, dot < 0 ? gfile : gfile.slice(0, dot)],
    loose: name,
    extension: ext,
    folder: gpath.slice(gpath.lastIndexOf('/') + 1),
  };
}
