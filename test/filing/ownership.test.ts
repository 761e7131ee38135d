import { expect, test } from 'vitest';
import { type Conflict, decideOwnership, disagreement, type Holder } from '../../src/filing/ownership.ts';
import { textPath } from '../../src/git/git-path.ts';
import type { FiledObject } from '../../src/ledger/record.ts';
import { entry, intended, planned } from './support.ts';

const request = planned();
const { fields } = request;
const unanswered = intended({ blob: 'lost' });

const own = (over: Partial<FiledObject> = {}): Holder => ({
  entry: entry(over),
  repo: 'ORDERS',
  branch: 'main',
  mapping: 'm.yml',
  own: true,
  isAncestor: true,
});
const other = (over: Partial<FiledObject> = {}, isAncestor = true): Holder => ({
  ...own(over),
  branch: 'feature',
  own: false,
  isAncestor,
});

const agreeing = { objectId: 7, objt: '*PGM', attr: 'RPGLE', gpath: 'SRC', gfile: 'ORD100.RPGLE', srcd: 'whatever' };

const base: Conflict = {
  request,
  number: 7,
  onConflict: 'prove',
  holders: [],
  unanswered: null,
  rival: null,
  soleBranch: false,
  atHead: () => true,
  probe: undefined,
};

/** Each clause of design §7 "Conflict" and "Changed its mind", and what makes it fail. */
const rows: [string, Partial<Conflict>, Record<string, unknown>][] = [
  ['(a) ours by the ledger, for this file', { holders: [own()] }, { kind: 'ours', takenFrom: null }],
  [
    '(a) ours by the ledger, for the file it was moved from',
    {
      holders: [own({ path: 'OLD/ORD100.RPGLE' })],
      request: { ...request, previousPath: textPath('OLD/ORD100.RPGLE') },
    },
    { kind: 'ours' },
  ],
  ['ours for another file still at head', { holders: [own({ path: 'X/ORD100.RPGLE' })] }, { kind: 'collision' }],
  [
    'ours for another file that is gone',
    { holders: [own({ path: 'X/ORD100.RPGLE' })], atHead: () => false },
    { kind: 'theirs' },
  ],
  ['ours, filed for another reason', { holders: [own({ reason: '*DELETE' })] }, { kind: 'otherReason' }],
  [
    'of another RFP than the lost create named',
    { unanswered: intended({ sent: { ...request.fields, rfp: 44 } }), probe: { ...agreeing, rfp: 12 } },
    { kind: 'theirs', why: expect.stringContaining('rfp is 12, not 44') },
  ],
  [
    'of the RFP that the lost create named, as text',
    { unanswered: intended({ sent: { ...request.fields, rfp: 44 } }), probe: { ...agreeing, rfp: '44' } },
    { kind: 'ours' },
  ],
  ['adopted, whatever RFP it is in', { onConflict: 'adopt', probe: { ...agreeing, rfp: 12 } }, { kind: 'ours' }],
  [
    'two records name it, and one of them is not merged',
    { holders: [other(), other({}, false)] },
    { kind: 'theirs', why: expect.stringContaining('not merged') },
  ],
  ['fail takes none, not even ours', { holders: [own()], onConflict: 'fail' }, { kind: 'theirs' }],
  [
    'fail names who has it, this branch first',
    { holders: [other(), own()], onConflict: 'fail' },
    { kind: 'theirs', holder: { branch: 'main' } },
  ],
  ['fail names another branch', { holders: [other()], onConflict: 'fail' }, { holder: { branch: 'feature' } }],
  ['fail does not ask either', { unanswered, soleBranch: true, onConflict: 'fail' }, { kind: 'theirs' }],
  ['another branch, merged, the same content', { holders: [other({ blob: 'new' })] }, { kind: 'unchanged' }],
  [
    'another branch, merged, moved on',
    { holders: [other()] },
    { kind: 'ours', why: 'branch feature, which is merged here, filed it', takenFrom: { branch: 'feature' } },
  ],
  [
    'another branch, merged, another reason',
    { holders: [other({ reason: '*DELETE' })] },
    { kind: 'theirs', why: 'branch feature filed it as *DELETE' },
  ],
  ['another branch, not merged', { holders: [other({}, false)] }, { kind: 'theirs' }],
  ['another branch, not merged, same content', { holders: [other({ blob: 'new' }, false)] }, { kind: 'theirs' }],
  ['adopt does not take from another branch', { holders: [other({}, false)], onConflict: 'adopt' }, { kind: 'theirs' }],
  ['nothing known', {}, { kind: 'theirs', holder: null }],
  ['nothing known, though a probe would agree', { probe: agreeing }, { kind: 'theirs' }],
  ['(b) a create without an answer: asks first', { unanswered }, { kind: 'probe' }],
  ['(b) and the probe agrees', { unanswered, probe: agreeing }, { kind: 'ours' }],
  [
    '(b) of another reason: to be withdrawn, as what it was',
    { unanswered: { ...unanswered, reason: '*DELETE' }, probe: agreeing },
    { kind: 'otherReason', entry: { objectId: 7, reason: '*DELETE', rfp: 0, commit: '', run: '', sent: {} } },
  ],
  ['(b) and the probe differs', { unanswered, probe: { ...agreeing, gpath: 'OTHER' } }, { kind: 'theirs' }],
  ['(b) and the probe is refused', { unanswered, probe: null }, { kind: 'theirs' }],
  ['(b) but the ledger names another branch', { unanswered, holders: [other({}, false)] }, { kind: 'theirs' }],
  [
    '(b) but another branch means to create it',
    { unanswered, rival: 'ORDERS feature', probe: agreeing },
    { kind: 'theirs' },
  ],
  ['(c) a sole branch: asks first', { soleBranch: true }, { kind: 'probe' }],
  ['(c) and the probe agrees', { soleBranch: true, probe: agreeing }, { kind: 'ours' }],
  ['(c) and the probe differs', { soleBranch: true, probe: { ...agreeing, attr: 'CLLE' } }, { kind: 'theirs' }],
  [
    '(c) a delete: no answer tells a reason (interface §2.7), so it is not even asked',
    { soleBranch: true, request: planned({ reason: '*DELETE' }) },
    { kind: 'theirs', holder: null, why: 'the service does not say whether it is a *DELETE' },
  ],
  [
    'adopt takes no delete either',
    { onConflict: 'adopt', request: planned({ reason: '*DELETE' }) },
    { kind: 'theirs' },
  ],
  [
    '(b) a delete that was written down is ours',
    { unanswered: intended({ reason: '*DELETE' }), request: planned({ reason: '*DELETE' }), probe: agreeing },
    { kind: 'ours', why: 'its create was ours; the answer was lost' },
  ],
  ['adopt: asks first', { onConflict: 'adopt' }, { kind: 'probe' }],
  ['adopt and the probe agrees', { onConflict: 'adopt', probe: agreeing }, { kind: 'ours' }],
  ['adopt and the probe differs', { onConflict: 'adopt', probe: { ...agreeing, objt: '*MODULE' } }, { kind: 'theirs' }],
];

test.each(rows)('%s', (_, over, verdict) => {
  expect(decideOwnership({ ...base, ...over })).toMatchObject(verdict);
});

test('a stored value that is not answered, or a number in quotes, is no disagreement', () => {
  expect(disagreement({ ...fields, csqo: 5 }, { csqo: '5', gfile: null })).toBeNull();
  expect(disagreement({ csqo: 5 }, { csqo: '6' })).toContain('csqo');
});
