/** Whose a number is, as a run tells filing when its own record is the only one of the ledger. */
import type { OwnershipSources } from '../../src/filing/ownership.ts';
import type { LedgerRecord } from '../../src/ledger/record.ts';
import { mayBeSame } from '../../src/plan/identity.ts';

export function ownRecordOnly(
  record: Pick<LedgerRecord, 'filed' | 'unanswered'> | null = null,
  isAtHead: (path: string) => boolean = () => true,
): OwnershipSources {
  const { filed = [], unanswered = [] } = record ?? {};
  return {
    onConflict: 'prove',
    holdersOf: async (number) =>
      filed
        .filter((entry) => entry.objectId === number)
        .map((entry) => ({
          entry,
          repo: 'ORDERS',
          branch: 'main',
          mapping: 'm.yml',
          own: true,
          isSealed: true,
          isAncestor: true,
        })),
    rivalFor: async () => null,
    lostFor: ({ identity }) => unanswered.filter((call) => mayBeSame(call, identity)),
    ownNumbers: async () => filed.flatMap(({ objectId }) => objectId ?? []),
    meantElsewhere: async () => null,
    soleBranch: () => false,
    atHead: async (path) => isAtHead(path),
    isGone: async () => false,
  };
}
