import { describe, expect, test } from 'vitest';
import { type Action, makesCalls } from '../../src/filing/actions.ts';
import { decideActions } from '../../src/filing/decide-actions.ts';
import { textPath } from '../../src/git/git-path.ts';
import type { FiledObject, LedgerRecord } from '../../src/ledger/record.ts';
import { carriesContent } from '../../src/plan/part-name.ts';
import type { PlannedRequest } from '../../src/plan/planned.ts';
import { entry, intended, object, open, path, planned, record } from './support.ts';

interface Remembered extends Partial<LedgerRecord> {
  readonly explicit?: boolean;
  readonly standing?: ReadonlyMap<FiledObject, 'same' | 'other'>;
  /** Requests planned beside the first. */
  readonly beside?: readonly PlannedRequest[];
}

/** What the first request becomes. */
function decide(
  request: PlannedRequest,
  { explicit = false, standing = new Map(), beside = [], ...more }: Remembered = {},
): Action {
  const [action] = decideActions([request, ...beside], record(more), () => explicit, standing);
  if (action === undefined) throw new Error('no action');
  return action;
}

const fields = planned().fields;
const { user: _, ...userless } = fields;
const sub = { ...object, type: '*MODULE' };
const moved = planned({ previousPath: textPath('OLD/ORD100.RPGLE') });

describe('an update, of what changed (design §7 "Update")', () => {
  const rows: [name: string, request: PlannedRequest, known: Partial<FiledObject>, sent: object, content: boolean][] = [
    ['the content', planned(), {}, {}, true],
    ['a field', planned({ blob: 'old', fields: { ...fields, attr: 'CLLE' } }), {}, { attr: 'CLLE' }, false],
    [
      'a field for the first time',
      planned({ blob: 'old', fields: { ...fields, srcd: 'x' } }),
      {},
      { srcd: 'x' },
      false,
    ],
    [
      'a field that is no longer mapped is no change',
      planned({ fields }),
      { sent: { attr: 'RPGLE', user: 'JANE', lock: '*NO' } },
      {},
      true,
    ],
    ['another user', planned({ fields: { ...fields, user: 'JOE' } }), {}, { user: 'JOE' }, true],
    ['a user who is mapped only now', planned({ blob: 'old' }), { sent: { attr: 'RPGLE' } }, { user: 'JANE' }, false],
    ['no user who is no longer mapped', planned({ fields: userless }), {}, {}, true],
    [
      'the path of a moved file',
      planned({ blob: 'old' }),
      { path: 'OLD/ORD100.RPGLE' },
      { gpath: 'SRC', gfile: 'ORD100.RPGLE' },
      false,
    ],
    [
      'the path of a moved file, as far as it is mapped',
      planned({ fields: { appl: 'ORD', lvl: 50, objn: 'ORD100', attr: 'RPGLE' } }),
      { path: 'OLD/ORD100.RPGLE' },
      {},
      true,
    ],
    [
      'the content beside a new srcn: the part is named after gfile, which goes along (interface §4.3)',
      planned({ fields: { ...fields, srcn: 'ORD100X' } }),
      {},
      { srcn: 'ORD100X', gfile: 'ORD100.RPGLE' },
      true,
    ],
    [
      'a new srcn without content',
      planned({ blob: 'old', fields: { ...fields, srcn: 'ORD100X' } }),
      {},
      { srcn: 'ORD100X' },
      false,
    ],
  ];
  test.each(rows)('%s', (_, request, known, sent, sendContent) => {
    const filed = entry(known);
    expect(decide(request, { filed: [filed] })).toEqual({
      kind: 'update',
      request,
      known: filed,
      fields: sent,
      sendContent,
      uncertain: false,
    });
  });

  test('nothing changed: no call', () => {
    const known = entry({ blob: 'new' });
    expect(decide(planned(), { filed: [known] })).toEqual({ kind: 'unchanged', request: planned(), known });
  });

  test('a range given by hand sends the content again', () => {
    expect(decide(planned(), { filed: [entry({ blob: 'new' })], explicit: true })).toMatchObject({
      kind: 'update',
      fields: {},
      sendContent: true,
    });
  });

  test('a request that copies sends none, whatever the content (interface §4.3)', () => {
    const request = planned({ fields: { ...fields, copy: '*YES' } });
    expect(decide(request, { filed: [entry()], explicit: true })).toMatchObject({ kind: 'unchanged' });
  });

  test('what an earlier run may have sent, or not, is sent again, whole', () => {
    const known = entry({ blob: 'new' });
    expect(decide(planned(), { filed: [known], unanswered: [intended({ objectId: 7 })] })).toMatchObject({
      kind: 'update',
      known: { objectId: 7 },
      fields: { attr: 'RPGLE', user: 'JANE', gpath: 'SRC', gfile: 'ORD100.RPGLE' },
      sendContent: true,
      uncertain: true,
    });
    const delete_ = planned({ reason: '*DELETE', blob: null, fields: {} });
    const filed = [entry({ reason: '*DELETE' })];
    const unanswered = [intended({ reason: '*DELETE' })];
    expect(decide(delete_, { filed, unanswered })).toMatchObject({ kind: 'update', sendContent: false });
  });

  test('one that an earlier run may have withdrawn is locked again, and joins an RFP', () => {
    const known = entry({ blob: 'new', rfp: 77 });
    const unanswered = [intended({ objectId: 7, sent: null, withdraws: true })];
    expect(decide(planned(), { filed: [known], unanswered })).toMatchObject({
      kind: 'update',
      known: { objectId: 7, rfp: 0 },
      fields: { attr: 'RPGLE', user: 'JANE', gpath: 'SRC', gfile: 'ORD100.RPGLE', lock: '*YES' },
      sendContent: true,
      uncertain: true,
    });
    const unlocked = planned({ fields: { ...fields, lock: '*NO' } });
    expect(decide(unlocked, { filed: [known], unanswered })).toMatchObject({ fields: { lock: '*NO' } });
  });
});

