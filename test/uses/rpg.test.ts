import { describe, expect, test } from 'vitest';
import { at, briefly, byLine } from './brief.ts';

describe('includes of RPG', () => {
  test.each([
    ['/copy CUST', ['include ,CUST']],
    ['/COPY cust', ['include ,CUST']],
    ['/Include QRPGLEREF,Cust', ['include QRPGLEREF,CUST']],
    ['/copy QRPGLEREF, CUST', ['include QRPGLEREF,CUST']],
    ['/copy MYLIB/QRPGLEREF,CUST and a remark', ['include QRPGLEREF,CUST']],
    ['/copy *LIBL/QRPGLEREF,CUST', ['include QRPGLEREF,CUST']],
    ['/copy &LIB/QRPGLEREF,CUST', ['include QRPGLEREF,CUST']],
    ['/copy "MY-LIB"/QRPGLEREF,CUST', ['include QRPGLEREF,CUST']],
    ["/include './ref/my cust.rpgle' and a remark", ["include './ref/my cust.rpgle'"]],
    ['/include "ref/cust.rpgle"', ["include 'ref/cust.rpgle'"]],
    ['/include ref/cust.rpgleinc // a remark', ["include 'ref/cust.rpgleinc'"]],
    ['/copy cust.rpgleinc', ["include 'cust.rpgleinc'"]],
    ['/copy /home/me/cust', ["include '/home/me/cust'"]],
    ['/copy ..\\ref\\cust.rpgle', ["include '../ref/cust.rpgle'"]],
    ['/copy', []],
    ['/copy   ', []],
    ['/copyright 2026', []],
    ['/copy &MBR', []],
    ['/title copy CUST', []],
    ['//copy CUST', []],
    ['// /copy CUST', []],
  ])('%s', (directive, expected) => {
    expect(briefly('a.rpgle', `**free\n${directive}`)).toEqual(expected);
    expect(briefly('a.rpgle', `**FREE\n        ${directive}\r\n`)).toEqual(expected);
    expect(briefly('a.rpgle', at(7, directive))).toEqual(expected);
    expect(briefly('a.rpgle', at(1, 'AB123', 6, 'D', 7, directive))).toEqual(expected);
    expect(briefly('a.rpg', at(1, '00100', 6, 'C', 7, directive))).toEqual(expected);
  });

  test.each([
    ['a comment in column 7', at(7, '* /copy CUST')],
    ['a comment of a specification', at(6, 'D', 7, '*/copy CUST')],
    ['a comment with slashes', at(10, '// /copy CUST')],
    ['behind column 80', at(81, '/copy CUST')],
    ['data behind the program', '      *\n** CTDATA\n      /copy CUST'],
    ['data with a name', '      *\n**CTDATA MSGS\n      /copy CUST'],
    ['a text', "**free\nx = '/copy CUST';"],
    ['the name of a variable', '**free\ncopy = include / copy;'],
  ])('none in %s', (_, text) => {
    expect(briefly('a.rpgle', text)).toEqual([]);
  });

  test('each branch of a condition counts', () => {
    const text = '**free\n/if defined(A)\n/copy X\n/else\n/copy Y\n/endif';
    expect(byLine('a.rpgle', text)).toEqual(['3 include ,X', '5 include ,Y']);
  });

  test.each([
    ['free', '**free\nexec sql include CUST;', ['include ,CUST']],
    ['free, over lines', "**free\nEXEC SQL\n  // remark\n  INCLUDE 'a/cust.rpgleinc';", ["include 'a/cust.rpgleinc'"]],
    ['with columns', at(8, 'exec sql include cust ;'), ['include ,CUST']],
    ['with columns, too far', `${at(9, '/copy A')}\n${at(8, 'exec sql include B;')}`, ['include ,A', 'include ,B']],
    ['fixed', 'C/EXEC SQL INCLUDE CUST\nC/END-EXEC'.replaceAll('C/', '     C/'), ['include ,CUST']],
    ['fixed, over lines', '     C/Exec SQL\n      * remark\n     C+ include CUST\n     C/End-Exec', ['include ,CUST']],
    ['of the area of SQL', '**free\nexec sql include SQLCA;\nexec sql include sqlda;', []],
    ['of another', "**free\nexec sql insert into T values('include CUST');\nexec sql set option a = *sys;", []],
  ])('of SQL, %s', (_, text, expected) => {
    expect(briefly('a.sqlrpgle', text)).toEqual(expected);
  });
});

