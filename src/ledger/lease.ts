/** Runs under way: a run that begins writes its lease into the record, and a later one waits for it (design §8). */
import type { Ledger, Refused } from './ledger-access.ts';
import type { BranchRecord, Lease } from './record.ts';

/** How long a run counts as alive after it was last heard of, in milliseconds. */
export const leaseMs = 120_000;

/** How often a run that lives says so, in milliseconds. */
export const renewMs = 45_000;

interface HostRun extends Pick<Lease, 'id' | 'attempt'> {
  /** The job, where it is started again and not the run. */
  readonly job?: { readonly name: string; readonly number: number };
}

export type RunName = Pick<Lease, 'run' | 'id' | 'attempt' | 'instance'>;

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

/** The lease of a run that is heard of now. */
export function leaseOf({ run, id, attempt, instance }: RunName, head: string, now: Date): Lease {
  return { run, id, attempt, instance, head, until: new Date(now.getTime() + leaseMs).toISOString() };
}

/**
 * True for a run that is over although it never said so: its lease ended, or it is an earlier attempt of this one. Another
 * job of this very run (a matrix) is not.
 */
export function isOver(other: Lease, me: RunName, now: Date): boolean {
  if (other.instance === me.instance) return true;
  if (other.id !== null && other.id === me.id && other.attempt < me.attempt) return true;
  const until = Date.parse(other.until);
  // A lease that ends later than any lease could was written by a clock that is wrong.
  return Number.isNaN(until) || until <= now.getTime() || until > now.getTime() + 2 * leaseMs;
}

export function runsToWaitFor(leases: readonly Lease[], me: RunName, now: Date): Lease[] {
  return leases.filter((lease) => !isOver(lease, me, now));
}

/** The lease of a run under way: how others know that it lives. Disposing ends the renewals. */
export interface HeldLease extends Disposable {
  /**
   * Makes sure that the lease holds, before something is sent: one that has run out is renewed first.
   *
   * @returns why the run must end: another one has taken its place, or that cannot be told; null: go on.
   */
  ensure(): Promise<Refused | null>;
}

/** A lease that ends sooner than this is renewed before the next call, in milliseconds. */
const marginMs = 10_000;

const replaced: Refused = {
  code: 'replaced',
  why: 'this run did not renew its lease in time, and another run took over',
  remedy: 'Nothing to do: that run, or the next one, files the rest.',
};

/**
 * Keeps the lease of the run while it lives. A renewal that fails is no reason to stop while the lease holds.
 *
 * @param since when the run was about to write itself down: its lease counts from there.
 */
export function holdLease(ledger: Ledger, me: RunName, now: () => Date, since: Date): HeldLease {
  let until = since.getTime() + leaseMs;
  let renewing: Promise<Refused | null> | null = null;
  const renew = async (): Promise<Refused | null> => {
    const at = now();
    const written = await ledger.write((newest) => newest && renewedIn(newest, me, at));
    if (written.kind === 'nothing') return replaced;
    if (written.kind === 'refused')
      return { ...replaced, why: `the lease of this run is over and could not be renewed: ${written.why}` };
    until = at.getTime() + leaseMs;
    return null;
  };
  const renewOnce = () => {
    renewing ??= renew().finally(() => {
      renewing = null;
    });
    return renewing;
  };
  const timer = setInterval(() => void renewOnce().catch(() => {}), renewMs);
  timer.unref();
  return {
    ensure: async () => (now().getTime() < until - marginMs ? null : renewOnce()),
    [Symbol.dispose]: () => clearInterval(timer),
  };
}

/** The record with the lease of a run renewed; null: it has none there any more. */
function renewedIn(record: BranchRecord, me: RunName, now: Date): BranchRecord | null {
  const mine = record.leases.find(({ instance }) => instance === me.instance);
  if (mine === undefined) return null;
  const leases = record.leases.map((lease) => (lease === mine ? leaseOf(me, lease.head, now) : lease));
  return { ...record, leases };
}
