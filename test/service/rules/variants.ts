/** §6 and §9: pipelines, and the two variants. */
import { demoSite } from '../../../src/service/demo.ts';
import {
  absent,
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
  size,
  W,
  warned,
} from './rule.ts';

const B = { ...P, objn: 'B' };
const piped = { ...N, ...keys };
const told = (index: number, what: string, objectId: number) => ({
  [`@notifications.${index}.what`]: what,
  [`@notifications.${index}.objectId`]: objectId,
  [`@notifications.${index}.tkey`]: '4711',
});
const job = { ...earlier, site: { ...demoSite, jobUser: 'QUSER' } };
const { arfp: _arfp, rfpd: _rfpd, ...plain } = N;

const pipelines: Rule[] = [
  rule(
    '§6',
    'when pipe, pipa and tkey are sent on POST, a *PIPE object request is generated',
    post(piped, ok({ '@requests.1.objt': '*PIPE' })),
  ),
  rule(
    '§6',
    'in the same RFP as the primary object: *NEW',
    post(piped, ok({ '@requests.1.rfp': 101, '@rfps.0.requests': [10001, 10002] })),
  ),
  rule(
    '§6',
    'in the same RFP as the primary object: *AUTO',
    post(N, ok()),
    post({ ...piped, objn: 'B', arfp: '*AUTO' }, ok({ '@requests.2.rfp': 101 })),
  ),
  rule(
    '§6',
    'in the same RFP as the primary object: *YES',
    post(N, ok()),
    post({ ...B, arfp: '*YES', rfp: 101, ...keys }, ok({ '@requests.2.rfp': 101 })),
  ),
  rule(
    '§6',
    'when pipe, pipa and tkey are sent: not without',
    post(N, ok({ '@requests': size(1), '@notifications': size(0) })),
  ),
  rule('§6', 'sent on POST: PATCH has no such fields', post(N, ok()), patch(keys, warned({ '@requests': size(1) }))),
  rule(
    '§6',
    'The named pipeline server job is notified, identified by tkey',
    post(
      piped,
      ok({ ...told(0, 'pipeline assigned', 10002), '@notifications.0.pipe': 'JENKINS1', '@notifications.0.rfp': 101 }),
    ),
  ),
  rule(
    '§6',
    'activity on that RFP: a request joins',
    post(piped, ok()),
    post({ ...B, arfp: '*YES', rfp: 101 }, ok(told(1, 'request assigned', 10003))),
  ),
  rule(
    '§6',
    'activity on that RFP: a request is updated',
    post(piped, ok()),
    patch({ srcd: 'x' }, ok(told(1, 'request updated', 10001))),
  ),
  rule(
    '§6',
    'activity on that RFP: a request leaves',
    post(piped, ok()),
    patch({ arfp: '*NO' }, ok(told(1, 'request removed', 10001))),
  ),
  rule(
    '§6',
    'activity on that RFP as it proceeds: a status',
    post(piped, ok()),
    later(10001, { status: '20' }),
    post(B, ok(told(1, 'request status 20', 10001))),
  ),
  rule(
    '§6',
    'activity on that RFP as it proceeds: a deletion',
    post(piped, ok()),
    later(10001, { delete: true }),
    post(B, ok(told(1, 'request deleted', 10001))),
  ),
  rule(
    '§6',
    'activity on that RFP: not on another',
    post(piped, ok()),
    post({ ...N, objn: 'B' }, ok({ '@notifications': size(1) })),
  ),
  rule(
    '§6',
    'activity on that RFP: not on what is in none',
    post(piped, ok()),
    post(B, ok()),
    later(10003, { status: '20' }),
    patch({ objectId: 10001, lock: '*SAME' }, ok({ '@notifications': size(2) })),
  ),
  rule(
    '§6',
    'activity on that RFP: also where a request moves from one to another',
    post(piped, ok()),
    post({ ...piped, objn: 'B', tkey: '4712' }, ok()),
    patch({ arfp: '*NO' }, ok(told(2, 'request removed', 10001))),
    patch({ arfp: '*YES', rfp: 102 }, ok({ '@notifications.3.tkey': '4712', '@notifications.3.objectId': 10001 })),
  ),
  rule(
    '§6',
    'The named server job: a *PIPE request for each server',
    post(piped, ok()),
    post({ ...B, arfp: '*YES', rfp: 101, ...keys, pipe: 'JENKINS2' }, ok({ '@requests': size(4) })),
    post({ ...P, objn: 'C', arfp: '*YES', rfp: 101, ...keys, pipe: 'JENKINS2' }, ok({ '@requests': size(5) })),
    { site: { ...demoSite, pipelines: [{ pipe: 'JENKINS1' }, { pipe: 'JENKINS2' }] } },
  ),
  rule(
    '§6',
    'the generated request has nothing of the primary object',
    post(
      { ...L, ...keys, arfp: '*NEW', rfpd: 'R', srcd: 'Text' },
      ok(
        Object.fromEntries(
          ['srcn', 'srca', 'srcd', 'fsfl', 'repo', 'branch', 'gpath', 'gfile'].map((name) => [
            `@requests.1.${name}`,
            '',
          ]),
        ),
      ),
    ),
  ),
  rule(
    '§6',
    'the primary object is what was asked for',
    post(piped, ok({ 'request.objt': '*PGM', 'request.objectId': 10001 })),
  ),
];