describe('only a migration that does not copy carries a file (interface §4.3)', () => {
  test.each<[boolean, Partial<PlannedRequest>]>([
    [true, {}],
    [true, { fields: { ...fields, copy: '*NO' } }],
    [false, { fields: { ...fields, copy: '*YES' } }],
    [false, { reason: '*DELETE' }],
    [false, { reason: '*RECOMPILE' }],
    [false, { blob: null }],
  ])('%s: %o', (expected, more) => {
    expect(carriesContent(planned(more))).toBe(expected);
  });
});

describe('which request of the branch is meant (design §7 "Update", §8)', () => {
  const others = { objectId: 8, path: 'X/ORD100.RPGLE' };
  const rows: [name: string, request: PlannedRequest, filed: FiledObject[], more: Remembered, number: number | null][] =
    [
      ['nothing filed', planned(), [], {}, null],
      ['another object', planned(), [entry({ objn: 'ORD200' })], {}, null],
      ['another level', planned(), [entry({ lvl: 10 })], {}, null],
      ['the object, from whichever file', planned(), [entry({ path: 'X/ORD100.RPGLE' })], {}, 7],
      ['the object before the file', planned(), [entry({ ...sub }), entry({ ...others })], {}, 8],
      ['its type was open before', planned(), [entry({ type: null })], {}, 7],
      [
        'its type was open before, for the file it was moved from',
        moved,
        [entry({ type: null, path: 'OLD/ORD100.RPGLE' })],
        {},
        7,
      ],
      [
        'of two whose type may be the same, that of the file',
        planned({ identity: { ...object, type: null } }),
        [entry({ ...sub, ...others }), entry()],
        {},
        7,
      ],
      [
        'of two whose type may be the same, that of the file it was moved from',
        { ...moved, identity: { ...object, type: null } },
        [entry({ ...sub, ...others }), entry({ path: 'OLD/ORD100.RPGLE' })],
        {},
        7,
      ],
      ['the file under another type: the mapping has changed', planned(), [entry(sub)], {}, 7],
      ['the same, moved', moved, [entry({ ...sub, path: 'OLD/ORD100.RPGLE' })], {}, 7],
      ['another file under another type', planned(), [entry({ ...sub, path: 'X/ORD100.RPGLE' })], {}, null],
      [
        'the file under another type, which is planned beside it',
        planned(),
        [entry(sub)],
        { beside: [planned({ identity: sub })] },
        null,
      ],
    ];
  test.each(rows)('%s', (_, request, filed, more, number) => {
    const action = decide(request, { ...more, filed });
    expect(action.kind === 'update' ? action.known.objectId : null).toBe(number);
    expect(action.kind).toBe(number === null ? 'create' : 'update');
  });

  test('a request filed for another file that still makes the object: two files, one object', () => {
    const known = entry({ path: 'X/ORD100.RPGLE' });
    expect(decide(planned(), { filed: [known], standing: new Map([[known, 'same']]) })).toEqual({
      kind: 'blocked',
      request: planned(),
      outcome: 'collision',
      why: 'ORD/50 ORD100 *PGM is request 7, filed for X/ORD100.RPGLE, which is still there',
    });
    const numberless = entry({ path: 'X/ORD100.RPGLE', objectId: null });
    expect(decide(planned(), { filed: [numberless], standing: new Map([[numberless, 'same']]) })).toMatchObject({
      why: expect.stringContaining('is request ?, filed for'),
    });
  });

  test('a request filed for another file that makes another object by now is not this one', () => {
    const known = entry({ path: 'X/ORD100.RPGLE' });
    expect(decide(planned(), { filed: [known], standing: new Map([[known, 'other']]) })).toMatchObject({
      kind: 'create',
      earlier: null,
    });
  });

  test('the file itself standing at head is no other file', () => {
    for (const standing of ['same', 'other'] as const) {
      const known = entry();
      expect(decide(planned(), { filed: [known], standing: new Map([[known, standing]]) }).kind).toBe('update');
    }
  });

  test('a request is gone on with once: of two updates the second would replace the content of the first', () => {
    const requests = [planned({ identity: sub }), planned()];
    const actions = decideActions(requests, record({ filed: [entry({ type: null })] }), () => false, new Map());
    expect(actions.map(({ kind }) => kind)).toEqual(['update', 'create']);
    const sure = decideActions(requests, record({ filed: [entry()] }), () => false, new Map());
    expect(sure.map(({ kind }) => kind)).toEqual(['create', 'update']);
  });

  test('a request of another reason is created beside the earlier one, which may be in the way', () => {
    const known = entry();
    const request = planned({ reason: '*DELETE', blob: null });
    expect(decide(request, { filed: [known] })).toEqual({ kind: 'create', request, earlier: known });
  });

  test('without a record everything is created', () => {
    expect(decideActions([planned()], null, () => false, new Map())).toEqual([
      { kind: 'create', request: planned(), earlier: null },
    ]);
  });
});

