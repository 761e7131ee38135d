import { runsToWaitFor } from './lease.ts';
import { readOnlyLedger } from './ledger-access.ts';
import { notSealed, sealRequired } from './problems.ts';
import type { Again, RunLedger } from './run-ledger.ts';

export interface Refused {
  readonly code: 'token' | 'address' | 'proxy' | 'unreachable' | 'certificate' | 'redirect' | 'replaced';
  readonly why: string;
  readonly remedy: string;
}

/** What came of asking the service whether it takes the token; null: it does. */
export type AskService = () => Promise<Refused | null>;

interface Accepted {
  readonly run: RunLedger;
  readonly stop: Refused | null;
}

/** @throws Problem('ledger') under `require`: a record that is not believed is not filed by. */
export function requireSeal({ ledger, key, isRequired, mayWrite }: RunLedger): void {
  if (!isRequired || ledger.trust !== 'claims' || !mayWrite) return;
  throw sealRequired(key?.branch ?? '');
}

/**
 * Before a run writes in place of a record that another secret has sealed, the service has to take its token: a run with
 * a wrong one must not take the seal of the right one away. It is asked one question that files nothing. A run that is
 * under way by that record goes first, for a lease at most (design §8 "Sealed").
 *
 * @param mayFile false for a range that is only shown. @throws what `ask` throws.
 */
export async function acceptClaims(run: RunLedger, mayFile: boolean, ask: AskService): Promise<Accepted | Again> {
  const { ledger } = run;
  if (ledger.trust !== 'claims' || ledger.trouble !== null || !run.mayWrite || !mayFile) return { run, stop: null };
  const [waitFor] = runsToWaitFor(ledger.record?.runs ?? [], run.me, run.now());
  if (waitFor !== undefined) return { again: 'underWay', run: waitFor };
  const refused = await ask();
  if (refused !== null) return { run: { ...run, ledger: readOnlyLedger(ledger, notSealed) }, stop: refused };
  ledger.accept();
  return { run, stop: null };
}