const variantTable: Rule[] = [
  rule(
    '§9 objt',
    'Earlier: required',
    post({ ...P, objn: 'ORD100', objt: undefined }, no('Object Type missing')),
    earlier,
  ),
  rule('§9 objt', 'Later: optional', post({ ...P, objn: 'ORD100', objt: undefined }, ok({ 'request.objt': '*PGM' }))),
  rule(
    '§9 attr',
    'Earlier: required',
    post({ ...P, objn: 'ORD100', attr: undefined }, no('Attribute missing')),
    earlier,
  ),
  rule('§9 attr', 'Later: optional', post({ ...P, objn: 'ORD100', attr: undefined }, ok({ 'request.attr': 'RPGLE' }))),
  ...(['repo', 'gpath', 'gfile', 'branch'] as const).flatMap((name) => [
    rule(
      `§9 ${name}`,
      'Earlier: absent',
      post({ ...L, ...P }, warned({ 'rtn.msg': like(`field ${name} is not known`), [`@requests.0.${name}`]: '' })),
      earlier,
    ),
    rule(`§9 ${name}`, 'Later: present', post({ ...L, ...P }, ok({ [`@requests.0.${name}`]: L[name] }))),
  ]),
  rule('§9 proj *BRANCH', 'Earlier: absent', post({ ...P, proj: '*BRANCH' }, no(like('BRANCH'))), earlier),
  rule('§9 proj *BRANCH', 'Later: present', post({ ...L, proj: '*BRANCH' }, ok({ 'request.proj': 'CUST' }))),
  rule(
    '§9 rfpd *TASK',
    'Earlier: absent, so plain words',
    post({ ...N, rfpd: '*TASK', proj: 'CUST' }, ok({ '@rfps.0.rfpd': '*TASK' })),
    earlier,
  ),
  rule(
    '§9 rfpd *TASK',
    'Earlier: no default of that name',
    post({ ...plain, arfp: '*NEW' }, ok({ '@rfps.0.rfpd': 'ORD200' })),
    earlier,
  ),
  rule(
    '§9 rfpd *TASK',
    'Later: present',
    post({ ...N, rfpd: '*TASK', proj: 'CUST' }, ok({ '@rfps.0.rfpd': 'Customer orders' })),
  ),
  rule('§9 Default user', "Earlier: the job's current user", post(P, ok({ '@requests.0.user': 'QUSER' })), job),
  rule('§9 Default user', 'Later: the token owner', post(P, ok({ '@requests.0.user': 'DEMO' }))),
  rule('§9 Default folb', "Earlier: the user's name", post(P, ok({ '@requests.0.folb': 'QUSER' })), job),
  rule(
    '§9 Default folb',
    "Earlier: the user's name, of the user that was sent",
    post({ ...P, user: 'LEAD' }, ok({ '@requests.0.folb': 'LEAD' })),
    job,
  ),
  rule(
    '§9 Default folb',
    "Earlier: the user's name, in the IFS too",
    post({ ...W, folb: undefined }, ok({ '@requests.0.folb': 'QUSER' })),
    job,
  ),
  rule('§9 Default folb', 'Later: name from the naming template', post(P, ok({ '@requests.0.folb': 'DEMO10' }))),
  rule('§9 Default fslb', 'Earlier: same as folb', post(P, ok({ '@requests.0.fslb': 'QUSER' })), job),
  rule(
    '§9 Default fslb',
    'Earlier: same as folb as it was sent',
    post({ ...P, folb: 'MYLIB' }, ok({ '@requests.0.fslb': 'MYLIB' })),
    job,
  ),
  rule(
    '§9 Default fslb',
    'Earlier: same as folb, for sources in the IFS',
    post({ ...P, attr: 'WEBF', folb: 'MYLIB' }, ok({ '@requests.0.fslb': 'MYLIB' })),
    job,
  ),
  rule(
    '§9 Default fslb',
    'Later: name from the naming template',
    post({ ...P, folb: 'MYLIB' }, ok({ '@requests.0.fslb': 'DEMO10' })),
  ),
  rule(
    '§9 gfile',
    'Earlier: absent, so no name of a file part',
    post({ ...L, ...P }, warned({ '@attachments': size(0) }), { files: [{ name: L.gfile }] }),
    earlier,
  ),
  rule('§9 Response', 'Earlier: rtn only', post(P, ok({ body: { keys: ['rtn'] } })), earlier),
  rule(
    '§9 Response',
    'Earlier: rtn only, with a conflict',
    post(P, ok()),
    post(P, no(locked, { 'rtn.existingObjectId': 10001, body: { keys: ['rtn'] } })),
    earlier,
  ),
  rule('§9 Response', 'Later: rtn, plus request when sev is 10', post(P, ok({ body: { keys: ['rtn', 'request'] } }))),
  rule(
    '§9 Response',
    'Later: plus request when sev is 20',
    post({ ...P, x: 1 }, warned({ body: { keys: ['rtn', 'request'] } })),
  ),
  rule('§9 Response', 'Later: not when sev is 30', post({}, no(like('.'), { body: { keys: ['rtn'] } }))),
  rule(
    '§9 PATCH',
    'Earlier: absent',
    post(P, ok()),
    patch({ lock: '*NO' }, { status: 405, 'headers.allow': 'POST', '@requests.0.lock': '*YES' }),
    earlier,
  ),
  rule('§9 PATCH', 'Later: present', post(P, ok()), patch({ lock: '*NO' }, ok())),
  rule(
    '§4.1',
    '"Request created for <object> into RFP <rfp>" (older variant)',
    post(N, ok({ 'rtn.msg': 'Request created for ORD200 into RFP 101' })),
    earlier,
  ),
  rule(
    '§4.1',
    'older variant, without an RFP',
    post(P, ok({ 'rtn.msg': 'Request created for ORD200 into RFP 0', request: absent })),
    earlier,
  ),
];

export const variants: readonly Rule[] = [...pipelines, ...variantTable];