describe('a request of the branch is gone on with once (design §7 "Update")', () => {
  /** The numbers that the requests go on with, in their order. */
  const numbers = (requests: readonly PlannedRequest[], filed: readonly FiledObject[]) =>
    decideActions(requests, record({ filed }), () => false, new Map()).map((action) =>
      action.kind === 'update' ? action.known.objectId : action.kind,
    );
  const ofType = (type: string | null, more: Partial<PlannedRequest> = {}) =>
    planned({ identity: { ...object, type }, ...more });

  test('one file that makes two objects of a name, whose types both change in the mapping', () => {
    const filed = [entry({ type: 'PF' }), entry({ type: 'PFHIST', objectId: 8 })];
    expect(numbers([ofType('PFA'), ofType('PFB')], filed)).toEqual([7, 8]);
  });

  test('a request whose type was open: the file that it was moved to has it, a second object of the name is new', () => {
    const filed = [entry({ type: null, path: 'OLD/ORD100.RPGLE' })];
    const second = ofType('*MODULE', { path: textPath('SRC/ORD100.MODULE.RPGLE') });
    expect(numbers([second, moved], filed)).toEqual(['create', 7]);
  });

  test('the surest way first, whatever the order', () => {
    const filed = [entry()];
    const openType = ofType(null, { path: textPath('X/ORD100.RPGLE') });
    expect(numbers([openType, planned()], filed)).toEqual(['create', 7]);
    expect(numbers([planned(), openType], filed)).toEqual([7, 'create']);
  });

  test('two entries of one number are one request', () => {
    const filed = [entry({ type: 'PF' }), entry({ type: 'PFHIST' })];
    expect(numbers([ofType('PFA'), ofType('PFB')], filed)).toEqual([7, 'create']);
  });

  test('requests without a number are each their own (the earlier variant, interface §9)', () => {
    const filed = [entry({ type: 'PF', objectId: null }), entry({ type: 'PFHIST', objectId: null })];
    expect(numbers([ofType('PFA'), ofType('PFB')], filed)).toEqual([null, null]);
  });

  test('one that is kept back keeps what is surely its own, and takes nothing else', () => {
    const obstacle = { outcome: 'collision', why: 'also comes from X' } as const;
    const openType = ofType(null, { path: textPath('X/ORD100.RPGLE') });
    expect(numbers([planned({ obstacle }), openType], [entry()])).toEqual(['blocked', 'create']);
    expect(numbers([ofType('*MODULE', { obstacle }), moved], [entry({ type: null })])).toEqual(['blocked', 7]);
  });

  test('of two requests for one file, the one that may be its object has it, whichever comes first', () => {
    expect(numbers([ofType('*MODULE'), ofType(null)], [entry()])).toEqual(['create', 7]);
    expect(numbers([ofType(null), ofType('*MODULE')], [entry()])).toEqual([7, 'create']);
  });

  test('a request about an object that another file makes by now is not one of its old file, under another type', () => {
    const filed = entry();
    const requests = [ofType('*MODULE'), planned({ path: textPath('X/ORD100.RPGLE') })];
    const actions = decideActions(requests, record({ filed: [filed] }), () => false, new Map([[filed, 'other']]));
    expect(actions.map(({ kind }) => kind)).toEqual(['create', 'create']);
  });
});

