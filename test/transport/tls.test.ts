import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../src/client/create-client.ts';
import { clientOf, contentOf, created, listen, optionsOf, startService, stop } from '../client/support.ts';
import { type Authority, newAuthority, serveTls } from './certificates.ts';

const fields = { appl: 'ORD', lvl: 50, objn: 'ORD100' };
let authority: Authority;
let stranger: Authority;

beforeAll(() => {
  authority = newAuthority();
  stranger = newAuthority();
});
afterAll(() => {
  authority[Symbol.dispose]();
  stranger[Symbol.dispose]();
});

describe('certificates', () => {
  test('one that an own authority signed, with its CA file: the base URL may have a path', async () => {
    await using service = await serveTls(authority.sign('localhost'), created);
    const { caFile } = authority;
    await using client = await clientOf(`https://localhost:${service.port}/ibmi/api`, { caFile });
    expect(await client.create(fields, contentOf('A.B', 'x'))).toMatchObject({ kind: 'done', attempts: 1 });
    expect(service.arrived[0]).toMatchObject({ path: '/ibmi/api/object-request' });
  });

  test.each([
    ['that has expired', () => authority.sign('localhost', -1), true, 'expired', 'renewed'],
    ['of another host name', () => authority.sign('other.example'), true, 'other.example', 'host name'],
    ['whose authority nobody trusts', () => authority.sign('localhost'), false, 'certificate', '--ca-file'],
    ['of another authority than the CA file has', () => stranger.sign('localhost'), true, 'certificate', '--ca-file'],
  ])(
    'one %s is refused at once, with the remedy, and the token stays here',
    async (_name, made, has, words, remedy) => {
      await using service = await serveTls(made(), created);
      const ca = has ? { caFile: authority.caFile } : {};
      await using client = await clientOf(`https://localhost:${service.port}`, ca);
      const result = await client.create({ ...fields, lock: '*NO' }, null);
      expect(result).toMatchObject({ kind: 'stopped', stop: { code: 'certificate' }, attempts: 1 });
      expect(result).toMatchObject({ why: expect.stringContaining(words), remedy: expect.stringContaining(remedy) });
      expect(service.arrived).toEqual([]);
    },
  );

  test('connections are kept: 40 calls, four at a time, over at most four handshakes', async () => {
    await using service = await serveTls(authority.sign('localhost'), created);
    const { caFile } = authority;
    await using client = await clientOf(`https://localhost:${service.port}`, { caFile, concurrency: 4 });
    const create = (_: unknown, n: number) => client.create({ ...fields, objn: `O${n}` }, contentOf('A.B', 'x'));
    const results = await Promise.all(Array.from({ length: 40 }, create));
    expect(results.filter(({ kind }) => kind === 'done')).toHaveLength(40);
    expect(service.seen.handshakes).toBeLessThanOrEqual(4);
    expect(service.seen.handshakes).toBeGreaterThan(1);
  });

  test('a port that speaks plain http', async () => {
    await using service = await startService(created);
    await using client = await clientOf(service.url.replace('http:', 'https:'));
    const why = expect.stringContaining('does not speak https');
    expect(await client.create(fields, null)).toMatchObject({ kind: 'stopped', stop: { code: 'address' }, why });
  });

  test('a handshake that is cut has sent nothing, so even lock *NO is tried again', async () => {
    const server = createServer((socket) => socket.once('data', () => socket.destroy()));
    const port = await listen(server);
    await using client = await clientOf(`https://localhost:${port}`);
    const result = await client.create({ ...fields, lock: '*NO' }, null);
    expect(result).toMatchObject({ kind: 'stopped', stop: { code: 'unreachable' }, attempts: 5 });
    await stop(server);
  });

  test('a CA file that is none', async () => {
    const files = { [import.meta.filename]: 'holds no certificate', '/nonexistent': 'cannot be read' };
    for (const [caFile, why] of Object.entries(files)) {
      const made = createClient({ ...optionsOf('https://localhost:1'), caFile });
      const remedy = expect.stringMatching(/^Give `--ca-file` .* (PEM file|block)\.$/);
      await expect(made).rejects.toMatchObject({ code: 'usage', message: expect.stringContaining(why), remedy });
    }
  });
});
