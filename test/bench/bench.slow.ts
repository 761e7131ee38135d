import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { Row } from './row.ts';

/** The benchmark still runs: its cheap rows, one round each. How long anything took is not looked at. */

const run = promisify(execFile);

test('one table as JSON, a figure and a floor in each row', async () => {
  const args = [resolve('test/bench/bench.ts'), '--json', '--runs', '1', '--only', 'plan-3,push-2'];
  const { stdout, stderr } = await run(process.execPath, args);
  const table = JSON.parse(stdout) as { version: number; rows: Row[] };
  expect(Object.keys(table)).toEqual(['version', 'date', 'node', 'git', 'cpus', 'rows']);
  expect(table.rows.map(({ name }) => name)).toEqual(['plan-3', 'push-2']);
  for (const row of table.rows) {
    expect(row).toMatchObject({ unit: 'ms', runs: 1, spread: { min: row.ratio, max: row.ratio } });
    expect(row.ratio, row.name).toBe(row.measured / (row.floor ?? 0));
    expect(Math.min(row.measured, row.floor ?? 0), row.name).toBeGreaterThan(0);
  }
  expect(stderr).toBe(
    `${['plan, 3 files, with report', 'push of 2 files, with ledger'].map((what) => `measuring: ${what}\n`).join('')}`,
  );
});