describe('files of RPG', () => {
  test.each([
    [at(6, 'F', 7, 'CUST', 17, 'IF', 22, 'E', 34, 'K DISK'), ['file CUST']],
    [at(6, 'F', 7, 'CUST', 18, 'IF', 23, 'E', 35, 'K DISK'), ['file CUST']],
    [at(6, 'f', 7, 'cust', 17, 'if', 22, 'e', 34, 'k disk'), ['file CUST']],
    [at(1, 'X0012', 6, 'F', 7, 'CUSTOMERS1', 17, 'CF', 22, 'E', 36, 'WORKSTN', 44, 'SFILE(S:N)'), ['file CUSTOMERS1']],
    [at(6, 'F', 7, 'QSYSPRT', 17, 'O', 22, 'F', 24, '132', 36, 'PRINTER'), ['file QSYSPRT']],
    [at(6, 'F', 7, 'IN', 17, 'IF', 22, 'E', 36, 'DISK', 44, "EXTDESC('LIB/CUST')"), ['file CUST']],
    [`${at(6, 'F', 7, 'IN', 17, 'IF', 22, 'E', 36, 'DISK')}\n${at(6, 'F', 44, "EXTDESC('CUST')")}`, ['file CUST']],
    [at(6, 'F', 7, 'IN', 17, 'IF', 22, 'E', 36, 'DISK', 44, "EXTFILE('LIB/CUST')"), ['file IN']],
    [at(6, 'F', 7, '*CUST', 17, 'IF', 22, 'E', 36, 'DISK'), []],
    [at(6, 'F', 7, 'CUST', 36, 'DISK'), []],
    [at(6, 'D', 7, 'CUST', 17, 'IF', 22, 'E', 36, 'DISK'), []],
    [at(6, 'D', 8, 'ROW', 22, 'E', 24, 'DS', 44, 'EXTNAME(CUST)'), ['file CUST']],
    [at(6, 'd', 8, 'row', 22, 'e', 24, 'ds', 44, "extname('LIB/cust' : fmt)"), ['file CUST']],
    [`${at(6, 'D', 8, 'ROW', 22, 'E', 24, 'DS')}\n      * remark\n${at(6, 'D', 44, 'EXTNAME(CUST)')}`, ['file CUST']],
    [at(6, 'D', 8, 'CUST', 22, 'E', 24, 'DS'), ['file CUST']],
    [`${at(6, 'D', 8, 'aLongName...')}\n${at(6, 'D', 22, 'E', 24, 'DS', 44, 'EXTNAME(CUST)')}`, ['file CUST']],
    [at(6, 'D', 22, 'E', 24, 'DS'), []],
    [at(6, 'D', 8, 'CUST', 24, 'DS', 44, 'QUALIFIED'), []],
    [at(6, 'D', 9, 'CUSTNO', 22, 'E', 44, 'EXTFLD(CUST)'), []],
    [at(6, 'D', 8, 'CUST', 24, 'PR', 44, "EXTPGM('CUST')"), []],
    ['\tdcl-f cust;', ['file CUST']],
    ['dcl-f cust;', ['file CUST']],
  ])('with columns: %s', (text, expected) => {
    expect(briefly('a.rpgle', text)).toEqual(expected);
    expect(briefly('a.rpgle', `${text}\r\n`)).toEqual(expected);
  });

  test.each([
    ['dcl-f cust;', ['file CUST']],
    ['DCL-F CUST DISK USAGE(*INPUT) KEYED;', ['file CUST']],
    ['Dcl-F\n  Cust // the customers\n  keyed;', ['file CUST']],
    ["dcl-f in extdesc('LIB/CUST') extfile(*extdesc);", ['file CUST']],
    ["dcl-f in extfile('LIB/CUST');", ['file IN']],
    ["dcl-f in extdesc('LIB/CU+\n   ST');", ['file CUST']],
    ['dcl-f in likefile(cust);', []],
    ["dcl-ds row extname('CUST') end-ds;", ['file CUST']],
    ["dcl-ds row extname('LIB/CUST' : fmt : *all) qualified;\nend-ds;", ['file CUST']],
    ['dcl-ds row extname(lib/cust : fmt) ;', ['file CUST']],
    ['dcl-ds cust ext;', ['file CUST']],
    ['dcl-ds cust qualified;\n  a char(1);\nend-ds;', []],
    ["dcl-pr cust extpgm('CUST');\n  a char(1);\nend-pr;", []],
    ["dcl-s a char(20) inz('dcl-f cust;');", []],
    ['dcl-ds a likeds(cust);\ndcl-ds b likerec(cust);', []],
    ['dcl-s cust char(10);\nread cust;\n// dcl-f other;', []],
    ["msg = 'one +\n  dcl-f other; two';\ndcl-f cust;", ['file CUST']],
    ["msg = 'not closed;\ndcl-f cust;", ['file CUST']],
    ["msg = '';\ndcl-f cust;", ['file CUST']],
    ["url = 'http://a.b';\ndcl-f cust;", ['file CUST']],
    ['/if defined(X)\ndcl-f cust\n/if defined(Y)\n  keyed\n/endif\n;\n/endif', ['file CUST']],
  ])('free: %s', (text, expected) => {
    expect(briefly('a.rpgle', `**free\n${text}`)).toEqual(expected);
    expect(briefly('a.rpgle', `**free\r\n${text.replaceAll('\n', '\r\n')}`)).toEqual(expected);
    const withColumns = text.replaceAll(/^(\/)?/gm, (_, slash) => (slash ? '      /' : at(8, '')));
    expect(briefly('a.rpgle', withColumns)).toEqual(expected);
  });

  test('fixed and free take turns', () => {
    const text = [
      at(6, 'H', 8, "BNDDIR('A' :"),
      at(6, 'H', 8, "'LIB/B')"),
      at(6, 'F', 7, 'CUST', 17, 'IF', 22, 'E', 36, 'DISK'),
      at(8, 'dcl-f ord'),
      at(8, '  keyed;'),
      at(6, 'D', 8, 'ROW', 22, 'E', 24, 'DS', 44, "EXTNAME('ART'"),
      at(6, 'D', 44, ': FMT)'),
      at(6, 'C', 26, 'EVAL', 36, "x = 'dcl-f not"),
      at(7, '/free'),
      at(8, "exec sql include 'x.inc';"),
      at(7, '/end-free'),
      at(7, '/copy A'),
    ].join('\n');
    expect(byLine('a.sqlrpgle', text)).toEqual([
      ...['1 bind A *BNDDIR', '2 bind B *BNDDIR', '3 file CUST', '4 file ORD', '6 file ART', "10 include 'x.inc'"],
      '12 include ,A',
    ]);
  });

  test('bytes that are no text change nothing', () => {
    const fixed = `${at(1, '\u00a7\u00ff\u0080', 6, 'F', 7, 'CUST', 17, 'I')}\u00e4`;
    const free = ['**free\n// \u00e9\ufffd\u0000\u0001\ndcl-f cust; // \u00fc', '\ufeff**free\ndcl-f cust;'];
    for (const text of [fixed, ...free]) expect(briefly('a.rpgle', text)).toEqual(['file CUST']);
  });
});

