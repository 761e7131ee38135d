import { describe, expect, test } from 'vitest';
import { detectSourceKind } from '../../src/init/source-says.ts';
import { makeStarter } from '../../src/init/starter.ts';
import { spent } from '../spent.ts';
import { filled, mapperOf, mappingFile } from './support.ts';

const fixed = (spec: string) => `     H ${spec}\n     C                   EVAL      X = 1\n`;

describe('what a source says of itself', () => {
  test.each([
    ['RPGLE', '**free\nctl-opt dftactgrp(*no);\n', 'program DFTACTGRP'],
    ['RPGLE', '**free\nctl-opt option(*srcstmt)\n  actgrp(*new)\n;\n', 'program DFTACTGRP'],
    ['RPGLE', '**free\nctl-opt main(nomain);\n', 'program MAIN'],
    ['RPGLE', '**FREE\nCtl-Opt Option(*SrcStmt);\n', 'program CTL-OPT'],
    ['RPGLE', '**free\nctl-opt nomain;\n', 'module NOMAIN'],
    ['RPGLE', '**free\n// ctl-opt dftactgrp(*no);\nctl-opt option(*nodebugio) // main\n nomain;\n', 'module NOMAIN'],
    ['RPGLE', "**free\nctl-opt copyright('nomain');\n", 'program CTL-OPT'],
    ['RPGLE', '      ctl-opt nomain;\n', 'module NOMAIN'],
    ['RPGLE', fixed('NOMAIN'), 'module NOMAIN'],
    ['SQLRPGLE', fixed('DFTACTGRP(*NO)'), 'program DFTACTGRP'],
    ['RPGLE', '     H*NOMAIN\n', null],
    ['RPGLE', '     C                   EVAL      *INLR = *ON\n', 'program *INLR'],
    ['RPGLE', '     C                   SETON                                        LR\n', 'program *INLR'],
    ['RPGLE', '**free\n*inlr = *on;\n', 'program *INLR'],
    ['RPGLE', '/if defined(MODULE)\nctl-opt nomain;\n/else\nctl-opt dftactgrp(*no);\n/endif\n', null],
    ['RPGLE', '**free\ndcl-s x char(1);\n', null],
    ['RPGLE', "**free\n/COPY '../ctlopt.rpgleinc'\nCTL-OPT TEXT('x');\n", null],
    ['RPGLE', '**free\n/copy ctlopt\nctl-opt main(x);\n', 'program MAIN'],
    ['RPGLE', '      /copy h\n     H DATEDIT(*YMD)\n     C                   EVAL      *INLR = *ON\n', 'program *INLR'],
    ['RPGLE', '**free\nctl-opt;\n/copy protos\n', 'program CTL-OPT'],
    ['CLLE', '/* PGM of the night */\n             PGM        PARM(&A)\n', 'program PGM'],
    ['CLLE', 'START: pgm\n', 'program PGM'],
    ['CLLE', 'DCL VAR(&PGM)\n', null],
    ['CBLLE', '       IDENTIFICATION DIVISION.\n       PROGRAM-ID. X.\n', 'program IDENTIFICATION DIVISION'],
    ['CBLLE', '000100 ID DIVISION.\r\n', 'program IDENTIFICATION DIVISION'],
    ['CBLLE', '      * IDENTIFICATION DIVISION.\n', null],
    ['C', 'int main(void) { return 0; }\n', 'program main'],
    ['CPP', '/* main() */ // main()\nint f() { return 0; }\n', 'module no main'],
    ['PF', 'ctl-opt nomain', null],
    ['CMD', "/* CMD of the night */\n   CMD PROMPT('x')\n", null],
    ['CMD', 'ORD: cmd\n', null],
    ['CMD', '@echo off\nrem cmd\n', 'script no CMD'],
  ])('%s %j', (extension, text, says) => {
    const said = detectSourceKind(extension, text);
    expect(said && `${said.is} ${said.by}`).toBe(says);
  });

  const pieces = ['/*', '"', '// ', 'ctl-opt ', '     H(', "'", ' ', '/copy x\n'];
  test.each(pieces)('%j many times: in a moment', async (piece) => {
    const text = piece.repeat(300_000 / piece.length);
    const each = () => ['RPGLE', 'CLLE', 'CBLLE', 'C'].map((extension) => detectSourceKind(extension, text));
    expect(await spent(each)).toBeLessThan(5000);
  });
});

