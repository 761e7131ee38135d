import { expect, test } from 'vitest';
import { findAffected } from '../../src/uses/affected.ts';
import { type SayingSource, usersOfPath, usesOfPath } from '../../src/uses/explained-uses.ts';
import { looseEnds } from '../../src/uses/loose-ends.ts';
import { resolver } from '../../src/uses/resolve.ts';
import { type SaidUses, seekUsers } from '../../src/uses/seek-users.ts';
import { usesOf } from '../../src/uses/source-uses.ts';
import type { Use } from '../../src/uses/use.ts';
import { byMember, byObject, byPath, objectsFrom, use } from './support.ts';

const objectsOf = objectsFrom({
  'QRPGLESRC/ORD100.RPGLE': 'ORD100 *PGM',
  'QRPGLESRC/ORDMOD.RPGLE': 'ORDMOD *MODULE',
  'QSRVSRC/ORDSRV.ilesrvpgm': 'ORDSRV *SRVPGM',
  'QRPGLESRC/ORD200.RPGLE': 'ORD200 *PGM',
  'QDDSSRC/CUST.PF': 'CUST *FILE',
});

const rulesMk: SaidUses[] = [
  { target: { name: 'ORDSRV', type: '*SRVPGM' }, uses: [use('bind', byObject('ORDMOD', '*MODULE'))] },
  {
    target: { name: 'ORD200', type: '*PGM' },
    uses: [use('bind', byObject('ORDSRV', '*SRVPGM')), use('include', byPath('ORD200.RPGLE'))],
  },
  { target: { name: 'UNKNOWN', type: '*PGM' }, uses: [use('bind', byObject('ORDMOD', '*MODULE'))] },
];

const own: Readonly<Record<string, readonly Use[]>> = {
  'QRPGLESRC/ORD100.RPGLE': [
    use('include', byMember('CUST', 'QRPGLEREF'), 3),
    use('file', byObject('CUST'), 4),
    use('file', byObject('QSYSPRT'), 5),
  ],
  'QRPGLESRC/ORDMOD.RPGLE': [use('include', byPath('../QRPGLEREF/CUST.RPGLE')), use('include', byMember('NOWHERE'), 9)],
  'QRPGLESRC/ORD200.RPGLE': [],
  'QRPGLEREF/CUST.RPGLE': [],
  'QRPGLEREF/LONELY.RPGLE': [],
  'QSRVSRC/ORDSRV.BND': [],
  'QSRVSRC/ORDSRV.ilesrvpgm': [],
  'QDDSSRC/CUST.PF': [use('file', byObject('CUST'))],
};

const paths = [...Object.keys(own), 'QRPGLESRC/Rules.mk'];
const resolve = resolver({ paths, deleted: [], objectsOf, includePaths: [] });

/** Sources in which the words stand, as far as this test needs it: all of them. */
function sources(reads: string[] = [], searches: string[][] = []) {
  return {
    objectsOf,
    resolve,
    search: async ({ words }: { words: readonly string[] }, pathspecs: readonly string[]) => {
      searches.push([...words, ...pathspecs.slice(0, 1)]);
      return paths;
    },
    read: async (path: string): Promise<SaidUses[]> => {
      reads.push(path);
      return path.endsWith('Rules.mk') ? rulesMk : [{ target: null, uses: own[path] ?? [] }];
    },
  };
}

test('from a changed include to what is affected, each source read once', async () => {
  const reads: string[] = [];
  const searches: string[][] = [];
  const found = await findAffected(
    [{ path: 'QRPGLEREF/CUST.RPGLE', deleted: false }],
    objectsOf,
    seekUsers(sources(reads, searches)),
  );
  expect(found).toMatchObject([
    { path: 'QRPGLESRC/ORD100.RPGLE', reason: '*RECOMPILE' },
    { path: 'QRPGLESRC/ORDMOD.RPGLE', reason: '*RECOMPILE' },
    { path: 'QSRVSRC/ORDSRV.ilesrvpgm', reason: '*UPDATE', because: [{ via: ['QRPGLESRC/ORDMOD.RPGLE'] }] },
  ]);
  expect(searches).toEqual([['CUST'], ['ORDMOD', ':(icase)*.mk']]);
  expect(reads.toSorted()).toEqual(paths.toSorted());
});

test('a binder source belongs to the service program of its name', async () => {
  const found = await findAffected([{ path: 'QSRVSRC/ORDSRV.BND', deleted: false }], objectsOf, seekUsers(sources()));
  expect(found).toMatchObject([
    { path: 'QRPGLESRC/ORD200.RPGLE', reason: '*UPDATE', because: [{ via: ['QSRVSRC/ORDSRV.ilesrvpgm'] }] },
    { path: 'QSRVSRC/ORDSRV.ilesrvpgm', reason: '*UPDATE', because: [{ via: [] }] },
  ]);
});

