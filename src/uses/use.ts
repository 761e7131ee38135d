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
  /** True for what the system may have: that no file of the repository answers says nothing. */
  readonly mayBeOfSystem?: true;
  /** True where all that a module exports, the service program exports: a change of the module may change that. */
  readonly exportsAll?: true;
}

/** An object that a source speaks of which is not its own. Its type is `*` and what kind it is, in upper case. */
export interface UsedObject {
  readonly name: string;
  readonly type: string;
}

/** What a source says that something uses. */
export interface SaidUses {
  /** The objects whose uses they are, as makefiles and commands list them; null: those of the source itself. */
  readonly targets: readonly UsedObject[] | null;
  /** The source that the objects are made from, as written; null: it is not said. */
  readonly source: string | null;
  readonly uses: readonly Use[];
}
