import { expect, test } from 'vitest';
import { git } from '../git/support.ts';
import { github, pushed } from '../host/support.ts';
import { line, stage } from './filing-support.ts';
import { runIn } from './support.ts';

test('an old run started again after a newer one files nothing old over something new', async () => {
  await using it = await stage();
  const { m0, m1, m2 } = line(it);
  await it.pushed('main', m0, m1);
  await it.pushed('main', m1, m2);
  const before = it.held();
  const again = await it.push('main', m0, m1);
  expect(again.leftOut).toContainEqual({
    path: 'A.RPGLE',
    code: 'superseded',
    why: `superseded: at the remote, main is already at ${m2.slice(0, 12)}, with another version of this file. That version is filed by the run of that commit`,
  });
  expect(again.requests.filter(({ path }) => path === 'A.RPGLE')).toEqual([]);
  expect(it.held()).toEqual(before);
});

test('where the branch is now cannot be asked: exit 3, and nothing is filed', async () => {
  await using it = await stage();
  const { m0, m1 } = line(it);
  it.origin.push(m1, 'main');
  git(it.origin.root, 'clone', '--quiet', it.origin.url, 'run-0');
  const dir = `${it.origin.root}/run-0`;
  git(dir, 'config', 'remote.origin.url', 'file:///nowhere/at/all.git');
  const told = { env: github('push'), payload: pushed('refs/heads/main', m0, m1) };
  const options = { repo: 'ORDERS', url: it.url, set: ['appl=ORD', 'lvl=10', 'attr=RPGLE', 'objt=*PGM', 'proj=null'] };
  const report = await runIn(dir, told, options, { command: 'file', token: 'demo-token' });
  expect(report).toMatchObject({ exitCode: 3, error: { remedy: expect.stringMatching(/--head/) } });
  expect(it.held()).toEqual([]);
  expect((await runIn(dir, told, options)).exitCode).toBe(0);
});
