import { expect, test } from 'vitest';
import { at, briefly, byLine } from './brief.ts';

test.each([
  ['COPY CUST.', ['include ,CUST']],
  ['copy cust.', ['include ,CUST']],
  ['COPY CUST-REC.', ['include ,CUST-REC']],
  ['COPY CUST OF QCPYSRC.', ['include QCPYSRC,CUST']],
  ['Copy Cust In MyLib-QCpySrc.', ['include QCPYSRC,CUST']],
  ['COPY CUST OF MYLIB/QCPYSRC.', ['include QCPYSRC,CUST']],
  ['COPY CUST\n  OF\n  QCPYSRC\n  REPLACING ==A== BY ==B==.', ['include QCPYSRC,CUST']],
  ['COPY CUST SUPPRESS.', ['include ,CUST']],
  ['COPY CUST REPLACING A BY B.', ['include ,CUST']],
  ['01 REC. COPY CUST.', ['include ,CUST']],
  ['COPY "inc/cust.cpy".', ["include 'inc/cust.cpy'"]],
  ["COPY 'inc/cust.cpy'.", ["include 'inc/cust.cpy'"]],
  ['COPY DDS-ALL-FORMATS OF CUST.', ['file CUST']],
  ['copy dds-all-formats in mylib-cust.', ['file CUST']],
  ['COPY DDSR-ALL-FORMATS OF CUST.', ['file CUST']],
  ['COPY DD-ALL-FORMATS OF CUST WITH ALIAS.', ['file CUST']],
  ['COPY DDR-FMT-I OF CUST-INDICATORS.', ['file INDICATORS']],
  ['COPY DDS-FMT-O-INDIC\n   OF MYLIB-CUST.', ['file CUST']],
  ['COPY DDS-ALL-FORMATS.', ['include ,DDS-ALL-FORMATS']],
  ['DDS-REC. MOVE A TO B.', []],
  ['PERFORM COPY-CUST.', []],
  ['550-COPY. MOVE X TO Y.', []],
  ['REMARKS. I COPY THINGS ABOUT.', []],
  ['DISPLAY "COPY CUST." UPON X.', []],
  ["DISPLAY 'COPY CUST.'.", []],
  ['*> COPY CUST.', []],
  ['MOVE A TO B. *> COPY CUST.', []],
  ['EXEC SQL INCLUDE CUST END-EXEC.', ['include ,CUST']],
  ['exec sql\n  include cust\nend-exec.', ['include ,CUST']],
  ['EXEC SQL INCLUDE SQLCA END-EXEC.', []],
  ['EXEC SQL INCLUDE END-EXEC.', []],
])('%s', (text, expected) => {
  const columns = text.split('\n').map((line) => at(1, '000100', 8, line));
  for (const path of ['a.cbl', 'A.PGM.CBLLE', 'a.sqlcblle', 'a.cpy']) {
    expect(briefly(path, columns.join('\n'))).toEqual(expected);
    expect(briefly(path, columns.join('\r\n'))).toEqual(expected);
  }
  for (const mark of '*/') {
    expect(briefly('a.cbl', columns.map((line) => line.slice(0, 6) + mark + line.slice(7)).join('\n'))).toEqual([]);
  }
});

test('columns: what stands behind 72 is none, a tab is eight', () => {
  expect(briefly('a.cbl', at(8, 'MOVE A TO B.', 73, 'COPY CUST.'))).toEqual([]);
  expect(byLine('a.cbl', `${at(7, '*', 8, '\u00fcber')}\n\tCOPY CUST.\n`)).toEqual(['2 include ,CUST']);
});
