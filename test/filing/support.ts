/** A planned request and what the ledger has for it, as literal records. */
import { textPath } from '../../src/git/git-path.ts';
import type { IntendedCall } from '../../src/ledger/lease.ts';
import type { FiledObject, LedgerRecord, OpenChange } from '../../src/ledger/record.ts';
import type { PlannedRequest } from '../../src/plan/planned.ts';

export const object = { appl: 'ORD', lvl: 50, type: '*PGM', objn: 'ORD100', rpth: null };
export const path = 'SRC/ORD100.RPGLE';

export const planned = (more: Partial<PlannedRequest> = {}): PlannedRequest => ({
  path: textPath(path),
  previousPath: null,
  reason: '*MIGRATE',
  rule: 'rules[0]',
  identity: object,
  fields: {
    appl: 'ORD',
    lvl: 50,
    objn: 'ORD100',
    objt: '*PGM',
    attr: 'RPGLE',
    user: 'JANE',
    gpath: 'SRC',
    gfile: 'ORD100.RPGLE',
  },
  blob: 'new',
  bytes: 3,
  added: false,
  obstacle: null,
  ...more,
});

export const entry = (more: Partial<FiledObject> = {}): FiledObject => ({
  ...object,
  objectId: 7,
  reason: '*MIGRATE',
  path,
  blob: 'old',
  rfp: 0,
  commit: 'c0ffee0123456789',
  run: '1-1',
  added: false,
  sent: { attr: 'RPGLE', user: 'JANE' },
  ...more,
});

export const intended = (more: Partial<IntendedCall> = {}): IntendedCall => ({
  ...object,
  path,
  reason: '*MIGRATE',
  blob: 'new',
  objectId: null,
  sent: planned().fields,
  added: false,
  ...more,
});

export const open = (more: Partial<OpenChange> = {}): OpenChange => ({
  ...object,
  path,
  reason: '*MIGRATE',
  outcome: 'unknown',
  why: 'the answer was lost',
  needsPerson: true,
  added: false,
  ...more,
});

export const record = (more: Partial<LedgerRecord>): LedgerRecord => ({
  version: 1,
  service: 'https://s.example',
  repo: 'ORDERS',
  mapping: 'm.yml',
  branch: 'main',
  head: null,
  firstHead: null,
  filed: [],
  open: [],
  runs: [],
  unanswered: [],
  ...more,
});
