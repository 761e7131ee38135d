import { expect, test } from 'vitest';
import {
  createLease,
  holdLease,
  isLeaseOver,
  leaseMs,
  nameRun,
  renewMs,
  selectActiveLeases,
} from '../../src/ledger/lease.ts';
import type { Lease } from '../../src/ledger/record.ts';
import { clone, oid, open, record, started } from './support.ts';

/** Runs under way and their leases (design §8), with the time given. */

const now = new Date('2026-11-21T10:00:00Z');
const later = (ms: number) => new Date(now.getTime() + ms);
const me = { run: '5-2', id: '5', attempt: 2, instance: 'mine' };
const theirs = createLease({ run: '4-1', id: '4', attempt: 1, instance: 'another' }, oid('a'), now);
const other = (more: Partial<Lease> = {}): Lease => ({ ...theirs, ...more });

const rows: [string, Partial<Lease>, Date, boolean][] = [
  ['alive', {}, now, false],
  ['its lease just not ended', {}, later(leaseMs - 1), false],
  ['its lease ended', {}, later(leaseMs), true],
  ['an earlier attempt of this run', { run: '5-1', id: '5' }, now, true],
  ['a later attempt of this run', { run: '5-3', id: '5', attempt: 3 }, now, false],
  ['this run itself', { run: '5-2', id: '5', attempt: 2, instance: 'mine' }, now, true],
  ['another job of this run', { run: '5-2', id: '5', attempt: 2 }, now, false],
  ['another local run', { run: 'local-x', id: null }, now, false],
  ['a lease that no clock could have given', { until: later(10 * leaseMs).toISOString() }, now, true],
  ['a lease that is no time', { until: 'soon' }, now, true],
];

test.each(rows)('%s', (_, run, at, over) => {
  expect(isLeaseOver(other(run), me, at)).toBe(over);
  expect(selectActiveLeases([other(run)], me, at)).toHaveLength(over ? 0 : 1);
});

test('a run outside CI is named by the time', () => {
  expect(nameRun({ id: null, attempt: 1 }, now, 'i').run).toBe(`local-${now.getTime().toString(36)}`);
  expect(nameRun({ id: '7', attempt: 2 }, now, 'i')).toEqual({ run: '7-2', id: '7', attempt: 2, instance: 'i' });
});

test('a job of GitLab that is started again is told from its first start, and from its neighbours', () => {
  const start = (name: string, number: number, instance: string) =>
    nameRun({ id: '7', attempt: 1, job: { name, number } }, now, instance);
  const first = other(start('file', 100, 'a'));
  expect(first.run).toBe('7-100');
  expect(isLeaseOver(first, start('file', 105, 'b'), now)).toBe(true);
  expect(isLeaseOver(first, start('file 2/2', 101, 'b'), now)).toBe(false);
});

test('a lease that holds costs nothing; one that runs out is renewed, it alone; one that is gone ends the run', async () => {
  using at = started();
  await using ledger = await open(clone(at, 'one'));
  await ledger.write(() => record({ leases: [theirs, createLease(me, oid('b'), now)] }));
  let time = now;
  using lease = holdLease(ledger, me, () => time, now);
  expect(await lease.ensure()).toBeNull();
  time = later(leaseMs - 1);
  expect(await lease.ensure()).toBeNull();
  expect(ledger.record()?.leases).toEqual([theirs, createLease(me, oid('b'), time)]);
  await ledger.write((newest) => newest && { ...newest, leases: [theirs] });
  time = later(2 * leaseMs);
  expect(await lease.ensure()).toMatchObject({ code: 'replaced' });
  expect(renewMs).toBeLessThan(leaseMs / 2);
});
