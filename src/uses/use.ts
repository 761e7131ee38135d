/** How one source uses another (§13): what must be done with the user follows from it. */
export type UseKind = 'include' | 'file' | 'bind';

/**
 * What a source names, in the compiler's own terms. Names are in upper case, without quotes; a name with a variable in
 * it (`&LIB/CUST`) loses that part.
 */
export type UsedName =
  /** A path in quotes, as written, with slashes: `'./qrpgleref/custl1.rpgle'`. */
  | { readonly as: 'path'; readonly path: string }
  /** A member: of a source file, where one is named. The library is never looked at. */
  | { readonly as: 'member'; readonly file: string | null; readonly member: string }
  /** An object: of a type, where the use tells it. */
  | { readonly as: 'object'; readonly name: string; readonly type: ObjectType | null };

/** Object types that a use can ask for; `*FILE` is a table, a view, a display file and so on. */
export type ObjectType = '*FILE' | '*MODULE' | '*SRVPGM' | '*PGM' | '*BNDDIR';

/** One use, and where it stands. */
export interface Use {
  readonly kind: UseKind;
  readonly name: UsedName;
  /** Line of the source, from 1. */
  readonly line: number;
}
