import { expect, test } from 'vitest';
import { cases } from './affected-cases.ts';
import { affectedBy } from './affected-support.ts';

test.each(cases)('$name', async ({ files, changed, affects, kinds }) => {
  expect(await affectedBy(files, [changed], kinds)).toEqual(affects);
});
