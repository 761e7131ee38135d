import { expect, test } from 'vitest';
import { type Files, type Kinds, staged, usual } from './affected-support.ts';

/** Chains from a table to a program: the places of their objects in the compile order. */

const dds = (words: string) => `     A${' '.repeat(38)}${words}\n`;
const directory = "ctl-opt bnddir('ORDBND');\n";
const filled = { 'src/ORDBND.bnddir': 'ADDBNDDIRE BNDDIR(ORDBND) OBJ((ORDSRV *SRVPGM))\n' };
const inDirectory = 'ADDBNDDIRE BNDDIR(L/ORDBND) OBJ((ORDSRV))';

/** A table, a logical file, a display file. */
const tables = { 'CUST.pf': dds(''), 'CUSTL.lf': dds('PFILE(CUST)'), 'CUSTD.dspf': dds('REF(CUST)') };
const binder = { 'src/ORDSRV.bnd': 'STRPGMEXP\n' };
const module = (name: string) => ({ [`src/${name}.module.rpgle`]: '**free\ndcl-f CUSTL;\n' });
const program = (control = '') => ({ 'src/ORD100.rpgle': `**free\n${control}dcl-f CUSTD workstn;\n` });
const common = { ...tables, ...binder, ...module('ORDMOD') };

/** The places when all is pushed at once, then those of each push of one file, with what it affects; default: the usual. */
interface Chain {
  readonly files: Files;
  readonly kinds?: Kinds;
  readonly atOnce?: string;
  readonly oneByOne?: readonly string[];
}

const usualOrder = 'CUST 1, CUSTD 2, CUSTL 2, ORDMOD 3, ORDSRV 4, ORD100 5';
const bySteps = ['CUSTL 1, ORDMOD 2, ORDSRV 3', 'ORDMOD 1, ORDSRV 2', 'CUSTD 1, ORD100 2', 'ORD100 1'];
const exported = 'ORDSRV 1, ORD100 2';
const usualSteps = [usualOrder, ...bySteps, exported];
const commands: Kinds = { '.ilepgm': '*PGM', '.ilesrvpgm': '*SRVPGM', ...usual };

