/** §1, §4, §5, §7, §8: methods, paths, bodies, tokens, authority, messages. */
import { demoSite } from '../../../src/service/demo.ts';
import {
  absent,
  keys,
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
  viewer,
  warned,
} from './rule.ts';

const { objt: _t, ...untyped } = P;
const unauthorized = 'User not authorized to update Request';
const another = { ...P, objn: 'B' };
const narrow = (codes: (number | { code: number; appl?: string; lvl?: number })[]) => ({
  site: { ...demoSite, users: demoSite.users.map((user) => (user.user === 'DEMO' ? { ...user, codes } : user)) },
});

const resource: Rule[] = [
  rule('§1', 'POST /object-request: create an object request', post(P, ok({ status: 200, '@requests': { size: 1 } }))),
  rule(
    '§1',
    'PATCH /object-request: update an existing object request',
    post(P, ok()),
    patch({ srcd: 'x' }, ok({ status: 200, '@requests.0.srcd': 'x' })),
  ),
  rule(
    '§1',
    'creates object requests of an object or its source for a target application and level',
    post(P, ok({ '@requests.0.appl': 'ORD', '@requests.0.lvl': 10 })),
  ),
  rule(
    '§1',
    'may optionally be tied to a Git repository, path, file and branch',
    post(L, ok({ '@requests.0.repositoryType': '*GIT' })),
  ),
  rule(
    '§1',
    'may be tied to a project, task and subtask',
    post({ ...P, proj: 'CUST', task: 12, stsk: 1 }, ok({ '@requests.0.stsk': 1 })),
  ),
  rule('§1', 'may be assigned to an RFP', post(N, ok({ '@rfps.0.requests': [10001] }))),
  rule(
    '§1',
    'Source or object content may be attached as a file',
    post(P, ok({ '@attachments.0.bytes': 7 }), { files: [{ name: 'ORD200' }] }),
  ),
  rule('§1', 'Resource path: /object-request: no other', post(P, { status: 404 }, { path: '/object-requests' })),
  rule(
    '§1',
    'Resource path: /object-request: not with a slash behind it',
    post(P, { status: 404, 'headers.link': like('/object-request>') }, { path: '/object-request/' }),
  ),
  rule('§1', 'Resource path: a query is none of it', post(P, ok(), { path: '/object-request?x=1' })),
  rule(
    '§9',
    'The interface has no version segment in the path',
    post(P, { status: 404 }, { path: '/v1/object-request' }),
  ),
  ...['GET', 'PUT', 'DELETE'].map((method) =>
    rule(
      '§1',
      `Methods POST and PATCH: not ${method}`,
      post(P, { status: 405, 'headers.allow': 'POST, PATCH' }, { method }),
    ),
  ),
  rule('§1', 'Body format: JSON', post(null, no(like('JSON'), { status: 400 }), { raw: 'appl=ORD' })),
  rule('§1', 'sent with Content-Type application/json', post(P, ok(), { contentType: 'application/json' })),
  rule(
    '§5',
    'Content-Type: application/json with a charset',
    post(P, ok(), { contentType: 'application/json; charset=UTF-8' }),
  ),
  rule(
    '§5',
    'Content-Type: no other',
    post(P, no(like('Content-Type'), { status: 415 }), { contentType: 'text/plain' }),
  ),
  rule('§5', 'Content-Type: Required', post(P, no(like('Content-Type'), { status: 415 }), { contentType: '' })),
  rule(
    '§1',
    'When a file is attached, the body is multipart/mixed: not form-data',
    post(P, no(like('Content-Type'), { status: 415 }), { contentType: 'multipart/form-data; boundary=x' }),
  ),
  rule('§4.1', 'JSON object: not a list', post([P], no(like('object'), { status: 400 }))),
  rule('§4.1', 'JSON object: not a text', post('x', no(like('object'), { status: 400 }))),
  rule('§4.2', 'JSON object: not a list', post([P], no(like('object'), { status: 400 }), { method: 'PATCH' })),
];

