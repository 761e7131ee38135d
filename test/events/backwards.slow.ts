import { expect, test } from 'vitest';
import { makeClone } from '../git/clones.ts';
import { github, pushed } from '../host/support.ts';
import { line, neverBackwards } from './backwards-cases.ts';
import { stage } from './filing-support.ts';
import { filesOf, runIn } from './support.ts';

neverBackwards('auto');
neverBackwards('off');

test('with a ledger, the next push catches up from where the newest one was', async () => {
  await using it = await stage();
  const { m0, m1, m2 } = line(it);
  it.origin.push(m2, 'main');
  await it.push('main', m1, m2);
  await it.push('main', m0, m1);
  const m3 = it.origin.commit({ 'E.RPGLE': 'E 3\n' });
  it.origin.push(m3, 'main');
  const next = await it.push('main', m2, m3);
  expect(next.range).toMatchObject({ base: m2, rule: 'push' });
  expect(filesOf(next)).toEqual(['+E.RPGLE']);
});

test('--paths files again what is there, and the ledger stays where it was', async () => {
  await using it = await stage();
  const { m0, m1, m2 } = line(it);
  it.origin.push(m1, 'main');
  await it.push('main', m0, m1);
  it.origin.push(m2, 'main');
  const refile = await it.push('main', m1, m2, { paths: ['A.*'] });
  expect(refile.requests.map(({ path, outcome }) => [path, outcome])).toEqual([['A.RPGLE', 'updated']]);
  const next = await it.push('main', m1, m2);
  expect(next.range).toMatchObject({ base: m1, head: m2 });
  expect(next.requests.map(({ path, outcome }) => [path, outcome])).toEqual([
    ['A.RPGLE', 'unchanged'],
    ['C.RPGLE', 'created'],
  ]);
});

test('a skipped push with something unaccounted for before it: the next push catches up with that, and leaves the skipped one', async () => {
  await using it = await stage();
  const mapping = { '.file-checkouts.yml': 'version: 1\nskip-pushers: [mdgit-bot]\n' };
  const m0 = it.origin.commit({ 'A.RPGLE': 'A\n', ...mapping });
  const m1 = it.origin.commit({ 'A.RPGLE': 'A 1\n' });
  const lost = it.origin.commit({ 'LOST.RPGLE': 'its run failed\n' });
  const bot = it.origin.commit({ 'BOT.RPGLE': 'by the service\n' });
  const human = it.origin.commit({ 'HUMAN.RPGLE': 'by jane\n' });
  it.origin.push(m1, 'main');
  await it.push('main', m0, m1);
  it.origin.push(bot, 'main');
  await it.push('main', lost, bot, {}, { actor: 'mdgit-bot' });
  it.origin.push(human, 'main');
  const report = await it.push('main', bot, human);
  expect(report.range).toMatchObject({ base: m1, rule: 'ledger' });
  expect(filesOf(report)).toEqual(['+HUMAN.RPGLE', '+LOST.RPGLE', '~BOT.RPGLE: as a skipped push made it']);
});

test('without a ledger, only the files of the human push after it are filed', async () => {
  await using it = await stage();
  const m0 = it.origin.commit({ 'A.RPGLE': 'A\n', '.file-checkouts.yml': 'version: 1\nskip-pushers: [mdgit-bot]\n' });
  const bot = it.origin.commit({ 'BOT.RPGLE': 'by the service\n' });
  const human = it.origin.commit({ 'HUMAN.RPGLE': 'by jane\n' });
  it.origin.push(bot, 'main');
  await it.push('main', m0, bot, { ledger: 'off' }, { actor: 'mdgit-bot' });
  it.origin.push(human, 'main');
  expect(filesOf(await it.push('main', bot, human, { ledger: 'off' }))).toEqual(['+HUMAN.RPGLE']);
});

test('a clone that lacks the contents of its own branches has the ledger all the same', async () => {
  await using it = await stage();
  const { origin } = it;
  const m0 = origin.commit({ 'A.RPGLE': 'A 0\n' });
  const m1 = origin.commit({ 'A.RPGLE': 'A 1\n' });
  origin.push(m1, 'main');
  await it.push('main', m0, m1);
  const m2 = origin.commit({ 'B.RPGLE': 'B\n' });
  origin.push(m2, 'main');
  for (const kind of ['blobless', 'sparse'] as const) {
    const dir = makeClone(kind, origin, { ref: 'main', head: m2 }, `ledger-${kind}`);
    const told = { env: github('push'), payload: pushed('refs/heads/main', m1, m2) };
    const options = { url: it.url, repo: 'ORDERS', set: ['appl=ORD', 'lvl=10', 'objt=*PGM'] };
    const report = await runIn(dir, told, options);
    expect([kind, filesOf(report), report.notices]).toEqual([kind, ['+B.RPGLE'], []]);
  }
});
