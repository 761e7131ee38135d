import type { Refused } from './accept-claims.ts';
import { leaseMs, renewMs } from './lease.ts';
import { type RunLedger, writable } from './run-ledger.ts';
import { recordRenewed } from './written-ahead.ts';

/** The lease of a run under way: how others know that it lives. Disposing ends the renewals. */
export interface Lease extends Disposable {
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
export function holdLease(run: RunLedger, since: Date): Lease {
  const open = writable(run);
  if (open === null) return { ensure: () => Promise.resolve(null), [Symbol.dispose]: () => {} };
  let until = since.getTime() + leaseMs;
  let renewing: Promise<Refused | null> | null = null;
  const renew = async (): Promise<Refused | null> => {
    let isThere = true;
    const now = run.now();
    const written = await open.ledger.write((newest) => {
      isThere = newest?.runs.some(({ instance }) => instance === run.me.instance) === true;
      return newest === null || !isThere ? null : recordRenewed(newest, run.me, now);
    });
    if (!isThere) return replaced;
    if (written.kind === 'written') {
      until = now.getTime() + leaseMs;
      return null;
    }
    const why = written.kind === 'refused' ? written.why : 'it is not in the ledger';
    return { ...replaced, why: `the lease of this run is over and could not be renewed: ${why}` };
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
    ensure: async () => (run.now().getTime() < until - marginMs ? null : renewOnce()),
    [Symbol.dispose]: () => clearInterval(timer),
  };
}
