import { describe, expect, test } from 'vitest';
import { describeMismatch, type Holder, type NumberFacts, type Verdict, whose } from '../../src/checkout/whose.ts';
import { toGitPath } from '../../src/git/git-path.ts';
import { deleting, holder, planned, standing, tried } from './support.ts';

/** Each rule of design §8 "Whose is a number", in its order, and what makes it fail. */

const request = planned();
const { fields } = request;
const call = tried();
/** A request whose mapping names no user, and our call for it. */
const { user: _, ...userless } = fields;
const nobody = planned({ fields: userless });
const bobs = tried({ fields: { ...fields, user: 'BOB' } });
const elsewhere = tried({ fields: { ...fields, gpath: 'OTHER' } });
const nobodys = [tried({ fields: userless })];

const ofX = standing({ path: 'X/A.RPGLE' });
const moved = planned({ previousPath: toGitPath('X/A.RPGLE') });
const deletes = tried({ reason: '*DELETE' });
const otherAttr = tried({ fields: { ...fields, attr: 'CLLE' } });
const inRfp = [tried({ fields: { ...fields, rfp: 44 } })];
/** A create is lost, or the mapping gives the level to this branch alone; and the service has shown the request. */
const [proven, sole] = [{ tried: [call] }, { isSoleBranch: true }];
const unmerged = holder({ merged: false });
const rival = { branch: 'ORDERS feature', tried: [call] };

const stored = { objectId: 7, user: 'JANE', objt: '*PGM', attr: 'RPGLE', gpath: 'SRC', gfile: 'ORD100.RPGLE' };
const agreeing = { ...stored, srcd: 'of the service' };

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

/** The verdict in words (`said`), or all before its reason. */
type Rows = [string, Partial<NumberFacts>, string][];

const first: Rows = [
  ['for this file', { own: standing() }, 'ours: the ledger has it for this file'],
  ['for its old path', { own: ofX, request: moved }, 'ours: the ledger has it for this file'],
  ['for another file still at head', { own: ofX }, 'collision with X/A.RPGLE'],
  ['for another, which is gone', { own: ofX, isAtHead: false }, 'ours: the ledger has it for X/A.RPGLE, which is gone'],
  ['of another reason, as for a delete', { own: ofX, request: { ...deleting, fields } }, 'collision with X/A.RPGLE'],
  ['of another reason', { own: { ...ofX, reason: '*DELETE' } }, 'otherReason *DELETE: X/A.RPGLE'],
  ['also under --on-conflict fail', { own: standing(), onConflict: 'fail' }, 'ours'],
  ['a merged branch has it, too', { own: standing(), holders: [holder()] }, 'ours'],
  [
    'a branch that is not merged has it, too: our record is the older one',
    { own: standing(), holders: [holder(), unmerged] },
    'theirs, certain, of unmerged feature: The ledger has it for SRC/ORD100.RPGLE of this branch, too',
  ],
];

const [sameContent, otherFile] = [standing({ blob: 'new' }), standing({ blob: 'new', path: 'X' })];
const second: Rows = [
  ['merged, the same content', { holders: [holder({}, { stands: sameContent })] }, 'same of feature with new'],
  [
    'merged, the same content, which a call of that branch may have replaced',
    { holders: [holder({}, { stands: sameContent, tried: [tried({ objectId: 7 })] })] },
    'ours of feature',
  ],
  ['merged, the same content of another file', { holders: [holder({}, { stands: otherFile })] }, 'ours of feature'],
  ['merged', { holders: [holder()] }, 'ours of feature: branch feature filed it, and is merged into this branch'],
  [
    'merged, of another reason',
    { holders: [holder({}, { stands: standing({ reason: '*DELETE' }) })] },
    'otherReason *DELETE of feature',
  ],
  ['merged, and a run of it is under way: waits', { holders: [holder({ busy: '5-1' })] }, 'busy of feature in 5-1'],
  [
    'merged, and it has only tried to change it: nothing tells that it stands',
    { holders: [holder({}, { stands: null, tried: [tried({ objectId: 7 })] })] },
    'theirs',
  ],
  ['--on-conflict fail takes nothing over', { holders: [holder()], onConflict: 'fail' }, 'theirs, certain, of feature'],
];