/** What `init` makes of sources that say what they are; null: they do not. */
function made(tree: Readonly<Record<string, 'program' | 'module' | null>>) {
  const says = new Map(Object.entries(tree).flatMap(([path, is]) => (is === null ? [] : [[path, { is }] as const])));
  const starter = makeStarter([...Object.keys(tree), mappingFile], filled, says);
  const map = mapperOf(starter.text);
  return { starter, types: Object.keys(tree).map((path) => map(path).split(' ')[0]) };
}

describe('a starter file', () => {
  const suffixed = { 'src/A.PGM.RPGLE': null, 'src/B.PGM.RPGLE': null };

  test('a few .PGM. names do not make modules of programs that say so', () => {
    const programs = { 'src/C.RPGLE': 'program', 'src/D.RPGLE': 'program', 'src/E.CLLE': 'program' } as const;
    const { types, starter } = made({ ...suffixed, ...programs });
    expect(types).toEqual(['*PGM', '*PGM', '*PGM', '*PGM', '*PGM']);
    expect(starter.text).toContain('ILE RPG. Sources or build files say it: programs.');
    expect(starter.unsure).toEqual([]);
  });

  test('what most say is the rule, the others get one by their names', () => {
    const mixed = { 'src/C.RPGLE': 'module', 'src/D.RPGLE': 'program', 'src/E.RPGLE': 'module' } as const;
    const { types, starter } = made({ ...suffixed, ...mixed });
    expect(types).toEqual(['*PGM', '*PGM', '*MODULE', '*PGM', '*MODULE']);
    expect(starter.text).toContain('# The source or a build file says it: programs.\n  - match: { gfile: "D.RPGLE" }');
  });

  test('one name in two folders: by the path', () => {
    const { types } = made({ 'a/C.RPGLE': 'module', 'b/C.RPGLE': 'program', 'b/D.RPGLE': 'program' });
    expect(types).toEqual(['*MODULE', '*PGM', '*PGM']);
  });

  test('a source that says what it is is no guess, no matter what stands beside it', () => {
    const { types } = made({ 'a/C.RPGLE': 'program', 'a/C.BND': null, 'a/D.RPGLE': null, 'a/D.BND': null });
    expect(types).toEqual(['*PGM', '*SRVPGM', '*MODULE', '*SRVPGM']);
  });

  test('where neither tells it is a guess, with how to change it', () => {
    // The prototypes are left out, so nobody guesses what they make.
    const { types, starter } = made({ ...suffixed, 'src/C.RPGLE': null, 'src/C_H.RPGLE': null });
    expect(types.slice(0, 3)).toEqual(['*PGM', '*PGM', '*MODULE']);
    const guess = 'A guess: modules, as programs say .PGM in their names here. A *PGM needs a rule above this one.';
    expect(starter.text).toContain(guess);
    const unsure = 'plain ILE RPG sources are taken for *MODULE, a guess: C.RPGLE; those of *PGM need a rule above';
    expect(starter.unsure).toEqual([unsure]);
  });

  test('members without an extension: the source file tells the language, the source the rest', () => {
    const members = { 'QRPGLESRC/A': 'program', 'QRPGLESRC/B': 'module', 'QRPGLESRC/C': 'program' } as const;
    expect(made({ ...members, 'QBNDSRC/B': null }).types).toEqual(['*PGM', '*MODULE', '*PGM', '*SRVPGM']);
  });
});
