import { describe, expect, test } from 'vitest';
import { demo, lead, linked, program, viewer } from '../service/helper.ts';
import { documentOf, holder, type Json, validators } from './support.ts';

/** Real calls over HTTP: each answer is what the document says of its method and status. */

const validatorOf = validators(documentOf());
const isUpdate = validatorOf('#/components/schemas/UpdateRequest');
const isMultipart = validatorOf('#/paths/~1object-request/post/requestBody/content/multipart~1mixed/schema');
const hold = holder();

describe('answers of the later variant', () => {
  test('§4.1: a create, sev 10, 20 and 30', async () => {
    await using service = await demo();
    expect(hold('post', await service.create(program)).sev).toBe('10');
    expect(hold('post', await service.create({ ...linked, obnj: 'X' })).sev).toBe('20');
    const conflict = hold('post', await service.create(program));
    expect([conflict.sev, conflict.existingObjectId]).toEqual(['30', 10001]);
    for (const body of [{}, { ...program, appl: 'NONE' }, { ...program, attr: undefined, objn: 'NEW1' }]) {
      expect(hold('post', await service.create(body)).sev).toBe('30');
    }
    expect(hold('post', await service.create({ ...program, objn: 'NEW2' }, viewer)).sev).toBe('30');
  });

  test('§4.2: an update, sev 10, 20 and 30, and 400 without objectId', async () => {
    await using service = await demo();
    await service.create(linked);
    const objectId = 10001;
    expect(hold('patch', await service.update({ objectId })).sev).toBe('10');
    expect(hold('patch', await service.update({ objectId, gpath: '', csqo: 3, arfp: '*NEW' })).sev).toBe('10');
    expect(hold('patch', await service.update({ objectId: String(objectId), lvl: 50 }, lead)).sev).toBe('20');
    expect(hold('patch', await service.update({ objectId: 1 })).sev).toBe('30');
    expect(hold('patch', await service.update({ objectId, lock: '*MAYBE' })).sev).toBe('30');
    for (const body of [{}, { objectId: 0 }, { objectId: 'x' }]) {
      expect(isUpdate(body)).toBe(false);
      expect(hold('patch', await service.update(body)).status).toBe(400);
    }
  });

  test('§4.3: multipart/mixed, and bodies that are none', async () => {
    await using service = await demo();
    const file = { name: 'ORD300.PGM.RPGLE', bytes: Buffer.from([0, 255, 13, 10]) };
    const created = hold('post', await service.multipart('POST', linked, file));
    expect([created.sev, isMultipart({ payload: linked, [file.name]: '' })]).toEqual(['10', true]);
    expect(isMultipart({ [file.name]: '' }), 'no payload').toBe(false);
    expect(isMultipart({ payload: { ...linked, lvl: 'x' } }), 'a payload that is no create').toBe(false);
    expect(hold('patch', await service.multipart('PATCH', { objectId: 10001 }, file)).sev).toBe('10');
    const other = { ...file, name: 'other.txt' };
    expect(hold('post', await service.multipart('POST', { ...linked, objn: 'ORD301' }, other)).sev).toBe('20');
    expect(hold('post', await service.send('POST', 'multipart/mixed; boundary=x', '--x--\r\n')).status).toBe(400);
    expect(hold('post', await service.send('POST', 'application/json', '[]')).status).toBe(400);
    expect(hold('patch', await service.send('PATCH', 'text/plain', '{}')).status).toBe(415);
  });

  test("§5, §8: 401 without a token, or with nobody's, and 413 for a body that is too large", async () => {
    await using service = await demo({ maxBodyBytes: 1000 });
    const send = (method: string, token: string | null | undefined, srcd = '') =>
      service.send(method, 'application/json', JSON.stringify({ ...program, srcd }), token);
    for (const token of [null, 'nobody']) {
      const post = hold('post', await send('POST', token));
      expect([post.status, post.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
      expect(hold('patch', await send('PATCH', token)).status).toBe(401);
    }
    expect(hold('post', await send('POST', undefined, 'x'.repeat(1000))).status).toBe(413);
  });

  test('a refusal with HTTP status 422, and quoted numbers (§2.7)', async () => {
    await using service = await demo({ refusalStatus: 422, quotedNumbers: true });
    const created = hold('post', await service.create({ ...program, arfp: '*NEW', rfpd: 'x' }));
    expect([created.request.objectId, created.request.rfp]).toEqual(['10001', '101']);
    const refused = hold('post', await service.create(program));
    expect([refused.status, refused.existingObjectId]).toEqual([422, '10001']);
    expect(hold('patch', await service.update({ objectId: '10001', csqo: '7' })).request.csqo).toBe('7');
    expect(hold('patch', await service.update({ objectId: 1 })).status).toBe(422);
  });

  test('would find an answer that the document does not tell of', async () => {
    await using service = await demo();
    const answer = await service.create(program);
    const more = { ...answer, json: { ...answer.json, request: { ...answer.request, status: '00' } } };
    expect(() => hold('post', more)).toThrow();
    expect(() => hold('post', { ...answer, json: { rtn: answer.json.rtn } })).toThrow();
    expect(() => hold('post', { ...answer, status: 302 })).toThrow();
  });
});

test('§9: answers of the earlier variant have rtn only', async () => {
  await using service = await demo({ variant: 'earlier' });
  const earlier = holder('earlier');
  const isEarlier = validators(documentOf('earlier'))('#/components/schemas/CreateRequest');
  expect(isEarlier(program)).toBe(true);
  expect(earlier('post', await service.create(program)).json).not.toHaveProperty('request');
  expect(earlier('post', await service.create({ ...program, objn: 'ORD201', repo: 'ORDERS' })).sev).toBe('20');
  const { attr: _, ...without } = program;
  expect([isEarlier(without), earlier('post', await service.create(without)).sev]).toEqual([false, '30']);
});

test.each(['later', 'earlier'] as const)('the examples, sent in their order to the demo site: %s', async (variant) => {
  await using service = await demo({ variant });
  const held = holder(variant);
  const { post, patch } = documentOf(variant).paths['/object-request'] ?? {};
  const examplesOf = (operation: typeof post) =>
    Object.values(operation?.requestBody.content['application/json']?.examples ?? {});
  for (const { value } of examplesOf(post)) expect(held('post', await service.create(value)).sev).toBe('10');
  for (const { value } of examplesOf(patch)) {
    expect(isUpdate(value)).toBe(true);
    const { request, msg } = held('patch', await service.update(value));
    expect(msg).toBe('Request updated');
    // What was sent is what is stored.
    expect(request).toMatchObject(value);
  }
});

test.each(['later', 'earlier'] as const)(
  'GET /openapi.json: that of the %s variant, without a token',
  async (variant) => {
    await using service = await demo({ variant });
    const response = await fetch(`${service.url}/openapi.json`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    const served = (await response.json()) as Json;
    expect(served).toEqual({ ...documentOf(variant), servers: [{ url: service.url }] });
    expect((await fetch(`${service.url}/openapi.json`, { method: 'POST' })).status).toBe(405);
  },
);
