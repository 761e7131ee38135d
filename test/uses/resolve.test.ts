import { describe, expect, test } from 'vitest';
import { parseIncludePaths } from '../../src/uses/names.ts';
import { createResolver } from '../../src/uses/resolve.ts';
import type { UsedName, UseKind } from '../../src/uses/use.ts';
import { byMember, byObject, byPath, objectsFrom } from './support.ts';

const objectsOf = objectsFrom({
  'QRPGLESRC/CUST.PGM.RPGLE': 'CUST *PGM',
  'QRPGLESRC/ORD100.RPGLE': 'ORD100 *PGM',
  'app/qrpglesrc/ord200.pgm.rpgle': 'ORD200 *PGM',
  'QDDSSRC/CUST.PF': 'CUST *FILE',
  'QDDSSRC/CUSTL1.LF': 'CUSTL1 *FILE',
  'ddl/item-Item_file.table': 'ITEM *FILE',
  'ddl/TWICE.TABLE': 'TWICE *FILE',
  'QDDSSRC/TWICE.PF': 'TWICE *FILE',
  'QDDSSRC/OPEN.PF': 'OPEN',
  'QRPGLESRC/OPEN.RPGLE': 'OPEN',
  'QRPGLESRC/ORDMOD.MODULE.RPGLE': 'ORDMOD *MODULE',
  'QSRVSRC/ORDSRV.BND': 'ORDSRV *SRVPGM',
  'QSRVSRC/ORD.BNDDIR': 'ORD *BNDDIR',
  'QRPGLESRC/LONG.RPGLE': 'XLONG *MODULE',
  'QRPGLESRC/NEAR.RPGLE': 'NEAR *PGM',
  'far/NEAR.RPGLE': 'NEAR *PGM',
  'both/PM.RPGLE': 'PM *MODULE',
  'conf/LOGGING.properties': 'LOGGING',
  'conf/TITLES.JSON': 'TITLES *FILE',
});

const paths = [
  ...'QRPGLESRC/CUST.PGM.RPGLE QRPGLESRC/ORD100.RPGLE app/qrpglesrc/ord200.pgm.rpgle'.split(' '),
  ...'QDDSSRC/CUST.PF QDDSSRC/CUSTL1.LF ddl/item-Item_file.table ddl/TWICE.TABLE QDDSSRC/TWICE.PF'.split(' '),
  ...'QDDSSRC/OPEN.PF QDDSSRC/BARE.PF QRPGLESRC/OPEN.RPGLE QRPGLESRC/BARE.RPGLE'.split(' '),
  ...'QRPGLESRC/ORDMOD.MODULE.RPGLE QSRVSRC/ORDSRV.BND QSRVSRC/ORD.BNDDIR QRPGLESRC/LONG.RPGLE'.split(' '),
  ...'QRPGLEREF/CUST.RPGLE app/qrpgleref/ord_h.rpgleinc includes/date.rpgleinc'.split(' '),
  ...'includes/text.rpgleinc app/includes/text.rpgleinc copy/CUST-REC.CPY copy/CUST-REC-OLD.CPY'.split(' '),
  ...'H/STRINGS.C a/SAME.RPGLEINC b/same.rpgleinc QRPGLESRC/NEAR.RPGLE far/NEAR.RPGLE'.split(' '),
  ...'x/NEAR.RPGLEINC x/JSON.H x/JSON.RPGLEINC x/ONLY.PF sql/STATES.SQL sql/TWICE.sql'.split(' '),
  ...'.ibmi/QRPGLEREF/CUST.RPGLE.properties .ibmi/QRPGLEREF/TOOL.RPGLE conf/LOGGING.properties'.split(' '),
  ...'conf/TITLES.JSON both/PM.RPGLE both/PM.RPGLEINC QILESRV/ORDSRV.ILESRVPGM'.split(' '),
];
const deleted = ['QRPGLEREF/GONE.RPGLE', 'QDDSSRC/GONE.PF', 'c/SAME.RPGLEINC'];
const goneObjects = objectsFrom({ 'QDDSSRC/GONE.PF': 'GONE *FILE' });

