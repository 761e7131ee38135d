import { expect, test } from 'vitest';
import { includePathsOf } from '../../src/uses/names.ts';
import { resolver } from '../../src/uses/resolve.ts';
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

const resolve = resolver({
  ...{ paths, deleted, objectsOf: (path) => [...objectsOf(path), ...goneObjects(path)], includePaths: ['includes'] },
  ...{ mayMake: () => null, others: () => [] },
});

const ord100 = 'QRPGLESRC/ORD100.RPGLE';
const ord200 = 'app/qrpglesrc/ord200.pgm.rpgle';

test.each<[string, UseKind, string, UsedName, string[]]>([
  [
    'a path from the folder of the user',
    'include',
    ord200,
    byPath('../qrpgleref/ord_h.rpgleinc'),
    ['app/qrpgleref/ord_h.rpgleinc'],
  ],
  ['from the root', 'include', ord100, byPath('app/qrpgleref/ord_h.rpgleinc'), ['app/qrpgleref/ord_h.rpgleinc']],
  ['with a dot', 'include', ord100, byPath('./APP/QRPGLEREF/ORD_H.RPGLEINC'), ['app/qrpgleref/ord_h.rpgleinc']],
  ['from an include path', 'include', ord100, byPath('date.rpgleinc'), ['includes/date.rpgleinc']],
  ['the nearest of two', 'include', 'app/x.rpgle', byPath('includes/text.rpgleinc'), ['app/includes/text.rpgleinc']],
  [
    'a path of the machine: by its end',
    'include',
    ord100,
    byPath('/home/me/prj/includes/text.rpgleinc'),
    ['app/includes/text.rpgleinc', 'includes/text.rpgleinc'],
  ],
  ['with a variable', 'include', ord100, byPath('&DIR/includes/date.rpgleinc'), ['includes/date.rpgleinc']],
  ['without extension: folder and member', 'include', ord100, byPath('./qrpgleref/cust'), ['QRPGLEREF/CUST.RPGLE']],
  [
    'out of the repository: by its name',
    'include',
    ord100,
    byPath('../../../ord_h.rpgleinc'),
    ['app/qrpgleref/ord_h.rpgleinc'],
  ],
  ['a path whose extension is another', 'include', ord100, byPath('ord_h.rpgle'), []],
  ['a header is a member of the file H', 'include', 'QCSRC/X.C', byPath('strings.h'), ['H/STRINGS.C']],
  ['file and member', 'include', ord100, byMember('CUST', 'QRPGLEREF'), ['QRPGLEREF/CUST.RPGLE']],
  ['in any case', 'include', ord100, byMember('Ord_H', 'qrpgleref'), ['app/qrpgleref/ord_h.rpgleinc']],
  [
    'a file that is no folder: the member alone',
    'include',
    ord100,
    byMember('DATE', 'QCPYSRC'),
    ['includes/date.rpgleinc'],
  ],
  ['a member alone: what makes no object', 'include', ord100, byMember('CUST'), ['QRPGLEREF/CUST.RPGLE']],
  [
    'by its whole path also what no name means',
    'include',
    ord100,
    byPath('.ibmi/QRPGLEREF/TOOL.RPGLE'),
    ['.ibmi/QRPGLEREF/TOOL.RPGLE'],
  ],
  ['never what stands in a folder of a tool', 'include', ord100, byMember('TOOL'), []],
  ['never what is no source and of no type', 'file', ord100, byObject('LOGGING'), []],
  ['what is no source, but of a type by the mapping', 'file', ord100, byObject('TITLES'), ['conf/TITLES.JSON']],
  ['a member alone that makes one', 'include', ord100, byMember('ORD200'), [ord200]],
  [
    'a member alone, in the folder of the user or free',
    'include',
    ord100,
    byMember('NEAR'),
    ['QRPGLESRC/NEAR.RPGLE', 'x/NEAR.RPGLEINC'],
  ],
  [
    'of two beside the user the one that compilers look for first',
    'include',
    'both/X.RPGLE',
    byMember('PM'),
    ['both/PM.RPGLEINC'],
  ],
  ['not of another language', 'include', ord100, byMember('JSON'), ['x/JSON.RPGLEINC']],
  ['a header in C', 'include', 'QCSRC/X.C', byMember('JSON'), ['x/JSON.H']],
  ['another language by its extension', 'include', ord100, byPath('json.h'), ['x/JSON.H']],
  ['what a .cpy holds is not known', 'include', ord100, byMember('CUST-REC-OLD'), ['copy/CUST-REC-OLD.CPY']],
  ['never a file that the mapping leaves out', 'include', ord100, byMember('ONLY'), []],
  ['never a file', 'include', ord100, byMember('CUSTL1'), []],
  ['never a binder source, nor commands', 'include', ord100, byMember('ORDSRV'), []],
  ['a name with a dash', 'include', ord100, byMember('CUST-REC'), ['copy/CUST-REC.CPY']],
  ['two that cannot be told apart', 'include', ord100, byMember('SAME'), ['a/SAME.RPGLEINC', 'b/same.rpgleinc']],
  ['nothing', 'include', ord100, byMember('NOTHING', 'QRPGLEREF'), []],
  ['one that was deleted', 'include', ord100, byMember('GONE', 'QRPGLEREF'), ['QRPGLEREF/GONE.RPGLE']],
  ['a file', 'file', ord100, byObject('CUST'), ['QDDSSRC/CUST.PF']],
  ['a file with a text in its name', 'file', ord100, byObject('Item', '*FILE'), ['ddl/item-Item_file.table']],
  [
    'a file that two sources make, and no script',
    'file',
    ord100,
    byObject('TWICE'),
    ['QDDSSRC/TWICE.PF', 'ddl/TWICE.TABLE'],
  ],
  ['a type that the mapping leaves open', 'file', ord100, byObject('OPEN'), ['QDDSSRC/OPEN.PF']],
  ['a file that the mapping leaves out', 'file', ord100, byObject('BARE'), ['QDDSSRC/BARE.PF']],
  ['a file that a script makes', 'file', ord100, byObject('STATES'), ['sql/STATES.SQL']],
  ['a file that was deleted', 'file', ord100, byObject('GONE'), ['QDDSSRC/GONE.PF']],
  ['no file', 'file', ord100, byObject('ORDMOD'), []],
  ['a module', 'bind', ord100, byObject('ORDMOD', '*MODULE'), ['QRPGLESRC/ORDMOD.MODULE.RPGLE']],
  ['by the name of the object, not of the file', 'bind', ord100, byObject('XLONG'), ['QRPGLESRC/LONG.RPGLE']],
  ['a service program', 'bind', ord100, byObject('ORDSRV'), ['QSRVSRC/ORDSRV.BND']],
  ['of another type', 'bind', ord100, byObject('ORDSRV', '*MODULE'), []],
  ['a binding directory', 'bind', ord100, byObject('ORD', '*BNDDIR'), ['QSRVSRC/ORD.BNDDIR']],
  ['a binder source', 'bind', 'X.ILESRVPGM', byMember('ORDSRV', 'QSRVSRC'), ['QSRVSRC/ORDSRV.BND']],
  ['itself', 'file', 'QDDSSRC/CUST.PF', byObject('CUST'), ['QDDSSRC/CUST.PF']],
  ['another rather than itself', 'include', 'a/SAME.RPGLEINC', byMember('SAME'), ['b/same.rpgleinc']],
])('%s', (_, kind, user, name, expected) => {
  expect(resolve(user, { kind, name })).toEqual(expected);
});

test('a path begins in the folder of the source that says so', () => {
  const name = byPath('text.rpgleinc');
  expect(resolve(ord100, { kind: 'include', name }, 'app/includes/Rules.mk')).toEqual(['app/includes/text.rpgleinc']);
  expect(resolve(ord100, { kind: 'include', name })).toEqual(['includes/text.rpgleinc']);
});

test('a whole repository is indexed once, and its mapping asked only when an object is named', () => {
  let asked = 0;
  const many = Array.from({ length: 20_000 }, (_, n) => `QRPGLESRC/N${n}.RPGLE`);
  const counted = resolver({
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
  expect(includePathsOf(path, text)).toEqual(expected);
});
