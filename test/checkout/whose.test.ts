import { describe, expect, test } from 'vitest';
import { describeMismatch, type NumberFacts, whose } from '../../src/checkout/whose.ts';
import { toGitPath } from '../../src/git/git-path.ts';
import type { Standing } from '../../src/ledger/record.ts';
import { deleting, holder, planned, standing, tried } from './support.ts';

/** Each rule of design §8 "Whose is a number", in its order, and what makes it fail. */

const request = planned();
const { fields } = request;
const call = tried();
/** A request whose mapping names no user, and a call of ours for it. */
const { user: _, ...userless } = fields;
const nobody = planned({ fields: userless });
const bobs = tried({ fields: { ...fields, user: 'BOB' } });
const elsewhere = tried({ fields: { ...fields, gpath: 'OTHER' } });
const nobodys = [tried({ fields: userless })];

const own = (more: Partial<Standing> = {}) => standing(more);
const unmerged = holder({ merged: false });
const rival = { branch: 'ORDERS feature', tried: [call] };

const agreeing = {
  objectId: 7,
  user: 'JANE',
  objt: '*PGM',
  attr: 'RPGLE',
  gpath: 'SRC',
  gfile: 'ORD100.RPGLE',
  srcd: 'of the service',
};

const base: NumberFacts = {
  request,
  number: 7,
  onConflict: 'prove',
  own: null,
  holders: [],
  tried: [],
  rivals: [],
  ownUser: null,
  isSoleBranch: false,
  isAtHead: true,
  probe: undefined,
};

type Rows = [string, Partial<NumberFacts>, Record<string, unknown>][];
const says = (text: string) => expect.stringContaining(text);

const first: Rows = [
  ['for this file', { own: own() }, { kind: 'ours', holder: null, why: 'the ledger has it for this file' }],
  [
    'for the file it was moved from',
    { own: own({ path: 'OLD/A.RPGLE' }), request: planned({ previousPath: toGitPath('OLD/A.RPGLE') }) },
    { kind: 'ours' },
  ],
  ['for another file still at head', { own: own({ path: 'X/A.RPGLE' }) }, { kind: 'collision', path: 'X/A.RPGLE' }],
  [
    'for another file that is gone',
    { own: own({ path: 'X/A.RPGLE' }), isAtHead: false },
    { kind: 'ours', why: 'the ledger has it for X/A.RPGLE, which is gone', holder: null },
  ],
  [
    'of another reason, for another file still at head, for a delete',
    { own: own({ path: 'X/A.RPGLE' }), request: { ...deleting, fields } },
    { kind: 'collision', path: 'X/A.RPGLE' },
  ],
  [
    'of another reason',
    { own: own({ reason: '*DELETE', path: 'X/A.RPGLE' }) },
    { kind: 'otherReason', reason: '*DELETE', path: 'X/A.RPGLE', holder: null },
  ],
  ['also under --on-conflict fail', { own: own(), onConflict: 'fail' }, { kind: 'ours' }],
  ['a merged branch has it, too', { own: own(), holders: [holder()] }, { kind: 'ours' }],
  [
    'a branch that is not merged has it, too: our record is the older one',
    { own: own(), holders: [holder(), unmerged] },
    { kind: 'theirs', why: says('for this branch, and for feature'), holder: unmerged, isCertain: true },
  ],
];

const second: Rows = [
  [
    'merged, the same content',
    { holders: [holder({}, { stands: standing({ blob: 'new' }) })] },
    { kind: 'same', holder: { branch: 'feature' }, stands: { blob: 'new' } },
  ],
  [
    'merged, the same content, which a call of that branch may have replaced',
    { holders: [holder({}, { stands: standing({ blob: 'new' }), tried: [tried({ objectId: 7 })] })] },
    { kind: 'ours', holder: { branch: 'feature' } },
  ],
  [
    'merged, the same content of another file',
    { holders: [holder({}, { stands: standing({ blob: 'new', path: 'X' }) })] },
    { kind: 'ours', holder: { branch: 'feature' } },
  ],
  [
    'merged, and it has moved on',
    { holders: [holder()] },
    { kind: 'ours', why: 'branch feature filed it, and is merged into this branch', holder: { branch: 'feature' } },
  ],
  [
    'merged, of another reason: withdrawn and filed again',
    { holders: [holder({}, { stands: standing({ reason: '*DELETE' }) })] },
    { kind: 'otherReason', reason: '*DELETE', holder: { branch: 'feature' } },
  ],
  [
    'merged, and a run of it is under way: it is waited for',
    { holders: [holder({ busy: '5-1' })] },
    { kind: 'busy', holder: { branch: 'feature', busy: '5-1' } },
  ],
  [
    'merged, and it has only tried to change it: nothing tells that it stands',
    { holders: [holder({}, { stands: null, tried: [tried({ objectId: 7 })] })] },
    { kind: 'theirs', holder: null },
  ],
  [
    '--on-conflict fail takes nothing over',
    { holders: [holder()], onConflict: 'fail' },
    { kind: 'theirs', isCertain: true },
  ],
];