const resolve = createResolver({
  ...{ paths, deleted, objectsOf: (path) => [...objectsOf(path), ...goneObjects(path)], includePaths: ['includes'] },
  ...{ mayMake: () => null, others: () => [] },
});

const ord100 = 'QRPGLESRC/ORD100.RPGLE';
const ord200 = 'app/qrpglesrc/ord200.pgm.rpgle';

type Row = readonly [title: string, name: UsedName, expected: readonly string[], user?: string];
/** Users are ORD100 unless told otherwise. */
const names: Readonly<Record<UseKind, readonly Row[]>> = {
  include: [
    ['from the folder of the user', byPath('../qrpgleref/ord_h.rpgleinc'), ['app/qrpgleref/ord_h.rpgleinc'], ord200],
    ['from the root', byPath('app/qrpgleref/ord_h.rpgleinc'), ['app/qrpgleref/ord_h.rpgleinc']],
    ['with a dot', byPath('./APP/QRPGLEREF/ORD_H.RPGLEINC'), ['app/qrpgleref/ord_h.rpgleinc']],
    ['from an include path', byPath('date.rpgleinc'), ['includes/date.rpgleinc']],
    ['the nearest of two', byPath('includes/text.rpgleinc'), ['app/includes/text.rpgleinc'], 'app/x.rpgle'],
    ['by its end', byPath('/me/includes/text.rpgleinc'), ['app/includes/text.rpgleinc', 'includes/text.rpgleinc']],
    ['with a variable', byPath('&DIR/includes/date.rpgleinc'), ['includes/date.rpgleinc']],
    ['without extension: folder and member', byPath('./qrpgleref/cust'), ['QRPGLEREF/CUST.RPGLE']],
    ['out of the repository: by its name', byPath('../../../ord_h.rpgleinc'), ['app/qrpgleref/ord_h.rpgleinc']],
    ['a path whose extension is another', byPath('ord_h.rpgle'), []],
    ['a header is a member of the file H', byPath('strings.h'), ['H/STRINGS.C'], 'QCSRC/X.C'],
    ['file and member', byMember('CUST', 'QRPGLEREF'), ['QRPGLEREF/CUST.RPGLE']],
    ['in any case', byMember('Ord_H', 'qrpgleref'), ['app/qrpgleref/ord_h.rpgleinc']],
    ['a file that is no folder: the member alone', byMember('DATE', 'QCPYSRC'), ['includes/date.rpgleinc']],
    ['a member alone: what makes no object', byMember('CUST'), ['QRPGLEREF/CUST.RPGLE']],
    ['by its whole path also what no name means', byPath('.ibmi/QRPGLEREF/TOOL.RPGLE'), ['.ibmi/QRPGLEREF/TOOL.RPGLE']],
    ['never what stands in a folder of a tool', byMember('TOOL'), []],
    ['a member alone that makes one', byMember('ORD200'), [ord200]],
    ['a member alone, beside the user or free', byMember('NEAR'), ['QRPGLESRC/NEAR.RPGLE', 'x/NEAR.RPGLEINC']],
    ['of two beside the user what compilers look for first', byMember('PM'), ['both/PM.RPGLEINC'], 'both/X.RPGLE'],
    ['not of another language', byMember('JSON'), ['x/JSON.RPGLEINC']],
    ['a header in C', byMember('JSON'), ['x/JSON.H'], 'QCSRC/X.C'],
    ['another language by its extension', byPath('json.h'), ['x/JSON.H']],
    ['what a .cpy holds is not known', byMember('CUST-REC-OLD'), ['copy/CUST-REC-OLD.CPY']],
    ['never a file that the mapping leaves out', byMember('ONLY'), []],
    ['never a file', byMember('CUSTL1'), []],
    ['never a binder source, nor commands', byMember('ORDSRV'), []],
    ['a name with a dash', byMember('CUST-REC'), ['copy/CUST-REC.CPY']],
    ['two that cannot be told apart', byMember('SAME'), ['a/SAME.RPGLEINC', 'b/same.rpgleinc']],
    ['nothing', byMember('NOTHING', 'QRPGLEREF'), []],
    ['one that was deleted', byMember('GONE', 'QRPGLEREF'), ['QRPGLEREF/GONE.RPGLE']],
    ['another rather than itself', byMember('SAME'), ['b/same.rpgleinc'], 'a/SAME.RPGLEINC'],
  ],
  file: [
    ['never what is no source and of no type', byObject('LOGGING'), []],
    ['what is no source, but of a type by the mapping', byObject('TITLES'), ['conf/TITLES.JSON']],
    ['a file', byObject('CUST'), ['QDDSSRC/CUST.PF']],
    ['a file with a text in its name', byObject('Item', '*FILE'), ['ddl/item-Item_file.table']],
    ['a file that two sources make, and no script', byObject('TWICE'), ['QDDSSRC/TWICE.PF', 'ddl/TWICE.TABLE']],
    ['a type that the mapping leaves open', byObject('OPEN'), ['QDDSSRC/OPEN.PF']],
    ['a file that the mapping leaves out', byObject('BARE'), ['QDDSSRC/BARE.PF']],
    ['a file that a script makes', byObject('STATES'), ['sql/STATES.SQL']],
    ['a file that was deleted', byObject('GONE'), ['QDDSSRC/GONE.PF']],
    ['no file', byObject('ORDMOD'), []],
    ['itself', byObject('CUST'), ['QDDSSRC/CUST.PF'], 'QDDSSRC/CUST.PF'],
  ],
  bind: [
    ['a module', byObject('ORDMOD', '*MODULE'), ['QRPGLESRC/ORDMOD.MODULE.RPGLE']],
    ['by the name of the object, not of the file', byObject('XLONG'), ['QRPGLESRC/LONG.RPGLE']],
    ['a service program', byObject('ORDSRV'), ['QSRVSRC/ORDSRV.BND']],
    ['of another type', byObject('ORDSRV', '*MODULE'), []],
    ['a binding directory', byObject('ORD', '*BNDDIR'), ['QSRVSRC/ORD.BNDDIR']],
    ['a binder source', byMember('ORDSRV', 'QSRVSRC'), ['QSRVSRC/ORDSRV.BND'], 'X.ILESRVPGM'],
  ],
};

