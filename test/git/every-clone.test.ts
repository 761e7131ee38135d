import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { filesOf, runIn } from '../events/support.ts';
import { github, pushed } from '../host/support.ts';
import { makeClone } from './clones.ts';
import { everyPush } from './every-clone.cases.ts';
import { git, hashTree, remote } from './support.ts';

/** A sample of every-clone.slow.ts. */
describe('every clone', () => {
  everyPush('SHA-256', 'depth1', { format: 'sha256', only: 2 });
});

describe('places in and around a checkout', () => {
  const setUp = () => {
    const origin = remote();
    const base = origin.commit({ 'A.RPGLE': 'one\n', 'sub/B.RPGLE': 'b\n' });
    const head = origin.commit({ 'A.RPGLE': 'two\n' });
    origin.push(head, 'main');
    const told = { env: github('push'), payload: pushed('refs/heads/main', base, head) };
    return { origin, head, told };
  };

  test('a folder below the top', async () => {
    const { origin, head, told } = setUp();
    using _origin = origin;
    const dir = makeClone('depth1', origin, { ref: 'main', head });
    expect(filesOf(await runIn(join(dir, 'sub'), told))).toEqual(['+A.RPGLE']);
  });

  test('a linked work tree', async () => {
    const { origin, head, told } = setUp();
    using _origin = origin;
    const dir = makeClone('full', origin, { ref: 'main', head });
    const linked = join(origin.root, 'linked');
    git(dir, 'worktree', 'add', '--quiet', '--detach', linked, `${head}^`);
    const before = hashTree(dir) + hashTree(linked);
    expect(filesOf(await runIn(linked, told))).toEqual(['+A.RPGLE']);
    expect(hashTree(dir) + hashTree(linked)).toBe(before);
  });

  test('a submodule, and the repository that holds it', async () => {
    const { origin, head, told } = setUp();
    using _origin = origin;
    using outer = remote();
    const base = outer.commit({ 'X.RPGLE': 'x\n' });
    git(outer.work, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', origin.url, 'inner');
    const withSubmodule = outer.commit({ 'X.RPGLE': 'y\n' });
    outer.push(withSubmodule, 'main');
    expect(filesOf(await runIn(join(outer.work, 'inner'), told))).toEqual(['+A.RPGLE']);
    const outerTold = { env: github('push'), payload: pushed('refs/heads/main', base, withSubmodule) };
    expect(filesOf(await runIn(outer.work, outerTold))).toEqual(['+.gitmodules', '+X.RPGLE', '~inner: submodule']);
    expect(head).toBeTruthy();
  });

  test('an object store that borrows from others by a relative path', async () => {
    const { origin, head, told } = setUp();
    using _origin = origin;
    const dir = makeClone('full', origin, { ref: 'main', head });
    git(origin.root, 'clone', '--quiet', '--shared', '--bare', dir, 'borrower.git');
    const info = join(origin.root, 'borrower.git', 'objects', 'info');
    mkdirSync(info, { recursive: true });
    git(
      origin.root,
      'config',
      '--file',
      join(origin.root, 'borrower.git', 'config'),
      '--remove-section',
      'remote.origin',
    );
    writeFileSync(join(info, 'alternates'), '../../full/.git/objects\n');
    expect(filesOf(await runIn(join(origin.root, 'borrower.git'), told))).toEqual(['+A.RPGLE']);
  });

  test('a clone without trees that has the top of one, but nothing below', async () => {
    using origin = remote();
    const base = origin.commit({ 'deep/er/A.RPGLE': 'one\n', 'deep/B.RPGLE': 'b\n' });
    const head = origin.commit({ 'deep/er/A.RPGLE': 'two\n' });
    origin.push(head, 'main');
    const dir = join(origin.root, 'treeless');
    git(origin.root, 'clone', '--quiet', '--filter=tree:0', '--no-checkout', origin.url, dir);
    for (const oid of [base, head]) git(dir, 'cat-file', '-p', `${oid}^{tree}`);
    const told = { env: github('push'), payload: pushed('refs/heads/main', base, head) };
    expect(filesOf(await runIn(dir, told))).toEqual(['+deep/er/A.RPGLE']);
  });

  test('no repository at all: exit 3 with a remedy', async () => {
    const { origin, told } = setUp();
    using _origin = origin;
    const empty = join(origin.root, 'empty');
    mkdirSync(empty);
    expect(await runIn(empty, told)).toMatchObject({
      exitCode: 3,
      error: { code: 'git', remedy: expect.stringMatching(/--repo-dir/) },
    });
  });
});

describe('what cannot be had is an error, never an empty list', () => {
  const setUp = () => {
    const origin = remote();
    const base = origin.commit({ 'A.RPGLE': 'one\n' });
    const head = origin.commit({ 'A.RPGLE': 'two\n' });
    origin.push(head, 'main');
    return { origin, base, head, dir: makeClone('depth1', origin, { ref: 'main', head }) };
  };
  const push = (before: string, after: string) => ({
    env: github('push'),
    payload: pushed('refs/heads/main', before, after),
  });
  const stopped = { exitCode: 3, requests: [], leftOut: [], nothingToFile: null };

  test('the base is gone', async () => {
    const { origin, head, dir } = setUp();
    using _origin = origin;
    const gone = '7'.repeat(40);
    const report = await runIn(dir, push(gone, head));
    expect(report).toMatchObject({
      ...stopped,
      error: { code: 'range', remedy: expect.stringMatching(/fetch-depth: 0.*--base/) },
    });
    expect(report.error?.message).toContain(gone);
  });

  test('the base is gone, and another one is accepted', async () => {
    const { origin, dir, base } = setUp();
    using _origin = origin;
    git(origin.work, 'checkout', '--quiet', '-b', 'f', base);
    const own = origin.commit({ 'F.RPGLE': 'f\n' });
    origin.push(own, 'f');
    const told = { env: github('push'), payload: pushed('refs/heads/f', '7'.repeat(40), own) };
    const report = await runIn(dir, told, { 'on-missing-base': 'merge-base' });
    expect(filesOf(report)).toEqual(['+F.RPGLE']);
    expect(report.range).toMatchObject({ base, rule: 'first-push' });
  });

  test('the head is gone', async () => {
    const { origin, base, dir } = setUp();
    using _origin = origin;
    expect(await runIn(dir, push(base, '7'.repeat(40)))).toMatchObject({ ...stopped, error: { code: 'range' } });
  });

  test('the remote cannot be reached', async () => {
    const { origin, base, head, dir } = setUp();
    using _origin = origin;
    git(dir, 'config', 'remote.origin.url', 'http://127.0.0.1:9/none.git');
    expect(await runIn(dir, push(base, head))).toMatchObject({ ...stopped, error: { code: 'range' } });
    const first = { env: github('push'), payload: pushed('refs/heads/f', '0'.repeat(40), head) };
    expect(await runIn(dir, first)).toMatchObject({
      ...stopped,
      error: { remedy: expect.stringMatching(/credentials|fetch-depth/) },
    });
  });

  test('the remote cannot be reached, and the clone does not know the default branch', async () => {
    const { origin, head } = setUp();
    using _origin = origin;
    const dir = makeClone('depth1', origin, { ref: 'f', head }, 'only-f');
    git(dir, 'config', 'remote.origin.url', 'http://127.0.0.1:9/none.git');
    const first = { env: github('push'), payload: pushed('refs/heads/f', '0'.repeat(40), head) };
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
    const told = { env: github('push'), payload: pushed('refs/heads/side', '0'.repeat(40), side) };
    expect(await runIn(origin.work, told)).toMatchObject({ ...stopped, error: { code: 'git' } });
  });

  test('there is no remote', async () => {
    const { origin, base, head, dir } = setUp();
    using _origin = origin;
    git(dir, 'remote', 'remove', 'origin');
    expect(await runIn(dir, push(base, head))).toMatchObject({ ...stopped, error: { code: 'range' } });
  });

  test('a tree below the top is lost', async () => {
    using origin = remote();
    const base = origin.commit({ 'deep/er/A.RPGLE': 'one\n' });
    const head = origin.commit({ 'deep/er/A.RPGLE': 'two\n' });
    const lost = git(origin.work, 'rev-parse', `${base}:deep/er`);
    rmSync(join(origin.work, '.git/objects', lost.slice(0, 2), lost.slice(2)));
    expect(await runIn(origin.work, push(base, head))).toMatchObject({ ...stopped, error: { code: 'git' } });
  });
});
