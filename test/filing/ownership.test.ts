import { expect, test } from 'vitest';
import { type Conflict, decideOwnership, disagreement, type Holder } from '../../src/filing/ownership.ts';
import { textPath } from '../../src/git/git-path.ts';
import type { FiledObject } from '../../src/ledger/record.ts';
import { entry, intended, planned } from './support.ts';

const request = planned();
const { fields } = request;
const call = intended({ blob: 'lost' });
const lost = [call];
/** A request whose mapping names no user, and a call of ours about it. */
const { user: _, ...userless } = fields;
const nobody = planned({ fields: userless });
const nobodys = [intended({ sent: userless })];

const own = (over: Partial<FiledObject> = {}): Holder => ({
  entry: entry(over),
  repo: 'ORDERS',
  branch: 'main',
  mapping: 'm.yml',
  own: true,
  isSealed: true,
  isAncestor: true,
});
const other = (over: Partial<FiledObject> = {}, isAncestor = true): Holder => ({
  ...own(over),
  branch: 'feature',
  own: false,
  isAncestor,
});

const agreeing = {
  objectId: 7,
  user: 'JANE',
  objt: '*PGM',
  attr: 'RPGLE',
  gpath: 'SRC',
  gfile: 'ORD100.RPGLE',
  srcd: 'whatever',
};

const base: Conflict = {
  request,
  number: 7,
  onConflict: 'prove',
  holders: [],
  lost: [],
  ownUser: null,
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
    { kind: 'ours', why: 'the ledger has it for X/ORD100.RPGLE, which is gone', takenFrom: null },
  ],
  ['ours, filed for another reason', { holders: [own({ reason: '*DELETE' })] }, { kind: 'otherReason' }],
  [
    'of another RFP than the lost create named',
    { lost: [intended({ sent: { ...request.fields, rfp: 44 } })], probe: { ...agreeing, rfp: 12 } },
    { kind: 'theirs', why: expect.stringContaining('rfp is 12, not 44') },
  ],
  [
    'of the RFP that the lost create named, as text',
    { lost: [intended({ sent: { ...request.fields, rfp: 44 } })], probe: { ...agreeing, rfp: '44' } },
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
  ['fail does not ask either', { lost, soleBranch: true, onConflict: 'fail' }, { kind: 'theirs' }],
  ['another branch, merged, the same content', { holders: [other({ blob: 'new' })] }, { kind: 'unchanged' }],
  [
    'another branch, merged, the same content, which a killed run of ours may have replaced',
    { holders: [other({ blob: 'new' })], lost },
    { kind: 'ours', takenFrom: { branch: 'feature' } },
  ],
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
  ['(b) a create without an answer: asks first', { lost }, { kind: 'probe' }],
  ['(b) and the probe agrees', { lost, probe: agreeing }, { kind: 'ours' }],
  [
    '(b) of another reason: to be withdrawn, as what it was',
    { lost: [{ ...call, reason: '*DELETE' }], probe: agreeing },
    { kind: 'otherReason', entry: { objectId: 7, reason: '*DELETE', rfp: 0, commit: '', run: '', sent: {} } },
  ],
  ['(b) and the probe differs', { lost, probe: { ...agreeing, gpath: 'OTHER' } }, { kind: 'theirs' }],
  ['(b) and the probe is refused', { lost, probe: null }, { kind: 'theirs' }],
  ['(b) but the ledger names another branch', { lost, holders: [other({}, false)] }, { kind: 'theirs' }],
  ['(b) but another branch means to create it', { lost, rival: 'ORDERS feature', probe: agreeing }, { kind: 'theirs' }],
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
    { lost: [intended({ reason: '*DELETE' })], request: planned({ reason: '*DELETE' }), probe: agreeing },
    { kind: 'ours', why: 'its create was ours; the answer was lost' },
  ],
  [
    '(b) a call of which nothing is known proves nothing',
    { lost: [intended({ sent: null })], probe: agreeing },
    { kind: 'theirs', why: 'nothing proves that it is ours' },
  ],
  [
    '(b) nor does a withdrawal',
    { lost: [intended({ withdraws: true })], probe: agreeing },
    { kind: 'theirs', why: 'nothing proves that it is ours' },
  ],
  [
    '(b) an update may have been followed by a create: it counts as one',
    { lost: [intended({ objectId: 9 })], probe: agreeing },
    { kind: 'ours', why: 'its create was ours; the answer was lost' },
  ],
  [
    '(b) two lost calls of one reason, of which one agrees',
    { lost: [intended({ sent: { ...fields, attr: 'CLLE' } }), call], probe: agreeing },
    { kind: 'ours' },
  ],
  [
    '(b) two lost calls of different reasons that both agree: of which it is nobody can tell, so it is withdrawn',
    { lost: [call, intended({ reason: '*DELETE' })], probe: agreeing },
    { kind: 'otherReason', entry: { objectId: 7, reason: '*DELETE' } },
  ],
  [
    '(b) the same in the other order',
    { lost: [intended({ reason: '*DELETE' }), call], probe: agreeing },
    { kind: 'otherReason', entry: { objectId: 7, reason: '*DELETE' } },
  ],
  [
    '(b) of two lost calls of different reasons, only that of another reason agrees',
    { lost: [intended({ sent: { ...fields, attr: 'CLLE' } }), intended({ reason: '*DELETE' })], probe: agreeing },
    { kind: 'otherReason', entry: { objectId: 7, reason: '*DELETE' } },
  ],
  [
    '(b) of two lost calls of different reasons, only that of this reason agrees',
    { lost: [call, intended({ reason: '*DELETE', sent: { ...fields, attr: 'CLLE' } })], probe: agreeing },
    { kind: 'ours' },
  ],
  [
    '(b) and (c): a lost call of another reason counts although the level is ours alone',
    { lost: [intended({ reason: '*DELETE' })], soleBranch: true, probe: agreeing },
    { kind: 'otherReason', entry: { objectId: 7, reason: '*DELETE' } },
  ],
  [
    '(c) a lost call that differs does not keep the level from proving it',
    { lost: [intended({ sent: { ...fields, attr: 'CLLE' } })], soleBranch: true, probe: agreeing },
    { kind: 'ours', why: 'only this branch files at its level' },
  ],
  ['adopt: asks first', { onConflict: 'adopt' }, { kind: 'probe' }],
  ['adopt and the probe agrees', { onConflict: 'adopt', probe: agreeing }, { kind: 'ours' }],
  ['adopt and the probe differs', { onConflict: 'adopt', probe: { ...agreeing, objt: '*MODULE' } }, { kind: 'theirs' }],
];

