/** §2.6: what each field of an update changes, and what leaves it alone. */
import {
  absent,
  D,
  done,
  L,
  later,
  lead,
  like,
  locked,
  N,
  no,
  ok,
  P,
  patch,
  post,
  type Rule,
  rule,
  W,
  warned,
} from './rule.ts';

const made = { ...L, srcd: 'Text', csqo: 4 };
const before: Record<string, unknown> = {
  ...{ attr: 'RPGLE', srcn: 'ORD300', srca: 'RPGLE', srcd: 'Text', user: 'DEMO', lock: '*YES' },
  ...{ gpath: 'QRPGLESRC', gfile: 'ORD300.PGM.RPGLE' },
};
const changes: Record<string, string> = {
  ...{ attr: 'CLLE', srcn: 'NEWSRC', srca: 'RPGLE38', srcd: 'New text', user: 'LEAD', lock: '*NO' },
  ...{ gpath: 'new/path', gfile: 'NEW.RPGLE' },
};

const texts: Rule[] = Object.entries(changes).flatMap(([name, value]) => [
  rule(
    `§2.6 ${name}`,
    'Replacement',
    post(made, ok()),
    patch({ [name]: value }, ok({ [`request.${name}`]: value, [`@requests.0.${name}`]: value })),
  ),
  rule(
    `§2.6 ${name}`,
    'Default *SAME: sent, leaves the stored value unchanged',
    post(made, ok()),
    patch({ [name]: '*SAME' }, ok({ [`request.${name}`]: before[name] })),
  ),
  rule(
    `§2.6 ${name}`,
    'Omitted fields are treated as *SAME',
    post(made, ok()),
    patch({}, ok({ [`request.${name}`]: before[name] })),
  ),
  rule(`§2.6 ${name}`, 'string: no number', post(made, ok()), patch({ [name]: 7 }, no(like(name)))),
  rule(
    `§2.6 ${name}`,
    'only the fields sent change',
    post(made, ok()),
    patch(
      { [name]: value },
      ok(
        Object.fromEntries(
          Object.entries(before)
            .filter(([other]) => other !== name)
            .map(([other, was]) => [`request.${other}`, was]),
        ),
      ),
    ),
  ),
]);