describe('an object that this branch added and that is gone (design §8 "Level, not edge")', () => {
  const gone = planned({ reason: '*DELETE', blob: null, added: true });
  const lost = intended({ added: true });
  const withdrawal = intended({ added: true, objectId: 7, sent: null, withdraws: true });
  const rows: [name: string, more: Partial<LedgerRecord>, expected: Action][] = [
    ['nothing of it was filed', {}, { kind: 'nothing', request: gone }],
    ['its request stands', { filed: [entry()] }, { kind: 'withdraw', request: gone, known: entry() }],
    [
      'its request may be withdrawn already',
      { filed: [entry()], unanswered: [withdrawal] },
      { kind: 'withdraw', request: gone, known: entry() },
    ],
    ['a create without an answer may have filed one', { unanswered: [lost] }, { kind: 'settle', request: gone, lost }],
    [
      'of a withdrawal and a create without an answer, the create',
      { unanswered: [withdrawal, lost] },
      { kind: 'settle', request: gone, lost },
    ],
    [
      'only an update got no answer, of a request that is forgotten',
      { unanswered: [intended({ objectId: 7 })] },
      { kind: 'nothing', request: gone },
    ],
    [
      'a create without a lock got no answer',
      { unanswered: [intended({ sent: { ...fields, lock: '*NO' } })] },
      {
        kind: 'blocked',
        request: gone,
        outcome: 'unknown',
        why: 'an earlier run was stopped while it may have created this request without a lock',
      },
    ],
  ];
  test.each(rows)('%s', (_, more, expected) => {
    expect(decide(gone, more)).toEqual(expected);
  });

  test('a delete that is filed stays, whoever added the object', () => {
    const filed = [entry({ reason: '*DELETE', blob: null, added: true })];
    const known = filed[0];
    expect(decide({ ...gone, fields: {} }, { filed })).toEqual({
      kind: 'unchanged',
      request: { ...gone, fields: {} },
      known,
    });
  });

  test('one that stood before is filed for deletion', () => {
    expect(decide({ ...gone, added: false }, { filed: [entry()] })).toMatchObject({ kind: 'create', earlier: entry() });
  });
});

