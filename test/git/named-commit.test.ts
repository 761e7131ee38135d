/** `--mapping REV:PATH`: nobody who can push a branch or a tag decides what a revision means. */
import { describe, expect, test } from 'vitest';
import { runIn } from '../events/support.ts';
import { github, pushed } from '../host/support.ts';
import { makeClone } from './clones.ts';
import { folder, git, remote } from './support.ts';
import { watchGit } from './watched-git.ts';

const mapping = (lvl: number) => `version: 1
branches: [{ branch: "**", appl: ORD, lvl: ${lvl} }]
rules: [{ match: { gfile: "*.RPGLE" }, request: { attr: RPGLE, objt: "*PGM" } }]
unmapped: ignore
`;
const file = '.file-checkouts.yml';

/** main files at level 10; a branch f is pushed whose own mapping says 50, and that mapping is everywhere it can be. */
function scene() {
  const origin = remote();
  const base = origin.commit({ [file]: mapping(10), 'A.RPGLE': 'one\n' });
  origin.push(base, 'main');
  git(origin.work, 'checkout', '--quiet', '-b', 'f');
  const evil = origin.commit({ [file]: mapping(50), 'A.RPGLE': 'two\n' });
  origin.push(evil, 'f');
  const dir = makeClone('full', origin, { ref: 'f', head: evil });
  const told = { env: github('push', { GITHUB_REF: 'refs/heads/f' }), payload: pushed('refs/heads/f', base, evil) };
  const level = async (rev: string, env?: Readonly<Record<string, string>>) => {
    const report = await runIn(dir, told, { mapping: `${rev}:${file}`, set: [] }, env === undefined ? {} : { env });
    const { exitCode, error } = report;
    return error === null ? report.requests.map(({ lvl }) => lvl) : { exitCode, ...error };
  };
  return { origin, base, evil, dir, level };
}

describe('origin/main is refs/heads/main as the remote reports it', () => {
  test.each<[string, (it: ReturnType<typeof scene>) => void]>([
    ['a pushed branch origin/main', ({ origin, evil }) => origin.push(evil, 'refs/heads/origin/main')],
    ['a pushed tag origin/main', ({ origin, evil }) => origin.push(evil, 'refs/tags/origin/main')],
    ['a pushed branch refs/heads/main', ({ origin, evil }) => origin.push(evil, 'refs/heads/refs/heads/main')],
    ['a local branch', ({ dir, evil }) => git(dir, 'branch', '--force', 'origin/main', evil)],
    ['a local tag', ({ dir, evil }) => git(dir, 'tag', '--force', 'origin/main', evil)],
    ['what the clone follows', ({ dir, evil }) => git(dir, 'update-ref', 'refs/remotes/origin/main', evil)],
    ['a ref beside the others', ({ dir, evil }) => git(dir, 'update-ref', 'refs/origin/main', evil)],
  ])('never %s', async (_, plant) => {
    const it = scene();
    using _origin = it.origin;
    plant(it);
    // As checkouts with the full history do.
    git(it.dir, 'fetch', '--quiet', '--tags', 'origin');
    plant(it);
    expect(await it.level('origin/main')).toEqual([10]);
  });

  test('a branch that the remote has not is exit 2, whatever the clone has', async () => {
    const it = scene();
    using _origin = it.origin;
    git(it.dir, 'update-ref', 'refs/remotes/origin/gone', it.evil);
    const message = 'the remote origin has no branch gone';
    expect(await it.level('origin/gone')).toMatchObject({ exitCode: 2, message });
  });
});

describe('other revisions', () => {
  test('a full object name, of a commit or of a tag, and a full ref', async () => {
    const it = scene();
    using _origin = it.origin;
    git(it.dir, 'tag', '-a', '-m', 'v1', 'v1', it.base);
    const tag = git(it.dir, 'rev-parse', 'refs/tags/v1');
    for (const rev of [it.base, it.base.toUpperCase(), tag, 'refs/tags/v1', 'refs/remotes/origin/main']) {
      expect(await it.level(rev), rev).toEqual([10]);
    }
  });

  test('anything else is exit 2 with the remedy', async () => {
    const it = scene();
    using _origin = it.origin;
    const others = ['main', 'HEAD', 'upstream/main', 'origin', 'heads/main', '@{upstream}', 'HEAD~1', '-h'];
    for (const rev of [...others, it.base.slice(0, 12)]) {
      expect(await it.level(rev), rev).toMatchObject({
        exitCode: 2,
        message: expect.stringContaining('can mean a branch, a tag or a commit'),
        remedy: expect.stringMatching(/^Write origin\/.* refs\/heads\/.* or a full commit ID\.$/),
      });
    }
  });

  test('a branch that is called as a commit is none', async () => {
    const it = scene();
    using _origin = it.origin;
    git(it.dir, 'update-ref', `refs/heads/${it.base}`, it.evil);
    expect(await it.level(it.base)).toEqual([10]);
  });

  test('a full ref is that very one: no branch of the same name below refs/heads or refs/tags answers', async () => {
    const it = scene();
    using _origin = it.origin;
    for (const below of ['heads', 'tags', 'remotes']) {
      git(it.dir, 'update-ref', `refs/${below}/refs/heads/stable`, it.evil);
    }
    expect(await it.level('refs/heads/stable')).toMatchObject({
      exitCode: 2,
      message: 'this clone has no ref refs/heads/stable',
    });
  });
});

test('a link, a folder and a file over 4 MiB of a commit are no mapping', async () => {
  const it = scene();
  using _origin = it.origin;
  git(
    it.origin.work,
    'update-index',
    '--add',
    '--cacheinfo',
    `120000,${git(it.origin.work, 'hash-object', '-w', file)},link`,
  );
  git(it.origin.work, 'commit', '--quiet', '-m', 'link');
  const long = it.origin.commit({ 'long.yml': `# ${'x'.repeat(4 * 1024 * 1024)}\n`, 'dir/x.yml': 'x\n' });
  it.origin.push(long, 'f');
  const told = { env: github('push'), payload: pushed('refs/heads/f', it.base, it.evil) };
  for (const [path, why] of [
    ['link', 'has no file link'],
    ['dir', 'has no file dir'],
    ['dir/', 'has no file dir/'],
    ['long.yml', 'is over 4 MiB'],
  ]) {
    const report = await runIn(it.dir, told, { mapping: `origin/f:${path}`, set: [] });
    expect(report).toMatchObject({ exitCode: 2, error: { message: expect.stringContaining(String(why)) } });
  }
});

test('one question to the remote tells it', async () => {
  const it = scene();
  using _origin = it.origin;
  using watched = folder();
  const watch = watchGit(watched.path);
  expect(await it.level('origin/main', watch.env)).toEqual([10]);
  expect(watch.started().filter(({ args }) => args.includes('ls-remote'))).toHaveLength(1);
});
