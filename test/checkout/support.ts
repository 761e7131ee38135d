/** A planned request, and what the record has for its object, as literal records. */
import type { Holder } from '../../src/checkout/whose.ts';
import { toGitPath } from '../../src/git/git-path.ts';
import type { CheckOut, Standing, Tried } from '../../src/ledger/record.ts';
import type { PlannedRequest } from '../../src/plan/planned.ts';

const target = { appl: 'ORD', lvl: 50, objn: 'ORD100' };
export const object = { ...target, type: '*PGM', rpth: null };
export const path = 'SRC/ORD100.RPGLE';

export const planned = (more: Partial<PlannedRequest> = {}): PlannedRequest => ({
  path: toGitPath(path),
  previousPath: null,
  reason: '*MIGRATE',
  rule: 'rules[0]',
  identity: object,
  fields: { ...target, objt: '*PGM', attr: 'RPGLE', user: 'JANE', gpath: 'SRC', gfile: 'ORD100.RPGLE' },
  blob: 'new',
  bytes: 3,
  obstacle: null,
  ...more,
});

/** A request for deletion, which carries nothing. */
export const deleting = planned({ reason: '*DELETE', blob: null, bytes: null });

/** Request 7, as an earlier push filed it: with another content. */
export const standing = (more: Partial<Standing> = {}): Standing => ({
  objectId: 7,
  reason: '*MIGRATE',
  path,
  blob: 'old',
  rfp: 0,
  fields: planned().fields,
  user: null,
  commit: 'c0ffee0123456789',
  run: '1-1',
  ...more,
});

/** A call of an earlier run without an answer: a create, unless it says otherwise. */
export const tried = (more: Partial<Tried> = {}): Tried => ({
  does: 'file',
  objectId: null,
  reason: '*MIGRATE',
  path,
  blob: 'new',
  fields: planned().fields,
  commit: 'c0ffee0123456789',
  run: '1-1',
  group: null,
  ...more,
});

export const withdrawing = (more: Partial<Tried> = {}): Tried =>
  tried({ does: 'withdraw', objectId: 7, blob: null, fields: {}, ...more });

const empty = { ...object, stands: null, tried: [], before: {} };
export const checkOut = (more: Partial<CheckOut> = {}): CheckOut => ({ ...empty, ...more });

/** Branch feature, which is merged here, has request 7. */
export const holder = (more: Partial<Holder> = {}, of: Partial<CheckOut> = {}): Holder => ({
  ...{ service: 's', repository: 'acme/orders', repo: 'ORDERS', mapping: 'm.yml', branch: 'feature' },
  checkOut: checkOut({ stands: standing(), ...of }),
  ...{ isDefault: false, merged: true, busy: null, gone: false },
  ...more,
});
