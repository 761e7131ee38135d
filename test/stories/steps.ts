/** The steps of a story: plain data, so that a story can be printed, shortened and played again. */
import type { MappingChange } from './mapping-change.ts';
import type { Trouble } from './trouble.ts';

/** One change of a commit. A move without a text keeps the content. */
export type FileChange =
  | { readonly put: string; readonly text: string }
  | { readonly drop: string }
  | { readonly move: string; readonly to: string; readonly text?: string };

/** A step after which a branch is somewhere else at the remote. `id` names its push. */
export type PushStep = { readonly id: number; readonly branch: string } & (
  | {
      readonly do: 'commit';
      readonly what: string;
      readonly changes: readonly FileChange[];
      /** Pushed by the account whose pushes are skipped. */
      readonly bot?: true;
    }
  /** `mine`: where both have changed a file, this branch wins. */
  | {
      readonly do: 'merge';
      readonly from: string;
      readonly how: 'merge' | 'forward' | 'squash';
      readonly mine: boolean;
    }
  /** The last commit of another branch, once more here. */
  | { readonly do: 'pick'; readonly from: string }
  | { readonly do: 'rebase'; readonly onto: string }
  | { readonly do: 'reset'; readonly back: number }
  | { readonly do: 'revert'; readonly back: number }
  | { readonly do: 'create'; readonly from: string; readonly changes: readonly FileChange[] }
  | { readonly do: 'delete' }
  /** A deleted branch comes back where it was. */
  | { readonly do: 'restore' }
);

/**
 * How a run is started by hand: for the range of a push, for some files as a push has them, or for all that is owed at the tip.
 */
export type ByHand = 'range' | 'paths' | 'tip';

/** A run of a push. */
export interface RunStep {
  readonly do: 'run';
  readonly push: number;
  readonly trouble: Trouble | null;
  readonly clone: 'depth-1' | 'full';
  readonly byHand?: ByHand;
}

/** The command `release`. */
export interface ReleaseStep {
  readonly do: 'release';
  readonly branch: string;
  readonly live: boolean;
  readonly trouble: Trouble | null;
}

/** A run that is stopped at its nth call, until another run is over: of its branch, or of another. */
export interface FreezeStep {
  readonly do: 'freeze';
  readonly push: number;
  readonly call: number;
  readonly meanwhile: number;
  /** Its lease is over before the other one begins. */
  readonly isLate: boolean;
}

export type Step =
  | PushStep
  | RunStep
  | ReleaseStep
  | FreezeStep
  /** A colleague files a request by hand for the object that a file makes. */
  | { readonly do: 'colleague'; readonly branch: string; readonly path: string; readonly text: string }
  /** Another repository, whose ledger and service are the same, files a file of a branch of the same name. */
  | { readonly do: 'neighbour'; readonly branch: string; readonly path: string; readonly text: string }
  /** What stands for the object that a file makes is completed at the service, or somebody deletes it there. */
  | { readonly do: 'end'; readonly branch: string; readonly path: string; readonly how: 'complete' | 'delete' }
  /** `ledger forget`, of a path or of all of a branch (null). */
  | { readonly do: 'forget'; readonly branch: string; readonly path: string | null }
  /** The secret that seals the ledger is another one from now on; runs get the earlier one, too. */
  | { readonly do: 'rotate' }
  | { readonly do: 'mapping'; readonly change: MappingChange };
