import { expect, test } from 'vitest';
import { canBeUsed, compiles, madeObjects } from '../../src/uses/made-objects.ts';

test.each<[string, string | null | undefined, boolean]>([
  ['README.md', undefined, false],
  ['README.md', null, false],
  ['README', undefined, false],
  ['docs/logo.PNG', undefined, false],
  ['.vscode/settings', undefined, false],
  ['Rules.mk', undefined, false],
  ['.ibmi/QCPYSRC/CUST.RPGLE.properties', undefined, false],
  ['QCPYSRC/CUST.RPGLE.properties', undefined, false],
  ['conf/CUST.properties', '*FILE', true],
  ['QCPYSRC/CUST.CPY', undefined, true],
  ['QRPGLEREF/CUST', undefined, true],
  ['QRPGLESRC/CUST.RPGLE', undefined, true],
  ['QRPGLESRC/CUST.RPGLE', null, true],
  ['QRPGLESRC/CUST.PGM.RPGLE', null, true],
  ['QCLSRC/RUN.CLLE', null, true],
  ['QCLSRC/RUN.CLLE', '*PGM', true],
  ['QCLSRC/RUN.CLLE', '*MODULE', true],
  ['QDDSSRC/CUST.PF', '*FILE', true],
  ['QDDSSRC/CUST.PF', null, true],
  ['QSRVSRC/ORD.BND', '*SRVPGM', true],
  ['QRPGLESRC/ORD.RPGLE', '*SRVPGM', true],
  ['QSRVSRC/ORD.BNDDIR', '*BNDDIR', false],
  ['QCMDSRC/ORD.CMD', '*CMD', false],
  ['ORD *BNDDIR', undefined, true],
  ['ORD *PGM', undefined, false],
])('%s that makes a %s: a change can affect others: %s', (path, objt, expected) => {
  expect(canBeUsed(path, objt === undefined ? [] : [{ objn: 'X', objt }])).toBe(expected);
});

test('what is delivered as it is makes no object', () => {
  const fields = [
    ...[{ objn: 'A', objt: '*src' }, { objn: 'B', objt: '*IFS' }, { objn: 'C', objt: '*pf' }, { objn: 'D' }, {}],
  ];
  expect(madeObjects(fields.map((one) => ({ fields: one })))).toEqual([
    { objn: 'C', objt: '*FILE' },
    { objn: 'D', objt: null },
    { objn: '', objt: null },
  ]);
});

test.each([
  [true, 'x.rpgle x.SQLRPGLE x.rpgmod x.rpglemod x.sqlrpgmod x.sqlrpglemod x.pgm.rpgle'],
  [false, 'x.rpgleinc x.mod'],
])('compiled by itself, %s: %s', (expected, paths) => {
  expect(paths.split(' ').filter((path) => compiles(path) !== expected)).toEqual([]);
});
