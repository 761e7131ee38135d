import { Problem } from '../errors.ts';
import type { LedgerRefusal } from '../ledger/ledger-access.ts';
import type { RunInput } from './input.ts';

/**
 * One harmless question: whether the service takes the token of this run. What asks is loaded only here.
 *
 * @returns why it does not; null: it does. @throws Problem('cancelled').
 */
export async function askService(input: RunInput): Promise<LedgerRefusal | null> {
  const [{ probeService }, { clientOptions }] = await Promise.all([
    import('../client/probe-url.ts'),
    import('./client-options.ts'),
  ]);
  const { came, said, remedy } = await probeService(clientOptions(input, 1), { isPatient: true });
  if (came === 'service' || came === 'otherAnswer') return null;
  if (came === 'cancelled') throw new Problem('cancelled', said, remedy ?? '');
  return { code: came === 'page' ? 'unreachable' : came, why: said, remedy: remedy ?? '' };
}
