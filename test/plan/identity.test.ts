import { expect, test } from 'vitest';
import { formatIdentity, type Identity, identifyObject, mayBeSame, toIdentityKey } from '../../src/plan/identity.ts';

const object: Identity = { appl: 'ORD', lvl: 50, type: '*PGM', objn: 'ORD100', rpth: null };

test.each<[string, Partial<Identity>, boolean, boolean]>([
  ['itself', {}, true, true],
  ['an open type', { type: null }, false, true],
  ['another type', { type: '*MODULE' }, false, false],
  ['another name', { objn: 'ORD200' }, false, false],
  ['another application', { appl: 'WEB' }, false, false],
  ['another level', { lvl: 10 }, false, false],
  ['another relative path', { rpth: '/a' }, false, false],
])('%s', (_, differs, equal, same) => {
  const other = { ...object, ...differs };
  expect(toIdentityKey(object) === toIdentityKey(other)).toBe(equal);
  expect([mayBeSame(object, other), mayBeSame(other, object)]).toEqual([same, same]);
});

test.each([
  [{ objt: '*PGM', attr: 'RPGLE' }, '*PGM'],
  [{ attr: 'RPGLE' }, 'RPGLE'],
  [{}, null],
])('the type is objt if mapped, else attr, else open: %o', (fields, type) => {
  expect(identifyObject({ appl: 'ORD', lvl: 50, objn: 'ORD100', ...fields })).toEqual({ ...object, type });
});

test('what a rejected request does not say is empty', () => {
  expect(identifyObject({})).toEqual({ appl: '', lvl: 0, type: null, objn: '', rpth: null });
});

test('an object in words', () => {
  expect(formatIdentity(object)).toBe('ORD/50 ORD100 *PGM');
  expect(formatIdentity({ ...object, type: null })).toBe('ORD/50 ORD100');
  expect(formatIdentity({ ...object, type: null, rpth: '/a' })).toBe('ORD/50 ORD100/a');
});