describe.each(Object.entries(names))('%s', (kind, rows) => {
  for (const [title, name, expected, user = ord100] of rows) {
    test(title, () => expect(resolve(user, { kind: kind as UseKind, name })).toEqual(expected));
  }
});

test('a path begins in the folder of the source that says so', () => {
  const name = byPath('text.rpgleinc');
  expect(resolve(ord100, { kind: 'include', name }, 'app/includes/Rules.mk')).toEqual(['app/includes/text.rpgleinc']);
  expect(resolve(ord100, { kind: 'include', name })).toEqual(['includes/text.rpgleinc']);
});

test('a whole repository is indexed once, and its mapping asked only when an object is named', () => {
  let asked = 0;
  const many = Array.from({ length: 20_000 }, (_, n) => `QRPGLESRC/N${n}.RPGLE`);
  const counted = createResolver({
    paths: [...many, 'QCPY/CUST.RPGLE'],
    deleted: [],
    includePaths: [],
    mayMake: () => null,
    others: () => [],
    objectsOf: () => {
      asked += 1;
      return [];
    },
  });
  for (const path of many) counted(path, { kind: 'include', name: byMember('CUST', 'QCPY') });
  expect(asked).toBeLessThanOrEqual(many.length);
  asked = 0;
  for (const path of many) counted(path, { kind: 'file', name: byObject('NONE') });
  expect(asked).toBe(many.length + 1);
});

test.each<[string, string, string[]]>([
  ['iproj.json', '{"includePath": ["includes", "./copy", "/qsys.lib", "&LIB/x", "../out", 7]}', ['includes', 'copy']],
  ['app/iproj.json', '{"includePath": ["includes", "../common"]}', ['app/includes', 'common']],
  ['iproj.json', '{"includePath": "includes"}', []],
  ['iproj.json', '[]', []],
  ['iproj.json', 'no JSON', []],
])('include paths of %s: %s', (path, text, expected) => {
  expect(parseIncludePaths(path, text)).toEqual(expected);
});
