import { afterAll, expect, test } from 'vitest';
import { makeClone } from '../git/clones.ts';
import { history } from './history.ts';
import { githubRows, quickRows } from './rows.ts';
import { filesOf, runIn } from './support.ts';

/** A sample of matrix.slow.ts. */
const made = history();
afterAll(() => made[Symbol.dispose]());
const rows = githubRows(made.at).filter(({ name }) => quickRows.includes(name));

test.each(rows)('$name', async ({ name, ref, head, told, files, rule }) => {
  const dir = makeClone('depth1', made.origin, { ref, head: made.at[head] }, name);
  const report = await runIn(dir, told);
  expect(filesOf(report)).toEqual([...files].sort());
  expect(report.range?.rule).toBe(rule);
});
