import type { Objects } from '../git/objects.ts';
import type { Repository } from '../git/repository.ts';
import type { LeftOut } from '../plan/planned.ts';
import type { RunInput } from './input.ts';

/** What is known of a run so far; filled as it goes, so that a run that fails still reports it. */
export interface Facts {
  /** The mapping file: its name as the user gave it, and the OID of its content. */
  mapping: { readonly path: string; readonly blob: string | null } | null;
  range: {
    repo: string | null;
    branch: string | null;
    /** OID of a commit or of the empty tree; null with `--paths`, and before the range is decided. */
    base: string | null;
    head: string | null;
    rule: string;
  } | null;
  /** Why the event leaves nothing to do. */
  nothingToFile: string | null;
  leftOut: readonly LeftOut[];
  /** How many objects that were filed before stand as they should; null: nobody looked. */
  standing: number | null;
  /** Lines for people. */
  notices: string[];
}

/** Nothing is known yet. */
export function newFacts(): Facts {
  return { mapping: null, range: null, nothingToFile: null, leftOut: [], standing: null, notices: [] };
}

/** What of a run the steps up to the plan share. */
export interface Planning {
  readonly input: RunInput;
  readonly repository: Repository;
  readonly objects: Objects;
  readonly facts: Facts;
}
