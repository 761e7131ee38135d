/** Whose a number is, as a run tells filing when its own record is the only one of the ledger. */
import type { NumberSources } from '../../src/filing/filing.ts';
import type { BranchRecord } from '../../src/ledger/record.ts';

export function ownRecordOnly(
  record: Pick<BranchRecord, 'checkOuts'> = { checkOuts: new Map() },
  isAtHead: (path: string) => boolean = () => true,
): NumberSources {
  const standing = [...record.checkOuts.values()].flatMap(({ stands }) => stands ?? []);
  const unmapped = standing.filter(({ fields }) => fields.user === undefined);
  const user = unmapped.find((one) => one.user !== null)?.user ?? null;
  return {
    onConflict: 'prove',
    holders: async () => [],
    holdersAtBegin: () => [],
    rivals: async () => [],
    ownStanding: (number) => standing.find(({ objectId }) => objectId === number) ?? null,
    own: async () => ({ user, numbers: unmapped.flatMap(({ objectId }) => objectId ?? []) }),
    isSoleBranch: () => false,
    isAtHead: async (path) => isAtHead(path),
    isAtFork: async () => false,
  };
}