describe('what may stand beside the request of the branch', () => {
  test('one of another reason, after that one was withdrawn: a create meets it', () => {
    const withdrawal = intended({ objectId: 7, sent: null, withdraws: true });
    const unanswered = [withdrawal, intended({ reason: '*DELETE', blob: null })];
    for (const blob of ['new', 'old']) {
      const filed = [entry({ blob })];
      expect(decide(planned(), { filed, unanswered })).toEqual({ kind: 'create', request: planned(), earlier: null });
    }
  });

  test('of one reason, and of another', () => {
    const unanswered = [intended(), intended({ reason: '*DELETE', blob: null })];
    expect(decide(planned(), { filed: [entry()], unanswered })).toMatchObject({ kind: 'create' });
  });
});

describe('what is not filed', () => {
  test('what the plan keeps back, with its reason', () => {
    const request = planned({ obstacle: { outcome: 'collision', why: 'also comes from X' } });
    expect(decide(request, { filed: [entry()] })).toEqual({
      kind: 'blocked',
      request,
      outcome: 'collision',
      why: 'also comes from X',
    });
  });

  const unlocked = { ...fields, lock: '*NO' as const };
  const rows: [name: string, more: Partial<LedgerRecord>, blocked: RegExp | null][] = [
    ['a lost create that a person has to settle', { open: [open()] }, /^the answer was lost$/],
    ['one that the next run can settle', { open: [open({ needsPerson: false })] }, null],
    ['one of another reason', { open: [open({ reason: '*DELETE' })] }, null],
    ['one of another object', { open: [open({ objn: 'ORD200' })] }, null],
    ['another outcome', { open: [open({ outcome: 'collision' })] }, null],
    [
      'a create without a lock whose answer never came',
      { unanswered: [intended({ sent: unlocked })] },
      /without a lock$/,
    ],
    ['the same under a lock: it is repeated', { unanswered: [intended()] }, null],
    ['an update without a lock', { unanswered: [intended({ sent: unlocked, objectId: 7 })] }, null],
    ['a call of which nothing is known', { unanswered: [intended({ sent: null })] }, null],
  ];
  test.each(rows)('%s', (_, more, blocked) => {
    const action = decide(planned(), more);
    if (blocked === null) expect(action).toEqual({ kind: 'create', request: planned(), earlier: null });
    else expect(action).toMatchObject({ kind: 'blocked', outcome: 'unknown', why: expect.stringMatching(blocked) });
  });
});

test('what calls the service, and what does not', () => {
  const gone = planned({ reason: '*DELETE', blob: null, added: true });
  const actions = [
    decide(planned()),
    decide(planned(), { filed: [entry()] }),
    decide(planned(), { filed: [entry({ blob: 'new' })] }),
    decide(planned({ obstacle: { outcome: 'collision', why: '' } })),
    decide(gone),
    decide(gone, { filed: [entry()] }),
    decide(gone, { unanswered: [intended()] }),
  ];
  expect(actions.map((action) => [action.kind, makesCalls(action)])).toEqual([
    ['create', true],
    ['update', true],
    ['unchanged', false],
    ['blocked', false],
    ['nothing', false],
    ['withdraw', true],
    ['settle', true],
  ]);
});

test('each request has its action, in the order given', () => {
  const requests = ['A', 'B', 'C'].map((objn) =>
    planned({ identity: { ...object, objn }, path: textPath(`SRC/${objn}`) }),
  );
  const actions = decideActions(requests, record({ filed: [entry({ objn: 'B', path })] }), () => false, new Map());
  expect(actions.map(({ kind, request }) => [kind, request.identity.objn])).toEqual([
    ['create', 'A'],
    ['update', 'B'],
    ['create', 'C'],
  ]);
});
