/** §2.7: what answers hold. */
import {
  absent,
  D,
  earlier,
  keys,
  L,
  later,
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
  viewer,
  W,
  warned,
} from './rule.ts';

const used = { ...L, branch: 'feature/search', proj: '*BRANCH', arfp: '*NEW' };
const usedValues = {
  ...{ objectId: 10001, objt: '*PGM', attr: 'RPGLE', rfp: 101, rfpd: 'Search in orders', proj: 'CUST', task: 12 },
  ...{ stsk: 1, folb: 'DEMO10', fslb: 'DEMO10', fsfl: 'QRPGLESRC' },
};
const kinds: Record<string, string> = {
  objectId: 'integer',
  rfp: 'integer',
  task: 'integer',
  stsk: 'integer',
  csqo: 'integer',
};
const created: Rule[] = Object.entries(usedValues).flatMap(([name, value]) => [
  rule(
    `§2.7 request.${name}, POST`,
    'holds the values actually used, including those derived',
    post(used, ok({ [`request.${name}`]: value })),
  ),
  rule(
    `§2.7 request.${name}, POST`,
    `Type ${kinds[name] ?? 'string'}`,
    post(P, ok({ [`request.${name}`]: { type: kinds[name] ?? 'string' } })),
  ),
]);

const storedValues = {
  ...{
    objectId: 10001,
    objt: '*PGM',
    attr: 'CLLE',
    srcn: 'S',
    srca: 'X',
    srcd: 'T',
    user: 'DEMO',
    csqo: 3,
    arfp: '*YES',
  },
  ...{ rfp: 101, lock: '*NO', gpath: 'p', gfile: 'g' },
};
const sent = {
  attr: 'CLLE',
  srcn: 'S',
  srca: 'X',
  srcd: 'T',
  csqo: 3,
  arfp: '*YES',
  rfp: 101,
  lock: '*NO',
  gpath: 'p',
  gfile: 'g',
};
const updated: Rule[] = Object.entries(storedValues).flatMap(([name, value]) => [
  rule(
    `§2.7 request.${name}, PATCH`,
    'holds the values stored after the update',
    post(L, ok()),
    post({ ...N, objn: 'B' }, ok()),
    patch(sent, ok({ [`request.${name}`]: value })),
  ),
  rule(
    `§2.7 request.${name}, PATCH`,
    `Type ${kinds[name] ?? 'string'}`,
    post(D, ok()),
    patch({}, ok({ [`request.${name}`]: { type: kinds[name] ?? 'string' } })),
  ),
]);

