import { expect, test } from 'vitest';
import { findServiceUser } from '../../src/mapping/users.ts';

test('an account in any case, the very same first; nobody else', () => {
  const users = { 'jane-doe': 'JANE', MAX: 'MAX1', max: 'MAX2' };
  const actors = ['jane-doe', 'Jane-Doe', 'MAX', 'max', 'nobody', 'constructor'];
  const found = actors.map((actor) => findServiceUser(users, actor));
  expect(found).toEqual(['JANE', 'JANE', 'MAX1', 'MAX2', null, null]);
});
