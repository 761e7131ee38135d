import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { demoSite } from '../../src/service/demo.ts';
import { demo, program } from './helper.ts';

describe('§5 authentication', () => {
  test.each([
    ['no header', null],
    ['another scheme', 'Basic demo-token'],
    ['no token', 'Bearer'],
    ['an unknown token', 'Bearer demo-toke'],
    ['a token in another case', 'Bearer DEMO-TOKEN'],
    ['two tokens', 'Bearer demo-token demo-token'],
  ])('401: %s', async (_, authorization) => {
    await using service = await demo();
    for (const method of ['POST', 'PATCH']) {
      const headers = { 'content-type': 'application/json', ...(authorization && { authorization }) };
      const response = await fetch(`${service.url}/object-request`, { method, headers, body: JSON.stringify(program) });
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
      expect(await response.json()).toMatchObject({ rtn: { sev: '30', msg: expect.stringMatching(/^Unauthorized/) } });
    }
    expect(service.inspect()).toMatchObject({ requests: [], transactions: [] });
  });

  test('a site may hold a digest in place of a token; a digest is no token', async () => {
    const tokenSha256 = createHash('sha256').update('s3cret').digest('hex').toUpperCase();
    const users = [{ user: 'DEMO', tokenSha256, addRequest: true }, { user: 'NOTOKEN' }];
    await using service = await demo({ site: { ...demoSite, users } });
    expect((await service.create(program, 's3cret')).sev).toBe('10');
    expect((await service.create(program, tokenSha256)).status).toBe(401);
  });

  test('the scheme is written in any case', async () => {
    await using service = await demo();
    const headers = { 'content-type': 'application/json', authorization: 'bearer  demo-token' };
    const response = await fetch(`${service.url}/object-request`, { method: 'PATCH', headers, body: '{}' });
    expect(response.status).toBe(400);
  });

  test.each([null, 'text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1'])(
    'Content-Type %s is 415',
    async (type) => {
      await using service = await demo();
      const body = new Uint8Array(Buffer.from(JSON.stringify(program)));
      expect(await service.send('POST', type, body)).toMatchObject({ status: 415, sev: '30' });
    },
  );
});
