/** How one source uses another (§13); it decides what a change does to the user. */
export type UseKind = 'include' | 'file' | 'bind';

/** A name in a source, in upper case, without quotes and without a part that is a variable (`&LIB/CUST`). */
export type UsedName =
  /** A path in quotes, as written, with slashes: `'./qrpgleref/custl1.rpgle'`. */
  | { readonly as: 'path'; readonly name: string }
  /** A member, of a source file if one is named. The library never counts. */
  | { readonly as: 'member'; readonly file: string | null; readonly name: string }
  /** An object, of a type if the use has one. */
  | { readonly as: 'object'; readonly name: string; readonly type: ObjectType | null };

/** Object types that a use can ask for; `*FILE` is a table, a view, a display file and so on. */
export type ObjectType = '*FILE' | '*MODULE' | '*SRVPGM' | '*PGM' | '*BNDDIR';

export interface Use {
  readonly kind: UseKind;
  readonly name: UsedName;
  /** Line of the source, from 1. */
  readonly line: number;
  /** True for a name that may be the system's: a missing file is no finding. */
  readonly mayBeOfSystem?: true;
  /** True if the service program exports all that the module does: a change of the module may change its exports. */
  readonly exportsAll?: true;
}

/** An object, not its own, that a source names. Its type is `*` and a word, in upper case. */
export type UsedObject = { readonly name: string; readonly type: string };

export interface SaidUses {
  /** The objects that have these uses, in makefiles and commands; null: the source itself. */
  readonly targets: readonly UsedObject[] | null;
  /** The source that the objects are made from, as written; null: none is given. */
  readonly source: string | null;
  readonly uses: readonly Use[];
}

export type SayingSource = { readonly path: string; readonly said: readonly SaidUses[] };
