import { describe, expect, test } from 'vitest';
import { listBoundObjects, listMakefileUses } from '../../src/uses/rules-mk.ts';
import { listStatedUses } from '../../src/uses/source-uses.ts';
import { brief } from './brief.ts';

/** `NAME.*TYPE < source: uses`. */
function rules(text: string, isRulesMk = true): string[] {
  return listMakefileUses(text, isRulesMk).flatMap(({ targets, source, uses }) =>
    (targets ?? []).map(({ name, type }) => `${name} ${type} < ${source}: ${uses.map(brief).join(', ')}`),
  );
}

describe('Rules.mk', () => {
  test.each([
    [
      'ORD100.PGM: ord100.pgm.rpgle ordhdr.rpgleinc ORDFILE.FILE SAMPLE.BNDDIR',
      ["ORD100 *PGM < ord100.pgm.rpgle: include 'ordhdr.rpgleinc', file ORDFILE, bind SAMPLE *BNDDIR"],
    ],
    ['ord100.module:ord100.rpgle', ['ORD100 *MODULE < ord100.rpgle: ']],
    ['A.SRVPGM: a.bnd B.MODULE C.SRVPGM', ['A *SRVPGM < a.bnd: bind B *MODULE, bind C *SRVPGM']],
    ['A.PGM: B.MODULE \\\n\tC.MODULE\\\n  D.SRVPGM', ['A *PGM < null: bind B *MODULE, bind C *MODULE, bind D *SRVPGM']],
    ['A.BNDDIR: A.BNDDIR B.SRVPGM', ['A *BNDDIR < A.BNDDIR: bind B *SRVPGM']],
    ['A.CMD: A.CMD B.PGM', ['A *CMD < A.CMD: ']],
    ['A.MENU: a.menusrc B.MSGF', ['A *MENU < a.menusrc: ']],
    ['A.FILE: $(d)/A.PF B.FILE', ['A *FILE < A.PF: file B']],
    ['A.PGM: a.rpgle $(COPIES) $(X).FILE B.FILE', ['A *PGM < a.rpgle: file B']],
    ['A.FILE B.FILE: C.FILE', ['A *FILE < null: file C', 'B *FILE < null: file C']],
    ['%.MODULE: %.rpgle head.rpgleinc', ["% *MODULE < %.rpgle: include 'head.rpgleinc'"]],
    ['AB.C.MODULE: AB.C.rpgle', ['AB.C *MODULE < AB.C.rpgle: ']],
    ['CUST#.FILE: CUST#.PF REF#.FILE # a remark B.FILE', ['CUST# *FILE < CUST#.PF: file REF#']],
    ['A.FILE: a.table\r\nB.FILE: b.view A.FILE\r\n', ['A *FILE < a.table: ', 'B *FILE < b.view: file A']],
    ['A.FILE: B.FILE\n\tcl "C.FILE: D.FILE \\\n X.FILE:"\nE.FILE:', ['A *FILE < null: file B', 'E *FILE < null: ']],
    ['A.PGM: private TEXT = B.FILE: x', ['A *PGM < null: ']],
    ['A.PGM: private BNDDIR := LIB/B C', ['A *PGM < null: bind B *BNDDIR, bind C *BNDDIR']],
    ['A.PGM: BNDDIR=(B) $(C) *NONE', ['A *PGM < null: bind B *BNDDIR']],
    ['X := MYDIR\nA.PGM: private BNDDIR := $(X)', ['A *PGM < null: bind MYDIR *BNDDIR']],
    ['H=head\nA.MODULE: a.rpgle $(H).rpgleinc', ["A *MODULE < a.rpgle: include 'head.rpgleinc'"]],
    ['X = A B\nA.PGM: private BNDDIR := $(X)', ['A *PGM < null: bind A *BNDDIR, bind B *BNDDIR']],
    ['a.bnddir: a.bnddir B.SRVPGM | c.srvpgm \\\n d.srvpgm', ['A *BNDDIR < a.bnddir: bind B *SRVPGM']],
    ['A.PGM: private DBGVIEW ::= *SOURCE', ['A *PGM < null: ']],
    ['SUBDIRS = A.FILE B\nX := A.FILE: B.FILE\nPFs := A.FILE\\\n B.FILE: C.FILE', []],
    ['# A.FILE: B.FILE\n# more \\\nA.FILE: B.FILE', []],
    ['all: A.FILE\n.PHONY: all\n$(X).FILE: A.FILE', []],
  ])('%s', (text, expected) => {
    expect(rules(text)).toEqual(expected);
  });

  test('all its uses, with their lines', () => {
    const text = 'A.PGM: a.rpgle \\\n  B.FILE \\\n  C.FILE\n\nD.PGM: A.MODULE';
    const lines = listStatedUses('src/Rules.mk', text).flatMap(({ uses }) =>
      uses.map((use) => `${use.line} ${brief(use)}`),
    );
    expect(lines).toEqual(['2 file B', '3 file C', '5 bind A *MODULE']);
    expect(listStatedUses('RULES.MK', text)).toHaveLength(2);
  });
});

test('modules have many suffixes in makefiles', () => {
  const text = 'a.srvpgm: a.module b.sqlmod c.rpgmod d.sqlrpglemod e.mod';
  expect(rules(text, false)).toEqual([
    `A *SRVPGM < null: ${[...'ABCDE'].map((name) => `bind ${name} *MODULE`).join(', ')}`,
  ]);
});

test('objects that are bound from others alone, however many rules speak of them', () => {
  const text = [
    'ORD.PGM: ORD.MODULE CUST.SRVPGM',
    'ORD.PGM: private TEXT = Orders',
    'CUST.SRVPGM: cust.bnd CUSTMOD.MODULE',
    'LATE.PGM: A.MODULE',
    'LATE.PGM: late.rpgle',
    '%.MODULE: private DBGVIEW = *ALL',
  ].join('\n');
  expect(listBoundObjects(listMakefileUses(text, true))).toEqual([{ name: 'ORD', type: '*PGM' }]);
});
