import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readToken } from '../../src/environment.ts';
import { parseConfigList } from '../../src/git/environment.ts';
import { locateRepository } from '../../src/git/locate.ts';
import { chooseSourcesRemote } from '../../src/git/remote.ts';
import { readCheckedOutBranch } from '../../src/git/revision.ts';
import { parseMappingName } from '../../src/mapping/source.ts';
import { readGivenOptions } from '../../src/read-options.ts';
import { folder, git, remote } from './support.ts';

/** What of a Windows machine's inputs can be read on any machine. Nothing here says that a whole run works there. */
describe('inputs as Windows writes them', () => {
  test.each(['C:\\work\\map.yml', '.\\ci\\map.yml', '\\\\server\\share\\map.yml'])('--mapping %s is a file', (name) => {
    expect(parseMappingName(name)).toEqual({ file: name });
  });

  test('lists with CRLF, in an environment variable', () => {
    const env = { FILE_CHECKOUTS_PATHS: 'QRPGLESRC/**\r\n\r\nweb/*.css\r\n', FILE_CHECKOUTS_BRANCH: 'main\r' };
    const options = readGivenOptions('plan', { values: {}, nameOf: String }, env);
    expect(options).toEqual({ paths: ['QRPGLESRC/**', 'web/*.css'], branch: 'main' });
  });

  test.each([
    ['CRLF', 'secret\r\n'],
    ['a byte order mark', '\uFEFFsecret'],
    ['both, and blanks', '\uFEFF  secret \r\n\r\n'],
  ])('a token file with %s', (_name, text) => {
    using it = folder();
    const file = join(it.path, 'token.txt');
    writeFileSync(file, text);
    expect(readToken({ 'token-file': file }, {})).toBe('secret');
  });

  test('a token file that would not end is refused; a link to one is followed, as mounted secrets are', () => {
    using it = folder();
    const [file, link] = [join(it.path, 'token.txt'), join(it.path, 'link')];
    writeFileSync(file, 'secret');
    symlinkSync(file, link);
    expect(readToken({ 'token-file': link }, {})).toBe('secret');
    for (const place of ['/dev/zero', it.path]) {
      expect(() => readToken({ 'token-file': place }, {})).toThrow('it is not a regular file');
    }
  });

  test('a checkout whose own small files end lines with CRLF', () => {
    using origin = remote();
    origin.commit({ 'A.RPGLE': 'a\n' });
    git(origin.work, 'worktree', 'add', '--quiet', '-b', 'side', join(origin.root, 'side'));
    const linked = join(origin.root, 'side');
    const gitDir = join(origin.work, '.git', 'worktrees', 'side');
    writeFileSync(join(linked, '.git'), `gitdir: ${gitDir}\r\n`);
    writeFileSync(join(gitDir, 'commondir'), '../..\r\n');
    writeFileSync(join(gitDir, 'HEAD'), 'ref: refs/heads/side\r\n');
    mkdirSync(join(linked, 'below'));
    const location = locateRepository(join(linked, 'below'));
    expect(location).toEqual({ top: linked, gitDir, commonDir: join(origin.work, '.git') });
    expect(readCheckedOutBranch(location)).toBe('side');
  });

  test('a remote that is a folder with a drive letter', () => {
    const entries = parseConfigList('remote.origin.url\nC:\\repos\\orders.git\0');
    expect(chooseSourcesRemote(entries, {}, undefined)).toMatchObject({ name: 'origin', url: 'C:\\repos\\orders.git' });
  });
});
