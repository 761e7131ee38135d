/** Trees of Git with odd file names: names are bytes, written here as one character for each byte. */
import { mkdirSync } from 'node:fs';
import * as fc from 'fast-check';
import { git, gitBytes } from '../git/support.ts';

/** One entry of a tree; a name holds a character (0 to 255) for each byte, contents too. */
export interface NamedEntry {
  readonly name: string;
  readonly mode: '100644' | '100755' | '120000' | '160000';
  readonly content: string;
}

const bytesOf = (text: string) => Buffer.from(text, 'utf8').toString('latin1');

const oddSegments = [
  ...['..', '.', '...', 'a.', '. ', ' ', '  a', '\t', '\n', '\r\n', 'a\nb', '"', '""', "'", '\\', 'a\\', '\\"', '-x'],
  ...['--', 'A', 'a', 'a.rpgle', 'A.RPGLE', 'a.md', 'CON', 'payload', 'filename*', 'a%22b', '%0A', '%', '100%+', ';'],
  ...['a;b="c"', '*', '{x}', '{name}', '[a]', '?', '!a', '$(id)', '`id`', ':(top)x', '@{u}', 'HEAD', '.git', '~', '#'],
  ...['<b>', '&lt;', '\x1b[31m', '\x7f', '\x01', '\u0085', '\u00e4', 'a\u0308', '\u202e', '\u200b', '\ufeff'],
  ...['\ufffd', '\u6ce8', '\u{1f680}'],
].map(bytesOf);
const brokenSegments = ['m\xfcller', '\xed\xa0\x80', '\xff', '\xc3', 'a\xc0\xaf', '\xf4\x90\x80\x80', 'a\x80.rpgle'];
const byte = fc.integer({ min: 1, max: 255 }).map((code) => (code === 0x2f ? '0' : String.fromCharCode(code)));
const segment = fc.oneof(
  { arbitrary: fc.constantFrom(...oddSegments), weight: 4 },
  { arbitrary: fc.constantFrom(...brokenSegments), weight: 1 },
  fc.string({ unit: byte, minLength: 1, maxLength: 8 }),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 5 }).map((text) => bytesOf(text.replace(/[/\0]/g, '0'))),
  fc
    .tuple(fc.constantFrom('x', 'ab', '\u00e4', '.', ' '), fc.constantFrom(255, 300, 5200))
    .map(([one, times]) => bytesOf(one.repeat(times))),
);

/** Paths of one to three names. */
const oddPaths: fc.Arbitrary<string> = fc
  .array(segment, { minLength: 1, maxLength: 3 })
  .map((segments) => segments.join('/'));

const mode = fc.constantFrom<NamedEntry['mode']>('100644', '100644', '100644', '100644', '100755', '120000', '160000');
const content = fc.constantFrom('', 'one\n', 'two\r\n', '\0\xff', '--b\r\n', 'same\n');
const entry = fc.record({ name: oddPaths, mode, content });

/** What a push does to an entry. */
const step = fc.constantFrom('keep', 'keep', 'change', 'delete', 'rename');

/** Two trees one after the other. */
export type TreePair = readonly [readonly NamedEntry[], readonly NamedEntry[]];

/** Two trees of which the second came from the first by changes, deletes, renames and new files. */
export const treePairs: fc.Arbitrary<TreePair> = fc
  .tuple(fc.array(fc.tuple(entry, step, oddPaths), { maxLength: 8 }), fc.array(entry, { maxLength: 3 }))
  .map(([old, added]): TreePair => {
    const after = old.flatMap(([before, what, name]): NamedEntry[] => {
      if (what === 'delete') return [];
      if (what === 'change') return [{ ...before, content: `${before.content}more\n` }];
      return [what === 'rename' ? { ...before, name } : before];
    });
    return [possible(old.map(([before]) => before)), possible([...after, ...added])];
  });

/** As a tree can hold them: each name once, and none that is a file and a directory. */
function possible(entries: readonly NamedEntry[]): NamedEntry[] {
  const kept: NamedEntry[] = [];
  for (const one of entries) {
    const clashes = ({ name }: NamedEntry) =>
      name === one.name || name.startsWith(`${one.name}/`) || one.name.startsWith(`${name}/`);
    if (!kept.some(clashes)) kept.push(one);
  }
  return kept;
}

const quoted = (name: string) =>
  `"${name.replace(/[^A-Za-z0-9/]/g, (one) => `\\${one.charCodeAt(0).toString(8).padStart(3, '0')}`)}"`;

function lineOf({ name, mode: kind, content: inside }: NamedEntry): string {
  if (kind === '160000') return `M 160000 ${String((inside.length % 9) + 1).repeat(40)} ${quoted(name)}\n`;
  // A symbolic link to nowhere is none that Git would write.
  const data = kind === '120000' ? `to ${inside.replaceAll('\0', '0')}` : inside;
  return `M ${kind} inline ${quoted(name)}\ndata ${data.length}\n${data}\n`;
}

/** Commits trees one after the other on a branch; gives the commits, as their OIDs. */
export function importTrees(dir: string, branch: string, trees: readonly (readonly NamedEntry[])[]): string[] {
  const commits = trees.map((entries, n) => {
    const from = n === 0 ? '' : `from :${n}\n`;
    const head = `commit refs/heads/${branch}\nmark :${n + 1}\ncommitter J <j@example.com> 0 +0000\ndata 0\n`;
    return `${head}${from}deleteall\n${entries.map(lineOf).join('')}\n`;
  });
  const asked = trees.map((_, n) => `get-mark :${n + 1}\n`).join('');
  const stream = Buffer.from(`${commits.join('')}${asked}done\n`, 'latin1');
  const reset = Buffer.from(`reset refs/heads/${branch}\n`);
  const input = Buffer.concat([reset, Buffer.from('\n'), stream]);
  return gitBytes(dir, ['fast-import', '--quiet', '--force', '--done'], input).toString().trim().split('\n');
}

export const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

/** Makes a bare repository that is its own remote: it has what a runner would have fetched. */
export function makeOwnRemote(dir: string): void {
  mkdirSync(dir);
  git(dir, 'init', '--quiet', '--bare', '--initial-branch=main');
  git(dir, 'config', 'remote.origin.url', `file://${dir}`);
}

/** Changed names as Git tells them without looking for renames. */
export function changedNames(dir: string, base: string, head: string): string[] {
  const args = ['diff-tree', '-r', '-z', '--name-only', '--no-renames', base, head];
  return gitBytes(dir, args).toString('latin1').split('\0').slice(0, -1);
}
