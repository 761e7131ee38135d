import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { filesOf, runIn } from '../events/support.ts';
import { pushOf } from '../host/support.ts';
import { type CloneKind, clones, makeClone } from './clones.ts';
import { everyPush } from './every-clone.cases.ts';
import { git, hashTree, remote } from './support.ts';

/** Kinds that lack history or contents get every push; the others, to which nothing has to be fetched, some. */
const lacking: readonly CloneKind[] = ['depth1', 'blobless', 'treeless', 'sparse'];

describe('every clone', () => {
  for (const [n, kind] of (Object.keys(clones) as CloneKind[]).entries()) {
    everyPush(kind, kind, lacking.includes(kind) ? {} : { only: [n % 2, 2 + (n % 2), 4 + (n % 2)] });
  }
});

describe('every clone, with SHA-256 objects', () => {
  everyPush('depth1', 'depth1', { format: 'sha256', only: [2, 3] });
});

describe('a checkout that another user owns', () => {
  if (process.getuid?.() !== 0) test.skip('only root can give it away', () => {});
  else {
    const giveAway = (dir: string) => {
      execFileSync('chown', ['-R', '65534:65534', dir]);
      expect(() => git(dir, 'log')).toThrow(/dubious ownership/);
    };
    for (const kind of ['depth1', 'bareMirror'] as const) everyPush(kind, kind, { prepare: giveAway, only: [0, 2] });
  }
});

describe('places in and around a checkout', () => {
  const setUp = () => {
    const origin = remote();
    const base = origin.commit({ 'A.RPGLE': 'one\n', 'sub/B.RPGLE': 'b\n' });
    const head = origin.commit({ 'A.RPGLE': 'two\n' });
    origin.push(head, 'main');
    const told = pushOf(base, head);
    return { origin, head, told, [Symbol.dispose]: () => origin[Symbol.dispose]() };
  };

  test('a folder below the top', async () => {
    using at = setUp();
    const { origin, head, told } = at;
    const dir = makeClone('depth1', origin, { ref: 'main', head });
    expect(filesOf(await runIn(join(dir, 'sub'), told))).toEqual(['+A.RPGLE']);
  });

  test('a linked work tree', async () => {
    using at = setUp();
    const { origin, head, told } = at;
    const dir = makeClone('full', origin, { ref: 'main', head });
    const linked = join(origin.root, 'linked');
    git(dir, 'worktree', 'add', '--quiet', '--detach', linked, `${head}^`);
    const before = hashTree(dir) + hashTree(linked);
    expect(filesOf(await runIn(linked, told))).toEqual(['+A.RPGLE']);
    expect(hashTree(dir) + hashTree(linked)).toBe(before);
  });

  test('a submodule, and the repository that holds it', async () => {
    using at = setUp();
    const { origin, told } = at;
    using outer = remote();
    const base = outer.commit({ 'X.RPGLE': 'x\n' });
    git(outer.work, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', origin.url, 'inner');
    const withSubmodule = outer.commit({ 'X.RPGLE': 'y\n' });
    outer.push(withSubmodule, 'main');
    expect(filesOf(await runIn(join(outer.work, 'inner'), told))).toEqual(['+A.RPGLE']);
    const outerTold = pushOf(base, withSubmodule);
    expect(filesOf(await runIn(outer.work, outerTold))).toEqual(['+.gitmodules', '+X.RPGLE', '~inner: submodule']);
  });

  test('an object store that borrows from others by a relative path', async () => {
    using at = setUp();
    const { origin, head, told } = at;
    const dir = makeClone('full', origin, { ref: 'main', head });
    git(origin.root, 'clone', '--quiet', '--shared', '--bare', dir, 'borrower.git');
    const info = join(origin.root, 'borrower.git', 'objects', 'info');
    mkdirSync(info, { recursive: true });
    git(join(origin.root, 'borrower.git'), 'config', '--remove-section', 'remote.origin');
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
    const told = pushOf(base, head);
    expect(filesOf(await runIn(dir, told))).toEqual(['+deep/er/A.RPGLE']);
  });

  test('no repository at all: exit 3 with a remedy', async () => {
    using at = setUp();
    const { origin, told } = at;
    const empty = join(origin.root, 'empty');
    mkdirSync(empty);
    const error = { code: 'git', remedy: expect.stringMatching(/--repo-dir/) };
    expect(await runIn(empty, told)).toMatchObject({ exitCode: 3, error });
  });
});
