/** Records of a branch, as a run finds them. */
import { type BranchRecord, type CheckOut, emptyRecord } from '../../src/ledger/record.ts';
import { identityKey } from '../../src/plan/identity.ts';

export const key = {
  service: 'https://s.example',
  repository: 'acme/orders',
  repo: 'ORDERS',
  mapping: 'm.yml',
  branch: 'main',
};

export const keyed = (...all: readonly CheckOut[]) => new Map(all.map((one) => [identityKey(one), one]));

export const recordWith = (...all: readonly CheckOut[]): BranchRecord => ({
  ...emptyRecord(key),
  checkOuts: keyed(...all),
});
