import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { replaceFile, requireReplaceable } from '../../src/report/replace-file.ts';

function folder() {
  const path = mkdtempSync(join(tmpdir(), 'file-checkouts-replace-'));
  return { path, at: (name: string) => join(path, name), [Symbol.dispose]: () => rmSync(path, { recursive: true }) };
}

describe('a report that is written', () => {
  test('takes the place of what stood there, with its rights, and leaves nothing beside', () => {
    using it = folder();
    writeFileSync(it.at('report.json'), 'a longer text that stood there');
    chmodSync(it.at('report.json'), 0o600);
    const inode = statSync(it.at('report.json')).ino;
    requireReplaceable(it.at('report.json'));
    replaceFile(it.at('report.json'), ['one ', 'two']);
    expect(readFileSync(it.at('report.json'), 'utf8')).toBe('one two');
    expect(statSync(it.at('report.json')).mode & 0o777).toBe(0o600);
    expect(statSync(it.at('report.json')).ino).not.toBe(inode);
    expect(readdirSync(it.path)).toEqual(['report.json']);
  });

  test('goes through no link: what it leads to stays as it is, and so does the link', () => {
    using it = folder();
    writeFileSync(it.at('theirs'), 'theirs');
    symlinkSync('theirs', it.at('report.json'));
    expect(() => requireReplaceable(it.at('report.json'))).toThrow('it is a link');
    expect(() => replaceFile(it.at('report.json'), 'ours')).toThrow('it is a link');
    expect(readFileSync(it.at('theirs'), 'utf8')).toBe('theirs');
    expect(lstatSync(it.at('report.json')).isSymbolicLink()).toBe(true);
  });

  test('goes through no folder below the current directory that is a link', () => {
    using it = folder();
    using here = folder();
    mkdirSync(it.at('theirs'));
    const link = join(here.path, 'out');
    symlinkSync(it.at('theirs'), link);
    const before = process.cwd();
    try {
      process.chdir(here.path);
      for (const name of ['out/report.json', join(link, 'report.json')]) {
        expect(() => requireReplaceable(name)).toThrow('out is a link, and none is followed');
        expect(() => replaceFile(name, 'ours')).toThrow('out is a link, and none is followed');
      }
    } finally {
      process.chdir(before);
    }
    expect(readdirSync(it.at('theirs'))).toEqual([]);
    // Elsewhere a link is the machine's own, as /tmp is on macOS.
    expect(relative(here.path, it.path)).toMatch(/^\.\./);
    replaceFile(join(link, 'report.json'), 'ours');
    expect(readdirSync(it.at('theirs'))).toEqual(['report.json']);
  });

  test('goes through no folder of a checkout that is a link, from wherever it is named', () => {
    using it = folder();
    for (const name of ['theirs', 'checkout/.git', 'checkout/in']) mkdirSync(it.at(name), { recursive: true });
    symlinkSync('../../theirs', it.at('checkout/in/sub'));
    symlinkSync('checkout', it.at('link'));
    for (const name of ['checkout/in/sub/report.json', 'link/in/sub/report.json']) {
      expect(() => requireReplaceable(it.at(name))).toThrow('in/sub is a link, and none is followed');
      expect(() => replaceFile(it.at(name), 'ours')).toThrow('in/sub is a link, and none is followed');
    }
    // The checkout itself may be named by a link of the machine.
    replaceFile(it.at('link/in/report.json'), 'ours');
    expect([readdirSync(it.at('theirs')), readdirSync(it.at('checkout/in'))]).toEqual([[], ['report.json', 'sub']]);
  });

  test.each(['/dev/null', '/dev/zero'])('is nothing for %s', (device) => {
    expect(() => replaceFile(device, 'ours')).toThrow('it is not a regular file');
    expect(lstatSync(device).isCharacterDevice()).toBe(true);
  });

  test('that cannot be made leaves what stood there', () => {
    using it = folder();
    writeFileSync(it.at('report.json'), 'old');
    const pieces = function* () {
      yield 'half';
      throw new Error('no more');
    };
    expect(() => replaceFile(it.at('report.json'), pieces())).toThrow('no more');
    expect(readFileSync(it.at('report.json'), 'utf8')).toBe('old');
    expect(readdirSync(it.path)).toEqual(['report.json']);
  });
});