/** (b) and (c) also need the answer's user to be the one that our requests have. */
const users: typeof rows = [
  [
    '(b) mapped: another user',
    { lost, probe: { ...agreeing, user: 'JOE' } },
    { kind: 'theirs', why: 'its user is JOE, which is not ours' },
  ],
  ['(c) mapped: another user', { soleBranch: true, probe: { ...agreeing, user: 'JOE' } }, { kind: 'theirs' }],
  ['adopt, mapped: another user', { onConflict: 'adopt', probe: { ...agreeing, user: 'JOE' } }, { kind: 'theirs' }],
  ['mapped: case and blanks do not count', { lost, probe: { ...agreeing, user: 'jane      ' } }, { kind: 'ours' }],
  ['mapped: what is mapped counts, not what was learnt', { lost, ownUser: 'JOE', probe: agreeing }, { kind: 'ours' }],
  ['(b) learnt', { request: nobody, lost: nobodys, ownUser: 'JANE', probe: agreeing }, { kind: 'ours' }],
  ['(c) learnt', { request: nobody, soleBranch: true, ownUser: 'JANE', probe: agreeing }, { kind: 'ours' }],
  [
    '(b) learnt: another user',
    { request: nobody, lost: nobodys, ownUser: 'JOE', probe: agreeing },
    { kind: 'theirs', why: 'its user is JANE, which is not ours' },
  ],
  [
    '(b) not known: found out later',
    { request: nobody, lost: nobodys, probe: agreeing },
    {
      kind: 'unproven',
      why: expect.stringContaining('its user is JANE, and which one our requests have is not known'),
    },
  ],
  [
    '(b) and the answer names no user',
    { lost, probe: { ...agreeing, user: undefined } },
    { kind: 'unproven', why: expect.stringContaining('its user is not told') },
  ],
  [
    '(b) and (c), not known: a create was lost, so it may be ours',
    { request: nobody, lost: nobodys, soleBranch: true, probe: agreeing },
    { kind: 'unproven' },
  ],
  [
    '(c) not known: not proven',
    { request: nobody, soleBranch: true, probe: agreeing },
    { kind: 'theirs', holder: null, why: expect.stringContaining('(map users, or user)') },
  ],
  [
    'adopt, not known: the word of whoever said so',
    { request: nobody, onConflict: 'adopt', probe: agreeing },
    { kind: 'ours', why: 'taken over by on-conflict adopt', takenFrom: null },
  ],
  [
    'adopt, not known, but a create was lost: it may be of another reason',
    { request: nobody, onConflict: 'adopt', lost: nobodys, probe: agreeing },
    { kind: 'unproven' },
  ],
  [
    'several lost calls under several users: the one whose user it has counts',
    {
      lost: [intended({ sent: { ...fields, user: 'JOE' } }), intended({ reason: '*DELETE' })],
      probe: { ...agreeing, user: 'JOE' },
    },
    { kind: 'ours' },
  ],
];

test.each([...rows, ...users])('%s', (_, over, verdict) => {
  expect(decideOwnership({ ...base, ...over })).toMatchObject(verdict);
});

test('the user is looked at by itself', () => {
  expect(disagreement(fields, { ...agreeing, srcd: undefined, user: 'JOE' })).toBeNull();
});

test('a stored value that is not answered, or a number in quotes, is no disagreement', () => {
  expect(disagreement({ ...fields, csqo: 5 }, { csqo: '5', gfile: null })).toBeNull();
  expect(disagreement({ csqo: 5 }, { csqo: '6' })).toContain('csqo');
});
