import { expect, test } from 'vitest';
import { soughtWords } from '../../src/uses/sought-words.ts';
import { byMember, byObject, byPath, objectsFrom } from './support.ts';

const objectsOf = objectsFrom({ 'QDDSSRC/custpf.pf': 'CUST *FILE', 'x/item-Items.table': 'ARTICLE *FILE' });

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
  expect(soughtWords([path], objectsOf).words).toEqual(expected);
});

test('words of many files, each once', () => {
  expect(soughtWords(['b/X.RPGLE', 'a/x.pf', 'A.PF'], objectsOf).words).toEqual(['A', 'X']);
});

test.each<[string, string[]]>([
  [
    'QDDSSRC/custpf.pf',
    ['A            CUSTNO    R        O  6 15REFFLD(CUSTR/CUSTNO *LIBL/CUS-', '  PFILE(LIB/CUSTP-\r'],
  ],
  ['sql/cust.sql', ['/-']],
  ['QRPGLEREF/Cust.rpgle', []],
])('a changed file is also sought by names that end in the next line: %s', (path, lines) => {
  const { patterns } = soughtWords([path], objectsOf);
  expect(patterns.length).toBe(lines.length > 0 ? 1 : 0);
  const [pattern] = patterns.map((one) => new RegExp(one, 'is'));
  for (const line of lines) expect(pattern?.test(line), line).toBe(true);
  for (const line of ['A*-----', '* / -', '/copy cust', 'REFFLD(CUSTNO *LIBL/CUST) -'])
    expect(pattern?.test(line)).not.toBe(true);
});

test('only a name that one of the files has can mean it', () => {
  const { mayMean } = soughtWords(['QRPGLEREF/Cust-Rec.rpgle', 'QDDSSRC/custpf.pf', 'H/x.h'], objectsOf);
  const names = [byMember('CUST'), byMember('cust-rec'), byObject('CUST'), byPath('./a/cust-rec.rpgle'), byPath('x.h')];
  expect(names.map(mayMean)).toEqual(names.map(() => true));
  expect([byMember('CUS'), byObject('CUSTOMER'), byPath('cust/y.rpgle')].map(mayMean)).toEqual([false, false, false]);
});