const chains: Readonly<Record<string, Chain>> = {
  'Rules.mk, by the service program': {
    files: {
      ...{ ...common, ...program() },
      'src/Rules.mk': 'ORDSRV.SRVPGM: ORDSRV.bnd ORDMOD.MODULE\nORD100.PGM: ORD100.rpgle ORDSRV.SRVPGM\n',
    },
  },
  'Rules.mk, by a binding directory with a file': {
    files: {
      ...{ ...common, ...program(), 'src/ORDBND.bnddir': '' },
      'src/Rules.mk':
        'ORDSRV.SRVPGM: ORDSRV.bnd ORDMOD.MODULE\nORDBND.BNDDIR: ORDBND.bnddir ORDSRV.SRVPGM\nORD100.PGM: ORD100.rpgle ORDBND.BNDDIR\n',
    },
    atOnce: 'CUST 1, CUSTD 2, CUSTL 2, ORDMOD 3, ORDSRV 4, ORDBND 5, ORD100 6',
    oneByOne: [usualOrder, ...bySteps, exported, 'ORDBND 1'],
  },
  'Rules.mk, by an option': {
    files: {
      ...{ ...common, ...program() },
      'src/Rules.mk':
        'ORDSRV.SRVPGM: ORDSRV.bnd ORDMOD.MODULE\nORDBND.BNDDIR: ORDSRV.SRVPGM\nORD100.PGM: ORD100.rpgle\nORD100.PGM: private BNDDIR := ORDBND\n',
    },
  },
  'makefile, by rules': {
    files: {
      ...{ ...common, ...program(directory) },
      makefile: 'ordsrv.srvpgm: ordmod.module\nordbnd.bnddir: ordsrv.srvpgm\nord100.pgm: ord100.rpgle\n',
    },
  },
  'makefile, by recipes': {
    files: {
      ...{ ...common, ...program(directory) },
      makefile: `LIB=L\nbind:\n\tsystem "CRTSRVPGM SRVPGM($(LIB)/ORDSRV) MODULE($(LIB)/ORDMOD)"\n\tsystem "${inDirectory}"\n`,
    },
  },
  'makefile, by a pattern rule and a program of modules': {
    files: {
      ...{ ...common, ...filled, 'src/ORD100.ilepgm': '' },
      'src/ORD100.module.rpgle': `**free\n${directory}dcl-f CUSTD;\n`,
      makefile: 'ordsrv.srvpgm: ordmod.module\n%.pgm: %.module ordsrv.srvpgm\n',
    },
    kinds: commands,
    atOnce: 'CUST 1, CUSTD 2, CUSTL 2, ORDMOD 3, ORDSRV 4, ORDBND 5, ORD100.module 6, ORD100 7',
    oneByOne: ['ORDSRV 1, ORD100 2', 'ORD100.module 1, ORD100 2', 'CUSTD 1, ORD100.module 2, ORD100 3'],
  },
  'CL, by a binding directory': {
    files: {
      ...{ ...common, ...program(directory) },
      'src/BUILD.clle': `PGM\nCRTSRVPGM SRVPGM(ORDSRV) MODULE(ORDMOD)\n${inDirectory}\nENDPGM\n`,
    },
  },
  'CL, by CRTPGM': {
    files: {
      ...{ ...common, 'src/ORD100.ilepgm': '', 'src/ORD100M.module.rpgle': '**free\ndcl-f CUSTD;\n' },
      'src/BUILD.clle':
        'CRTSRVPGM SRVPGM(ORDSRV) MODULE(ORDMOD)\nCRTPGM PGM(&L/ORD100) MODULE(&L/ORD100M) +\n  BNDSRVPGM((&L/ORDSRV))\n',
    },
    kinds: commands,
    atOnce: 'CUST 1, CUSTD 2, CUSTL 2, ORD100M 3, ORDMOD 3, ORDSRV 4, ORD100 5',
    oneByOne: [exported, 'ORD100M 1, ORD100 2', 'CUSTD 1, ORD100M 2, ORD100 3', 'ORDMOD 1, ORDSRV 2'],
  },
  'CL, by UPDSRVPGM and UPDPGM': {
    files: {
      ...{ ...common, 'src/ORD100.ilepgm': '', 'src/ORD100M.module.rpgle': '**free\ndcl-f CUSTD;\n' },
      'src/BUILD.clle':
        'UPDSRVPGM SRVPGM(ORDSRV) MODULE(ORDMOD)\nUPDPGM PGM(ORD100) MODULE(ORD100M) BNDSRVPGM(ORDSRV)\n',
    },
    kinds: commands,
    atOnce: 'CUST 1, CUSTD 2, CUSTL 2, ORD100M 3, ORDMOD 3, ORDSRV 4, ORD100 5',
    oneByOne: [exported, 'ORD100M 1, ORD100 2', 'ORDMOD 1, ORDSRV 2'],
  },
  'default names': {
    files: { ...tables, ...binder, ...module('ORDSRV'), ...filled, ...program(directory) },
    atOnce: 'CUST 1, CUSTD 2, CUSTL 2, ORDSRV.module 3, ORDSRV 4, ORDBND 5, ORD100 6',
    oneByOne: [
      'CUST 1, CUSTD 2, CUSTL 2, ORDSRV.module 3, ORDSRV 4, ORD100 5',
      'CUSTL 1, ORDSRV.module 2, ORDSRV 3',
      'ORDSRV.module 1, ORDSRV 2',
      exported,
      'ORDBND 1',
    ],
  },
  'commands in sources of their own': {
    files: {
      ...{ ...tables, ...module('ORDMOD'), 'src/ORD100M.module.rpgle': '**free\ndcl-f CUSTD;\n' },
      'src/ORDSRV.ilesrvpgm': 'CRTSRVPGM SRVPGM(&O/&N) MODULE(&O/ORDMOD) EXPORT(*ALL)\n',
      'src/ORD100.ilepgm': 'CRTPGM PGM(&O/&N) MODULE(ORD100M) BNDSRVPGM(ORDSRV)\n',
    },
    kinds: commands,
    atOnce: 'CUST 1, CUSTD 2, CUSTL 2, ORD100M 3, ORDMOD 3, ORDSRV 4, ORD100 5',
    oneByOne: ['CUSTL 1, ORDMOD 2, ORDSRV 3', 'ORDMOD 1, ORDSRV 2', 'ORD100M 1, ORD100 2'],
  },
  'a service program out of one source': {
    files: { ...tables, 'src/ORDSRV.srvpgm.rpgle': '**free\ndcl-f CUSTL;\n', ...filled, ...program(directory) },
    atOnce: 'CUST 1, CUSTD 2, CUSTL 2, ORDSRV 3, ORDBND 4, ORD100 5',
    // Its exports may have grown: what binds it is only shown.
    oneByOne: ['CUST 1, CUSTD 2, CUSTL 2, ORDSRV 3, ORD100 4', 'CUSTL 1, ORDSRV 2', 'ORDSRV 1'],
  },
  'SQL, by long names': {
    files: {
      'CUST.table': 'create table customer_master for system name cust (id int);\n',
      'CUSTV.view': 'create view customer_view for system name custv as select * from customer_master;\n',
      'ORD100.sqlrpgle': '**free\nexec sql select id into :id from ord.customer_view;\n',
      'ORD200.rpgle': '**free\ndcl-f customer_view;\n',
    },
    atOnce: 'CUST 1, CUSTV 2, ORD100 3, ORD200 3',
    // What only reads a table at run time is not compiled for it.
    oneByOne: ['CUST 1, CUSTV 2, ORD200 3', 'CUSTV 1, ORD200 2'],
  },
  'through a copy member that makes no object': {
    files: {
      ...{ 'CUST.pf': dds(''), 'CUSTL.lf': dds('PFILE(CUST)') },
      'src/CUSTREC.rpgleinc': "**free\ndcl-ds cust extname('CUSTL') qualified end-ds;\n",
      'src/ORDMOD.module.rpgle': '**free\n/copy CUSTREC\n',
      'src/ORD100.ilepgm': 'CRTPGM PGM(ORD100) MODULE(ORDMOD)\n',
    },
    kinds: commands,
    atOnce: 'CUST 1, CUSTL 2, ORDMOD 3, ORD100 4',
    oneByOne: ['CUST 1, CUSTL 2, ORDMOD 3, ORD100 4', 'CUSTL 1, ORDMOD 2, ORD100 3', 'ORDMOD 1, ORD100 2'],
  },
  'what lies between makes no object of the mapping': {
    files: {
      ...{ ...common, ...program() },
      'src/Rules.mk': 'ORDSRV.SRVPGM: ORDSRV.bnd ORDMOD.MODULE\nORD100.PGM: ORD100.rpgle ORDSRV.SRVPGM\n',
    },
    kinds: { ...usual, '.bnd': null, '.lf': null },
    atOnce: 'CUST 1, CUSTD 2, ORDMOD 2, ORD100 3',
    oneByOne: ['CUST 1, CUSTD 2, ORDMOD 2, ORD100 3', 'ORDMOD 1', 'CUSTD 1, ORD100 2', 'ORD100 1'],
  },
};