test.each([
  ["ctl-opt dftactgrp(*no) bnddir('ORD':'LIB/CUST' : '*LIBL/ART');", ['ORD', 'CUST', 'ART']],
  ["CTL-OPT\n  BndDir('ORD'\n:'LIB/CUST');", ['ORD', 'CUST']],
  ["ctl-opt text('bnddir(''ORD'')');", []],
  ["x = bnddir('ORD');", []],
])('binding directories of %s', (text, expected) => {
  expect(briefly('a.rpgle', `**free\n${text}`)).toEqual(expected.map((name) => `bind ${name} *BNDDIR`));
});

test('RPG III has other columns', () => {
  const text = [
    at(6, 'F', 7, 'CUST', 15, 'IF', 19, 'E', 31, 'K', 40, 'DISK'),
    at(6, 'F', 53, 'KRENAMEFCUST'),
    at(6, 'F', 7, '*OLD', 15, 'IF'),
    at(6, 'I', 7, 'ROW', 17, 'E', 19, 'DS', 21, 'ORDERS'),
    at(6, 'I', 7, 'ART', 17, 'E', 19, 'DS'),
    at(6, 'I', 7, 'OWN', 19, 'DS'),
  ].join('\n');
  expect(byLine('a.rpg', text)).toEqual(['1 file CUST', '4 file ORDERS', '5 file ART']);
});

const code = Array.from({ length: 50 }, (_, n) => `  total = price(${n} : 'dcl-f');`);
test.each<[string, string[]]>([
  ['dcl-f\n cust;', ['file CUST']],
  ['dcl-ds cust\n\n ext;', ['file CUST']],
  ["dcl-ds c\n extname\n ('CUST'\n : *all)\n end-ds;", ['file CUST']],
  ["ctl-opt\n bnddir(\n'ORDBND' :\n 'OTHER');", ['bind ORDBND *BNDDIR', 'bind OTHER *BNDDIR']],
  ['exec\n sql\n include\n cust;', ['include ,CUST']],
  ['dcl-f a;\ndcl-f b; dcl-ds c\n ext\n;', ['file A', 'file B', 'file C']],
])('what stands late or over lines is not passed over: %s', (statement, expected) => {
  const text = ['**free', ...code, statement, ...code].join('\n');
  expect(briefly('a.rpgle', text)).toEqual(expected);
  expect(briefly('a.rpgle', ['**free', ...code, statement].join('\r\n'))).toEqual(expected);
});
