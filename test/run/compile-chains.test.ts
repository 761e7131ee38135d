import { expect, test } from 'vitest';
import { type Files, orderOf } from './affected-support.ts';

/** Chains from a table to a program: the places of their objects in the compile order. */

const dds = (words: string) => `     A${' '.repeat(38)}${words}\n`;

/** A table, a logical file, a display file, a module over the logical file, a program over the display file. */
const common = (module: string, control = '') => ({
  'dds/CUST.pf': dds(''),
  'dds/CUSTL.lf': dds('PFILE(CUST)'),
  'dds/CUSTD.dspf': dds('REF(CUST)'),
  [`src/${module}.module.rpgle`]: '**free\ndcl-f CUSTL;\n',
  'src/ORDSRV.bnd': 'STRPGMEXP\n',
  'src/ORD100.rpgle': `**free\n${control}dcl-f CUSTD workstn;\n`,
});

const directory = "ctl-opt bnddir('ORDBND');\n";
const filled = { 'src/ORDBND.bnddir': 'ADDBNDDIRE BNDDIR(ORDBND) OBJ((ORDSRV *SRVPGM))\n' };

const ways: Readonly<Record<string, Files>> = {
  'Rules.mk': {
    ...common('ORDMOD'),
    'src/Rules.mk': 'ORDSRV.SRVPGM: ORDSRV.bnd ORDMOD.MODULE\nORD100.PGM: ORD100.rpgle ORDSRV.SRVPGM\n',
  },
  makefile: {
    ...common('ORDMOD', directory),
    makefile:
      'ordsrv.srvpgm: ordmod.module\nordbnd.bnddir: ordsrv.srvpgm\n\tsystem "ADDBNDDIRE BNDDIR(L/ORDBND) OBJ((ORDSRV))"\n',
  },
  CL: {
    ...common('ORDMOD', directory),
    'src/BUILD.clle': 'PGM\nCRTSRVPGM SRVPGM(ORDSRV) MODULE(ORDMOD)\nADDBNDDIRE BNDDIR(ORDBND) OBJ((ORDSRV))\nENDPGM\n',
  },
  'default names': { ...common('ORDSRV', directory), ...filled },
};

const paths = ['dds/CUST.pf', 'dds/CUSTL.lf', 'dds/CUSTD.dspf', 'src/ORDSRV.bnd', 'src/ORD100.rpgle'];
const moduleOf = (files: Files) => Object.keys(files).find((path) => path.endsWith('.module.rpgle')) ?? '';

test.each(Object.entries(ways))('all at once: %s', async (_, files) => {
  const order = await orderOf(files, [...paths, moduleOf(files)].toReversed(), false);
  expect(order.toSorted()).toEqual(
    [
      ...['CUST.pf 1', 'CUSTD.dspf 2', 'CUSTL.lf 2', 'ORD100.rpgle 5', 'ORDSRV.bnd 4'],
      `${moduleOf(files).slice(4)} 3`,
    ].toSorted(),
  );
});

test.each(Object.entries(ways))('without what lies between: %s', async (_, files) => {
  const order = await orderOf(files, ['src/ORD100.rpgle', moduleOf(files), 'dds/CUST.pf'], false);
  expect(order).toEqual(['ORD100.rpgle 3', `${moduleOf(files).slice(4)} 2`, 'CUST.pf 1']);
});

test.each(Object.entries(ways))('one after the other, each with what it affects: %s', async (_, files) => {
  const module = moduleOf(files);
  const ofTable = await orderOf(files, ['dds/CUST.pf'], true);
  expect(ofTable.toSorted()).toEqual(
    [
      ...['CUST.pf 1', 'CUSTD.dspf 2', 'CUSTL.lf 2', 'ORD100.rpgle 5', 'ORDSRV.bnd 4'],
      `${module.slice(4)} 3`,
    ].toSorted(),
  );
  expect(await orderOf(files, [module], true)).toEqual([`${module.slice(4)} 1`, 'ORDSRV.bnd 2']);
  expect(await orderOf(files, ['src/ORDSRV.bnd'], true)).toEqual(['ORDSRV.bnd 1', 'ORD100.rpgle 2']);
  expect(await orderOf(files, ['dds/CUSTD.dspf'], true)).toEqual(['CUSTD.dspf 1', 'ORD100.rpgle 2']);
});

test.each<[string, Files, string[], string[]]>([
  [
    'a table that embedded SQL names, by its long name',
    {
      'sql/CUSTP.table': 'create table customer_master for system name custp (id int);\n',
      'src/ORD100.sqlrpgle': '**free\nexec sql select id into :id from ord.customer_master;\n',
    },
    ['src/ORD100.sqlrpgle', 'sql/CUSTP.table'],
    ['ORD100.sqlrpgle 2', 'CUSTP.table 1'],
  ],
  [
    'a table below a view that embedded SQL names, in columns',
    {
      'sql/CUSTP.table': 'create table custp (id int);\n',
      'sql/CUSTV.view': 'create view custv as select * from custp;\n',
      'src/ORD100.sqlrpgle': '     C/EXEC SQL\n     C+ DECLARE C1 CURSOR FOR SELECT * FROM CUSTV\n     C/END-EXEC\n',
    },
    ['src/ORD100.sqlrpgle', 'sql/CUSTP.table'],
    ['ORD100.sqlrpgle 2', 'CUSTP.table 1'],
  ],
  [
    'a binding directory with a file of its own, in the RFP',
    { ...ways['default names'] },
    ['src/ORD100.rpgle', 'src/ORDBND.bnddir', 'src/ORDSRV.bnd', 'src/ORDSRV.module.rpgle'],
    ['ORD100.rpgle 4', 'ORDBND.bnddir 3', 'ORDSRV.bnd 2', 'ORDSRV.module.rpgle 1'],
  ],
  [
    'programs of modules, through commands and a copy member',
    {
      'src/ORD100.ilepgm': 'CRTPGM PGM(ORD100) MODULE(ORDMOD)\n',
      'src/ORDMOD.module.rpgle': '**free\n/copy ORDREC\n',
      'src/ORDREC.rpgleinc': "**free\ndcl-ds ord extname('CUST') qualified end-ds;\n",
      'dds/CUST.pf': dds(''),
    },
    ['src/ORDMOD.module.rpgle', 'dds/CUST.pf'],
    ['ORDMOD.module.rpgle 2', 'CUST.pf 1'],
  ],
])('%s', async (_, files, changed, expected) => {
  expect(await orderOf(files, changed, false)).toEqual(expected);
});
