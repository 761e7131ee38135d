import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plain, startService } from '../client/support.ts';
import { bundles, type Ended, Runner, runBundle } from '../e2e/support/bundle.ts';
import { readPage } from './markdown-tree.ts';
import { HostileScene } from './scene.ts';
import { expectPlain } from './whole.ts';
import { hostileNames, pathOf, words } from './words.ts';

/** Hostile names and answers through the commands beside `file`, and through runs that stop (design §9, issue 7 point 6). */

const { actor, branch, mapping } = hostileNames;
const runner = new Runner();
let scene: HostileScene;

beforeAll(async () => {
  scene = await HostileScene.open();
});
afterAll(async () => {
  runner[Symbol.dispose]();
  await scene[Symbol.asyncDispose]();
});

const cli = (...args: string[]) =>
  runBundle(bundles.cli, args, { cwd: scene.repository.dir, env: { FILE_CHECKOUTS_TOKEN: 'a-token' } });

const act = (inputs: Readonly<Record<string, string>>) =>
  runner.act(scene.repository.dir, runner.push({ branch, before: scene.base, after: scene.head, actor }), inputs);

const expectEnded = ({ stdout, stderr }: Ended, allowed: readonly string[] = []) =>
  expectPlain(`${stdout}\n${stderr}`, allowed);

describe('check', () => {
  test('text, JSON and Markdown', async () => {
    const formats = ['text', 'json', 'markdown'].map((format) =>
      cli('check', '--mapping', mapping, '--format', format),
    );
    const [text, json, markdown] = await Promise.all(formats);
    for (const ended of [text, json]) expectEnded(ended as Ended);
    const found: { unmapped: string[] } = JSON.parse(json?.stdout ?? '');
    expect(found.unmapped).toEqual(expect.arrayContaining(words.map(pathOf).filter((path) => !path.includes('\n'))));
    const page = await readPage(markdown?.stdout ?? '', 'no link at all');
    expect(page.foreign).toEqual([]);
    expect(page.headings).toBeGreaterThan(1);
  });

  test('as a step: annotations and summary', async () => {
    const ended = await act({ command: 'check', mapping });
    expectEnded(ended, ['warning']);
    expect((await readPage(runner.read('summary'), 'no link at all')).foreign).toEqual([]);
  });
});

test('explain, for every name there is', async () => {
  const paths = words.map((word, n) => `filed/${pathOf(word)}${n}`);
  const [text, json] = await Promise.all(
    ['text', 'json'].map((format) =>
      cli('explain', ...paths, '--branch', branch, '--mapping', mapping, '--format', format),
    ),
  );
  for (const ended of [text, json]) expectEnded(ended as Ended);
  expect(JSON.parse(json?.stdout ?? '')).toHaveLength(words.length);
});

describe('a run that stops', () => {
  test('over a mapping whose keys and values are hostile', async () => {
    const lines = words.map((word) => JSON.stringify(word));
    const text = `version: 1\nrules:\n${lines.map((word) => `  - { match: { path: ${word} }, ${word}: ${word} }\n`).join('')}`;
    writeFileSync(join(scene.repository.dir, 'wrong.yml'), text);
    const ended = await act({ mapping: 'wrong.yml', url: scene.url, token: 'a-token', ledger: 'off' });
    expect(ended.code).toBe(2);
    expectEnded(ended, ['add-mask', 'error']);
    expect((await readPage(runner.read('summary'), 'https://github.example/')).foreign).toEqual([]);
    expectEnded(await cli('check', '--mapping', 'wrong.yml'));
  });

  test('over a page that answers in place of the service', async () => {
    const page = `<html><body>${words.join('\n')}<script>alert(1)</script></body></html>`;
    await using service = await startService(plain(404, page, { 'content-type': 'text/html' }));
    const ended = await act({ mapping, url: service.url, token: 'a-token', ledger: 'off' });
    expect(ended.code).toBe(4);
    expectEnded(ended, ['add-mask', 'error', 'warning', 'group', 'endgroup']);
    expect(ended.stdout).toContain('x ::error::pwned');
    expect((await readPage(runner.read('summary'), 'https://github.example/')).foreign).toEqual([]);
  });

  test.each([
    ['one after the other', words.join(' ')],
    ['with a line for each', words.join('\n')],
  ])('over an input that is all of them, %s', async (_, ledger) => {
    const ended = await act({ ledger });
    expect(ended.code).toBe(2);
    expectEnded(ended, ['error']);
  });

  test('over words of the command line', async () => {
    const [unknown, option] = await Promise.all([cli(words[0] ?? ''), cli('plan', `--${words[4]}`)]);
    for (const ended of [unknown, option]) expectEnded(ended as Ended);
    expect([unknown?.code, option?.code]).toEqual([2, 2]);
  });
});
