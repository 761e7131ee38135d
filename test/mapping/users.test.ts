import { expect, test } from 'vitest';
import { findServiceUser } from '../../src/mapping/users.ts';

test.each([
  ['jane-doe', 'JANE'],
  ['Jane-Doe', 'JANE'],
  ['MAX', 'MAX1'],
  ['max', 'MAX2'],
  ['nobody', null],
  ['constructor', null],
])('%s is %s', (actor, user) => {
  expect(findServiceUser({ 'jane-doe': 'JANE', MAX: 'MAX1', max: 'MAX2' }, actor)).toBe(user);
});
