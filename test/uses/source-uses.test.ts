import { expect, test } from 'vitest';
import { sourceTypes } from '../../src/init/source-types.ts';
import { detectLanguage, isNoProgram, listUses } from '../../src/uses/source-uses.ts';
import { at } from './brief.ts';

test.each([
  ['QRPGLESRC/ORD100.PGM.RPGLE', 'RPG'],
  ['ord100.sqlrpgle', 'RPG'],
  ['Ord100.RpgleInc', 'RPG'],
  ['CUST.RPGLE_H', 'RPG'],
  ['cust.sqlrpgmod', 'RPG'],
  ['cust.SqlRpgleMod', 'RPG'],
  ['QRPGSRC/COU200.RPG', 'RPG III'],
  ['a.clle', 'CL'],
  ['a.CLP', 'CL'],
  ['a.cbl', 'COBOL'],
  ['a.sqlcblle', 'COBOL'],
  ['a.pf', 'DDS'],
  ['A-Some_text.DSPF', 'DDS'],
  ['a.view', 'SQL'],
  ['a.sql', 'SQL'],
  ['a.sqlc', 'C'],
  ['a.hpp', 'C'],
  ['a.bnddir', 'commands'],
  ['a.ilepgm', 'commands'],
  ['a.ILESRVPGM', 'commands'],
  ['x/rules.mk', 'Rules.mk'],
  ['QRPGLESRC/ORD100', 'RPG'],
  ['QPROTOSRC/CUST.MBR', 'RPG'],
  ['qrpgsrc/ORD100', 'RPG III'],
  ['QCLLESRC/ORD100.mbr', 'CL'],
  ['QLBLSRC/ORD100', 'COBOL'],
  ['QCBLLESRC/CUST.copy', 'COBOL'],
  ['QDDSSRC/CUST', 'DDS'],
  ['QSQLSRC/CUST', 'SQL'],
  ['QCSRC/CUST.inc', 'C'],
  ['QSQLCPPSRC/CUST', 'C'],
  ['h/CUST', 'C'],
  ['QCPYLESRC/CUST', 'RPG'],
  ['QRPGLESRC/README.md', null],
  ['src/CUST', null],
  ['README', null],
  ['a.png', null],
  ['a.bnd', null],
  ['a.sqlprc', null],
  ['iproj.json', null],
  ['constructor', null],
  ['a.constructor', null],
  ['', null],
])('%s is %s', (path, language) => {
  expect(detectLanguage(path)).toBe(language);
});

test('of the source types that init knows, only these use nothing', () => {
  const names = sourceTypes.flatMap(({ extensions, rare }) => [...extensions, ...(rare ?? [])]);
  expect(names.filter((name) => detectLanguage(`a.${name}`) === null).join(' ')).toBe(
    // What INC and COPY hold, the folder says.
    'COPY INC BND BINDER SQLPRC SQLTRG PROCEDURE TRIGGER SQLUDF SQLVAR FUNCTION SQLSEQ SEQUENCE SQLUDT CMD CMDSRC MENU ' +
      'MENUSRC PNLGRP PNLGRPSRC WSCST WSCSTSRC QMQRY DTAARA DTAQ MSGF MSGQ JOBD JOBQ OUTQ SBSD USRSPC QMFORM SYSTRG REXX MNUCMD SQLPRM SQLMSK',
  );
});

test('a file that uses nothing is not read', () => {
  expect(listUses('README.md', '/copy CUST')).toEqual([]);
});

test('a .cpy holds COBOL or RPG: what anything is read from', () => {
  expect(listUses('a.cpy', '      /copy QCPYSRC,CUST')).toMatchObject([{ name: { name: 'CUST' } }]);
  expect(listUses('a.cpy', "**free\ndcl-ds cust extname('CUST');")).toMatchObject([{ name: { name: 'CUST' } }]);
  expect(listUses('a.CPY', '       COPY CUST.\n      *\n      /COPY NOT')).toMatchObject([{ name: { name: 'CUST' } }]);
  expect(listUses('a.cblle', '      /copy QCPYSRC,CUST')).toEqual([]);
});

test('an empty source uses nothing', () => {
  for (const path of ['a.rpgle', 'a.rpg', 'a.clle', 'a.cbl', 'a.pf', 'a.sql', 'a.c', 'a.ilepgm', 'Rules.mk']) {
    for (const text of ['', '\n', '\r', '**free', ' ', '\u0000', "'", '"', '(', ')', '/*']) {
      expect(listUses(path, text)).toEqual([]);
    }
  }
});

test('uses come in the order of their lines, with whole records', () => {
  expect(listUses('a.rpgle', '**free\ndcl-f b;\n/copy LIB/F,M\n')).toEqual([
    { kind: 'file', name: { as: 'object', name: 'B', type: '*FILE' }, line: 2 },
    { kind: 'include', name: { as: 'member', file: 'F', name: 'M' }, line: 3 },
  ]);
});

test.each([
  ['**free\nctl-opt nomain;\n', true],
  ["**FREE\n  Ctl-Opt bnddir('A')\n    // remark\n    NoMain\n    option(*srcstmt);\n", true],
  [at(8, 'ctl-opt nomain option(*srcstmt);'), true],
  ['ctl-opt nomain;', true],
  [at(6, 'H', 7, 'NOMAIN'), true],
  [at(6, 'h', 7, 'option(*srcstmt) nomain'), true],
  [`${at(6, 'H', 7, 'DEBUG(*YES)')}\n      * remark\n${at(1, '00020', 6, 'H', 8, 'NoMain')}\r\n`, true],
  [`${at(7, '/copy HSPEC')}\n${at(6, 'H', 7, 'NOMAIN')}`, true],
  ['**free\nctl-opt main(nomain);\n', false],
  ["**free\nctl-opt text('nomain');\n", false],
  ['**free\n// ctl-opt nomain;\nctl-opt;\n', false],
  ['**free\nctl-opt;\ndcl-s nomain ind;\n', false],
  ['**free\nctl-opt;\ndsply nomain;\n**CTDATA A\nctl-opt nomain;\n', false],
  [at(6, 'H', 7, '* NOMAIN'), false],
  [at(7, '* NOMAIN'), false],
  [at(6, 'D', 8, 'NOMAIN', 24, 'S'), false],
  [at(6, 'H', 7, 'DEBUG', 81, 'NOMAIN'), false],
  ['', false],
])('NOMAIN: %j: %s', (text, expected) => {
  expect(isNoProgram('a.sqlrpgle', text)).toBe(expected);
  expect(isNoProgram('QRPGLESRC/A', text)).toBe(expected);
  expect(isNoProgram('a.clle', text)).toBe(false);
});
