import { expect, test } from 'vitest';
import { soughtNames, soughtWords } from '../../src/uses/sought-words.ts';
import { byMember, byObject, byPath, objectsFrom } from './support.ts';

const objectsOf = objectsFrom({ 'QDDSSRC/custpf.pf': 'CUST *FILE', 'x/item-Items.table': 'ARTICLE *FILE' });
const sought = { objectsOf, aliases: () => [] };

test.each<[string, string[]]>([
  ['QRPGLEREF/Cust.rpgle', ['CUST']],
  ['cust-Customer file.table', ['CUST']],
  ['ord100.pgm.rpgle', ['ORD100']],
  ['@MSG$API#1.RPGLEINC', ['@MSG$API#1']],
  ['QDDSSRC/custpf.pf', ['CUST', 'CUSTPF']],
  ['x/item-Items.table', ['ARTICLE', 'ITEM']],
  ['D\u00e4\u00f6CUST\u00fc.RPGLE', ['CUST']],
  ['Stra\u00dfe.RPGLE', ['STRA']],
  ['\u00c4.RPGLE', ['']],
])('the words for %s', (path, expected) => {
  expect(soughtWords({ ...sought, paths: [path] }).words).toEqual(expected);
});

test('words of many files, each once', () => {
  expect(soughtWords({ ...sought, paths: ['b/X.RPGLE', 'a/x.pf', 'A.PF'] }).words).toEqual(['A', 'X']);
});

test.each<[string, string[], string[]]>([
  [
    'QDDSSRC/custpf.pf',
    [
      'A            CUSTNO    R        O  6 15REFFLD(CUSTR/CUSTNO *LIBL/CUS-',
      'REFFLD(CUSTNO cu+\r',
      'PFILE(C-  \r',
      'JFILE(ORDERS c-',
      'PFILE("Cu-',
    ],
    ['PFILE(LIB/CUST-', 'PFILE(CUX-', 'CU- S', 'CU'],
  ],
  ['sql/cust.sql', ['REF(CUS-'], ['REF(CUST) -']],
  ['sql/$MSG#1.sql', ['REF($MSG#+', 'REF($-'], ['REF(M-', 'REF(-']],
  ['sql/M\u00dcLLER.sql', ['REF(M-', 'REF(M\u00dc+', 'anything -'], ['REF(M']],
  ['sql/X.sql', [], ['REF(X-', 'REF(-']],
  ['QRPGLEREF/Cust.rpgle', [], ['CU-']],
])('a changed file is also sought where its name goes on in the next line: %s', (path, lines, others) => {
  const { patterns } = soughtWords({ ...sought, paths: [path] });
  const isFound = (line: string) => patterns.some((pattern) => new RegExp(pattern, 'im').test(`A\n${line}\nB`));
  expect(lines.filter((line) => !isFound(line))).toEqual([]);
  expect([...others, 'A*-----', '* / -', '/copy cust', 'REFFLD(CUSTNO *LIBL/CUST)'].filter(isFound)).toEqual(
    path.includes('\u00dc') ? ['A*-----', '* / -'] : [],
  );
});

test('for many files all sources are read', () => {
  const paths = Array.from({ length: 21 }, (_, n) => `F${n}.PF`);
  expect(soughtWords({ ...sought, paths })).toMatchObject({ words: [''], patterns: [] });
});

test('only a name that one of the files has can mean it', () => {
  const { mayMean } = soughtNames({ ...sought, paths: ['QRPGLEREF/Cust-Rec.rpgle', 'QDDSSRC/custpf.pf', 'H/x.h'] });
  const names = [byMember('CUST'), byMember('cust-rec'), byObject('CUST'), byPath('./a/cust-rec.rpgle'), byPath('x.h')];
  expect(names.map(mayMean)).toEqual(names.map(() => true));
  expect([byMember('CUS'), byObject('CUSTOMER'), byPath('cust/y.rpgle')].map(mayMean)).toEqual([false, false, false]);
});
