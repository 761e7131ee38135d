import type { GitPath } from '../git/git-path.ts';
import type { CreateFields } from '../interface/fields.ts';
import type { Because } from '../sentences/left-out.ts';
import type { Identity } from './identity.ts';

export interface Target {
  readonly identity: Identity;
  readonly fields: CreateFields;
  /** Present where `csqo` is the place in the compile order, which the push as a whole decides. */
  readonly isOrdered?: true;
  /** Sentences about values that the interface would not take; such a request is never sent. */
  readonly problems: readonly string[];
}

export interface NotMapped {
  readonly kind: 'leftOut';
  readonly because: Extract<Because, { code: 'noBranchRule' | 'unmapped' | 'skip' }>;
}

export type Mapped =
  | { readonly kind: 'requests'; readonly rule: string; readonly targets: readonly Target[] }
  | NotMapped;

/** The mapping, bound to one run: a path in, what it becomes out. */
export interface Mapper {
  (path: GitPath): Mapped;
  /** Tells by names alone which paths may make an object of some name; absent: any may. */
  readonly makersOf?: (objn: string) => (path: string) => boolean;
}

/** The requests that the mapping makes of a path; none for one that it leaves out. */
export function targetsOf(mapped: Mapped): readonly Target[] {
  return mapped.kind === 'requests' ? mapped.targets : [];
}
