import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { Row } from './row.ts';

/** The benchmark still runs: a cheap row, one round. How long anything took is not looked at. */

const run = promisify(execFile);

test('one table as JSON, a figure and a floor in each row', async () => {
  const args = [resolve('test/bench/bench.ts'), '--json', '--runs', '1', '--only', 'push-2'];
  const { stdout, stderr } = await run(process.execPath, args);
  const table = JSON.parse(stdout) as { version: number; rows: Row[] };
  expect(Object.keys(table)).toEqual(['version', 'date', 'node', 'git', 'cpus', 'rows']);
  expect(table.rows.map(({ name }) => name)).toEqual(['push-2']);
  for (const row of table.rows) {
    expect(row).toMatchObject({ unit: 'ms', runs: 1, spread: { min: row.ratio, max: row.ratio } });
    expect(row.ratio, row.name).toBe(row.measured / (row.floor ?? 0));
    expect(Math.min(row.measured, row.floor ?? 0), row.name).toBeGreaterThan(0);
  }
  expect(stderr).toBe('measuring: push of 2 files, with ledger\n');
});
