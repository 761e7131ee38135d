/** Plays the properties of a subject, each for its share of the time. */
import * as fc from 'fast-check';
import { toMessage } from '../../src/errors.ts';
import type { FuzzProperty, Subject } from './subject.ts';

/** How a subject is played. */
export interface Play {
  /** 32 bits; every property starts from it. */
  readonly seed: number;
  /** Time for all its properties together. */
  readonly seconds: number;
  /** At most so many values for each property; left out: as many as the time allows. */
  readonly runs?: number;
  /** Only this property. */
  readonly property?: string;
  /** The path of fast-check to one value of that property. */
  readonly path?: string;
  /** Told before each run: which property, and the number of the run (from 0) as a path begins with it. */
  readonly onRun?: (property: string, run: number) => void;
  /** Told of the value that a path leads to, before it is tried. */
  readonly onReplay?: (value: string) => void;
}

/** Why a property does not hold. */
export interface Failure {
  /** The path of fast-check to the counterexample. */
  readonly path: string;
  /** The shrunk counterexample as JavaScript; null: it could not be had. */
  readonly counterexample: string | null;
  readonly error: string;
}

/** What came of one property. */
export interface Played {
  /** `subject/property`. */
  readonly name: string;
  readonly runs: number;
  readonly seconds: number;
  readonly failure: Failure | null;
}

/** Plays a subject; one row for each property, told as it ends. */
export async function playSubject(subject: Subject, play: Play, onPlayed: (played: Played) => void): Promise<void> {
  const began = performance.now();
  await using open = await subject.open();
  const chosen = open.properties.filter(({ name }) => play.property === undefined || name === play.property);
  if (chosen.length === 0) throw new Error(`${subject.name} has no property ${play.property}`);
  for (const [index, property] of chosen.entries()) {
    const left = play.seconds - (performance.now() - began) / 1000;
    onPlayed(await playProperty(subject.name, property, play, left / (chosen.length - index)));
  }
}

async function playProperty(subject: string, property: FuzzProperty, play: Play, seconds: number): Promise<Played> {
  const { path, seed } = play;
  const began = performance.now();
  const details = await fc.check(counted(property, play), {
    seed,
    ...(path === undefined ? {} : { path }),
    // With a path nothing else is played; a counterexample may be made smaller still.
    numRuns: path === undefined ? (play.runs ?? 2 ** 31 - 1) : 1,
    // Enough for one run at least, as a property that nothing was tried on says nothing.
    interruptAfterTimeLimit: Math.max(200, Math.ceil(seconds * 1000)),
    markInterruptAsFailure: false,
  });
  const spent = (performance.now() - began) / 1000;
  const name = `${subject}/${property.name}`;
  const isUntried = details.interrupted && details.numRuns === 0;
  if (!details.failed || isUntried) return { name, runs: details.numRuns, seconds: spent, failure: null };
  const error = details.errorInstance instanceof Error ? details.errorInstance : new Error('no value could be made');
  const failure = {
    path: details.counterexamplePath ?? '',
    counterexample: details.counterexample === null ? null : fc.stringify(details.counterexample),
    error: storyOf(error),
  };
  return { name, runs: details.numRuns, seconds: spent, failure };
}

/** The property, telling of each run; once a value has failed, it is still that one, in smaller forms. */
function counted({ name, holds }: FuzzProperty, { onRun, onReplay, path }: Play): fc.IRawProperty<unknown> {
  let runs = 0;
  let failed = false;
  const run = holds.run.bind(holds);
  const noted = <Result>(result: Result): Result => {
    // What a precondition rules out is not tried, and is no failure.
    failed ||= result !== null && !fc.PreconditionFailure.isFailure(result);
    return result;
  };
  const counting = Object.create(holds) as fc.IRawProperty<unknown>;
  counting.run = (value) => {
    if (path !== undefined && runs === 0) onReplay?.(fc.stringify(value));
    onRun?.(name, failed ? runs - 1 : runs);
    if (!failed) runs += 1;
    const result = run(value);
    return result instanceof Promise ? result.then(noted) : noted(result);
  };
  return counting;
}

/** The message and where it was thrown, without the places of fast-check and of this room's own machinery. */
function storyOf(error: Error): string {
  const places = (error.stack ?? '').split('\n').filter((line) => /^\s+at .*\.ts:/.test(line));
  const own = places.filter((line) => !line.includes(import.meta.filename)).slice(0, 8);
  return [toMessage(error), ...own].join('\n');
}
