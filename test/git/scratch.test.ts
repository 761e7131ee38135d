import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { openRepository } from '../../src/git/repository.ts';
import { openScratch } from '../../src/git/scratch.ts';
import { asAnother, openFolder } from './another-account.ts';
import { folder, remote, runEnv } from './support.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

/** A folder whose path is so long that only some forty bytes are left behind it: Linux takes 4,095. */
function longFolder(top: string): string {
  let path = top;
  for (let left = 4055 - path.length; left > 1; left = 4055 - path.length) {
    path = join(path, 'x'.repeat(Math.min(200, left - 1)));
  }
  mkdirSync(path, { recursive: true });
  return path;
}

test.skipIf(process.platform !== 'linux')('a scratch repository that cannot be filled is removed', () => {
  using place = folder();
  const long = longFolder(place.path);
  vi.stubEnv('TMPDIR', long);
  const location = { top: place.path, gitDir: place.path, commonDir: place.path };
  expect(() => openScratch(location, 'sha1')).toThrow(/no place for temporary files: ENAMETOOLONG/);
  expect(readdirSync(long)).toEqual([]);
});

test.skipIf(process.platform === 'win32').each(['shallow', 'objects/info/alternates'])(
  'a file %s that this account may not read is said, and nothing of temporary files',
  (name) => {
    using place = openFolder();
    const file = join(place.path, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '');
    chmodSync(file, 0);
    const location = { top: place.path, gitDir: place.path, commonDir: place.path };
    vi.stubEnv('TMPDIR', join(place.path, 'gone'));
    expect(() => asAnother(() => openScratch(location, 'sha1'))).toThrow(`this account may not read ${file} (EACCES)`);
  },
);

test('a relative TMPDIR is meant from the current directory, wherever the repository is', async () => {
  using origin = remote();
  const head = origin.commit({ 'A.RPGLE': 'a\n' });
  using place = folder();
  vi.stubEnv('TMPDIR', relative(process.cwd(), place.path));
  using repository = await openRepository({ repoDir: origin.work, env: runEnv });
  expect(readdirSync(place.path)).toHaveLength(1);
  expect(await repository.git(['rev-parse', `${head}^{commit}`])).toBe(`${head}\n`);
});
