/** What a story has seen so far: all that a promise is judged by. */
import type { History, Push, StoryCommit } from '../history.ts';
import type { StoryMapping } from '../mapping.ts';
import type { Setting } from '../setting.ts';
import type { RunTold } from '../told.ts';
import type { Held } from './held.ts';
import type { ObjectKey } from './makers.ts';
import type { Change, Ownership } from './ownership.ts';

/** A mapping, and how many commits there were when it came. */
export interface MappingThen {
  readonly mapping: StoryMapping;
  readonly since: number;
}

/** Where the record of a branch began; null: with the empty tree. */
export interface Begun {
  readonly at: StoryCommit | null;
  /** Where it began before an older run began it earlier. */
  readonly later: readonly StoryCommit[];
}

/** What the troubles of a story leave unknown, so that nobody can be blamed for it. */
export interface Doubts {
  /** Names of objects whose create may have been made without its answer arriving. */
  readonly lost: ReadonlySet<string>;
  /** Names of objects that were filed by a run whose ledger took nothing. */
  readonly unrecorded: ReadonlySet<string>;
  /** Branches with a run that did not end with all that it did in the ledger. */
  readonly broken: ReadonlySet<string>;
  /** Branches whose record began, or ended, nobody knows how. */
  readonly hazy: ReadonlySet<string>;
  /** Pushes, by the number of their run, with such a run. */
  readonly brokenRuns: ReadonlySet<string>;
}

export interface RunSeen {
  readonly command: 'file' | 'release' | 'neighbour';
  readonly branch: string;
  readonly push: Push | null;
  readonly head: StoryCommit;
  /** Number of the host. */
  readonly id: number;
  readonly told: RunTold;
  /** Nothing went wrong in it, and it looked at all that is owed. */
  readonly isCalm: boolean;
  /** It ran with a range, or without a ledger. */
  readonly isNarrow: boolean;
  /** It was stopped while another ran. */
  readonly wasFrozen: boolean;
  /** No secret that it has sealed the record of its branch. */
  readonly isSealedByOther: boolean;
  /** `fail`: it may only change what its own record has. */
  readonly onConflict: Setting['onConflict'];
  /** A branch of which a run is under way beside this one: its requests are waited for (design §8). */
  readonly beside: string | null;
  readonly changed: readonly Change[];
  /** What the service held when it began. */
  readonly before: Held;
  /** Where its branch was at the remote. */
  readonly tip: StoryCommit | null;
  /** It is one of the last runs, in which nothing is left to wait for. */
  readonly isLast: boolean;
  /** For `release`: with `--live`. */
  readonly live: boolean;
}

export interface Seen {
  readonly history: History;
  readonly held: Held;
  readonly owners: Ownership;
  readonly mappings: readonly MappingThen[];
  readonly begun: ReadonlyMap<string, Begun>;
  /** The commit up to which the last whole run of each branch looked. */
  readonly settled: ReadonlyMap<string, StoryCommit>;
  /**
   * What a branch has left to the request of another, by branch and object: the contents it had then. Each stays settled
   * until the branch changes it (design §8 "a request that another branch goes on with").
   */
  readonly handed: ReadonlyMap<string, ReadonlySet<string | null>>;
  readonly doubts: Doubts;
  readonly run: RunSeen;
}

export function mappingOf({ mappings }: Seen): StoryMapping {
  const last = mappings.at(-1);
  if (last === undefined) throw new Error('no mapping');
  return last.mapping;
}

/** The name of something handed over. */
export function handedName(branch: string, key: ObjectKey): string {
  return `${branch} ${key}`;
}
