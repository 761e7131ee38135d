import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runServeCommand } from '../../src/commands/serve.ts';
import { readSurroundings } from '../../src/environment.ts';
import { withDefaults } from '../../src/options.ts';
import { folder } from '../git/support.ts';
import { program } from './helper.ts';

const { path, [Symbol.dispose]: remove } = folder();
const file = join(path, 'faults.yml');
afterAll(remove);

const log = { info: () => {}, notice: () => {} };

/** Runs `serve --demo --faults FILE` and hands its address to the body. */
async function serving(body: (url: string) => Promise<void>): Promise<string> {
  const stop = new AbortController();
  let printed = '';
  const { promise: url, resolve: listening } = Promise.withResolvers<string>();
  const out = (text: string) => {
    printed += text;
    const found = /listening on (\S+)/.exec(text)?.[1];
    if (found !== undefined) listening(found);
  };
  const options = withDefaults({ demo: true, port: 0, faults: file });
  const around = { ...(await readSurroundings({}, '.')), gitToken: undefined, env: {}, cwd: process.cwd() };
  const served = runServeCommand({ ...around, options, signal: stop.signal }, { out, log });
  await Promise.race([url.then(body), served]);
  stop.abort();
  expect(await served).toBe(0);
  return printed;
}

test('serve --faults plays the file, and says so', async () => {
  writeFileSync(file, '- { call: 1, status: 429, retryAfter: 3 }\n');
  const printed = await serving(async (url) => {
    const headers = { authorization: 'Bearer demo-token', 'content-type': 'application/json' };
    const call = () => fetch(`${url}/object-request`, { method: 'POST', headers, body: JSON.stringify(program) });
    const first = await call();
    expect([first.status, first.headers.get('retry-after')]).toEqual([429, '3']);
    expect((await call()).status).toBe(200);
  });
  expect(printed).toContain(`faults to play: 1, from ${file}\n`);
});

test('a faults file that is wrong or not there is bad usage', async () => {
  writeFileSync(file, '- { cal: 1, delay: 5 }\n');
  const text = `${file}:1:5: unknown key \`cal\`; did you mean \`call\`?\n    - { cal: 1, delay: 5 }\n        ^^^`;
  await expect(serving(async () => {})).rejects.toMatchObject({ code: 'usage', message: text });
  rmSync(file);
  await expect(serving(async () => {})).rejects.toMatchObject({ code: 'usage', remedy: 'Check --faults.' });
});
