import { describe, expect, test } from 'vitest';
import type { Demo } from './helper.ts';
import { demo, program } from './helper.ts';

/** A service with request 10001 in an RFP of its own (101) and 10002 in none. */
async function twoRequests(): Promise<Demo> {
  const service = await demo();
  await service.create({ ...program, arfp: '*NEW', rfpd: 'R' });
  await service.create({ ...program, objn: 'B' });
  return service;
}
const state = (service: Demo, objectId: number) => {
  const request = service.inspect().requests.find((candidate) => candidate.objectId === objectId);
  return [request?.status, request?.rfp];
};

describe('§3 states and transitions', () => {
  test.each([
    // request, fields, status and RFP afterwards
    [10001, { arfp: '*SAME' }, ['01', 101]],
    [10002, { arfp: '*SAME' }, ['00', 0]],
    [10001, { arfp: '*NO' }, ['00', 0]],
    [10002, { arfp: '*NO' }, ['00', 0]],
    [10002, { arfp: '*YES', rfp: 101 }, ['01', 101]],
    [10001, { arfp: '*YES', rfp: 101 }, ['01', 101]],
    [10001, { arfp: '*AUTO', rfpd: 'R' }, ['01', 101]],
    [10002, { arfp: '*AUTO', rfpd: 'R' }, ['01', 101]],
    [10002, { arfp: '*AUTO', rfpd: 'other' }, ['01', 102]],
    [10002, { arfp: '*NEW', rfpd: 'R' }, ['01', 102]],
    [10001, { arfp: '*NEW', rfpd: 'R' }, ['01', 102]],
  ])('PATCH %i %j gives %j', async (objectId, fields, after) => {
    await using service = await twoRequests();
    const answer = await service.update({ objectId, ...fields });
    expect(answer).toMatchObject({ sev: '10', request: { rfp: after[1] } });
    expect(state(service, objectId)).toEqual(after);
  });

  test.each([
    [{ arfp: '*YES', rfp: 999 }, 'rfp not used: the request is in RFP 101'],
    [{ arfp: '*AUTO', rfpd: 'other' }, 'rfpd not used: the request is in RFP 101'],
    [{ arfp: '*NO', rfp: 102, rfpd: 'x' }, 'rfp not used: arfp is *NO; rfpd not used: arfp is *NO'],
    [{ rfp: 'any', rfpd: 7 }, 'rfp not used: arfp is *SAME; rfpd not used: arfp is *SAME'],
  ])('PATCH of an assigned request, %j: not used, said', async (fields, unused) => {
    await using service = await twoRequests();
    const msg = `Request updated; ${unused}`;
    expect(await service.update({ objectId: 10001, ...fields })).toMatchObject({ sev: '20', msg });
  });

  test('*YES of a request in no RFP needs a number', async () => {
    await using service = await twoRequests();
    expect(await service.update({ objectId: 10002, arfp: '*YES' })).toMatchObject({
      sev: '30',
      msg: 'rfp is required when arfp is *YES',
    });
  });

  test('an RFP made by an update is described by the object name', async () => {
    await using service = await twoRequests();
    await service.update({ objectId: 10002, arfp: '*NEW' });
    await service.update({ objectId: 10001, arfp: '*NEW', rfpd: '*SAME' });
    expect(service.inspect().rfps).toMatchObject([{ requests: [] }, { rfpd: 'B', creq: '*YES' }, { rfpd: 'ORD200' }]);
  });

  test.each(['02', '20', '99'])('status %s: no update', async (status) => {
    await using service = await twoRequests();
    await service.later(10002, { status });
    const answer = await service.update({ objectId: 10002, srcd: 'x' });
    expect(answer).toMatchObject({ sev: '30', msg: 'Request not in open or assigned status' });
  });
});
