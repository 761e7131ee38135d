/** Pushes that change nothing that anybody files: the remote is asked once where the branch is, as only the tip settles. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { GivenOptions } from '../../src/options.ts';
import { makeClone } from '../git/clones.ts';
import { folder, git } from '../git/support.ts';
import { watchGit } from '../git/watched-git.ts';
import { github, pushed } from '../host/support.ts';
import { type Stage, stage } from './filing-support.ts';
import { filesOf, runIn } from './support.ts';

const mapping = `version: 1
repo: ORDERS
branches: [{ branch: main, appl: ORD, lvl: 50 }]
request: { proj: null }
rules:
  - { match: { gfile: "*.PGM.RPGLE" }, request: { attr: RPGLE, objt: "*PGM" } }
  - { match: { gfile: "*.{RPGLEINC,md}" }, skip: none }
`;

/** A branch that is filed up to `head`, in a full clone. */
async function begun(it: Stage, more: Readonly<Record<string, string>> = {}) {
  const before = it.origin.commit({ 'A.PGM.RPGLE': 'A 0\n', 'B.PGM.RPGLE': 'B\n', 'README.md': '0\n', ...more });
  const head = it.origin.commit({ 'A.PGM.RPGLE': 'A 1\n' });
  it.origin.push(head, 'main');
  const dir = makeClone('full', it.origin, { ref: 'main', head });
  writeFileSync(join(dir, '.git/mapping.yml'), mapping);
  await pushIn(it, dir, before, head);
  return { dir, head };
}

/** What a push filed or left out, and whether the remote was asked. */
async function pushIn(it: Stage, dir: string, before: string, after: string, options: GivenOptions = {}) {
  git(dir, 'fetch', '--quiet', it.origin.work, after);
  using watched = folder();
  const watch = watchGit(watched.path);
  const told = { env: github('push'), payload: pushed('refs/heads/main', before, after) };
  const all = { set: [], mapping: '.git/mapping.yml', url: it.url, ...options };
  const env = { ...watch.env, ...told.env };
  const report = await runIn(dir, told, all, { command: 'file', token: 'demo-token', env });
  const asks = watch.commands().filter((line) => line.split(' ').includes('ls-remote')).length;
  return { files: filesOf(report), asks };
}

test('a text, one that no rule names, an include, which programs may use, a text and a program: asked once, and settled', async () => {
  await using it = await stage();
  const { dir, head } = await begun(it);
  const pushes: [Record<string, string>, string[]][] = [
    [{ 'README.md': '1\n' }, ['~README.md: skip: none']],
    [{ 'notes.json': '1\n' }, ['~notes.json: no rule matches']],
    [{ 'X.RPGLEINC': '1\n' }, ['~X.RPGLEINC: skip: none']],
    [{ 'README.md': '2\n', 'B.PGM.RPGLE': 'B 1\n' }, ['+B.PGM.RPGLE', '~README.md: skip: none']],
    [{ 'README.md': 'last\n' }, ['~README.md: skip: none']],
  ];
  let before = head;
  for (const [changed, files] of pushes) {
    const next = it.origin.commit(changed);
    it.origin.push(next, 'main');
    expect(await pushIn(it, dir, before, next)).toEqual({ files, asks: 1 });
    before = next;
  }
});

test('a range that is given by hand is meant as it is: nothing is asked', async () => {
  await using it = await stage();
  const { dir, head } = await begun(it);
  const next = it.origin.commit({ 'README.md': '1\n' });
  it.origin.push(next, 'main');
  expect((await pushIn(it, dir, head, next, { base: head })).asks).toBe(0);
});
