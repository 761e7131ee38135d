import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { bundles, runBundle } from './support/bundle.ts';
import { demoMapping } from './support/mapping.ts';
import { TestRepository } from './support/repository.ts';

/** A service that is not there, as users meet it (design §2, exit 4): the calls wait between their attempts. */
const repository = new TestRepository();
const base = repository.commit('Base', { '.file-checkouts.yml': demoMapping });
const programs = Object.fromEntries(['A', 'B', 'C'].map((name) => [`QRPGLESRC/${name}.PGM.RPGLE`, name]));
const head = repository.commit('Programs', programs);
repository.push();
afterAll(() => repository[Symbol.dispose]());

const cli = (args: string[], url: string) => {
  const env = { FILE_CHECKOUTS_TOKEN: 'demo-token', FILE_CHECKOUTS_URL: url };
  return runBundle(bundles.cli, args, { cwd: repository.dir, env });
};

test('exit 4 of file: nobody listens at the address', async () => {
  const args = ['file', '--base', base, '--head', head, '--ledger', 'off', '--timeout', '1'];
  const ended = await cli(args, 'http://127.0.0.1:9/api');
  expect(ended.code).toBe(4);
  expect(ended.stdout).toContain('3 not filed');
});

test('exit 4 of check --url: a page of something else, and no route', async () => {
  const page = createServer((_, answer) => answer.end('<html>Sign in</html>'));
  await new Promise<void>((ready) => page.listen(0, '127.0.0.1', ready));
  const { port } = page.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const ended = await cli(['check', '--url', url], url);
  expect(ended.code).toBe(4);
  expect(ended.stdout).toMatch(/proxy or gateway/);
  await new Promise((closed) => page.close(closed));
  expect((await cli(['check', '--url', url], url)).code).toBe(4);
});