const rtn: Rule[] = [
  rule('§2.7 rtn', 'All responses carry an object rtn: 200', post(P, { status: 200, rtn: { type: 'object' } })),
  rule('§2.7 rtn', 'All responses: a refusal', post({}, { status: 200, rtn: { type: 'object' } })),
  rule('§2.7 rtn', 'All responses: 400', patch({ objectId: 0 }, { status: 400, 'rtn.sev': '30' })),
  rule(
    '§2.7 rtn',
    'All responses: 400 for a body that is no JSON',
    post(null, { status: 400, 'rtn.sev': '30' }, { raw: '{' }),
  ),
  rule(
    '§2.7 rtn',
    'All responses: 401',
    post(P, { status: 401, 'rtn.sev': '30', 'rtn.msg': like('Unauthorized') }, { token: null }),
  ),
  rule('§2.7 rtn', 'All responses: 404', post(P, { status: 404, 'rtn.sev': '30' }, { path: '/other' })),
  rule('§2.7 rtn', 'All responses: 405', post(P, { status: 405, 'rtn.sev': '30' }, { method: 'PUT' })),
  rule('§2.7 rtn', 'All responses: 413', post({ ...P, srcd: 'x'.repeat(1 << 20) }, { status: 413, 'rtn.sev': '30' })),
  rule('§2.7 rtn', 'All responses: 415', post(P, { status: 415, 'rtn.sev': '30' }, { contentType: 'text/plain' })),
  rule('§2.7 rtn', 'All responses: 422, where refusals have it', post({}, { status: 422, 'rtn.sev': '30' }), {
    refusalStatus: 422,
  }),
  rule(
    '§2.7 rtn',
    'All responses: a request that is not there to be moved on',
    post({ status: '20' }, { status: 404, 'rtn.sev': '30' }, { path: '/inspect/requests/7' }),
  ),
  rule(
    '§2.7 sev',
    '10 processed without errors or warnings: POST',
    post(P, { 'rtn.sev': '10', request: { type: 'object' } }),
  ),
  rule(
    '§2.7 sev',
    '10 processed without errors or warnings: PATCH',
    post(P, ok()),
    patch({}, { 'rtn.sev': '10', request: { type: 'object' } }),
  ),
  rule(
    '§2.7 sev',
    '20 processed with warnings: POST',
    post({ ...P, x: 1 }, { 'rtn.sev': '20', request: { type: 'object' }, '@requests': { size: 1 } }),
  ),
  rule(
    '§2.7 sev',
    '20 processed with warnings: PATCH',
    post(P, ok()),
    patch({ x: 1, srcd: 'T' }, { 'rtn.sev': '20', request: { type: 'object' }, '@requests.0.srcd': 'T' }),
  ),
  rule(
    '§2.7 sev',
    '30 not processed because of errors: POST',
    post({ ...P, lvl: 90 }, { 'rtn.sev': '30', request: absent, '@requests': { size: 0 } }),
  ),
  rule(
    '§2.7 sev',
    '30 not processed because of errors: PATCH',
    post(P, ok()),
    patch({ srcd: 'T', lock: 'x' }, { 'rtn.sev': '30', request: absent, '@requests.0.srcd': '' }),
  ),
  rule('§2.7 sev', 'string', post(P, { 'rtn.sev': { type: 'string' } })),
  rule('§2.7 msg', 'Message text: string', post(P, { 'rtn.msg': { type: 'string' } })),
  rule('§2.7 msg', 'Message text: of a refusal too', post({}, { 'rtn.msg': like('required') })),
  rule(
    '§2.7 msg',
    'Message text: of a warning names what is not used',
    post({ ...P, rfp: 5 }, { 'rtn.msg': like('rfp not used') }),
  ),
  rule(
    '§2.7 existingObjectId',
    'Number of the request that already holds a lock',
    post(P, ok()),
    post(P, no(locked, { 'rtn.existingObjectId': 10001 })),
  ),
  rule('§2.7 existingObjectId', 'integer', post(P, ok()), post(P, { 'rtn.existingObjectId': { type: 'integer' } })),
  rule(
    '§2.7 existingObjectId',
    'Returned only when sev is 30',
    post(P, ok({ 'rtn.existingObjectId': absent })),
    patch({}, ok({ 'rtn.existingObjectId': absent })),
  ),
  rule('§2.7 existingObjectId', 'and a conflict exists', post({}, no(like('.'), { 'rtn.existingObjectId': absent }))),
  rule(
    '§2.7 existingObjectId',
    'PATCH too',
    post(P, ok()),
    post({ ...P, lock: '*NO' }, ok()),
    patch({ objectId: 10002, lock: '*YES' }, no(locked, { 'rtn.existingObjectId': 10001 })),
  ),
  rule('§2.7 request', 'after POST: these fields', post(P, ok({ request: { keys: Object.keys(usedValues) } }))),
  rule(
    '§2.7 request',
    'after PATCH: these fields',
    post(P, ok()),
    patch({}, ok({ request: { keys: Object.keys(storedValues) } })),
  ),
  rule('§2.7 rtn', 'these fields', post(P, ok({ rtn: { keys: ['sev', 'msg'] } }))),
  rule('§2.7 rfp', '0 when not assigned', post(P, ok({ 'request.rfp': 0 }))),
  rule(
    '§2.7 task',
    '0 when assigned directly to the project',
    post({ ...P, proj: 'CUST' }, ok({ 'request.task': 0, 'request.stsk': 0 })),
  ),
  rule(
    '§2.7 rfp, PATCH',
    'RFP number after update; 0 when not assigned',
    post(N, ok()),
    patch({ arfp: '*NO' }, ok({ 'request.rfp': 0 })),
  ),
  rule(
    '§2.7 arfp, PATCH',
    'Assign-RFP value applied by the update',
    post(P, ok()),
    patch({ arfp: '*NEW' }, ok({ 'request.arfp': '*NEW' })),
  ),
  rule(
    '§2.7 arfp, PATCH',
    'applied: *SAME where nothing happens',
    post(N, ok()),
    patch({ arfp: '*AUTO' }, ok({ 'request.arfp': '*SAME' })),
  ),
  rule('§2.7 lock, PATCH', '*YES when locked', post(P, ok()), patch({}, ok({ 'request.lock': '*YES' }))),
  rule(
    '§2.7 lock, PATCH',
    '*NO when unlocked',
    post({ ...P, lock: '*NO' }, ok()),
    patch({}, ok({ 'request.lock': '*NO' })),
  ),
  rule(
    '§2.7 folb, POST',
    'Library or IFS path holding the object',
    post(W, ok({ 'request.folb': '/obj', 'request.fslb': '/src' })),
  ),
  rule('§2.7 fsfl, POST', 'Source file holding the member: none without a source', post(D, ok({ 'request.fsfl': '' }))),
  rule(
    '§2.7 objectId',
    'Request number: each its own',
    post(P, ok({ 'request.objectId': 10001 })),
    post({ ...P, objn: 'B' }, ok({ 'request.objectId': 10002 })),
  ),
  rule(
    '§2.7 objectId',
    'Request number: of no request that is gone',
    post(P, ok()),
    later(10001, { delete: true }),
    post(P, ok({ 'request.objectId': 10002 })),
  ),
  rule(
    '§2.1, §2.7',
    'numbers quoted, where the service quotes them',
    post(N, ok({ 'request.objectId': '10001', 'request.rfp': '101' })),
    { quotedNumbers: true },
  ),
  rule(
    '§2.7 existingObjectId',
    'quoted, where the service quotes numbers',
    post(P, ok()),
    post(P, no(locked, { 'rtn.existingObjectId': '10001' })),
    { quotedNumbers: true },
  ),
  rule(
    '§2',
    'Each object-request transaction is also logged',
    post(P, ok()),
    patch(
      {},
      ok({ '@transactions': { size: 2 }, '@transactions.1.method': 'PATCH', '@transactions.1.objectId': 10001 }),
    ),
  ),
  rule(
    '§2',
    'logged: by whom, and what came of it',
    post({}, no(like('.'), { '@transactions.0.user': 'VIEWER', '@transactions.0.sev': 30 }), viewer),
  ),
  rule(
    '§2',
    'The resource is the object request, also the generated one',
    post({ ...N, ...keys }, ok()),
    patch({ objectId: 10002 }, ok({ 'request.objt': '*PIPE' })),
  ),
  rule('§2.7', 'The answer is JSON', post(P, ok({ 'headers.content-type': like('^application/json') }))),
  rule(
    '§9',
    'Response of the earlier variant: rtn only',
    post({ ...P, x: 1 }, warned({ body: { keys: ['rtn'] } })),
    earlier,
  ),
];

export const answers: readonly Rule[] = [...created, ...updated, ...rtn];
