import { expect, test } from 'vitest';
import { listNameWarnings } from '../../src/plan/object-names.ts';
import type { PlannedRequest } from '../../src/plan/planned.ts';
import { planned } from '../report/support.ts';

const named = (objn: string, more: Partial<PlannedRequest> = {}, type: string | null = '*PGM') => {
  const fields = { appl: 'ORD', lvl: 50, objn, ...(type === null ? {} : { objt: type }) };
  return planned(objn, { identity: { appl: 'ORD', lvl: 50, type, objn, rpth: null }, fields, ...more });
};
const warned = (requests: readonly PlannedRequest[], filed: readonly string[] = []) => {
  const before = filed.map((name) => named(name).identity);
  const warnings = [...listNameWarnings(requests, before)];
  return warnings.map(([request, said]) => `${request.identity.objn}: ${said.join('; ')}`);
};

test('names that no native object has', () => {
  expect(warned([named('ORD100'), named('$A#@_.9'), named('CUSTOMERORDERS'), named('ord100x'), named('A B')])).toEqual([
    'CUSTOMERORDERS: objn CUSTOMERORDERS has 14 characters; a native object has at most 10',
    'ord100x: objn ord100x holds characters that no native object has; A-Z 0-9 $ # @ _ . are allowed',
    'A B: objn A B holds characters that no native object has; A-Z 0-9 $ # @ _ . are allowed',
  ]);
});

test('names of IFS objects, of what is deleted, and of what has no name, are as they are', () => {
  const gone = named('CUSTOMERORDERS', { reason: '*DELETE' });
  const open = [{ rpth: 'a' }, { dir: 'a' }].map((more) => named('a c', { fields: { objn: 'a c', ...more } }, null));
  const ifs = [named('a-very-long-name.html', {}, '*IFS'), named('a b', {}, '*REMOTE'), ...open];
  expect(warned([...ifs, gone, named('', { fields: {} })])).toEqual([]);
  expect(warned([named('a b', {}, null)])).toHaveLength(1);
});

test.each([
  ['ORD100', 'ORD1OO'],
  ['ILIST', '1LIST'],
  ['FILEL', 'FILE1'],
  ['INDEX', 'index'],
  ['caf\u00e9', 'cafe\u0301'],
])('%s and %s look alike, in one plan and with what was filed before', (one, other) => {
  const alike = (name: string, with_: string) => `${name}: objn ${name} looks like ${with_}, which is another object`;
  const isIfs = (name: string) => named(name, {}, '*IFS');
  expect(warned([isIfs(one), isIfs(other)])).toEqual([alike(one, other), alike(other, one)]);
  if (one.toUpperCase() === one && other.toUpperCase() === other)
    expect(warned([named(one)], [other])).toEqual([alike(one, other)]);
});

test('the same name, another type, target or folder, and what only rhymes, are no look-alikes', () => {
  const identity = { appl: 'ORD', lvl: 10, type: '*PGM', objn: 'ORD1OO', rpth: null };
  const others = [named('ORD1OO', {}, '*FILE'), named('ORD1OO', { identity })];
  expect(warned([named('ORD100'), named('ORD100'), ...others])).toEqual([]);
  expect(warned([named('ORD105'), named('ORD10S')], ['ORD101'])).toEqual([]);
});