const certainly = 'theirs, certain, of unmerged feature';
const third: Rows = [
  ['not merged', { holders: [unmerged] }, `${certainly}: That branch is not merged into this one`],
  ['not merged, whether it is under way or not', { holders: [{ ...unmerged, busy: '5-1' }] }, certainly],
  ['two records name it, one of them not merged', { holders: [holder(), unmerged] }, certainly],
  ['adopt does not take from another branch', { holders: [unmerged], onConflict: 'adopt' }, certainly],
  ['a create that this branch lost proves nothing against it', { holders: [unmerged], ...proven }, certainly],
];

const fourth: Rows = [
  ['nothing known', {}, 'theirs: This pipeline did not file it, as far as it can tell'],
  ['--on-conflict fail does not even ask', { ...proven, ...sole, onConflict: 'fail' }, 'theirs'],
  [
    'another branch tried to create it, too',
    { ...proven, ...sole, rivals: [rival], probe: agreeing },
    'theirs: Branch ORDERS feature may have filed it and has not reported yet',
  ],
  [
    'another branch tried to create it for another user, from another file',
    { ...proven, rivals: [{ ...rival, tried: [bobs, elsewhere] }], probe: agreeing },
    'ours: this branch created it, and the answer was lost',
  ],
  [
    'another branch tried to create it for nobody, and the user of such requests is not known',
    { ...proven, rivals: [{ ...rival, tried: nobodys }], probe: agreeing },
    'theirs',
  ],
  ['a create without an answer: asks first', proven, 'probe'],
  ['and the probe agrees', { ...proven, probe: agreeing }, 'ours: this branch created it, and the answer was lost'],
  [
    'and the probe differs: not what we sent, or changed by hand since',
    { ...proven, probe: { ...agreeing, gpath: 'OTHER' } },
    'theirs: It differs from what this run would have filed: gpath is "OTHER", not "SRC"',
  ],
  ['and the probe is refused', { ...proven, probe: null }, 'theirs: This run may not read that request'],
  ['of another reason: withdrawn', { tried: [deletes], probe: agreeing }, 'otherReason *DELETE: SRC/ORD100.RPGLE'],
  ['a delete that was written down', { tried: [deletes], request: { ...deleting, fields }, probe: agreeing }, 'ours'],
  ['an update, which a create may have followed', { tried: [tried({ objectId: 9 })], probe: agreeing }, 'ours'],
  ['two of one reason, of which one agrees', { tried: [otherAttr, call], probe: agreeing }, 'ours'],
  ...[
    [call, deletes],
    [deletes, call],
    [otherAttr, deletes],
  ].map((calls, n): Rows[number] => [
    `two of different reasons, and that of another reason agrees (${n}): withdrawn`,
    { tried: calls, probe: agreeing },
    'otherReason *DELETE',
  ]),
  ['and only that of this one agrees', { tried: [call, { ...otherAttr, reason: '*DELETE' }], probe: agreeing }, 'ours'],
  [
    'of another RFP than the lost create named',
    { tried: inRfp, probe: { ...agreeing, rfp: 12 } },
    'theirs: It differs from what this run would have filed: rfp is 12, not 44',
  ],
  ['of the RFP that the lost create named, as text', { tried: inRfp, probe: { ...agreeing, rfp: '44' } }, 'ours'],
  ['a sole branch: asks first', sole, 'probe'],
  ['and the probe agrees', { ...sole, probe: agreeing }, 'ours: only this branch files at its level'],
  ['and the probe differs', { ...sole, probe: { ...agreeing, attr: 'CLLE' } }, 'theirs'],
  [
    'a delete under a sole branch: no answer tells a reason (interface §2.7), so it is not even asked',
    { ...sole, request: deleting },
    'theirs: The service does not say whether it is a *DELETE',
  ],
  ['a lost create of another reason counts', { ...sole, tried: [deletes], probe: agreeing }, 'otherReason *DELETE'],
  [
    'a lost create that differs does not keep the level from proving it',
    { ...sole, tried: [otherAttr], probe: agreeing },
    'ours: only this branch files at its level',
  ],
  ['adopt: asks first', { onConflict: 'adopt' }, 'probe'],
  ['adopt and the probe agrees', { onConflict: 'adopt', probe: agreeing }, 'ours'],
  ['adopt, in any RFP', { onConflict: 'adopt', probe: { ...agreeing, rfp: 12 } }, 'ours'],
  ['adopt and the probe differs', { onConflict: 'adopt', probe: { ...agreeing, objt: '*MODULE' } }, 'theirs'],
  ['adopt takes no delete', { onConflict: 'adopt', request: deleting }, 'theirs'],
];

