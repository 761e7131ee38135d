import { join } from 'node:path';
import { expect, test } from 'vitest';
import { defaultMappingFile } from '../../src/mapping/defaults.ts';
import { parseMappingName, readMappingFile } from '../../src/mapping/source.ts';
import { folder as temporary, writeFiles } from '../git/support.ts';

test.each([
  ['m.yml', { file: 'm.yml' }],
  ['origin/main:maps/m.yml', { rev: 'origin/main', path: 'maps/m.yml' }],
  ['HEAD:m.yml', { rev: 'HEAD', path: 'm.yml' }],
  ['v1:a:b', { rev: 'v1', path: 'a:b' }],
  [':m.yml', { file: ':m.yml' }],
  ['C:\\maps\\m.yml', { file: 'C:\\maps\\m.yml' }],
  ['c:/maps/m.yml', { file: 'c:/maps/m.yml' }],
  ['c:maps/m.yml', { rev: 'c', path: 'maps/m.yml' }],
  ['abc:/m.yml', { rev: 'abc', path: '/m.yml' }],
])('--mapping %s', (name, expected) => {
  expect(parseMappingName(name)).toEqual(expected);
});

/** A folder that goes with the test, with files of these names in it, each with its name as content. */
function folder(...files: string[]) {
  const made = temporary();
  writeFiles(made.path, Object.fromEntries(files.map((file) => [file, file])));
  return made;
}

const read = (name: string | null, cwd: string, top: string) => readMappingFile(name, { cwd, top, onlyInside: false });

test('the default name is looked for here, then at the top of the repository, and may be absent', () => {
  using here = folder(defaultMappingFile);
  using top = folder(defaultMappingFile);
  using empty = folder();
  const found = (dir: string) => ({
    name: '.file-checkouts.yml',
    place: join(dir, '.file-checkouts.yml'),
    content: Buffer.from('.file-checkouts.yml'),
  });
  expect(read(null, here.path, top.path)).toEqual(found(here.path));
  expect(read(null, empty.path, top.path)).toEqual(found(top.path));
  expect(read(null, empty.path, empty.path)).toBeNull();
});

test('a name that was given is meant from here, and has to be there', () => {
  using here = folder('m.yml');
  using top = folder('other.yml');
  expect(read('m.yml', here.path, top.path)).toMatchObject({ name: 'm.yml', place: join(here.path, 'm.yml') });
  const missing = () => read('other.yml', here.path, top.path);
  expect(missing).toThrow(
    expect.objectContaining({
      code: 'usage',
      message: expect.stringMatching(/^the mapping file other\.yml cannot be read: ENOENT/),
      remedy: 'Give `--mapping` the path of a file, from the current directory.',
      cause: expect.objectContaining({ code: 'ENOENT' }),
    }),
  );
});

test('in CI, no mapping is read from outside of the repository', () => {
  using here = folder('m.yml');
  using other = folder();
  const inCi = (top: string) => readMappingFile('m.yml', { cwd: here.path, top, onlyInside: true });
  expect(inCi(here.path)).toMatchObject({ name: 'm.yml' });
  const message = expect.stringMatching(
    /m\.yml is outside of the repository .*: in CI, no mapping is read from there$/,
  );
  const remedy = expect.stringContaining('`--mapping REV:PATH`');
  expect(() => inCi(other.path)).toThrow(expect.objectContaining({ code: 'usage', message, remedy }));
});

test('a default file that is there and cannot be read is no absent one', () => {
  using here = folder();
  using top = folder(defaultMappingFile);
  const inFile = join(top.path, defaultMappingFile);
  expect(() => read(null, inFile, here.path)).toThrow(
    expect.objectContaining({ code: 'usage', message: expect.stringContaining(join(inFile, defaultMappingFile)) }),
  );
});
