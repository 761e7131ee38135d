import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findLinesLike, findLinesWith } from '../../src/git/grep.ts';
import { openRepository } from '../../src/git/repository.ts';
import type { Env } from '../../src/host/event.ts';
import { makeClone } from './clones.ts';
import { commitEntries, entry } from './names.ts';
import { folder, git, remote, runEnv } from './support.ts';
import { watchGit } from './watched-git.ts';

const contents: Readonly<Record<string, string | Buffer>> = {
  'QRPGLESRC/ORD100.RPGLE': '      /copy qrpgleref,Cust\r\n',
  'QRPGLESRC/ORD200.RPGLE': 'dcl-f ORDER;\n',
  'QRPGLESRC/LATIN1.RPGLE': Buffer.from('* M\u00fcller\n /COPY CUST\n', 'latin1'),
  'QRPGLESRC/NUL.RPGLE': Buffer.from('a\0b\n /COPY CUST\n'),
  'QRPGLESRC/BINARY.RPGLE': ' /COPY CUST\n',
  'QRPGLESRC/line\nend \u00e4.RPGLE': ' /COPY CUST\n',
  'QDDSSRC/ODD.PF': 'REF(C$ST) REF(C.ST) REF(@A|B)\n',
  'docs/CUST.md': 'CUST\n',
  '.gitattributes': '*BINARY.RPGLE binary\n',
};

/** A push of the contents to a remote, on a commit that has none of them. */
function pushed() {
  const origin = remote();
  const base = commitEntries(origin, [entry('README', 'r\n')], null);
  const entries = Object.entries(contents).map(([path, content]) => entry(path, content));
  const head = commitEntries(origin, entries, base);
  origin.push(head, 'main');
  return { origin, head, [Symbol.dispose]: () => origin[Symbol.dispose]() };
}

async function search(dir: string, head: string, words: string[], pathspecs: string[] = [], env: Env = runEnv) {
  using repository = await openRepository({ repoDir: dir, env });
  const blobs = () => git(dir, 'ls-tree', '-r', '--format=%(objectname)', head).split('\n');
  const found = await findLinesWith(repository, words, { commit: head, pathspecs, blobs });
  return found.map(([path]) => path).toSorted();
}

const withCust = ['BINARY', 'LATIN1', 'NUL', 'ORD100', 'line\nend \u00e4'].map((name) => `QRPGLESRC/${name}.RPGLE`);

test.each<[string, string[], string[], string[]]>([
  ['in any case, in what looks binary, under any name', ['CUST'], [':(icase)qrpglesrc'], withCust],
  ['several words', ['ORDER', 'NUL', 'C$ST'], [], ['QDDSSRC/ODD.PF', 'QRPGLESRC/ORD200.RPGLE']],
  ['without pathspecs: everywhere', ['CUST'], [], [...withCust, 'docs/CUST.md'].toSorted()],
  ['characters that mean something in an expression', ['C.ST', '@A|B'], [], ['QDDSSRC/ODD.PF']],
  ['and that find nothing else', ['O.DER'], [], []],
])('files with a word: %s', async (_, words, pathspecs, expected) => {
  using at = pushed();
  const { origin, head } = at;
  const dir = makeClone('wrongHead', origin, { ref: 'main', head });
  git(dir, 'config', 'grep.patternType', 'fixed');
  git(dir, 'config', 'color.grep', 'always');
  expect(await search(dir, head, words, pathspecs)).toEqual(expected);
});

test('a Git that was built without the expressions of Perl finds the same', async () => {
  using at = pushed();
  const { origin, head } = at;
  using bin = folder();
  const refusal = 'fatal: cannot use Perl-compatible regexes when not compiled with USE_LIBPCRE';
  const script = `#!/bin/sh\ncase " $* " in *" -P "*) echo '${refusal}' >&2; exit 128;; esac\nPATH='${runEnv.PATH}' exec git "$@"\n`;
  writeFileSync(join(bin.path, 'git'), script, { mode: 0o755 });
  const env = { ...runEnv, PATH: `${bin.path}:${runEnv.PATH}` };
  const found = ['QDDSSRC/ODD.PF', 'QRPGLESRC/ORD100.RPGLE', 'QRPGLESRC/ORD200.RPGLE'];
  for (const words of [
    ['ORDER', 'C$ST', '@A|B', 'qrpgleref,', '(C.ST)'],
    ['dcl-f', 'REF(C.', 'REF,CUST'],
  ]) {
    expect(await search(origin.work, head, words)).toEqual(found);
    expect(await search(origin.work, head, words, [], env)).toEqual(found);
  }
});

test('files with a pattern', async () => {
  using at = pushed();
  const { origin, head } = at;
  const dir = makeClone('wrongHead', origin, { ref: 'main', head });
  using repository = await openRepository({ repoDir: dir, env: runEnv });
  const searched = { commit: head, pathspecs: [], blobs: () => [] };
  const odd = ['QDDSSRC/ODD.PF', ['REF(C$ST) REF(C.ST) REF(@A|B)']];
  const patterns = ['order', 'ref\\(@.*\\)$'];
  expect(await findLinesLike(repository, patterns, searched)).toMatchObject([
    odd,
    ['QRPGLESRC/ORD200.RPGLE', ['dcl-f ORDER;']],
  ]);
  expect(await findLinesLike(repository, ['C.ST\\) ', '^ref x'], searched)).toMatchObject([odd]);
  expect(await findLinesLike(repository, [], searched)).toEqual([]);
});

test('what a partial clone lacks comes in one request, and a whole clone asks for nothing', async () => {
  using at = pushed();
  const { origin, head } = at;
  for (const [kind, expected] of [
    ['sparse', ['grep', 'fetch', 'grep']],
    ['depth1', ['grep']],
  ] as const) {
    using watched = folder();
    const watch = watchGit(watched.path);
    const dir = makeClone(kind, origin, { ref: 'main', head });
    expect(await search(dir, head, ['CUST'], [':(icase)qrpglesrc'], watch.env)).toEqual(withCust);
    expect(watch.commands().flatMap((line) => /\b(grep|fetch) /.exec(line)?.[1] ?? [])).toEqual(expected);
  }
});

test('what a partial clone lacks of files that do not matter is no trouble', async () => {
  using at = pushed();
  const { origin, head } = at;
  const dir = makeClone('sparse', origin, { ref: 'main', head });
  using repository = await openRepository({ repoDir: dir, env: runEnv });
  const blobs = () => [git(dir, 'rev-parse', `${head}:QRPGLESRC/ORD100.RPGLE`)];
  const found = await findLinesLike(repository, ['CUST'], { commit: head, pathspecs: [], blobs });
  expect(found).toMatchObject([['QRPGLESRC/ORD100.RPGLE', [expect.any(String)]]]);
});

test('what cannot be had is an error that says why', async () => {
  using at = pushed();
  const { origin, head } = at;
  const dir = makeClone('sparse', origin, { ref: 'main', head });
  rmSync(origin.remote, { recursive: true });
  const message = expect.stringMatching(/could not be fetched/);
  await expect(search(dir, head, ['CUST'])).rejects.toMatchObject({ code: 'git', message });
});