const third: Rows = [
  [
    'not merged',
    { holders: [unmerged] },
    { kind: 'theirs', why: 'feature filed it, and is not merged into this branch', holder: unmerged, isCertain: true },
  ],
  [
    'not merged, whether it is under way or not',
    { holders: [holder({ merged: false, busy: '5-1' })] },
    { kind: 'theirs' },
  ],
  [
    'two records name it, and one of them is not merged',
    { holders: [holder(), unmerged] },
    { kind: 'theirs', holder: unmerged },
  ],
  ['adopt does not take from another branch', { holders: [unmerged], onConflict: 'adopt' }, { kind: 'theirs' }],
  [
    'a create that this branch lost proves nothing against it',
    { holders: [unmerged], tried: [call] },
    { kind: 'theirs' },
  ],
];

const fourth: Rows = [
  ['nothing known', {}, { kind: 'theirs', holder: null, isCertain: false, why: says('as far as it can tell') }],
  [
    '--on-conflict fail does not even ask',
    { tried: [call], isSoleBranch: true, onConflict: 'fail' },
    { kind: 'theirs' },
  ],
  [
    'another branch tried to create it, too',
    { tried: [call], isSoleBranch: true, rivals: [rival], probe: agreeing },
    { kind: 'theirs', why: 'ORDERS feature may have filed it and has not reported yet' },
  ],
  [
    'another branch tried to create it for another user, from another file',
    { tried: [call], rivals: [{ ...rival, tried: [bobs, elsewhere] }], probe: agreeing },
    { kind: 'ours', why: 'this branch created it, and the answer was lost' },
  ],
  [
    'another branch tried to create it for nobody, and the user of such requests is not known',
    { tried: [call], rivals: [{ ...rival, tried: nobodys }], probe: agreeing },
    { kind: 'theirs' },
  ],
  ['a create without an answer: asks first', { tried: [call] }, { kind: 'probe' }],
  [
    'and the probe agrees',
    { tried: [call], probe: agreeing },
    { kind: 'ours', why: 'this branch created it, and the answer was lost', holder: null },
  ],
  [
    'and the probe differs: not what we sent, or changed by hand since',
    { tried: [call], probe: { ...agreeing, gpath: 'OTHER' } },
    { kind: 'theirs', why: says('gpath is "OTHER", not "SRC"'), isCertain: false },
  ],
  [
    'and the probe is refused',
    { tried: [call], probe: null },
    { kind: 'theirs', why: 'this run may not read that request', isCertain: false },
  ],
  [
    'of another reason: to be withdrawn, as what it was',
    { tried: [tried({ reason: '*DELETE' })], probe: agreeing },
    { kind: 'otherReason', reason: '*DELETE', holder: null },
  ],
  [
    'a delete that was written down is ours',
    { tried: [tried({ reason: '*DELETE' })], request: { ...deleting, fields }, probe: agreeing },
    { kind: 'ours' },
  ],
  [
    'an update may have been followed by a create: it counts as one',
    { tried: [tried({ objectId: 9 })], probe: agreeing },
    { kind: 'ours' },
  ],
  [
    'two of one reason, of which one agrees',
    { tried: [tried({ fields: { ...fields, attr: 'CLLE' } }), call], probe: agreeing },
    { kind: 'ours' },
  ],
  ...[
    [call, tried({ reason: '*DELETE' })],
    [tried({ reason: '*DELETE' }), call],
    [tried({ fields: { ...fields, attr: 'CLLE' } }), tried({ reason: '*DELETE' })],
  ].map((calls, n): Rows[number] => [
    `two of different reasons, and that of another reason agrees (${n}): withdrawn`,
    { tried: calls, probe: agreeing },
    { kind: 'otherReason', reason: '*DELETE' },
  ]),
  [
    'two of different reasons, and only that of this reason agrees',
    { tried: [call, tried({ reason: '*DELETE', fields: { ...fields, attr: 'CLLE' } })], probe: agreeing },
    { kind: 'ours' },
  ],
  [
    'of another RFP than the lost create named',
    { tried: [tried({ fields: { ...fields, rfp: 44 } })], probe: { ...agreeing, rfp: 12 } },
    { kind: 'theirs', why: says('rfp is 12, not 44') },
  ],
  [
    'of the RFP that the lost create named, as text',
    { tried: [tried({ fields: { ...fields, rfp: 44 } })], probe: { ...agreeing, rfp: '44' } },
    { kind: 'ours' },
  ],
  ['a sole branch: asks first', { isSoleBranch: true }, { kind: 'probe' }],
  [
    'and the probe agrees',
    { isSoleBranch: true, probe: agreeing },
    { kind: 'ours', why: 'only this branch files at its level' },
  ],
  ['and the probe differs', { isSoleBranch: true, probe: { ...agreeing, attr: 'CLLE' } }, { kind: 'theirs' }],
  [
    'a delete under a sole branch: no answer tells a reason (interface §2.7), so it is not even asked',
    { isSoleBranch: true, request: deleting },
    { kind: 'theirs', why: 'the service does not say whether it is a *DELETE' },
  ],
  [
    'a lost create of another reason counts although the level is ours alone',
    { tried: [tried({ reason: '*DELETE' })], isSoleBranch: true, probe: agreeing },
    { kind: 'otherReason', reason: '*DELETE' },
  ],
  [
    'a lost create that differs does not keep the level from proving it',
    { tried: [tried({ fields: { ...fields, attr: 'CLLE' } })], isSoleBranch: true, probe: agreeing },
    { kind: 'ours', why: 'only this branch files at its level' },
  ],
  ['adopt: asks first', { onConflict: 'adopt' }, { kind: 'probe' }],
  ['adopt and the probe agrees', { onConflict: 'adopt', probe: agreeing }, { kind: 'ours' }],
  ['adopt, whatever RFP it is in', { onConflict: 'adopt', probe: { ...agreeing, rfp: 12 } }, { kind: 'ours' }],
  ['adopt and the probe differs', { onConflict: 'adopt', probe: { ...agreeing, objt: '*MODULE' } }, { kind: 'theirs' }],
  ['adopt takes no delete', { onConflict: 'adopt', request: deleting }, { kind: 'theirs' }],
];

