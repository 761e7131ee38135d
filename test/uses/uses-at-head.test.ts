import { expect, test } from 'vitest';
import { openRepository } from '../../src/git/repository.ts';
import { readTreeFiles } from '../../src/git/tree.ts';
import { findAffected } from '../../src/uses/affected.ts';
import { splitInHalves } from '../../src/uses/search.ts';
import { openUsesAtHead } from '../../src/uses/uses-at-head.ts';
import { makeClone } from '../git/clones.ts';
import { folder, git, remote, runEnv } from '../git/support.ts';
import { watchGit } from '../git/watched-git.ts';
import { mapperOf } from '../plan/support.ts';

/** What a push affects, out of a real repository. */

const sources = {
  'QRPGLESRC/ORD100.RPGLE': '      /copy qrpgleref,Cust_h\r\n',
  'QRPGLESRC/ORD200.RPGLE': 'dcl-f CUSTP;\n',
  'QRPGLESRC/ORD300.RPGLE': '* CUSTP and CUST_H, but in a remark\n',
  'QRPGLEREF/CUST_H.RPGLEINC': '**free\n',
  'QDDSSRC/CUSTP.PF': '     A          R CUSTR\n',
  'QDDSSRC/CUSTD.DSPF': `     A${' '.repeat(38)}REFFLD(CUSTR/CUSTOMERNO *LIBL/CU-\n${' '.repeat(44)}STP)\n`,
  'QDDSSRC/CUSTL.LF': `     A${' '.repeat(38)}PFILE(+\n     A${' '.repeat(38)}C+\n     A${' '.repeat(40)}USTP)\n`,
  'QRPGLESRC/MOD100.RPGLE': '      /copy ordmod\n',
  'QRPGLESRC/ORDMOD.RPGLE': 'dcl-proc order export;\n',
  'docs/about.md': 'CUST_H\n',
};
const mapping = `version: 1
repo: ORDERS
branches: [{ branch: main, appl: ORD, lvl: 10 }]
rules:
  - { match: { gfile: "*.{PF,LF,DSPF}" }, request: { objt: "*FILE" } }
  - { match: { gfile: "*MOD.RPGLE" }, request: { objt: "*MODULE" } }
  - { match: { gfile: "*.RPGLE" }, request: { objt: "*PGM" } }
  - { match: { gfile: "*.{RPGLEINC,md}" }, skip: makes no object }
`;

/** What a push of these files affects, and which Git processes looked for it. @param more files of the tree. */
async function affected(changed: readonly string[], more: Readonly<Record<string, string>> = {}, isPartial = false) {
  using origin = remote();
  using watched = folder();
  const head = origin.commit({ ...sources, ...more });
  const watch = watchGit(watched.path);
  if (isPartial) origin.push(head, 'main');
  const dir = isPartial ? makeClone('sparse', origin, { ref: 'main', head }) : origin.work;
  using repository = await openRepository({ repoDir: dir, env: watch.env });
  const { objects } = repository;
  const mapper = mapperOf(mapping);
  const tree = await readTreeFiles(objects, head);
  const before = watch.commands().length;
  const { objectsOf, seek } = openUsesAtHead(repository, mapper, { commit: head, tree, deleted: [] });
  const files = changed.map((path) => ({ path, deleted: false }));
  const found = await findAffected(files, objectsOf, seek);
  const started = watch.commands().slice(before);
  return { paths: 'unknown' in found ? found : found.map(({ path }) => path), git: started };
}

const usersOfFile = ['QDDSSRC/CUSTD.DSPF', 'QDDSSRC/CUSTL.LF', 'QRPGLESRC/ORD200.RPGLE'];
/** Too many bytes to hold all sources. */
const large = { 'QCLSRC/LARGE.CLLE': 'PGM\n'.repeat(2_100_000) };

test.each<[string, string, string[]]>([
  ['an include: its users', 'QRPGLEREF/CUST_H.RPGLEINC', ['QRPGLESRC/ORD100.RPGLE']],
  ['a file: also where its name is broken over lines', 'QDDSSRC/CUSTP.PF', usersOfFile],
  ['the source of a module, which another includes', 'QRPGLESRC/ORDMOD.RPGLE', ['QRPGLESRC/MOD100.RPGLE']],
])('%s', async (_, path, expected) => {
  const small = await affected([path]);
  expect(small).toEqual({ paths: expected, git: [] });
  const { paths, git } = await affected([path], large);
  expect(paths).toEqual(expected);
  expect(git).toEqual(git.map(() => expect.stringMatching(/\bgrep /)));
});

test('what a partial clone lacks comes in one request, however many processes search', async () => {
  const many = Object.fromEntries(Array.from({ length: 2001 }, (_, n) => [`QCLSRC/RUN${n}.CLLE`, `PGM ${n % 7}`]));
  const { paths, git } = await affected(['QDDSSRC/CUSTP.PF'], many, true);
  expect(paths).toEqual(usersOfFile);
  expect(git.filter((line) => /\bfetch /.test(line))).toHaveLength(1);
});

test('nothing is searched when nothing that others can use has changed', async () => {
  const { paths, git } = await affected(['QRPGLESRC/ORD100.RPGLE', 'docs/about.md']);
  expect([paths, git]).toEqual([[], []]);
});

test.each([
  ['ORD100', 'ord', 'Ord250', 'ART1', 'a', '-x', '[b', '\u00e4rt', 'CUST*', '.ORD'],
  ['1', '2', 'x/3', 'X/y/4', 'Q', '\u00e4\u00f6'],
  ['A'],
])('two searches have each file: %s', (...names) => {
  using origin = remote();
  const paths = names.map((name) => `${name}.RPGLE`);
  origin.commit(Object.fromEntries(paths.map((path) => [path, ''])));
  const halves = splitInHalves(paths).map((half) =>
    git(origin.work, 'ls-files', '-z', '--', ...half)
      .split('\0')
      .filter((path) => path !== ''),
  );
  expect([...new Set(halves.flat())].toSorted()).toEqual(paths.toSorted());
  if (names.length > 1) expect(halves.map((half) => half.length < paths.length)).toEqual([true, true]);
});

test('a cancellation is heard between long sources, and ends the reading', async () => {
  using origin = remote();
  const long = ['A', 'B', 'C', 'D'].map((name) => `${name}.RPGLE`);
  const text = 'dcl-f CUSTP;\n'.repeat(50_000);
  const head = origin.commit(Object.fromEntries(long.map((path) => [path, `${path}\n${text}`])));
  const cancel = new AbortController();
  using repository = await openRepository({ repoDir: origin.work, env: runEnv, signal: cancel.signal });
  const tree = await readTreeFiles(repository.objects, head);
  const { read } = openUsesAtHead(repository, mapperOf(mapping), { commit: head, tree, deleted: [] });
  const reads = long.map(read);
  await Promise.race(reads);
  setTimeout(() => cancel.abort(), 0);
  const ends = await Promise.allSettled(reads);
  expect([ends[0]?.status, ends[3]]).toEqual(['fulfilled', { status: 'rejected', reason: cancel.signal.reason }]);
});

test('a source whose lines include too much is named', async () => {
  const lines = Array.from({ length: 50_001 }, (_, n) => `      /copy F${n},CUST_H\n`);
  const { paths } = await affected(['QRPGLEREF/CUST_H.RPGLEINC'], { 'QRPGLESRC/BIG.RPGLE': lines.join('') });
  expect(paths).toEqual({ unknown: expect.stringContaining('more than 50000 uses in QRPGLESRC/BIG.RPGLE') });
});
