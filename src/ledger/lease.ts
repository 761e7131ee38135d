/** Leases: a run writes one into the record when it begins, and later runs wait for it (design §8). */
import { Problem } from '../errors.ts';
import type { HostEvent } from '../host/event.ts';
import type { Ledger } from './ledger-access.ts';
import type { Lease } from './record.ts';

/** How long a lease lasts, in milliseconds. */
export const leaseMs = 120_000;

/** How often a run renews its lease, in milliseconds. */
export const renewMs = 45_000;

/** How often a run looks again whether the run that it waits for has ended, in milliseconds. */
export const retryMs = 5_000;

/** The name of a run: a lease without its head and its end. */
export type RunName = Pick<Lease, 'run' | 'id' | 'attempt' | 'instance'>;

/**
 * Names a run as its host does: `run` is `4711-1` (ID, attempt); outside CI it is `local-` and the time, and `id` null. Where a host can
 * restart single jobs (GitLab), `id` includes the job's name, and the attempt is the job's number. @param instance of this process only
 */
export function nameRun(run: Pick<HostEvent['run'], 'id' | 'attempt' | 'job'>, now: Date, instance: string): RunName {
  const { id, job } = run;
  const attempt = job?.number ?? run.attempt;
  if (id === null) return { id, attempt: run.attempt, run: `local-${now.getTime().toString(36)}`, instance };
  return { id: job === undefined ? id : `${id} ${job.name}`, attempt, run: `${id}-${attempt}`, instance };
}

/** Makes the lease of a run that begins, or is renewed, at `now`; it ends two minutes (leaseMs) later. @param head commit of the run */
export function createLease({ run, id, attempt, instance }: RunName, head: string, now: Date): Lease {
  return { run, id, attempt, instance, head, until: new Date(now.getTime() + leaseMs).toISOString() };
}

/**
 * True for a lease that run `me` need not wait for: it has ended; its end is unreadable, or over four minutes away (a wrong clock); it is
 * this process's own, or of an earlier attempt of this run. False for the lease of another job of this run (a matrix) that has not ended.
 */
export function isLeaseOver(other: Lease, me: RunName, now: Date): boolean {
  if (other.instance === me.instance) return true;
  if (other.id !== null && other.id === me.id && other.attempt < me.attempt) return true;
  const until = Date.parse(other.until);
  return Number.isNaN(until) || until <= now.getTime() || until > now.getTime() + 2 * leaseMs;
}

/** Returns, in order, the leases that run `me` must wait for (see isLeaseOver), of other runs and of other jobs of this one. */
export function selectActiveLeases(leases: readonly Lease[], me: RunName, now: Date): Lease[] {
  return leases.filter((lease) => !isLeaseOver(lease, me, now));
}

/** The lease of this run, renewed in the background. Disposing ends the renewals. */
export type HeldLease = ReturnType<typeof holdLease>;

/** A lease that ends sooner, in milliseconds, is renewed before the next call. */
const marginMs = 10_000;

/**
 * Begins to renew the lease of the run, which is in its record already, every renewMs, until the result is disposed: each renewal writes
 * the ledger. A renewal that fails there is no error: the result's `ensure`, called before each call of the service, renews a lease
 * that soon ends, and returns null, or the Problem for which the run must stop. @param since when the lease began.
 */
export function holdLease(ledger: Ledger, me: RunName, now: () => Date, since: Date) {
  let until = since.getTime() + leaseMs;
  let renewing: Promise<Problem | null> | null = null;
  const renew = async (): Promise<Problem | null> => {
    const at = now();
    const written = await ledger.write((newest) => {
      const mine = newest?.leases.find(({ instance }) => instance === me.instance);
      if (newest === null || mine === undefined) return null;
      const renewed = newest.leases.map((lease) => (lease === mine ? createLease(me, lease.head, at) : lease));
      return { ...newest, leases: renewed };
    });
    if (written.kind === 'written') {
      until = at.getTime() + leaseMs;
      return null;
    }
    const why =
      written.kind === 'refused'
        ? `the lease of this run is over and could not be renewed: ${written.why}`
        : 'this run did not renew its lease in time, and another run took over';
    return new Problem('replaced', why, 'Nothing to do: that run, or the next one, files the rest.');
  };
  const renewOnce = () =>
    (renewing ??= renew().finally(() => {
      renewing = null;
    }));
  const timer = setInterval(() => void renewOnce().catch(() => {}), renewMs);
  timer.unref();
  return {
    /** Renews a lease that ends within 10 s or has ended. Returns the Problem for which the run must stop, as another may file; or null. */
    ensure: async () => (now().getTime() < until - marginMs ? null : renewOnce()),
    [Symbol.dispose]: () => clearInterval(timer),
  };
}
