import { expect, test } from 'vitest';
import { at, briefly, byLine } from './brief.ts';

test.each([
  [['PFILE(CUST)'], ['file CUST']],
  [['pfile(mylib/cust)'], ['file CUST']],
  [['PFILE(MYLIB/"Cust")'], ['file CUST']],
  [['PFILE(CUST MYLIB/ORDERS)'], ['file CUST', 'file ORDERS']],
  [['JFILE(CUST MYLIB/ORDERS)'], ['file CUST', 'file ORDERS']],
  [
    ['JFILE(CUST +', '      ORDERS)'],
    ['file CUST', 'file ORDERS'],
  ],
  [['JFILE(MYLIB/CU+', '      ST)'], ['file CUST']],
  [
    ['JFILE(MYLIB/CU-', 'ST ORDERS)'],
    ['file CUST', 'file ORDERS'],
  ],
  [['REFFLD(NAME CU-', 'ST)'], ['file CUST']],
  [['RE+', '   FFLD(NAME CUST)'], ['file CUST']],
  [['TEXT(1 -', '2) REFFLD(NAME +', ' CU+', ' ST)'], ['file CUST']],
  [['REF(CUST)'], ['file CUST']],
  [['REF(*LIBL/CUST CUSTR)'], ['file CUST']],
  [['REFFLD(NAME CUST)'], ['file CUST']],
  [['REFFLD(CUSTR/NAME MYLIB/CUST)'], ['file CUST']],
  [['EDTCDE(J) REFFLD( NAME  CUST)'], ['file CUST']],
  [['REFFLD(NAME)'], []],
  [['REFFLD(NAME *SRC)'], []],
  [['FORMAT(MYLIB/CUST)'], ['file CUST']],
  [['REFACCPTH(MYLIB/CUST)'], ['file CUST']],
  [["TEXT('REF(CUST)')"], []],
  [["TEXT('it''s PFILE(CUST)')"], []],
  [["TEXT('not closed PFILE(CUST)", 'REF(CUST)'], ['file CUST']],
  [['DSPATR(PR', 'REF(CUST)'], ['file CUST']],
  [['JREF(CUST ORDERS)', 'PREFIX(PFILE)'], []],
])('%s', (keywords, expected) => {
  const lines = keywords.map((line) => at(6, 'A', 45, line));
  for (const path of ['a.pf', 'A.LF', 'a.Dspf', 'a.prtf']) {
    expect(briefly(path, lines.join('\n'))).toEqual(expected);
    expect(briefly(path, `${lines.join('\r\n')}\r\n`)).toEqual(expected);
  }
  expect(briefly('a.pf', lines.map((line) => line.replace('A ', 'A*')).join('\n'))).toEqual([]);
});

test('lines: a comment between, fields, what is behind column 80', () => {
  const text = [
    at(6, 'A', 45, 'REF(FIELDS)'),
    at(6, 'A*', 45, 'REF(NOT)'),
    at(6, 'A', 17, 'R', 19, 'CUSTR', 45, 'PFILE(MYLIB/+'),
    at(7, '* between'),
    at(6, 'A', 50, 'CUST)'),
    at(1, '\u00e4\u00f6', 6, 'A', 19, 'NAME', 29, 'R', 45, "TEXT('Gr\u00f6\u00dfe')", 81, 'REF(NOT)'),
    at(45, 'REFFLD(NAME ITEM)'),
    at(45, 'REFFLD(MORE ITEM)'),
  ].join('\n');
  expect(byLine('a.lf', text)).toEqual(['1 file FIELDS', '3 file CUST', '7 file ITEM']);
});