test('commands that make a program of the name of its module need not name the module', async () => {
  const objects = objectsFrom({
    'src/ORD.CLLE': 'ORD *MODULE',
    'src/ORD.ILEPGM': 'ORD *PGM',
    'src/ORD2.PGM.CLLE': 'ORD2 *PGM',
  });
  const all = ['src/ORD.CLLE', 'src/ORD.ILEPGM', 'src/ORD2.PGM.CLLE'];
  const reads: string[] = [];
  const seek = seekUsers({
    objectsOf: objects,
    resolve: resolver({ paths: all, deleted: [], objectsOf: objects, includePaths: [] }),
    search: async () => [],
    read: async (path) => {
      reads.push(path);
      return [{ target: null, uses: usesOf(path, 'CRTPGM PGM(&O/&N)') }];
    },
  });
  expect(await findAffected([{ path: 'src/ORD.CLLE', deleted: false }], objects, seek)).toMatchObject([
    { path: 'src/ORD.ILEPGM', reason: '*UPDATE' },
  ]);
  expect(reads).toEqual(['src/ORD.ILEPGM']);
});

test('a search that fails says so', async () => {
  const seek = seekUsers({ ...sources(), search: async () => ({ unknown: 'no network' }) });
  expect(await seek(['QRPGLEREF/CUST.RPGLE'])).toEqual({ unknown: 'no network' });
});

test('what a file uses, and what uses it', async () => {
  const user = 'QRPGLESRC/ORD100.RPGLE';
  const rules: SayingSource = {
    path: 'QRPGLESRC/Rules.mk',
    said: [
      { target: { name: 'ORD100', type: '*PGM' }, uses: [use('file', byObject('CUST', '*FILE'), 2)] },
      { target: { name: 'OTHER', type: '*PGM' }, uses: [use('file', byObject('OTHER', '*FILE'), 3)] },
    ],
  };
  const said = [{ target: null, uses: own[user] ?? [] }];
  const found = usesOfPath(user, [{ path: user, said }, rules], resolve);
  expect(found.map((one) => [one.in, one.line, one.kind, one.name, one.paths])).toEqual([
    [user, 3, 'include', 'QRPGLEREF,CUST', ['QRPGLEREF/CUST.RPGLE']],
    [user, 4, 'file', 'CUST', ['QDDSSRC/CUST.PF']],
    [user, 5, 'file', 'QSYSPRT', []],
    ['QRPGLESRC/Rules.mk', 2, 'file', 'CUST *FILE', ['QDDSSRC/CUST.PF']],
  ]);
  const used = 'QRPGLEREF/CUST.RPGLE';
  const edges = await seekUsers(sources())([used]);
  expect('unknown' in edges ? [] : usersOfPath(used, edges)).toEqual([
    { path: user, kind: 'include', ambiguous: false },
    { path: 'QRPGLESRC/ORDMOD.RPGLE', kind: 'include', ambiguous: false },
  ]);
});

/** As a Rules.mk says them; one that a file makes by the mapping, too. */
const boundByRules = [
  { name: 'ORD100', type: '*PGM' },
  { name: 'NOFILE', type: '*PGM' },
];

test('includes that no source uses, and uses that no file answers', () => {
  const all = Object.entries(own).map(([path, uses]) => ({
    path,
    uses,
    isNoProgram: path.startsWith('QRPGLESRC/ORDM'),
    binds: path === 'QRPGLESRC/ORD200.RPGLE' ? boundByRules : [],
  }));
  expect(looseEnds(all.toReversed(), ['QRPGLEREF/LONELY.RPGLE', 'QRPGLEREF/CUST.RPGLE'], resolve)).toEqual({
    unused: ['QRPGLEREF/LONELY.RPGLE'],
    unanswered: [{ path: 'QRPGLESRC/ORDMOD.RPGLE', line: 9, kind: 'include', name: 'NOWHERE' }],
    includers: new Map([['QRPGLEREF/CUST.RPGLE', new Set(['QRPGLESRC/ORD100.RPGLE', 'QRPGLESRC/ORDMOD.RPGLE'])]]),
    noPrograms: ['QRPGLESRC/ORDMOD.RPGLE'],
    onlyBound: [{ path: 'QRPGLESRC/ORD200.RPGLE', name: 'NOFILE', type: '*PGM' }],
  });
});
