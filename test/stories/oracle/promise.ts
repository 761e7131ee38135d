import type { Seen } from './seen.ts';

/** When a promise is asked for: after each run, or after one that looked at all of its branch and has nothing to excuse. */
export type Moment = 'every run' | 'whole run';

/** Something that a run must have kept: a pure function of what was seen gives each breach as a sentence. */
export interface Promised {
  /** What is promised, as failures are called. */
  readonly name: string;
  /** Where the design says so. */
  readonly design: string;
  readonly when: Moment;
  readonly broken: (seen: Seen) => readonly string[];
}

/** Something that is wrong. */
export interface Breach {
  /** The same for failures of one sort. */
  readonly kind: string;
  readonly text: string;
}
