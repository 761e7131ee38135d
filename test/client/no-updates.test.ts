import { describe, expect, test } from 'vitest';
import { probeService } from '../../src/client/probe-url.ts';
import { clientOf, created, optionsOf, plain, type Step, startService } from './support.ts';

const fields = { appl: 'ORD', lvl: 50, objn: 'ORD100' };
const noPatch = plain(405, '{"error":"no"}', { allow: 'POST' });

/** A service that answers creates, and updates as `patch` does. */
function creating(patch: Step): Step {
  return (response, arrived) => (arrived.method === 'PATCH' ? patch(response, arrived) : created(response, arrived));
}

describe('§9 a service of the earlier variant, which has no PATCH', () => {
  test('an update is refused in words, said once in the log, and creates go on', async () => {
    await using service = await startService(creating(noPatch));
    await using client = await clientOf(service.url);
    for (const objectId of [7, 8]) {
      expect(await client.update({ objectId }, null)).toMatchObject({
        kind: 'refused',
        status: 405,
        attempts: 1,
        reply: { sev: 30, existingObjectId: null, msg: expect.stringContaining('earlier variant') },
      });
    }
    expect(client.lines).toEqual([expect.stringContaining('which has no PATCH')]);
    expect(await client.create(fields, null)).toMatchObject({ reply: { sev: 10 } });
  });

  test.each([
    ['a wrong address', plain(404, 'Not Found')],
    ['a 405 without Allow, which a proxy may say', plain(405, 'no')],
    ['a method that is refused without a word of POST', plain(405, '', { allow: 'GET, HEAD' })],
    ['a resource that does know PATCH', plain(405, '', { allow: 'POST, PATCH' })],
  ])('%s still stops the run, also after a create', async (_name, step) => {
    await using service = await startService(creating(step));
    await using client = await clientOf(service.url);
    await client.create(fields, null);
    expect(await client.update({ objectId: 7 }, null)).toMatchObject({ kind: 'stopped', stop: { code: 'address' } });
  });

  test('check --url says which variant answers, and that the token is not tried yet', async () => {
    await using service = await startService(creating(noPatch));
    expect(await probeService(optionsOf(service.url))).toEqual({
      ok: true,
      came: 'service',
      said: expect.stringMatching(/earlier variant.*no PATCH.*first create will show/),
      remedy: null,
    });
  });
});
