import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { filesOf, runIn } from '../events/support.ts';
import { pushOf } from '../host/support.ts';
import { makeClone } from './clones.ts';
import { git, remote } from './support.ts';

describe('what cannot be had is an error, never an empty list', () => {
  const setUp = () => {
    const origin = remote();
    const base = origin.commit({ 'A.RPGLE': 'one\n' });
    const head = origin.commit({ 'A.RPGLE': 'two\n' });
    origin.push(head, 'main');
    const dir = makeClone('depth1', origin, { ref: 'main', head });
    return { origin, base, head, dir, [Symbol.dispose]: () => origin[Symbol.dispose]() };
  };
  const stopped = { exitCode: 3, requests: [], leftOut: [], nothingToFile: null };

  test('the base is gone', async () => {
    using at = setUp();
    const { head, dir } = at;
    const gone = '7'.repeat(40);
    const remedy = expect.stringMatching(/fetch-depth: 0.*--base/);
    const error = { code: 'range', message: expect.stringContaining(gone), remedy };
    expect(await runIn(dir, pushOf(gone, head))).toMatchObject({ ...stopped, error });
  });

  test('the base is gone, and another one is accepted', async () => {
    using at = setUp();
    const { origin, dir, base } = at;
    git(origin.work, 'checkout', '--quiet', '-b', 'f', base);
    const own = origin.commit({ 'F.RPGLE': 'f\n' });
    origin.push(own, 'f');
    const told = pushOf('7'.repeat(40), own, 'f');
    const report = await runIn(dir, told, { 'on-missing-base': 'merge-base' });
    expect(filesOf(report)).toEqual(['+F.RPGLE']);
    expect(report.range).toMatchObject({ base, rule: 'first-push' });
  });

  const away = (dir: string) => git(dir, 'config', 'remote.origin.url', 'http://127.0.0.1:9/none.git');
  const none = (dir: string) => git(dir, 'remote', 'remove', 'origin');
  test.each([
    ['the head is gone', () => '', '7'.repeat(40)],
    ['the remote cannot be reached', away, undefined],
    ['there is no remote', none, undefined],
  ])('%s', async (_, spoil, lost) => {
    using at = setUp();
    spoil(at.dir);
    const report = await runIn(at.dir, pushOf(at.base, lost ?? at.head));
    expect(report).toMatchObject({ ...stopped, error: { code: 'range' } });
  });

  test('the remote cannot be reached, and the branch is new; nor does the clone know the default branch', async () => {
    using at = setUp();
    const first = pushOf('0'.repeat(40), at.head, 'f');
    away(at.dir);
    const error = { remedy: expect.stringMatching(/credentials|fetch-depth/) };
    expect(await runIn(at.dir, first)).toMatchObject({ ...stopped, error });
    const dir = makeClone('depth1', at.origin, { ref: 'f', head: at.head }, 'only-f');
    away(dir);
    expect(await runIn(dir, first)).toMatchObject({ ...stopped, error: { code: 'git' } });
  });

  test('a commit between two others is lost: no merge base is not the same as none', async () => {
    using origin = remote();
    const first = origin.commit({ 'A.RPGLE': 'one\n' });
    const lost = origin.commit({ 'A.RPGLE': 'two\n' });
    const head = origin.commit({ 'A.RPGLE': 'three\n' });
    git(origin.work, 'checkout', '--quiet', '-b', 'side', first);
    const side = origin.commit({ 'B.RPGLE': 'b\n' });
    git(origin.work, 'update-ref', 'refs/heads/main', head);
    git(origin.work, 'remote', 'remove', 'origin');
    rmSync(join(origin.work, '.git/objects', lost.slice(0, 2), lost.slice(2)));
    const told = pushOf('0'.repeat(40), side, 'side');
    expect(await runIn(origin.work, told)).toMatchObject({ ...stopped, error: { code: 'git' } });
  });

  test('a tree below the top is lost', async () => {
    using origin = remote();
    const base = origin.commit({ 'deep/er/A.RPGLE': 'one\n' });
    const head = origin.commit({ 'deep/er/A.RPGLE': 'two\n' });
    const lost = git(origin.work, 'rev-parse', `${base}:deep/er`);
    rmSync(join(origin.work, '.git/objects', lost.slice(0, 2), lost.slice(2)));
    expect(await runIn(origin.work, pushOf(base, head))).toMatchObject({ ...stopped, error: { code: 'git' } });
  });
});
