import type { CreateFields, Reason } from '../interface/fields.ts';
import { type Identity, identityKey } from '../plan/identity.ts';
import type { Causes } from '../plan/planned.ts';

/**
 * Runs under way: what a run wrote down before its first call, so that a run killed at any point is completed by the
 * next one (design §8 "Written ahead").
 */

/** One call that a run meant to make. */
export interface IntendedCall extends Identity {
  readonly path: string;
  readonly reason: Reason;
  readonly blob: string | null;
  readonly objectId: number | null;
  /** What a create was to send, without its RFP, pipeline keys and vref: a probe is compared with it. */
  readonly sent: CreateFields | null;
  readonly added: boolean;
  /** Present for a request that a change of what its file uses asked for. */
  readonly causes?: Causes;
  /** Present for a withdrawal: the request may be out of its RFP and unlocked. */
  readonly withdraws?: true;
  /** Present for a call of an earlier branch of this name: it tells whose a request is, and asks for nothing. */
  readonly closed?: true;
  /** Present for one that no seal vouches for: it proves nothing but together with what the service answers. */
  readonly claimed?: true;
}

/** A run that has begun and not ended, as far as the ledger knows. */
export interface RunUnderWay {
  /** The run as vref names it, `4711-1`. */
  readonly run: string;
  /** The host's number of the run, the same for every attempt; null outside CI. */
  readonly id: string | null;
  readonly attempt: number;
  /** Tells apart two jobs of one run; a later start of the same job has another one, too. */
  readonly instance: string;
  readonly head: string;
  /** Until when it counts as alive without being heard of; ISO 8601. */
  readonly until: string;
  readonly calls: readonly IntendedCall[];
  /** Present where a run on the same machine can see whether it still lives. */
  readonly process?: ProcessName;
}

/** A process, as it is known on its own machine alone. */
export interface ProcessName {
  /** The machine since it was started, and the namespace of its processes; means nothing elsewhere. */
  readonly host: string;
  readonly pid: number;
  /** When the process started: its number may be given again. */
  readonly started: string;
}

/** What a run knows of the machine that it is on. */
export interface Machine {
  readonly process: ProcessName;
  /** Before the run writes itself down: what its lease says can be checked on this machine from then on. */
  leaveMark(): void;
  /** True for a run of this machine whose process is not there any more: it was killed. */
  isGone(run: Pick<RunUnderWay, 'process' | 'instance'>): boolean;
  /** The same once nothing of it can arrive any more that would undo what comes after it. */
  isOver(run: Pick<RunUnderWay, 'process' | 'instance' | 'calls'>, now: Date): boolean;
}

/** How long a call that a killed run had sent may still be on its way, in milliseconds. */
export const onItsWayMs = 5_000;

/**
 * True for a call that does harm when it comes after those of the next run: an update brings the older content back, and
 * without a lock an object is filed twice. A create with a lock is refused then.
 */
export function harmsLate({ objectId, sent }: IntendedCall): boolean {
  return objectId !== null || sent === null || sent.lock === '*NO';
}

/** How long a run counts as alive after it was last heard of, in milliseconds. */
export const leaseMs = 120_000;

/** How often a run that lives says so, in milliseconds. */
export const renewMs = 45_000;

interface HostRun extends Pick<RunUnderWay, 'id' | 'attempt'> {
  /** The job, where it is started again and not the run. */
  readonly job?: { readonly name: string; readonly number: number };
}

export interface RunName extends Pick<RunUnderWay, 'run' | 'id' | 'attempt' | 'instance'> {
  /** Absent where nothing can be told of processes: leases count. */
  readonly machine?: Machine;
}

/**
 * The name of a run: the host's, or one made of the time outside CI. On GitLab, where a run does not count its attempts,
 * the numbers of a job tell its starts apart.
 *
 * @param instance a text that no other process has.
 */
export function runNameOf(run: HostRun, now: Date, instance: string): RunName {
  const { id, attempt, job } = run;
  if (id === null) return { id, attempt, run: `local-${now.getTime().toString(36)}`, instance };
  if (job === undefined) return { id, attempt, run: `${id}-${attempt}`, instance };
  return { id: `${id} ${job.name}`, attempt: job.number, run: `${id}-${job.number}`, instance };
}

/**
 * True for a run that is over although it never said so: its lease ended, its process is gone from this machine, or it is
 * an earlier attempt of ours. Another job of our own run (a matrix) is not.
 */
export function isOver(other: RunUnderWay, me: RunName, now: Date): boolean {
  if (other.instance === me.instance) return true;
  if (other.id !== null && other.id === me.id && other.attempt < me.attempt) return true;
  if (me.machine?.isOver(other, now) === true) return true;
  const until = Date.parse(other.until);
  // A lease that ends later than any lease could was written by a clock that is wrong.
  return Number.isNaN(until) || until <= now.getTime() || until > now.getTime() + 2 * leaseMs;
}

export function runsToWaitFor(runs: readonly RunUnderWay[], me: RunName, now: Date): RunUnderWay[] {
  return runs.filter((run) => !isOver(run, me, now));
}

export function withoutRun(runs: readonly RunUnderWay[], me: RunName): RunUnderWay[] {
  return runs.filter((run) => run.instance !== me.instance);
}

/** So many calls about one object are remembered; what came before them is settled by then, or for a person. */
const mostOfObject = 6;

/**
 * Calls without an answer, old and new: of calls that sent the very same, the newer; others stand side by side, as the
 * service may hold what any of them sent.
 */
export function mergeCalls(before: readonly IntendedCall[], more: readonly IntendedCall[]): IntendedCall[] {
  const calls = new Map<string, IntendedCall>();
  for (const call of [...before, ...more]) {
    const { reason, withdraws, objectId, sent } = call;
    calls.set(`${identityKey(call)} ${reason} ${withdraws === true} ${objectId} ${JSON.stringify(sent)}`, call);
  }
  if (calls.size <= mostOfObject) return [...calls.values()];
  return [...Map.groupBy(calls.values(), identityKey).values()].flatMap((ofObject) => ofObject.slice(-mostOfObject));
}
