import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeClone } from '../git/clones.ts';
import { folder, git } from '../git/support.ts';
import { watchGit } from '../git/watched-git.ts';
import { github, pushed } from '../host/support.ts';
import { stage } from './filing-support.ts';
import { filesOf, runIn } from './support.ts';

/** The Git commands of a run, by name. */
function names(commands: readonly string[]): string[] {
  return commands.map((line) => line.replace(/^(-c \S+ )+/, '').split(' ')[0] ?? '');
}

describe('what a run asks Git for', () => {
  test('no more processes than it needs, in a full clone: 5 for a plan, 8 for a filed push with its ledger', async () => {
    await using it = await stage();
    const m0 = it.origin.commit({ 'A.RPGLE': 'A 0\n', 'B.RPGLE': 'B\n', 'README.md': '0\n' });
    const m1 = it.origin.commit({ 'A.RPGLE': 'A 1\n' });
    const m2 = it.origin.commit({ 'A.RPGLE': 'A 2\n', 'B.RPGLE': null, 'C.RPGLE': 'C\n' });
    const m3 = it.origin.commit({ 'README.md': '1\n' });
    it.origin.push(m1, 'main');
    const dir = makeClone('full', it.origin, { ref: 'main', head: m1 });
    git(dir, 'fetch', '--quiet', it.origin.work, m3);
    const mapping = '.git/mapping.yml';
    writeFileSync(
      join(dir, mapping),
      `version: 1
repo: ORDERS
branches: [{ branch: main, appl: ORD, lvl: 50 }]
request: { proj: null }
rules: [{ match: { gfile: "*.RPGLE" }, request: { attr: RPGLE, objt: "*PGM" } }, { match: { path: "**" }, skip: none }]
`,
    );
    const counted = async (before: string, after: string, command: 'plan' | 'file', options = {}) => {
      it.origin.push(after, 'main');
      using watched = folder();
      const watch = watchGit(watched.path);
      const told = { env: github('push'), payload: pushed('refs/heads/main', before, after) };
      const all = { set: [], mapping, url: it.url, ...options };
      const report = await runIn(dir, told, all, {
        ...{ command, token: 'demo-token', env: { ...watch.env, ...told.env } },
      });
      return [filesOf(report), names(watch.commands()).sort()];
    };
    expect(await counted(m0, m1, 'file')).toMatchObject([['+A.RPGLE'], {}]);
    const readOnly = ['cat-file', 'config', 'diff-tree'];
    // The names in the ledger, then the one record of the branch.
    const ledger = ['fetch', 'fetch'];
    const write = ['push'];
    const change = ['+A.RPGLE', '+C.RPGLE', '-B.RPGLE'];
    expect(await counted(m1, m2, 'plan')).toEqual([change, [...readOnly, ...ledger]]);
    expect(await counted(m1, m2, 'file')).toEqual([
      change,
      [...readOnly, ...ledger, 'ls-remote', ...write, ...write].sort(),
    ]);
    const nothing = ['~README.md: skip: none'];
    expect(await counted(m2, m3, 'file', { ledger: 'off' })).toEqual([nothing, [...readOnly, 'ls-remote']]);
    // The record moves past it, as it is the tip.
    expect(await counted(m2, m3, 'file')).toEqual([nothing, [...readOnly, ...ledger, 'ls-remote', ...write].sort()]);
  });

  test('one question to the remote serves tip and default branch', async () => {
    await using it = await stage();
    const m0 = it.origin.commit({ 'A.RPGLE': 'A 0\n' });
    const m1 = it.origin.commit({ 'A.RPGLE': 'A 1\n' });
    it.origin.push(m1, 'main');
    using watched = folder();
    const watch = watchGit(watched.path);
    const report = await it.push('main', m0, m1, {}, { env: watch.env });
    expect(filesOf(report)).toEqual(['+A.RPGLE']);
    expect(names(watch.commands()).filter((name) => name === 'ls-remote')).toHaveLength(1);
  });

  test('a push to the default branch looks at no history, and a plan of it talks to nobody', async () => {
    await using it = await stage();
    const m0 = it.origin.commit({ 'A.RPGLE': 'A 0\n' });
    const m1 = it.origin.commit({ 'A.RPGLE': 'A 1\n' });
    it.origin.push(m1, 'main');
    const dir = makeClone('full', it.origin, { ref: 'main', head: m1 });
    using watched = folder();
    const watch = watchGit(watched.path);
    const told = { env: github('push'), payload: pushed('refs/heads/main', m0, m1) };
    expect(filesOf(await runIn(dir, told, {}, { env: { ...watch.env, ...told.env } }))).toEqual(['+A.RPGLE']);
    // The mapping does not say what A makes, so that others may use it: all sources are read, as they are few.
    expect(names(watch.commands()).sort()).toEqual(['cat-file', 'config', 'diff-tree']);
  });
});
