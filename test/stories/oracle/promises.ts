/** All that a run must have kept, one row a promise. */
import { earlyCompiles, lostCompiles } from './compiles.ts';
import { colleaguesTouched, othersTouched, twoLive } from './others.ts';
import { redWithoutNeed } from './reasons.ts';
import { notRefused, unreported, wrongEnd, wrongExitCode, wrongRelease } from './reports.ts';
import { manyRfps, outsideRfps } from './rfps.ts';
import type { Seen } from './seen.ts';
import { goneFiles, madeUpDeletes, unfiled, unsaid, wrongRequests } from './standing.ts';

/** Something that a run must have kept: a pure function of what was seen gives each breach as a sentence. */
interface Promised {
  /** What is promised, as failures are called, and where the design says so. */
  readonly name: string;
  readonly design: string;
  /** When it is asked for; `whole run`: after one that looked at all of its branch and has nothing to excuse. */
  readonly when: 'every run' | 'whole run';
  readonly broken: (seen: Seen) => readonly string[];
}

/** Something that is wrong. `kind` is the same for failures of one sort. */
export type Breach = Readonly<Record<'kind' | 'text', string>>;

export const promises: readonly Promised[] = [
  { name: 'the report says how it ended', design: '§10', when: 'every run', broken: wrongEnd },
  { name: 'the exit code is what the rows say', design: '§10', when: 'every run', broken: wrongExitCode },
  { name: 'each changed file is in the report', design: '§10', when: 'every run', broken: unreported },
  { name: 'no request made by hand is touched', design: '§8 Whose', when: 'every run', broken: colleaguesTouched },
  { name: 'no unmerged work is overwritten', design: '§8 Whose', when: 'every run', broken: othersTouched },
  { name: 'one object, one open request', design: '§6', when: 'every run', broken: twoLive },
  { name: 'one push, one RFP', design: '§7', when: 'every run', broken: manyRfps },
  { name: 'a compilation waits for its cause', design: '§13', when: 'every run', broken: earlyCompiles },
  {
    name: 'release leaves no lock, and no living branch without its requests',
    design: '§16',
    when: 'every run',
    broken: wrongRelease,
  },
  { name: 'a record that is not believed is refused', design: '§8 Sealed', when: 'every run', broken: notRefused },
  { name: 'nothing is red without need', design: '§10', when: 'whole run', broken: redWithoutNeed },
  { name: 'what stands is what the files say', design: '§8', when: 'whole run', broken: wrongRequests },
  { name: 'no migration stays for a file that is gone', design: '§8', when: 'whole run', broken: goneFiles },
  { name: 'no delete is made up', design: '§8', when: 'whole run', broken: madeUpDeletes },
  { name: 'no change is left unfiled', design: '§8', when: 'whole run', broken: unfiled },
  { name: 'what somebody else holds is said', design: '§8', when: 'whole run', broken: unsaid },
  { name: 'no compilation is lost', design: '§13', when: 'whole run', broken: lostCompiles },
  { name: 'no request is outside the RFPs in silence', design: '§7', when: 'whole run', broken: outsideRfps },
];

/** The promises that the run has broken. @param isWhole it looked at all of its branch, and has nothing to excuse. */
export function brokenPromises(seen: Seen, isWhole: boolean): Breach[] {
  return promises
    .filter(({ when }) => isWhole || when === 'every run')
    .flatMap(({ name, design, broken }) => broken(seen).map((text) => ({ kind: `${name} (design ${design})`, text })));
}