const tokens: Rule[] = [
  rule(
    '§5',
    'Authorization: Bearer <ACCESS_TOKEN>',
    post(P, ok(), { token: null, headers: { Authorization: 'Bearer demo-token' } }),
  ),
  rule('§5', 'Authorization is required: POST', post(P, { status: 401, '@requests': { size: 0 } }, { token: null })),
  rule(
    '§5',
    'Authorization is required: PATCH',
    post(P, ok()),
    patch({ lock: '*NO' }, { status: 401, '@requests.0.lock': '*YES' }, { token: null }),
  ),
  rule('§5, 1', 'An invalid token yields HTTP 401', post(P, { status: 401 }, { token: 'nobody' })),
  rule('§5, 1', 'An invalid token: in another case', post(P, { status: 401 }, { token: 'DEMO-TOKEN' })),
  rule(
    '§5, 1',
    'A missing token: another scheme',
    post(P, { status: 401 }, { token: null, headers: { Authorization: 'Basic demo-token' } }),
  ),
  rule(
    '§5, 1',
    'A missing token: empty',
    post(P, { status: 401 }, { token: null, headers: { Authorization: 'Bearer ' } }),
  ),
  rule(
    '§5, 1',
    'Unauthorized before anything of the body is looked at',
    post(null, { status: 401 }, { token: null, raw: '{' }),
  ),
  rule(
    '§7',
    '401: Token missing or invalid; nothing is logged',
    post(P, { status: 401, '@transactions': { size: 0 } }, { token: 'nobody' }),
  ),
  rule(
    '§5, 2',
    'The owner of the token acts as the default developer',
    post(P, ok({ '@requests.0.user': 'LEAD' }), lead),
  ),
  rule('§5, 3', 'Authorization is by command authority (add-request command)', post(P, no(like('authorized')), viewer)),
  rule(
    '§4.1',
    'The token owner is authorized to run the add-request command: else nothing is made',
    post(P, no(like('authorized'), { '@requests': { size: 0 } }), viewer),
  ),
  rule(
    '§4.2, 1',
    'The token owner is authorized to run the add-request command',
    post(P, ok()),
    patch({}, no(unauthorized), viewer),
  ),
  rule('§4.2, 2', 'holds security code 37 to update own requests', post(P, ok()), patch({}, ok()), narrow([37])),
  rule('§4.2, 2', 'code 37: not held', post(P, ok()), patch({}, no(unauthorized)), narrow([])),
  rule('§4.2, 2', 'code 31 alone is not for own requests', post(P, ok()), patch({}, no(unauthorized)), narrow([31])),
  rule('§4.2, 2', "code 31 to update another user's request", post(P, ok(), lead), patch({}, ok()), narrow([31])),
  rule('§4.2, 2', 'code 31: not held', post(P, ok(), lead), patch({}, no(unauthorized))),
  rule(
    '§4.2, 2',
    "for the request's application",
    post(P, ok()),
    patch({}, no(unauthorized)),
    narrow([{ code: 37, appl: 'WEB' }]),
  ),
  rule(
    '§4.2, 2',
    "for the request's level",
    post(P, ok()),
    patch({}, no(unauthorized)),
    narrow([{ code: 37, lvl: 50 }]),
  ),
  rule(
    '§4.2, 2',
    'for the application and level: held',
    post(P, ok()),
    patch({}, ok()),
    narrow([{ code: 37, appl: 'ORD', lvl: 10 }]),
  ),
  rule('§4.2, 3', 'The request exists', patch({ objectId: 4711 }, no('Request not found'))),
  rule(
    '§4.2, 3',
    'and its status is 00 or 01',
    post(P, ok()),
    later(10001, { status: '20' }),
    patch({}, no('Request not in open or assigned status')),
  ),
  rule(
    '§5, 3',
    'Authority to authorize a project applies when proj names an unauthorized project',
    post({ ...P, proj: 'NEWP' }, no(like('NEWP'))),
    post({ ...P, proj: 'NEWP' }, ok(), lead),
  ),
];