/** `CUST 1, ORD100 2`, by place and name. */
const inOrder = (places: readonly string[]) =>
  places
    .toSorted((one, other) => Number(/\d+$/.exec(one)) - Number(/\d+$/.exec(other)) || (one < other ? -1 : 1))
    .join(', ');

test.each(Object.entries(chains))(
  '%s',
  async (_, { files, kinds = usual, atOnce = usualOrder, oneByOne = usualSteps }) => {
    using stage = await staged(files, kinds);
    expect(inOrder(await stage.order(stage.made.toReversed()))).toBe(inOrder(atOnce.split(', ')));
    for (const expected of oneByOne) {
      const [first = ''] = expected.split(' ');
      const path = stage.made.find((one) => stage.nameOf(one) === first) ?? first;
      const found = await stage.order([path, ...(await stage.affected([path]))]);
      expect(inOrder(found), path).toBe(inOrder(expected.split(', ')));
    }
  },
);

test.each<[string, string]>([
  ['Rules.mk, by the service program', 'CUST 1, ORDMOD 2, ORD100 3'],
  ['makefile, by rules', 'CUST 1, ORDMOD 2, ORD100 3'],
  ['CL, by a binding directory', 'CUST 1, ORDMOD 2, ORD100 3'],
  ['default names', 'CUST 1, ORDSRV.module 2, ORD100 3'],
])('what lies between is not in the RFP: %s', async (name, expected) => {
  const { files = {}, kinds = usual } = chains[name] ?? {};
  using stage = await staged(files, kinds);
  const names = expected.split(', ').map((place) => place.replace(/ \d+$/, ''));
  const paths = stage.made.filter((path) => names.includes(stage.nameOf(path)));
  expect(inOrder(await stage.order(paths.toReversed()))).toBe(expected);
});

test('a circle shares one place, and is said', async () => {
  const files = { 'A.rpgle': '**free\n/copy B\n', 'B.rpgle': '**free\n/copy A\n', 'C.rpgle': '**free\n/copy B\n' };
  using stage = await staged(files, usual);
  expect(inOrder(await stage.order(stage.made))).toBe('A 1, B 1, C 2');
  expect(stage.notices).toEqual([{ code: 'compileCircle', paths: ['A.rpgle', 'B.rpgle'] }]);
});
