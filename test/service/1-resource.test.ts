import { describe, expect, test } from 'vitest';
import { demo, program } from './helper.ts';

describe('§1 the resource', () => {
  test('POST creates and PATCH updates at /object-request, also with a query', async () => {
    await using service = await demo();
    const created = await service.create(program);
    expect(created).toMatchObject({ status: 200, sev: '10', msg: 'Request created' });
    const updated = await service.update({ objectId: created.request.objectId, lock: '*NO' });
    expect(updated).toMatchObject({ status: 200, sev: '10', msg: 'Request updated' });
    const response = await fetch(`${service.url}/object-request?x=1`, { method: 'POST' });
    expect(response.status).toBe(401);
  });

  test.each(['/', '/object-request/', '/objectrequest', '/object-request/1', '/v1/object-request'])(
    'no route to POST %s',
    async (path) => {
      await using service = await demo();
      const response = await fetch(service.url + path, {
        method: 'POST',
        headers: { authorization: 'Bearer demo-token' },
      });
      expect(response.status).toBe(path === '/' ? 405 : 404);
      const link = path === '/' ? null : '</object-request>; rel="service"';
      expect(response.headers.get('link')).toBe(link);
      expect(await response.json()).toEqual({ rtn: { sev: '30', msg: expect.any(String) } });
    },
  );

  test.each(['GET', 'PUT', 'DELETE'])('%s is not a method of the resource', async (method) => {
    await using service = await demo();
    const answer = await service.send(method, null, null);
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('POST, PATCH');
    expect(answer.json).toEqual({ rtn: { sev: '30', msg: expect.stringContaining(method) } });
  });
});
