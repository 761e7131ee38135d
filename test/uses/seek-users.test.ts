import { expect, test } from 'vitest';
import { findAffected } from '../../src/uses/affected.ts';
import type { FoundLines } from '../../src/uses/found-lines.ts';
import { looseEnds } from '../../src/uses/loose-ends.ts';
import { resolver } from '../../src/uses/resolve.ts';
import { makeUses } from '../../src/uses/rules-mk.ts';
import { seekUsers } from '../../src/uses/seek-users.ts';
import { languageOf, usesOf } from '../../src/uses/source-uses.ts';
import type { SaidUses, Use } from '../../src/uses/use.ts';
import { type SayingSource, usersOfPath, usesOfPath } from '../../src/uses/uses-of-paths.ts';
import { byMember, byObject, byPath, objectsFrom, use } from './support.ts';

const objectsOf = objectsFrom({
  'QRPGLESRC/ORD100.RPGLE': 'ORD100 *PGM',
  'QRPGLESRC/ORDMOD.RPGLE': 'ORDMOD *MODULE',
  'QSRVSRC/ORDSRV.ilesrvpgm': 'ORDSRV *SRVPGM',
  'QRPGLESRC/ORD200.RPGLE': 'ORD200 *PGM',
  'QDDSSRC/CUST.PF': 'CUST *FILE',
});

const rulesMk: SaidUses[] = [
  { targets: [{ name: 'ORDSRV', type: '*SRVPGM' }], source: null, uses: [use('bind', byObject('ORDMOD', '*MODULE'))] },
  {
    targets: [{ name: 'ORD200', type: '*PGM' }],
    source: null,
    uses: [use('bind', byObject('ORDSRV', '*SRVPGM')), use('include', byPath('ORD200.RPGLE'))],
  },
  { targets: [{ name: 'UNKNOWN', type: '*PGM' }], source: null, uses: [use('bind', byObject('ORDMOD', '*MODULE'))] },
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

const everywhere: FoundLines = paths.map((path) => [path, []]);
const said = (uses: readonly Use[]): SaidUses[] => [{ targets: null, source: null, uses }];

/** Sources in which the words stand, as far as this test needs it: all of them. */
function sources(reads: string[] = [], searches: string[][] = []) {
  return {
    objectsOf,
    languageOf,
    resolver: async () => resolve,
    search: async ({ words }: { words: readonly string[] }) => {
      searches.push([...words]);
      return everywhere;
    },
    binding: async () => ['QRPGLESRC/Rules.mk'],
    bring: async () => {},
    read: async (path: string) => {
      reads.push(path);
      return { said: path.endsWith('Rules.mk') ? rulesMk : said(own[path] ?? []), creates: [] };
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
  expect(searches).toEqual([['CUST', 'COPY', 'INCLUDE', '**CTDATA']]);
  expect(reads.toSorted()).toEqual(paths.filter((path) => languageOf(path) !== null).toSorted());
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
    languageOf,
    resolver: async () => resolver({ paths: all, deleted: [], objectsOf: objects, includePaths: [] }),
    search: async () => [],
    binding: async () => ['src/ORD.ILEPGM'],
    bring: async () => {},
    read: async (path) => {
      reads.push(path);
      return { said: said(usesOf(path, 'CRTPGM PGM(&O/&N)')), creates: [] };
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
      { targets: [{ name: 'ORD100', type: '*PGM' }], source: null, uses: [use('file', byObject('CUST', '*FILE'), 2)] },
      { targets: [{ name: 'OTHER', type: '*PGM' }], source: null, uses: [use('file', byObject('OTHER', '*FILE'), 3)] },
    ],
  };
  const found = usesOfPath(user, [{ path: user, said: said(own[user] ?? []) }, rules], resolve);
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
const boundByRules = makeUses('ORD100.PGM: A.MODULE\nNOFILE.PGM: A.MODULE\n', true);

test('includes that no source uses, and uses that no file answers', () => {
  const all = Object.entries(own).map(([path, uses]) => ({
    path,
    said: said(uses),
    isNoProgram: path.startsWith('QRPGLESRC/ORDM'),
    unreadable: null,
  }));
  const rules = { path: 'QSRVSRC/Rules.mk', said: boundByRules, isNoProgram: false, unreadable: null };
  expect(looseEnds([...all.toReversed(), rules], ['QRPGLEREF/LONELY.RPGLE', 'QRPGLEREF/CUST.RPGLE'], resolve)).toEqual({
    unused: ['QRPGLEREF/LONELY.RPGLE'],
    unanswered: [
      { path: 'QRPGLESRC/ORDMOD.RPGLE', line: 9, kind: 'include', name: 'NOWHERE' },
      { path: 'QSRVSRC/Rules.mk', line: 1, kind: 'bind', name: 'A *MODULE' },
      { path: 'QSRVSRC/Rules.mk', line: 2, kind: 'bind', name: 'A *MODULE' },
    ],
    includers: new Map([['QRPGLEREF/CUST.RPGLE', new Set(['QRPGLESRC/ORD100.RPGLE', 'QRPGLESRC/ORDMOD.RPGLE'])]]),
    noPrograms: ['QRPGLESRC/ORDMOD.RPGLE'],
    onlyBound: [{ path: 'QSRVSRC/Rules.mk', name: 'NOFILE', type: '*PGM' }],
    unreadable: [],
  });
});
