import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reply, token } from '../client/support.ts';
import { bundles, runBundle } from '../e2e/support/bundle.ts';
import { folder, git } from '../git/support.ts';
import { type Authority, newAuthority, serveTls } from './certificates.ts';
import { startProxy } from './proxies.ts';

const allWell = reply({ sev: 30, msg: 'objectId is required' }, 400);
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

/** Runs the command line in its own process, where Node reads NODE_EXTRA_CA_CERTS at its start. */
async function runCli(dir: string, args: readonly string[], env: Readonly<Record<string, string>>) {
  const given = { HOME: dir, FILE_CHECKOUTS_TOKEN: token, ...env };
  const { code, stdout, stderr } = await runBundle(bundles.cli, args, { cwd: dir, env: given });
  return { code, output: stdout + stderr };
}

describe('the command line', () => {
  let dir = '';
  beforeAll(() => {
    const { path } = folder();
    dir = path;
    git(dir, 'init', '--quiet', dir);
    writeFileSync(join(dir, '.file-checkouts.yml'), 'version: 1\nrepo: ORDERS\nunmapped: ignore\n');
  });
  afterAll(() => rmSync(dir, { recursive: true }));

  test('NODE_EXTRA_CA_CERTS is trusted, with and without a CA file of another authority', async () => {
    await using service = await serveTls(authority.sign('localhost'), allWell);
    const url = `https://localhost:${service.port}`;
    const env = { NODE_EXTRA_CA_CERTS: authority.caFile };
    const [without, alone, both] = await Promise.all([
      runCli(dir, ['check', '--url', url], {}),
      runCli(dir, ['check', '--url', url], env),
      runCli(dir, ['check', '--url', url, '--ca-file', stranger.caFile], env),
    ]);
    expect(without.output).toContain('is not trusted');
    expect(without.output).toContain('--ca-file');
    for (const { output } of [alone, both]) expect(output).toContain('The service answers and accepts the token');
  });

  test('NODE_TLS_REJECT_UNAUTHORIZED=0 turns no check off, neither directly nor inside of a tunnel', async () => {
    await using service = await serveTls(authority.sign('localhost'), allWell);
    await using hidden = await serveTls(authority.sign('service.example'), allWell);
    await using proxy = await startProxy({ target: hidden.port });
    const env = { NODE_TLS_REJECT_UNAUTHORIZED: '0', https_proxy: `http://${proxy.address}` };
    const [direct, tunnelled, known] = await Promise.all([
      runCli(dir, ['check', '--url', `https://localhost:${service.port}`], env),
      runCli(dir, ['check', '--url', 'https://service.example'], env),
      runCli(dir, ['check', '--url', 'https://service.example', '--ca-file', authority.caFile], env),
    ]);
    for (const { code, output } of [direct, tunnelled]) {
      expect([code, output]).toEqual([4, expect.stringContaining('is not trusted')]);
    }
    expect([known.code, known.output]).toEqual([0, expect.stringContaining('The service answers')]);
    expect([service.arrived.length, hidden.arrived.length]).toEqual([0, 1]);
  });

  test('plain http off this machine is refused before anything is sent: exit 2, with the remedy', async () => {
    const { code, output } = await runCli(dir, ['check', '--url', 'http://service.invalid/api'], {});
    expect(code).toBe(2);
    expect(output).toContain('is not https');
    expect(output).toContain('--allow-http');
    expect(output).not.toContain(token);
  });
});
