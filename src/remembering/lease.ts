import { recordRenewed } from '../filing/begin.ts';
import { renewMs } from '../ledger/runs.ts';
import type { PlannedRange } from '../planning.ts';
import type { RunInput } from '../run-input.ts';
import { writable } from './writable.ts';

/** Keeps the lease of the run while it lives; disposing ends that. A renewal that fails is no reason to stop. */
export function holdLease(input: RunInput, planned: PlannedRange): Disposable {
  const open = writable(planned);
  if (open === null) return { [Symbol.dispose]: () => {} };
  const renew = () =>
    void open.ledger
      .write((newest) => (newest === null ? null : recordRenewed(newest, input.me, input.now())))
      .catch(() => {});
  const timer = setInterval(renew, renewMs);
  timer.unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
