import { expect, test } from 'vitest';
import { canBeUsed, isCompiled, listMadeObjects } from '../../src/uses/made-objects.ts';

/** By what a file makes: what can be used by others when it changes, and what cannot. */
test.each<[objt: string | null | undefined, can: string, cannot: string]>([
  [undefined, 'QCPYSRC/CUST.CPY QRPGLEREF/CUST QRPGLESRC/CUST.RPGLE', 'README.md README docs/logo.PNG Rules.mk'],
  [undefined, '', '.vscode/settings .ibmi/QCPYSRC/CUST.RPGLE.properties QCPYSRC/CUST.RPGLE.properties'],
  [null, 'QRPGLESRC/CUST.RPGLE QRPGLESRC/CUST.PGM.RPGLE QCLSRC/RUN.CLLE QDDSSRC/CUST.PF', 'README.md'],
  ['*FILE', 'conf/CUST.properties QDDSSRC/CUST.PF', ''],
  ['*PGM', 'QCLSRC/RUN.CLLE', ''],
  ['*MODULE', 'QCLSRC/RUN.CLLE', ''],
  ['*SRVPGM', 'QSRVSRC/ORD.BND QRPGLESRC/ORD.RPGLE', ''],
  ['*BNDDIR', '', 'QSRVSRC/ORD.BNDDIR'],
  ['*CMD', '', 'QCMDSRC/ORD.CMD'],
])('a file that makes a %s: %s can affect others, not %s', (objt, can, cannot) => {
  const objects = objt === undefined ? [] : [{ objn: 'X', objt }];
  const all = [can, cannot].flatMap((paths) => paths.split(' ')).filter((path) => path !== '');
  expect(all.filter((path) => canBeUsed(path, objects)).join(' ')).toBe(can);
});

test('of objects that only Rules.mk makes, a binding directory can be used, a program cannot', () => {
  expect(['ORD *BNDDIR', 'ORD *PGM'].filter((path) => canBeUsed(path, []))).toEqual(['ORD *BNDDIR']);
});

test('what is delivered as it is makes no object', () => {
  const fields = [
    ...[{ objn: 'A', objt: '*src' }, { objn: 'B', objt: '*IFS' }, { objn: 'C', objt: '*pf' }, { objn: 'D' }, {}],
  ];
  expect(listMadeObjects(fields.map((one) => ({ fields: one })))).toEqual([
    { objn: 'C', objt: '*FILE' },
    { objn: 'D', objt: null },
    { objn: '', objt: null },
  ]);
});

test.each([
  [true, 'x.rpgle x.SQLRPGLE x.rpgmod x.rpglemod x.sqlrpgmod x.sqlrpglemod x.pgm.rpgle'],
  [false, 'x.rpgleinc x.mod'],
])('compiled by itself, %s: %s', (expected, paths) => {
  expect(paths.split(' ').filter((path) => isCompiled(path) !== expected)).toEqual([]);
});