/** The answer's user has to be the one that our requests have, mapped or learnt. */
const users: Rows = [
  [
    'mapped: another user',
    { tried: [call], probe: { ...agreeing, user: 'JOE' } },
    { kind: 'theirs', why: 'its user is JOE, not that of this run', isCertain: true },
  ],
  [
    'mapped, sole branch: another user',
    { isSoleBranch: true, probe: { ...agreeing, user: 'JOE' } },
    { kind: 'theirs' },
  ],
  [
    'mapped: case and blanks do not count',
    { tried: [call], probe: { ...agreeing, user: 'jane      ' } },
    { kind: 'ours' },
  ],
  [
    'mapped: what is mapped counts, not what was learnt',
    { tried: [call], ownUser: 'JOE', probe: agreeing },
    { kind: 'ours' },
  ],
  ['learnt', { request: nobody, tried: nobodys, ownUser: 'JANE', probe: agreeing }, { kind: 'ours' }],
  [
    'learnt: another user',
    { request: nobody, tried: nobodys, ownUser: 'JOE', probe: agreeing },
    { kind: 'theirs', why: 'its user is JANE, not that of this run' },
  ],
  [
    'not known: found out later',
    { request: nobody, tried: nobodys, probe: agreeing },
    {
      kind: 'theirs',
      isUnproven: true,
      isCertain: false,
      why: says('its user is JANE, and the user of our own requests is not known'),
    },
  ],
  [
    'the answer names no user',
    { tried: [call], probe: { ...agreeing, user: undefined } },
    { kind: 'theirs', isUnproven: true, isCertain: false, why: says('not told') },
  ],
  [
    'not known, sole branch: a create was lost, so it may be ours',
    { request: nobody, tried: nobodys, isSoleBranch: true, probe: agreeing },
    { kind: 'theirs', isUnproven: true, isCertain: false },
  ],
  [
    'not known, sole branch: not proven',
    { request: nobody, isSoleBranch: true, probe: agreeing },
    { kind: 'theirs', holder: null, isCertain: false, why: says('(set users or user in the mapping)') },
  ],
  [
    'not known, adopt: the word of whoever said so',
    { request: nobody, onConflict: 'adopt', probe: agreeing },
    { kind: 'ours', why: 'taken over by `--on-conflict adopt`' },
  ],
  [
    'not known, adopt, but a create was lost: it may be of another reason',
    { request: nobody, onConflict: 'adopt', tried: nobodys, probe: agreeing },
    { kind: 'theirs', isUnproven: true, isCertain: false },
  ],
  [
    'several lost creates under several users: the one whose user it has counts',
    {
      tried: [tried({ fields: { ...fields, user: 'JOE' } }), tried({ reason: '*DELETE' })],
      probe: { ...agreeing, user: 'JOE' },
    },
    { kind: 'ours' },
  ],
];

describe.each<[string, Rows]>([
  ['1: in our record', first],
  ["2: in another branch's record, which is merged here", second],
  ["3: in another branch's record otherwise", third],
  ['4: in no record', fourth],
  ['4: the user', users],
])('%s', (_, rows) => {
  test.each(rows)('%s', (_name, more, verdict) => {
    expect(whose({ ...base, ...more })).toMatchObject(verdict);
  });
});

test('the user is looked at by itself; what is not answered, or a number in quotes, is no disagreement', () => {
  expect(describeMismatch(fields, { ...agreeing, srcd: undefined, user: 'JOE' })).toBeNull();
  expect(describeMismatch({ ...fields, csqo: 5 }, { csqo: '5', gfile: null })).toBeNull();
  expect(describeMismatch({ csqo: 5 }, { csqo: '6' })).toContain('csqo');
});
