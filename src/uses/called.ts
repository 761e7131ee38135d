/** The names by which sources refer to a file. */
import { namePart, pathParts } from '../mapping/names.ts';

/** The names of a file, all in upper case. */
export interface Called {
  /** `CUST.PGM.RPGLE` */
  readonly base: string;
  /** Names that certainly mean it: the base name, and the text before its last and its first dot. */
  readonly strict: readonly string[];
  /** The name before a description: `CUST` of `cust-Customer_file.table`. All strict ones begin with it. */
  readonly loose: string;
  /** The text after the last dot; empty without one. */
  readonly extension: string;
  /** The folder, which has the name of the source file; empty at the root. */
  readonly folder: string;
}

/** Returns the names of the file at a path, which need not exist. A dot in the first place begins no extension. */
export function called(path: string): Called {
  const { gpath, gfile } = pathParts(path.toUpperCase());
  const [name, stem, ext] = [namePart(gfile, 'name'), namePart(gfile, 'stem'), namePart(gfile, 'ext')];
  const dot = gfile.indexOf('.', 1);
  return {
    base: gfile,
    strict: [gfile, stem, dot < 0 ? gfile : gfile.slice(0, dot)],
    loose: name,
    extension: ext,
    folder: gpath.slice(gpath.lastIndexOf('/') + 1),
  };
}