const conflicts: Rule[] = [
  rule(
    '§4.1',
    'Conflict: sev is 30, msg says so, existingObjectId gives that request',
    post(P, ok()),
    post(P, no(locked, { 'rtn.existingObjectId': 10001, request: absent })),
  ),
  rule('§4.1', 'when locking would clash: not with lock *NO', post(P, ok()), post({ ...P, lock: '*NO' }, ok())),
  rule(
    '§4.1',
    'with another request on the target object: another level',
    post(P, ok()),
    post({ ...P, lvl: 50 }, ok()),
  ),
  rule(
    '§4.1',
    'another request on the target object: another application',
    post(P, ok()),
    post({ ...P, appl: 'WEB' }, ok()),
  ),
  rule(
    '§4.1',
    'another request on the target object: another type',
    post(P, ok()),
    post({ ...P, objt: '*MODULE' }, ok()),
  ),
  rule('§4.1', 'another request on the target object: another name', post(P, ok()), post(another, ok())),
  rule(
    '§4.1',
    'another request: of whomever',
    post(P, ok()),
    post(P, no(locked, { 'rtn.existingObjectId': 10001 }), lead),
  ),
  rule('§4.1', 'another request: for whatever reason', post(P, ok()), post({ ...P, rsn: '*DELETE' }, no(locked))),
  rule(
    '§4.1',
    'a refused request leaves nothing',
    post(P, ok()),
    post({ ...N, ...keys }, no(locked, { '@rfps': { size: 0 }, '@requests': { size: 1 } })),
  ),
  rule('§4.1', 'a request that is deleted holds no lock', post(P, ok()), later(10001, { delete: true }), post(P, ok())),
];

const messages: Rule[] = [
  rule(
    '§4.1',
    'Response message on success: "Request created" (newer variant)',
    post(P, ok({ 'rtn.msg': 'Request created' })),
  ),
  rule(
    '§4.1',
    'Response message with a warning begins so',
    post({ ...P, x: 1 }, warned({ 'rtn.msg': like('^Request created; ') })),
  ),
  rule(
    '§4.2',
    'Success message shape: "Request updated"',
    post(P, ok()),
    patch({}, ok({ 'rtn.msg': 'Request updated' })),
  ),
  rule(
    '§4.2',
    'only the fields sent change',
    post({ ...P, srcd: 'T' }, ok()),
    patch({ csqo: 5 }, ok({ '@requests.0.srcd': 'T', '@requests.0.csqo': 5 })),
  ),
  rule('§4.2', 'When objectId is missing, the reply is HTTP 400', patch({ objectId: undefined }, { status: 400 })),
  rule('§7', '400: PATCH with objectId not greater than 0', patch({ objectId: 0 }, { status: 400 })),
  rule('§7', '400: not for POST', post({}, { status: 200, 'rtn.sev': '30' })),
  rule('§7', 'Attribute missing (POST)', post({ ...L, gfile: 'X' }, no('Attribute missing'))),
  rule('§7', 'Object Type missing (POST)', post(untyped, no('Object Type missing'))),
  rule('§7', 'Target Object already locked by another request (POST)', post(P, ok()), post(P, no(locked))),
  rule(
    '§7',
    'Target Object already locked by another request (PATCH)',
    post(P, ok()),
    post({ ...P, lock: '*NO' }, ok()),
    patch({ objectId: 10002, lock: '*YES' }, no(locked, { 'rtn.existingObjectId': 10001 })),
  ),
  rule('§7', 'objectId is required (PATCH)', patch({ objectId: '' }, no('objectId is required', { status: 400 }))),
  rule('§7', 'Request not found (PATCH)', patch({ objectId: 1 }, no('Request not found'))),
  rule(
    '§7',
    'Request not in open or assigned status (PATCH)',
    post(P, ok()),
    later(10001, { status: '02' }),
    patch({}, no('Request not in open or assigned status')),
  ),
  rule(
    '§7',
    'User not authorized to update Request: lacks code 37',
    post(P, ok()),
    patch({}, no(unauthorized)),
    narrow([]),
  ),
  rule('§7', 'User not authorized to update Request: lacks code 31', post(P, ok(), lead), patch({}, no(unauthorized))),
  rule(
    '§8',
    'length limits of fields: none that a text of 1,000 characters meets',
    post({ ...P, srcd: 'x'.repeat(1000) }, ok()),
  ),
];

export const endpoints: readonly Rule[] = [...resource, ...tokens, ...conflicts, ...messages];
