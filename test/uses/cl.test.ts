import { describe, expect, test } from 'vitest';
import { briefly, byLine } from './brief.ts';

describe('CL', () => {
  test.each([
    ['DCLF FILE(CUST)', ['file CUST']],
    ['             dclf       file(mylib/cust) rcdfmt(*all) opnid(a)', ['file CUST']],
    ['DclF Cust', ['file CUST']],
    ['DCLF *LIBL/CUST OPNID(A)', ['file CUST']],
    ['DCLF FILE(&LIB/CUST)', ['file CUST']],
    ['DCLF FILE(&FILE)', []],
    ['DCLF MYLIB/G.CUST', ['file G.CUST']],
    ['QSYS/DCLF FILE(CUST)', ['file CUST']],
    ['LABEL: DCLF FILE(CUST)', ['file CUST']],
    ['DCLF FILE(MYLIB/+\n          CUST)', ['file CUST']],
    ['DCLF +  \r\n     FILE(CUST)', ['file CUST']],
    ['DCLF FILE( -\n     CUST )', ['file CUST']],
    ['DCLF FILE(MYLIB/-\nCUST)', ['file CUST']],
    ['DC+\r\n   LF CUST', ['file CUST']],
    ['INC-  \nLUDE CUST', ['include ,CUST']],
    ['/* a remark */ DCLF FILE(CUST) /* another */', ['file CUST']],
    ['/* DCLF FILE(CUST) */', []],
    ['/* a remark\n DCLF FILE(CUST)\n */', []],
    ["SNDMSG MSG('it''s\nDCLF FILE(CUST)", ['file CUST']],
    ["CHGVAR VAR(&A) VALUE('DCLF FILE(CUST)')", []],
    ['DLTOBJ OBJ(MYLIB/*ALL) OBJTYPE(*FILE)\nDCLF CUST', ['file CUST']],
    ['OVRDBF FILE(CUST)\nDCLFX FILE(CUST)\nDCL VAR(&FILE)', []],
    ['INCLUDE SRCMBR(CUST)', ['include ,CUST']],
    ['include srcmbr(cust) srcfile(mylib/qclsrc)', ['include QCLSRC,CUST']],
    ['INCLUDE CUST MYLIB/QCLSRC', ['include QCLSRC,CUST']],
    ['INCLUDE CUST SRCFILE(*INCFILE)', ['include ,CUST']],
    ["INCLUDE SRCSTMF('../inc/cust.clle')", ["include '../inc/cust.clle'"]],
    ["INCLUDE SRCSTMF('../inc/+\n      cust.clle')", ["include '../inc/cust.clle'"]],
    ['INCLUDE', []],
    ['DCLPRCOPT DFTACTGRP(*NO) BNDDIR(LIB/A +\n B) LOG(*YES)', ['bind A *BNDDIR', 'bind B *BNDDIR']],
    ['dclprcopt bndsrvpgm((lib/a *defer) (b))', ['bind A *SRVPGM', 'bind B *SRVPGM']],
    ['DCLPRCOPT BNDDIR(*NONE) ACTGRP(A)', []],
  ])('%s', (text, expected) => {
    for (const path of ['a.clle', 'A.PGM.CLLE', 'a.clp', 'a.cl']) expect(briefly(path, text)).toEqual(expected);
  });

  test('lines', () => {
    const text = 'PGM\n/* one\ntwo */\nDCLF +\n  FILE(A)\n\nDCLF B\nENDPGM';
    expect(byLine('a.clle', text)).toEqual(['5 file A', '7 file B']);
  });
});

test.each([
  ['CRTPGM PGM(&O/&N) MODULE(A LIB/B) BNDSRVPGM(C)', ['A *MODULE', 'B *MODULE', 'C *SRVPGM']],
  ['crtpgm pgm(a) module(a) bndsrvpgm((lib/c *immed) (d *defer))', ['A *MODULE', 'C *SRVPGM', 'D *SRVPGM']],
  ['CRTPGM A (B)', []],
  ['CRTPGM PGM(B) MODULE(*PGM) BNDDIR(LIB/X +\n  Y) BNDSRVPGM(*NONE)', ['X *BNDDIR', 'B *MODULE', 'Y *BNDDIR']],
  ['CRTPGM PGM(LIB/B)', ['B *MODULE']],
  ['CRTPGM PGM(&O/&N)', ['A *MODULE']],
  ['CRTPGM PGM(&O/&N) MODULE(*pgm B)', ['B *MODULE', 'A *MODULE']],
  ['CRTSRVPGM SRVPGM(&O/&N) MODULE(*SRVPGM) EXPORT(*ALL)', ['A *MODULE']],
  ['CRTSRVPGM SRVPGM(&O/&N) EXPORT(*ALL)', ['A *MODULE']],
  ['CRTBNDRPG PGM(A) SRCFILE(QRPGLESRC) BNDDIR(X)', ['X *BNDDIR']],
  ['UPDPGM PGM(B)', []],
  ['CRTPGM LIB/A B', ['B *MODULE']],
  ['CRTPGM PGM(A) MODULE(&L/B &C D*)', ['B *MODULE']],
  ['UPDPGM PGM(A) MODULE(B)', ['B *MODULE']],
  ['CRTSRVPGM SRVPGM(&O/&N) MODULE(B) EXPORT(*ALL)', ['B *MODULE']],
  ['CRTSRVPGM SRVPGM(L/A) MODULE(B)', ['B *MODULE', ',A']],
  ['CRTSRVPGM SRVPGM(L/A) MODULE(B) EXPORT(*SRCFILE) SRCFILE(L/Q)', ['B *MODULE', 'Q,A']],
  ['CRTSRVPGM SRVPGM(A) MODULE(B) SRCFILE(L/Q) SRCMBR(C)', ['B *MODULE', 'Q,C']],
  ['CRTSRVPGM SRVPGM(A) MODULE(B) SRCFILE(Q) SRCMBR(*SRVPGM)', ['B *MODULE', 'Q,A']],
  ["CRTSRVPGM SRVPGM(&O/&N) MODULE(B) SRCSTMF('a/b.bnd')", ['B *MODULE', "'a/b.bnd'"]],
  ['CRTSRVPGM SRVPGM(&O/&N) MODULE(B)', ['B *MODULE']],
  ['!DLTOBJ OBJ(A) OBJTYPE(*BNDDIR)\nCRTBNDDIR BNDDIR(L/A)', []],
  ['ADDBNDDIRE BNDDIR(&O/&N) OBJ((*LIBL/A *SRVPGM) (B *MODULE *IMMED) (C))', ['A *SRVPGM', 'B *MODULE', 'C *SRVPGM']],
  ['addbnddire bnddir(x) obj(a *module)', ['A *MODULE']],
  ['/* CRTPGM PGM(A) MODULE(B) */', []],
])('commands that bind: %s', (text, expected) => {
  const bound = expected.map((name) => `bind ${name}`);
  for (const path of ['a.ilepgm', 'A.ILESRVPGM', 'a.bnddir']) expect(briefly(path, text)).toEqual(bound);
});
