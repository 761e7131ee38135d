import { expect, test } from 'vitest';
import { briefly, byLine } from './brief.ts';

test.each([
  ['#include "cust.h"', ["include 'cust.h'"]],
  ['  #  include\t"../h/cust.h" // remark', ["include '../h/cust.h'"]],
  ['#INCLUDE "cust.h"', ["include 'cust.h'"]],
  ['#include "a/b/c/cust"', ["include 'a/b/c/cust'"]],
  ['#include "./cust"', ["include './cust'"]],
  ['#include "cust"', ['include ,CUST']],
  ['#include "H/cust"', ['include H,CUST']],
  ['#include "mylib/h/cust"', ['include H,CUST']],
  ['#include "mylib/h(cust)"', ['include H,CUST']],
  ['#include "*LIBL/H(CUST)"', ['include H,CUST']],
  ['#include <stdio.h>', ["include 'stdio.h'"]],
  ['#include <H/CUST>', ['include H,CUST']],
  ['#include CUST', []],
  ['#includes "cust.h"', []],
  ['// #include "cust.h"', []],
  ['/* remark\n#include "cust.h"\n*/', []],
  ['/* remark */\n#include "cust.h"', ["include 'cust.h'"]],
  ['char *a = "/*";\n#include "cust.h"\nchar *b = "*/";', ["include 'cust.h'"]],
  ['char a = \'"\'; char *b = "\\"/*";\n#include "cust.h"', ["include 'cust.h'"]],
  ['#error don\'t\n#include "cust.h"', ["include 'cust.h'"]],
  ['char *a = "\\\n#include \\"cust.h\\"";', []],
  ['/* never closed\n#include "cust.h"', []],
  ['#pragma mapinc("cust", "MYLIB/CUST(*ALL)", "both", "", "", "")', ['file CUST']],
  ['#pragma mapinc ( "x" , "CUST(CUSTR)" , "input")', ['file CUST']],
  ['EXEC SQL INCLUDE CUST;', ['include ,CUST']],
  ["exec sql\n  include 'h/cust.h' ;", ["include 'h/cust.h'"]],
  ['exec sql include sqlca;\nEXEC SQL INCLUDE SQLDA;', []],
  ['char *a = "exec sql include cust;";', []],
])('%s', (text, expected) => {
  for (const path of ['a.c', 'A.CPP', 'a.h', 'a.sqlc']) {
    expect(briefly(path, text)).toEqual(expected);
    expect(briefly(path, text.replaceAll('\n', '\r\n'))).toEqual(expected);
  }
});

test('lines', () => {
  const text = '/* \u00e9\n */ "a\\\nb"\n#include "a.h"\nexec sql include B;\n#include "c.h"';
  expect(byLine('a.sqlc', text)).toEqual(["4 include 'a.h'", '5 include ,B', "6 include 'c.h'"]);
});
