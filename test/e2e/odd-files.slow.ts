/** Files that are named by hand and are no plain files: nothing of a secret is shown, and nothing is waited for. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bundles, runBundle } from './support/bundle.ts';
import { TestRepository } from './support/repository.ts';

const secret = 'S3CRET-OF-THE-MACHINE';

/** A repository beside a secret, a pipe that nobody writes to, and a file that is too long. */
function scene() {
  const it = new TestRepository();
  it.commit('one', { '.file-checkouts.yml': 'version: 1\n' });
  const at = (name: string) => join(it.dir, name);
  writeFileSync(join(it.root, 'secret'), `${secret}: ${secret}\n`);
  symlinkSync(join(it.root, 'secret'), at('link.yml'));
  mkdirSync(join(it.root, 'elsewhere'));
  writeFileSync(join(it.root, 'elsewhere', 'file.yml'), `${secret}: ${secret}\n`);
  symlinkSync(join(it.root, 'elsewhere'), at('folder-link'));
  execFileSync('mkfifo', [at('pipe.yml')]);
  writeFileSync(at('long.yml'), `# ${'x'.repeat(4 * 1024 * 1024)}\n`);
  return it;
}

const odd: [file: string, why: RegExp][] = [
  ['link.yml', /link\.yml is a link, and none is followed/],
  ['pipe.yml', /it is not a regular file/],
  ['/dev/zero', /it is not a regular file/],
  ['folder-link/file.yml', /folder-link is a link, and none is followed/],
  ['long.yml', /it is over 4 MiB/],
  ['.git', /it is a folder/],
];

/** Files of all uses are read in one way: each odd one as a mapping, and one for each other use. */
const uses: [use: string, odd: number[], args: (file: string) => string[]][] = [
  ['a mapping', [0, 1, 2, 3, 4, 5], (file) => ['check', '--mapping', file]],
  ['a site', [0], (file) => ['serve', '--port', '0', '--site', file]],
  ['faults', [1], (file) => ['serve', '--port', '0', '--demo', '--faults', file]],
  ['certificates', [2], (file) => ['check', '--url', 'https://127.0.0.1:1', '--ca-file', file]],
];

describe.each(uses)('%s', (_, some, args) => {
  test('is a regular file of a bounded size: exit 2 at once', async () => {
    using it = scene();
    const env = { FILE_CHECKOUTS_TOKEN: 't' };
    await Promise.all(
      odd
        .filter((_, n) => some.includes(n))
        .map(async ([file, why]) => {
          const { code, stdout, stderr } = await runBundle(bundles.cli, args(file), { cwd: it.dir, env });
          expect([file, code, stderr]).toEqual([file, 2, expect.stringMatching(why)]);
          expect(stdout + stderr).not.toContain(secret);
        }),
    );
  });
});

test('a mapping that a branch has made a link to a secret shows nothing of it, under the default name too', async () => {
  using it = scene();
  execFileSync('rm', [join(it.dir, '.file-checkouts.yml')]);
  symlinkSync(join(it.root, 'secret'), join(it.dir, '.file-checkouts.yml'));
  const { code, stdout, stderr } = await runBundle(bundles.cli, ['check'], { cwd: it.dir });
  expect([code, stderr]).toEqual([2, expect.stringContaining('.file-checkouts.yml is a link, and none is followed')]);
  expect(stdout + stderr).not.toContain(secret);
});

test('in CI a mapping lies in the repository; elsewhere it may lie anywhere', async () => {
  using it = scene();
  writeFileSync(join(it.root, 'mapping.yml'), 'version: 1\n');
  for (const mapping of ['../mapping.yml', join(it.root, 'mapping.yml')]) {
    const args = ['check', '--mapping', mapping];
    expect(await runBundle(bundles.cli, args, { cwd: it.dir })).toMatchObject({ code: 0 });
    const inCi = await runBundle(bundles.cli, args, { cwd: it.dir, env: { CI: 'true' } });
    expect(inCi).toMatchObject({ code: 2, stderr: expect.stringContaining('is outside of the repository') });
  }
  // Where the component puts the mapping of another repository: no commit can put a file there.
  writeFileSync(join(it.dir, '.git', 'mapping.yml'), 'version: 1\n');
  const shared = ['check', '--mapping', '.git/mapping.yml'];
  expect(await runBundle(bundles.cli, shared, { cwd: it.dir, env: { CI: 'true' } })).toMatchObject({ code: 0 });
});

test('a report is written through no link that a commit has brought: exit 2 before anything is done', async () => {
  using it = scene();
  for (const [file, why, cwd] of [
    ['link.yml', 'link.yml is a link', it.dir],
    ['folder-link/report.json', 'folder-link is a link', it.dir],
    // Where the program starts beside the checkout, as the component has it.
    [join(it.dir, 'folder-link/report.json'), 'folder-link is a link', join(it.root, 'elsewhere')],
  ]) {
    const args = ['plan', '--paths', 'A', '--branch', 'main', '--repo-dir', it.dir, '--report', String(file)];
    const ended = await runBundle(bundles.cli, args, { cwd: String(cwd) });
    expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining(String(why)) });
  }
  expect(readdirSync(join(it.root, 'elsewhere'))).toEqual(['file.yml']);
  const starter = await runBundle(bundles.cli, ['init', '--mapping', 'folder-link/new.yml'], { cwd: it.dir });
  expect(starter).toMatchObject({ code: 2, stderr: expect.stringContaining('folder-link is a link') });
  expect(execFileSync('cat', [join(it.root, 'secret')], { encoding: 'utf8' })).toBe(`${secret}: ${secret}\n`);
});
