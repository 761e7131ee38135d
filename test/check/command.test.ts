/** `check` over real repositories: what counts as tracked, and where its notes stand. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildCheckAnnotations } from '../../src/check/annotations.ts';
import { formatCheckText } from '../../src/check/check-text.ts';
import type { GivenOptions } from '../../src/options.ts';
import { TestRepository } from '../e2e/support/repository.ts';
import { runEnv, writeFiles } from '../git/support.ts';
import { checkIn } from './support.ts';

const mapping = `version: 1
repo: ORDERS
branches: [{ branch: main, appl: ORD, lvl: 50 }]
rules:
  - { match: { gfile: "*.PGM.RPGLE" }, request: { objt: "*PGM", objn: null } }
  - { match: { path: .file-checkouts.yml }, skip: no source }
`;

const inWorkspace = (cwd: string, options: GivenOptions, workspace: string) =>
  checkIn(cwd, options, { ...runEnv, GITHUB_WORKSPACE: workspace });

describe('check', () => {
  const repository = new TestRepository();
  const { root, dir } = repository;
  const git = (cwd: string, ...args: string[]) => execFileSync('git', args, { cwd, encoding: 'utf8', stdio: 'pipe' });
  const outside = join(root, 'outside.yml');

  beforeAll(() => {
    repository.commit('Sources', { 'Q/A.PGM.RPGLE': 'a', '.file-checkouts.yml': mapping });
    repository.push();
    writeFileSync(outside, mapping);
  });
  afterAll(() => repository[Symbol.dispose]());

  const inCommit = 'refs/heads/main:.file-checkouts.yml';
  describe('notes stand at the path of the mapping from the workspace of the job', () => {
    test.each<[string, string, GivenOptions, string, string]>([
      ['the repository is the workspace', dir, {}, dir, '.file-checkouts.yml'],
      ['the repository stands below it', root, { 'repo-dir': dir }, root, 'work/.file-checkouts.yml'],
      ['the job is in a directory', join(dir, 'Q'), { mapping: '../.file-checkouts.yml' }, dir, '.file-checkouts.yml'],
      ['the default name, from a directory', join(dir, 'Q'), {}, dir, '.file-checkouts.yml'],
      ['from a commit', root, { 'repo-dir': dir, mapping: inCommit }, root, 'work/.file-checkouts.yml'],
      ['not in the workspace', dir, { mapping: '../outside.yml' }, dir, '../outside.yml'],
    ])('%s', async (_, cwd, options, workspace, file) => {
      const notes = buildCheckAnnotations(await inWorkspace(cwd, options, workspace));
      expect(notes.map((note) => [note.file, note.line])).toEqual([[file, 5]]);
    });
  });

  test('no mapping at all: said, with the way to one; exit 2', async () => {
    git(root, 'init', '--quiet', 'bare-of-mapping');
    const report = await checkIn(join(root, 'bare-of-mapping'));
    expect(report).toMatchObject({ valid: true, mapping: null, exitCode: 2 });
    expect(formatCheckText(report)).toMatch(/^there is no \.file-checkouts\.yml: .*`file-checkouts init` writes one/);
  });

  test('JSON begins with the keys of the contract (design §10), paths are texts', async () => {
    const file = join(root, 'none.yml');
    writeFileSync(file, 'version: 1\nrules: []\n');
    const report = await checkIn(dir, { mapping: file });
    const keys = ['valid', 'errors', 'unmapped', 'unreached', 'shadowed', 'collisions', 'warnings'];
    expect(Object.keys(report).slice(0, 7)).toEqual(keys);
    expect(report.unmapped).toEqual(['.file-checkouts.yml', 'Q/A.PGM.RPGLE']);
  });

  const clone = (dir: string, ...args: string[]) =>
    git(root, 'clone', '--quiet', ...args, `file://${repository.remote}`, dir);
  /** Each is made at a place of its own. */
  const kinds: Readonly<Record<string, (dir: string) => void>> = {
    'a depth-1 clone without branches': (dir) => {
      clone(dir, '--depth=1');
      git(dir, 'checkout', '--quiet', '--detach');
      git(dir, 'branch', '--quiet', '-D', 'main');
    },
    'a sparse clone without contents': (dir) => clone(dir, '--filter=blob:none', '--sparse'),
    'another work tree': (dir) => repository.git('worktree', 'add', '--quiet', '--detach', dir),
    'a bare repository': (dir) => clone(dir, '--bare'),
    'no commit yet': (dir) => {
      git(root, 'init', '--quiet', '--initial-branch=main', dir);
      writeFiles(dir, { 'Q/A.PGM.RPGLE': 'a', '.file-checkouts.yml': mapping });
      git(dir, 'add', '--all');
    },
  };
  test.each(Object.entries(kinds))('%s: the same files, and every rule is reached', async (name, make) => {
    const dir = join(root, name);
    make(dir);
    const found = await checkIn(dir, { mapping: outside });
    expect(found).toMatchObject({ valid: true, tracked: 2, unmapped: [], unreached: [], exitCode: 0 });
  });

  test('the index counts, not the work tree; and --head counts instead', async () => {
    const tree = join(root, 'staged');
    git(root, 'clone', '--quiet', repository.remote, 'staged');
    writeFileSync(join(tree, 'B.CLLE'), 'b');
    expect((await checkIn(tree)).unmapped).toEqual([]);
    git(tree, 'add', '--all');
    expect((await checkIn(tree)).unmapped).toEqual(['B.CLLE']);
    expect((await checkIn(tree, { head: 'HEAD' })).unmapped).toEqual([]);
  });

  test('a merge that is not finished: each file once', async () => {
    const tree = join(root, 'merging');
    git(root, 'clone', '--quiet', repository.remote, 'merging');
    const commit = (content: string) => {
      writeFileSync(join(tree, 'Q/A.PGM.RPGLE'), content);
      git(tree, '-c', 'user.name=T', '-c', 'user.email=t@localhost', 'commit', '--quiet', '-a', '-m', content);
    };
    git(tree, 'checkout', '--quiet', '-b', 'topic');
    commit('topic');
    git(tree, 'checkout', '--quiet', 'main');
    commit('main');
    const merge = ['-c', 'user.name=T', '-c', 'user.email=t@localhost', 'merge', '--quiet', 'topic'];
    expect(() => git(tree, ...merge)).toThrow();
    expect(await checkIn(tree)).toMatchObject({ tracked: 2, unmapped: [], collisions: [] });
  });

  test('a mapping that is not UTF-8 is an error at its place, on disk and in a commit', async () => {
    const latin = Buffer.from(`${mapping}# f\xfcr\n`, 'latin1');
    const file = join(root, 'latin.yml');
    writeFileSync(file, latin);
    repository.git('checkout', '--quiet', '-B', 'latin');
    repository.commit('Latin', { 'latin.yml': latin });
    for (const name of [file, 'refs/heads/latin:latin.yml']) {
      const { valid, errors, exitCode } = await checkIn(dir, { mapping: name });
      expect({ valid, exitCode }).toEqual({ valid: false, exitCode: 2 });
      expect(errors).toMatchObject([{ line: 7, column: 4, found: 'a byte that is not UTF-8' }]);
    }
    repository.git('checkout', '--quiet', 'main');
  });
});
