import { expect, test } from 'vitest';
import { openRepository } from '../../src/git/repository.ts';
import { listTree } from '../../src/git/tree.ts';
import { usesAtHead } from '../../src/run/uses-at-head.ts';
import { findAffected } from '../../src/uses/affected.ts';
import { watchArguments } from '../git/argv.ts';
import { folder, remote } from '../git/support.ts';
import { mapperOf } from '../plan/support.ts';

/** What a push affects, out of a real repository. */

const sources = {
  'QRPGLESRC/ORD100.RPGLE': '      /copy qrpgleref,Cust_h\r\n',
  'QRPGLESRC/ORD200.RPGLE': 'dcl-f CUSTP;\n',
  'QRPGLESRC/ORD300.RPGLE': '* CUSTP and CUST_H, but in a remark\n',
  'QRPGLEREF/CUST_H.RPGLEINC': '**free\n',
  'QDDSSRC/CUSTP.PF': '     A          R CUSTR\n',
  'QDDSSRC/CUSTD.DSPF': `     A${' '.repeat(38)}REFFLD(CUSTR/CUSTOMERNO *LIBL/CU-\n${' '.repeat(44)}STP)\n`,
  'docs/about.md': 'CUST_H\n',
};
const mapping = [
  'version: 1',
  'repo: ORDERS',
  'branches: [{ branch: main, appl: ORD, lvl: 10 }]',
  'rules:',
  '  - match: { gfile: "*.{PF,DSPF}" }',
  '    request: { objt: "*FILE" }',
  '  - match: { gfile: "*.RPGLE" }',
  '    request: { objt: "*PGM" }',
  '  - match: { gfile: "*.{RPGLEINC,md}" }',
  '    skip: makes no object',
].join('\n');

/** What a push of these files affects, and which Git processes looked for it. */
async function affected(...changed: string[]) {
  using origin = remote();
  using watched = folder();
  const head = origin.commit(sources);
  const watch = watchArguments(watched.path);
  using repository = await openRepository({ repoDir: origin.work, env: watch.env });
  const { objects } = repository;
  const mapper = mapperOf(mapping);
  const tree = await listTree(objects, head);
  const before = watch.commands().length;
  const { objectsOf, seek } = await usesAtHead(repository, mapper, { commit: head, tree, deleted: [] });
  const files = changed.map((path) => ({ path, deleted: false }));
  const found = await findAffected(files, objectsOf, seek);
  const git = watch.commands().slice(before);
  return { paths: 'unknown' in found ? found : found.map(({ path }) => path), git };
}

test('an include: its users, by one process', async () => {
  const { paths, git } = await affected('QRPGLEREF/CUST_H.RPGLEINC');
  expect(paths).toEqual(['QRPGLESRC/ORD100.RPGLE']);
  expect(git).toEqual([expect.stringMatching(/\bgrep /)]);
});

test('a file: also where its name is broken over two lines', async () => {
  const { paths } = await affected('QDDSSRC/CUSTP.PF');
  expect(paths).toEqual(['QDDSSRC/CUSTD.DSPF', 'QRPGLESRC/ORD200.RPGLE']);
});

test('nothing is searched when nothing that others can use has changed', async () => {
  const { paths, git } = await affected('QRPGLESRC/ORD100.RPGLE', 'docs/about.md');
  expect(paths).toEqual([]);
  expect(git).toEqual([]);
});
