/** `check` over real repositories: what counts as tracked, and where its notes stand. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildCheckAnnotations } from '../../src/check/annotations.ts';
import type { CheckReport } from '../../src/check/check-report.ts';
import { formatCheckText } from '../../src/check/check-text.ts';
import { buildCheckReport } from '../../src/commands/check.ts';
import { readSurroundings } from '../../src/environment.ts';
import { type GivenOptions, withDefaults } from '../../src/options.ts';
import { TestRepository } from '../e2e/support/repository.ts';

const mapping = `version: 1
repo: ORDERS
branches: [{ branch: main, appl: ORD, lvl: 50 }]
rules:
  - { match: { gfile: "*.PGM.RPGLE" }, request: { objt: "*PGM", objn: null } }
  - { match: { path: .file-checkouts.yml }, skip: no source }
`;

const silent = { info: () => {}, notice: () => {} };

async function checkIn(cwd: string, options: GivenOptions = {}, workspace?: string): Promise<CheckReport> {
  const base = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(GITHUB_|CI)/.test(name)));
  const env = workspace === undefined ? base : { ...base, GITHUB_WORKSPACE: workspace };
  const { event, proxyEnv } = await readSurroundings(base, '.');
  const around = { event, proxyEnv, gitToken: undefined, token: undefined, log: silent, version: '0' };
  // The front door starts in its directory; here the repository is named instead.
  const repoDir = { 'repo-dir': cwd };
  return buildCheckReport({
    ...around,
    env,
    cwd,
    signal: new AbortController().signal,
    options: withDefaults({ ...repoDir, ...options }),
  });
}

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

  describe('notes stand at the path of the mapping from the workspace of the job', () => {
    test.each<[string, string, GivenOptions, string, string]>([
      ['the repository is the workspace', dir, {}, dir, '.file-checkouts.yml'],
      ['the repository stands below it', root, { 'repo-dir': dir }, root, 'work/.file-checkouts.yml'],
      ['the job is in a directory', join(dir, 'Q'), { mapping: '../.file-checkouts.yml' }, dir, '.file-checkouts.yml'],
      ['the default name, from a directory', join(dir, 'Q'), {}, dir, '.file-checkouts.yml'],
      [
        'from a commit',
        root,
        { 'repo-dir': dir, mapping: 'refs/heads/main:.file-checkouts.yml' },
        root,
        'work/.file-checkouts.yml',
      ],
      ['not in the workspace', dir, { mapping: '../outside.yml' }, dir, '../outside.yml'],
    ])('%s', async (_, cwd, options, workspace, file) => {
      const notes = buildCheckAnnotations(await checkIn(cwd, options, workspace));
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

  test.each<[string, () => string]>([
    [
      'a depth-1 clone without branches',
      () => {
        git(root, 'clone', '--quiet', '--depth=1', `file://${repository.remote}`, 'shallow');
        git(join(root, 'shallow'), 'checkout', '--quiet', '--detach');
        git(join(root, 'shallow'), 'branch', '--quiet', '-D', 'main');
        return join(root, 'shallow');
      },
    ],
    [
      'a sparse clone without contents',
      () => {
        git(root, 'clone', '--quiet', '--filter=blob:none', '--sparse', `file://${repository.remote}`, 'sparse');
        return join(root, 'sparse');
      },
    ],
    [
      'another work tree',
      () => {
        repository.git('worktree', 'add', '--quiet', '--detach', join(root, 'tree'));
        return join(root, 'tree');
      },
    ],
    ['a bare repository', () => repository.remote],
    [
      'no commit yet',
      () => {
        git(root, 'init', '--quiet', '--initial-branch=main', 'unborn');
        mkdirSync(join(root, 'unborn/Q'));
        writeFileSync(join(root, 'unborn/Q/A.PGM.RPGLE'), 'a');
        writeFileSync(join(root, 'unborn/.file-checkouts.yml'), mapping);
        git(join(root, 'unborn'), 'add', '--all');
        return join(root, 'unborn');
      },
    ],
  ])('%s: the same files, and every rule is reached', async (_, make) => {
    const found = await checkIn(make(), { mapping: outside });
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