const nobodyNamed = { ...agreeing, user: undefined };
const joes = { ...agreeing, user: 'JOE' };
const ofNobody = { request: nobody, tried: nobodys, probe: agreeing };
const notKnown =
  'Its user is JANE, and the user of our own requests is not known yet (set users or user in the mapping)';
const notTold = notKnown.replace('JANE', 'not told');
/** The answer's user has to be the one that our requests have, mapped or learnt. */
const users: Rows = [
  ['mapped: another user', { ...proven, probe: joes }, 'theirs, certain: Its user is JOE, not that of this run'],
  ['mapped, sole branch: another user', { ...sole, probe: joes }, 'theirs, certain'],
  ['mapped: case and blanks do not count', { ...proven, probe: { ...agreeing, user: 'jane      ' } }, 'ours'],
  ['mapped: what is mapped counts, not what was learnt', { ...proven, ownUser: 'JOE', probe: agreeing }, 'ours'],
  ['learnt', { ...ofNobody, ownUser: 'JANE' }, 'ours'],
  ['learnt: another user', { ...ofNobody, ownUser: 'JOE' }, 'theirs, certain: Its user is JANE, not that of this run'],
  ['not known: found out later', ofNobody, `theirs, unproven: ${notKnown}`],
  ['the answer names none', { ...proven, probe: nobodyNamed }, `theirs, unproven: ${notTold}`],
  ['not known, sole branch: a create was lost, so it may be ours', { ...ofNobody, ...sole }, 'theirs, unproven'],
  ['not known, sole branch: not proven', { ...ofNobody, ...sole, tried: [] }, `theirs: ${notKnown}`],
  ['not known, adopt', { ...ofNobody, tried: [], onConflict: 'adopt' }, 'ours: taken over by `--on-conflict adopt`'],
  ['the same, and a create was lost: of any reason', { ...ofNobody, onConflict: 'adopt' }, 'theirs, unproven'],
  [
    'several lost creates under several users: the one whose user it has counts',
    { tried: [tried({ fields: { ...fields, user: 'JOE' } }), deletes], probe: joes },
    'ours',
  ],
];

/** A verdict as `theirs, certain, of unmerged feature: why`. */
function said(verdict: Verdict): string {
  const of = (one: Holder | null) => (one === null ? '' : ` of ${one.merged ? '' : 'unmerged '}${one.branch}`);
  switch (verdict.kind) {
    case 'probe':
      return 'probe';
    case 'ours':
      return `ours${of(verdict.holder)}: ${verdict.why}`;
    case 'otherReason':
      return `otherReason ${verdict.reason}${of(verdict.holder)}: ${verdict.path}`;
    case 'same':
      return `same${of(verdict.holder)} with ${verdict.stands.blob}`;
    case 'collision':
      return `collision with ${verdict.path}`;
    case 'busy':
      return `busy${of(verdict.holder)} in ${verdict.holder.busy}`;
    case 'theirs': {
      const flags = [verdict.isCertain ? ', certain' : '', verdict.isUnproven ? ', unproven' : ''].join('');
      return `theirs${flags}${verdict.holder === null ? '' : `,${of(verdict.holder)}`}: ${verdict.why}`;
    }
  }
}

describe.each<[string, Rows]>([
  ['1: in our record', first],
  ["2: in another branch's record, which is merged here", second],
  ["3: in another branch's record otherwise", third],
  ['4: in no record', fourth],
  ['4: the user', users],
])('%s', (_, rows) => {
  test.each(rows)('%s', (_name, more, verdict) => {
    const whole = said(whose({ ...base, ...more }));
    expect(verdict.includes(': ') ? whole : whole.replace(/: .*/, '')).toBe(verdict);
  });
});

test('the user is looked at by itself; what is not answered, or a number in quotes, is no disagreement', () => {
  expect(describeMismatch(fields, { ...agreeing, srcd: undefined, user: 'JOE' })).toBeNull();
  expect(describeMismatch({ ...fields, csqo: 5 }, { csqo: '5', gfile: null })).toBeNull();
  expect(describeMismatch({ csqo: 5 }, { csqo: '6' })).toContain('csqo');
});
