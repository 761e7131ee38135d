import { expect, test } from 'vitest';
import { cases } from './affected-cases.ts';
import { affectedBy } from './affected-support.ts';

/** Too much to be held: Git searches it. */
const large = { 'src/LARGE.clle': 'PGM\n'.repeat(2_100_000) };

// How the large tree is searched does not depend on the case: one in five is played there.
test.each(cases.filter((_, n) => n % 5 === 0))('$name, in a large tree', async ({ files, changed, affects, kinds }) => {
  expect(await affectedBy({ ...files, ...large }, [changed], kinds)).toEqual(affects);
});
