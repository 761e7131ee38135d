/** Records of a branch, as a run finds them. */

import { buildFileSide } from '../../src/git/tree.ts';
import { type BranchRecord, type CheckOut, createRecord } from '../../src/ledger/record.ts';
import { toIdentityKey } from '../../src/plan/identity.ts';
import type { RunPath } from '../../src/run/paths.ts';

export const key = {
  service: 'https://s.example',
  repository: 'acme/orders',
  repo: 'ORDERS',
  mapping: 'm.yml',
  branch: 'main',
};

export const keyed = (...all: readonly CheckOut[]) => new Map(all.map((one) => [toIdentityKey(one), one]));

export const recordWith = (...all: readonly CheckOut[]): BranchRecord => ({
  ...createRecord(key),
  checkOuts: keyed(...all),
});

/** A path that a run looks at: its settled content and that of head, by OID; null: none. */
export function runPathOf(key: string, was: string | null, now: string | null, leftOut: RunPath['leftOut'] = null) {
  const side = (oid: string | null) => (oid === null ? null : buildFileSide(key, oid));
  return [key, { was, before: side(was), after: side(now), leftOut } satisfies RunPath] as const;
}