const special: Rule[] = [
  rule(
    '§2.6 objectId',
    'Required: Yes',
    post(P, ok()),
    patch({ objectId: undefined, lock: '*NO' }, no('objectId is required', { status: 400 })),
  ),
  rule(
    '§2.6 objectId',
    'must be greater than 0: 0',
    patch({ objectId: 0 }, no('objectId is required', { status: 400 })),
  ),
  rule(
    '§2.6 objectId',
    'must be greater than 0: negative',
    patch({ objectId: -1 }, no('objectId is required', { status: 400 })),
  ),
  rule('§2.6 objectId', 'integer: no text', patch({ objectId: 'x' }, no('objectId is required', { status: 400 }))),
  rule('§2.6 objectId', 'quoted', post(P, ok()), patch({ objectId: '10001' }, ok({ 'request.objectId': 10001 }))),
  rule(
    '§2.6 objectId',
    'It is the only way to identify the request',
    post({ ...P, vref: 'v' }, ok()),
    patch({ objectId: undefined, objn: 'ORD200', vref: 'v' }, no('objectId is required', { status: 400 })),
  ),
  rule(
    '§2.6 attr',
    "must be defined for the request's application and level",
    post(P, ok()),
    patch({ attr: 'NOPE' }, no(like('NOPE'))),
  ),
  rule(
    '§2.6 srcn',
    '*OBJ sets it to the object name',
    post({ ...P, srcn: 'S' }, ok()),
    patch({ srcn: '*OBJ' }, ok({ 'request.srcn': 'ORD200' })),
  ),
  rule('§2.6 srcn', 'IFS source file name', post(W, ok()), patch({ srcn: 'b.ts' }, ok({ 'request.srcn': 'b.ts' }))),
  rule(
    '§2.6 srca',
    'Ignored when the attribute has no source',
    post(D, ok()),
    patch({ srca: 'X' }, warned({ 'request.srca': '' })),
  ),
  rule(
    '§2.6 srca',
    'Ignored when the source is an IFS file',
    post(W, ok()),
    patch({ srca: 'X' }, warned({ 'request.srca': '' })),
  ),
  rule('§2.6 srca', 'Ignored: whatever its value', post(W, ok()), patch({ srca: 7 }, warned({ 'request.srca': '' }))),
  rule(
    '§2.6 srcd',
    'Same ignore rule as srca: no source',
    post(D, ok()),
    patch({ srcd: 'X' }, warned({ 'request.srcd': '' })),
  ),
  rule(
    '§2.6 srcd',
    'Same ignore rule as srca: IFS',
    post(W, ok()),
    patch({ srcd: 'X' }, warned({ 'request.srcd': '' })),
  ),
  rule(
    '§2.6 srca',
    'the attribute after the update counts',
    post(P, ok()),
    patch({ attr: 'DTAARA', srca: 'X' }, warned({ 'request.srca': 'RPGLE' })),
  ),
  rule(
    '§2.6 user',
    'must be a valid user of the security facility',
    post(P, ok()),
    patch({ user: 'NOBODY' }, no(like('NOBODY'))),
  ),
  rule('§2.6 csqo', 'Replacement compile subsequence', post(made, ok()), patch({ csqo: 9 }, ok({ 'request.csqo': 9 }))),
  rule('§2.6 csqo', 'quoted', post(made, ok()), patch({ csqo: '9' }, ok({ 'request.csqo': 9 }))),
  rule('§2.6 csqo', '0 means unchanged', post(made, ok()), patch({ csqo: 0 }, ok({ 'request.csqo': 4 }))),
  rule('§2.6 csqo', 'omitted', post(made, ok()), patch({}, ok({ 'request.csqo': 4 }))),
  rule('§2.6 csqo', 'integer', post(made, ok()), patch({ csqo: 'x' }, no(like('csqo')))),
  rule('§2.6 csqo', 'Ignored for object type *IFS', post(W, ok()), patch({ csqo: 9 }, warned({ 'request.csqo': 0 }))),
  rule(
    '§2.6 csqo',
    'Ignored for object type *REMOTE',
    post({ ...W, objt: '*REMOTE' }, ok()),
    patch({ csqo: 9 }, warned({ 'request.csqo': 0 })),
  ),
  rule(
    '§2.6 csqo',
    'Ignored for object type *PIPE',
    post({ ...N, pipe: 'JENKINS1', pipa: 'PIPE', tkey: '1' }, ok()),
    patch({ objectId: 10002, csqo: 9 }, warned({ 'request.csqo': 0 })),
  ),
  rule('§2.6 arfp', 'Values in 3, and no other', post(P, ok()), patch({ arfp: '*MAYBE' }, no(like('arfp')))),
  rule(
    '§2.6 rfp',
    'RFP to assign when arfp is *YES',
    post(N, ok()),
    post({ ...P, objn: 'B' }, ok()),
    patch({ objectId: 10002, arfp: '*YES', rfp: 101 }, ok({ 'request.rfp': 101 })),
  ),
  rule(
    '§2.6 rfp',
    'quoted',
    post(N, ok()),
    post({ ...P, objn: 'B' }, ok()),
    patch({ objectId: 10002, arfp: '*YES', rfp: '101' }, ok({ 'request.rfp': 101 })),
  ),
  rule(
    '§2.6 rfp',
    'when arfp is *YES: else it is not used',
    post(P, ok()),
    patch({ rfp: 101 }, warned({ 'request.rfp': 0, 'rtn.msg': like('rfp') })),
  ),
  rule(
    '§2.6 rfp',
    'and the request is not already assigned',
    post(N, ok()),
    post({ ...N, objn: 'B' }, ok()),
    patch({ arfp: '*YES', rfp: 102 }, warned({ 'request.rfp': 101 })),
  ),
  rule('§2.6 rfp', 'an RFP that is not there', post(P, ok()), patch({ arfp: '*YES', rfp: 999 }, no(like('999')))),
  rule('§2.6 rfp', 'no number', post(P, ok()), patch({ arfp: '*YES' }, no(like('rfp')))),
  rule(
    '§2.6 rfpd',
    'Description for a new RFP when arfp is *NEW',
    post(P, ok()),
    patch({ arfp: '*NEW', rfpd: 'Fresh' }, ok({ '@rfps.0.rfpd': 'Fresh' })),
  ),
  rule(
    '§2.6 rfpd',
    'or searched RFP when arfp is *AUTO',
    post(N, ok()),
    post({ ...P, objn: 'B' }, ok()),
    patch({ objectId: 10002, arfp: '*AUTO', rfpd: 'First' }, ok({ 'request.rfp': 101 })),
  ),
  rule(
    '§2.6 rfpd',
    'When omitted, the object name is used',
    post(P, ok()),
    patch({ arfp: '*NEW' }, ok({ '@rfps.0.rfpd': 'ORD200' })),
  ),
  rule(
    '§2.6 rfpd',
    'When *SAME, the object name is used',
    post(P, ok()),
    patch({ arfp: '*AUTO', rfpd: '*SAME' }, ok({ '@rfps.0.rfpd': 'ORD200' })),
  ),
  rule(
    '§2.6 rfpd',
    'when arfp is *AUTO or *NEW: else it is not used',
    post(P, ok()),
    patch({ rfpd: 'x' }, warned({ 'rtn.msg': like('rfpd') })),
  ),
  rule(
    '§2.6 lock',
    '*NO unlocks',
    post(P, ok()),
    patch({ lock: '*NO' }, ok()),
    post(P, ok({ 'request.objectId': 10002 })),
  ),
  rule(
    '§2.6 lock',
    '*YES locks',
    post({ ...P, lock: '*NO' }, ok()),
    patch({ lock: '*YES' }, ok()),
    post(P, no(locked, { 'rtn.existingObjectId': 10001 })),
  ),
  rule('§2.6 lock', '*YES or *NO, and no other', post(P, ok()), patch({ lock: '*MAYBE' }, no(like('lock')))),
  ...(['gpath', 'gfile'] as const).flatMap((name) => [
    rule(
      `§2.6 ${name}`,
      'Applied only when the request is already Git-linked',
      post(P, ok()),
      patch({ [name]: 'x' }, warned({ [`request.${name}`]: '' })),
    ),
    rule(
      `§2.6 ${name}`,
      'the reason is modify',
      post(L, ok()),
      patch({ [name]: 'x' }, ok({ [`request.${name}`]: 'x' })),
    ),
    rule(
      `§2.6 ${name}`,
      'or delete',
      post({ ...L, rsn: '*DELETE' }, ok()),
      patch({ [name]: 'x' }, ok({ [`request.${name}`]: 'x' })),
    ),
    rule(
      `§2.6 ${name}`,
      'not for *RECOMPILE',
      post({ ...L, rsn: '*RECOMPILE' }, ok()),
      patch({ [name]: 'x' }, warned({ [`request.${name}`]: L[name] })),
    ),
    rule(
      `§2.6 ${name}`,
      'not for *UPDATE',
      post({ ...L, rsn: '*UPDATE' }, ok()),
      patch({ [name]: 'x' }, warned({ [`request.${name}`]: L[name] })),
    ),
  ]),
  rule(
    '§2.6',
    'A field of a create is none of an update',
    post(P, ok()),
    patch({ rsn: '*DELETE' }, warned({ '@requests.0.rsn': '*MIGRATE' })),
  ),
  rule(
    '§2.6',
    'Omitted alphanumeric fields: null counts as omitted',
    post(made, ok()),
    patch({ srcd: null }, ok({ 'request.srcd': 'Text' })),
  ),
  rule(
    '§2.6 user',
    "another user's request then needs code 31",
    post(P, ok()),
    patch({ user: 'LEAD' }, ok()),
    patch({}, no('User not authorized to update Request')),
    patch({}, ok(), lead),
  ),
  rule(
    '§2.6',
    'a refused update changes nothing',
    post(made, ok()),
    patch({ srcd: 'x', attr: 'NOPE' }, no(like('.'), { '@requests.0.srcd': 'Text', request: absent })),
  ),
  rule(
    '§2.6 attr',
    'a logical file by the new attribute needs data *NONE (§2.5)',
    post({ appl: 'ORD', lvl: 50, objn: 'CUST', objt: '*FILE', attr: 'PF' }, ok()),
    patch({ srca: 'LF' }, no(like('data'))),
  ),
  rule(
    '§2.6 attr',
    "is appended to the attribute's target directory: of the new one",
    post({ ...W, rpth: '/a' }, ok()),
    patch({ attr: 'DTAARA' }, done({ '@requests.0.target': '' })),
  ),
  rule(
    '§2.6 csqo, rfpd',
    'What the request has anyway: no warning',
    post(P, ok()),
    patch({ csqo: 0, rfp: 0, rfpd: '*SAME' }, ok()),
  ),
  rule(
    '§2.6 gpath, gfile',
    'Applied only when the request is already Git-linked: not by repo alone',
    post({ ...L, attr: 'RPGLE', objt: '*PGM', branch: undefined }, done()),
    patch({ gpath: 'x', gfile: 'y' }, warned({ 'request.gpath': 'QRPGLESRC', 'request.gfile': L.gfile })),
  ),
  rule(
    '§2.6 user',
    'A new RFP is looked for with the user after the update',
    post({ ...N, objn: 'A' }, ok()),
    post({ ...N, objn: 'B', user: 'LEAD' }, ok()),
    post({ ...P, objn: 'C' }, ok()),
    patch({ objectId: 10003, arfp: '*AUTO', rfpd: 'First', user: 'LEAD' }, ok({ 'request.rfp': 102 })),
  ),
  rule(
    '§2.6',
    'only while it is open or assigned',
    post(P, ok()),
    later(10001, { status: '30' }),
    patch({ srcd: 'x' }, no('Request not in open or assigned status')),
  ),
];

export const updates: readonly Rule[] = [...texts, ...special];
