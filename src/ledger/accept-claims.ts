import type { Range } from '../git/resolve-range.ts';
import { type Ledger, readOnlyLedger } from './ledger-access.ts';
import { runsToWaitFor } from './lease.ts';
import { notSealed, sealRequired } from './words.ts';
import type { Planning } from '../run/facts.ts';
import { mayWrite } from './open-record.ts';

/** A run that is under way and goes first. */
export interface RunToWaitFor {
  readonly waitFor: string;
}

/** Why nothing may be sent. */
export interface Refused {
  readonly code: 'token' | 'address' | 'proxy' | 'unreachable' | 'certificate' | 'redirect' | 'replaced';
  readonly why: string;
  readonly remedy: string;
}

/** What came of asking the service whether it takes the token; null: it does. */
export type AskService = () => Promise<Refused | null>;

/** The ledger as this run may write it, and why nothing is to be sent. */
interface Accepted {
  readonly ledger: Ledger;
  readonly stop: Refused | null;
}

/** @throws Problem('ledger') under `require`: a record that is not believed is not filed by. */
export function requireSeal({ input }: Planning, ledger: Ledger, branch: string | null): void {
  if (input.options.ledger !== 'require' || ledger.trust !== 'claims' || !mayWrite(input)) return;
  throw sealRequired(branch ?? '');
}

/**
 * Before a run writes in place of a record that another secret has sealed, the service has to take its token: a run with
 * a wrong one must not take the seal of the right one away. It is asked one question that files nothing. A run that is
 * under way by that record goes first, for a lease at most (design §8 "Sealed").
 *
 * @throws what `ask` throws.
 */
export async function acceptClaims(
  { input }: Planning,
  ledger: Ledger,
  range: Range,
  ask: AskService,
): Promise<Accepted | RunToWaitFor> {
  if (ledger.trust !== 'claims' || ledger.trouble !== null || !mayWrite(input) || !range.mayFile) {
    return { ledger, stop: null };
  }
  const [waitFor] = runsToWaitFor(ledger.record?.runs ?? [], input.me, input.now());
  if (waitFor !== undefined) return { waitFor: waitFor.run };
  const refused = await ask();
  if (refused !== null) return { ledger: readOnlyLedger(ledger, notSealed), stop: refused };
  ledger.accept();
  return { ledger, stop: null };
}
