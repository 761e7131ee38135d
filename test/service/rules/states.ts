/** §3: status codes, and what changes them. */
import { later, like, locked, N, no, ok, P, patch, post, type Rule, rule, warned } from './rule.ts';

const B = { ...P, objn: 'B' };
const state = (status: string, rfp: number) => ({ '@requests.0.status': status, '@requests.0.rfp': rfp });
const notOpen = 'Request not in open or assigned status';

export const states: readonly Rule[] = [
  rule('§3', 'The codes shown are 00 (open)', post(P, ok(state('00', 0)))),
  rule('§3', 'and 01 (assigned to an RFP)', post(N, ok(state('01', 101)))),
  rule(
    '§3',
    'POST with arfp *YES creates the request already assigned',
    post(N, ok()),
    post({ ...B, arfp: '*YES', rfp: 101 }, ok({ '@requests.1.status': '01' })),
  ),
  rule('§3', 'POST with arfp *AUTO creates it already assigned', post({ ...N, arfp: '*AUTO' }, ok(state('01', 101)))),
  rule('§3', 'POST with arfp *NEW creates it already assigned', post(N, ok(state('01', 101)))),
  rule('§3', 'POST with arfp *NO (default) creates it unassigned', post({ ...P, arfp: '*NO' }, ok(state('00', 0)))),
  rule(
    '§3',
    '01, PATCH with arfp *NO: 00, removed from the RFP',
    post(N, ok()),
    patch({ arfp: '*NO' }, ok({ ...state('00', 0), '@rfps.0.requests': [] })),
  ),
  rule(
    '§3',
    '01, PATCH with arfp *NO: rfp becomes 0',
    post(N, ok()),
    patch({ arfp: '*NO' }, ok({ 'request.rfp': 0, '@requests.0.rfpd': '' })),
  ),
  rule(
    '§3',
    '00, PATCH with arfp *YES: assigned',
    post(P, ok()),
    post({ ...N, objn: 'B' }, ok()),
    patch({ arfp: '*YES', rfp: 101 }, ok(state('01', 101))),
  ),
  rule(
    '§3',
    '00, PATCH with arfp *AUTO: joins the open RFP',
    post(P, ok()),
    post({ ...N, objn: 'B' }, ok()),
    patch({ arfp: '*AUTO', rfpd: 'First' }, ok(state('01', 101))),
  ),
  rule(
    '§3',
    '00, PATCH with arfp *AUTO: makes one',
    post(P, ok()),
    patch({ arfp: '*AUTO', rfpd: 'First' }, ok(state('01', 101))),
  ),
  rule(
    '§3',
    '00, PATCH with arfp *NEW: a new RFP is created',
    post(P, ok()),
    post({ ...N, objn: 'B' }, ok()),
    patch({ arfp: '*NEW', rfpd: 'First' }, ok(state('01', 102))),
  ),
  rule(
    '§3',
    '01, PATCH with arfp *NEW: a new RFP is created',
    post(N, ok()),
    patch({ arfp: '*NEW' }, ok({ ...state('01', 102), '@rfps.0.requests': [], '@rfps.1.requests': [10001] })),
  ),
  rule(
    '§3',
    'Already assigned with *YES: nothing happens',
    post(N, ok()),
    patch({ arfp: '*YES', rfp: 101 }, ok(state('01', 101))),
  ),
  rule(
    '§3',
    'Already assigned with *YES of another RFP: nothing happens',
    post(N, ok()),
    post({ ...N, objn: 'B' }, ok()),
    patch({ arfp: '*YES', rfp: 102 }, warned(state('01', 101))),
  ),
  rule(
    '§3',
    'Already assigned with *AUTO: nothing happens',
    post(N, ok()),
    patch({ arfp: '*AUTO' }, ok({ ...state('01', 101), '@rfps': { size: 1 } })),
  ),
  rule('§3', 'PATCH with arfp *SAME: unchanged (01)', post(N, ok()), patch({ arfp: '*SAME' }, ok(state('01', 101)))),
  rule('§3', 'PATCH with arfp *SAME: unchanged (00)', post(P, ok()), patch({ arfp: '*SAME' }, ok(state('00', 0)))),
  rule(
    '§3',
    'PATCH with arfp *NO, not assigned: nothing happens',
    post(P, ok()),
    patch({ arfp: '*NO' }, ok(state('00', 0))),
  ),
  rule('§3', 'PATCH without arfp: unchanged', post(N, ok()), patch({ srcd: 'x' }, ok(state('01', 101)))),
  ...['00', '01'].map((status) =>
    rule(
      '§3',
      `PATCH is allowed while the status is ${status}`,
      post(P, ok()),
      later(10001, { status }),
      patch({}, ok()),
    ),
  ),
  ...['02', '10', '20', '50', '99'].map((status) =>
    rule(
      '§3',
      `PATCH is allowed only while the status is 00 or 01: not ${status}`,
      post(P, ok()),
      later(10001, { status }),
      patch({ lock: '*NO' }, no(notOpen)),
    ),
  ),
  rule(
    '§3',
    'A request can be locked or unlocked: independent of its RFP',
    post(N, ok()),
    patch({ arfp: '*NO' }, ok({ '@requests.0.lock': '*YES' })),
    patch({ lock: '*NO' }, ok({ '@requests.0.lock': '*NO' })),
  ),
  rule('§3', 'locked: another request of the object is refused', post(P, ok()), post(P, no(locked))),
  rule(
    '§3',
    'unlocked: another request of the object is taken',
    post(P, ok()),
    patch({ lock: '*NO' }, ok()),
    post(P, ok()),
  ),
  rule(
    '§3',
    'an RFP that has moved on is not open',
    post(N, ok()),
    later(10001, { status: '20' }),
    post({ ...B, arfp: '*YES', rfp: 101 }, no(like('open'))),
  ),
  rule(
    '§3',
    'a request that is gone is not found',
    post(P, ok()),
    later(10001, { delete: true }),
    patch({}, no('Request not found')),
  ),
];
