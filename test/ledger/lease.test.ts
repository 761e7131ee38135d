import { expect, test } from 'vitest';
import { isOver, leaseMs, type RunUnderWay, renewMs, runNameOf, runsToWaitFor } from '../../src/ledger/lease.ts';
import type { LedgerRecord } from '../../src/ledger/record.ts';
import { recordBegun, recordRenewed, withoutOverRuns } from '../../src/ledger/written-ahead.ts';

/** Runs under way and their leases (design §8), with the time given. */

const now = new Date('2026-11-21T10:00:00Z');
const later = (ms: number) => new Date(now.getTime() + ms);
const me = { run: '5-2', id: '5', attempt: 2, instance: 'mine' };
const other = (more: Partial<RunUnderWay> = {}): RunUnderWay => ({
  run: '4-1',
  id: '4',
  attempt: 1,
  instance: 'another',
  head: 'a'.repeat(40),
  until: later(leaseMs).toISOString(),
  calls: [],
  ...more,
});

const rows: [string, Partial<RunUnderWay>, Date, boolean][] = [
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
  expect(isOver(other(run), me, at)).toBe(over);
  expect(runsToWaitFor([other(run)], me, at)).toHaveLength(over ? 0 : 1);
});

const call = {
  appl: 'ORD',
  lvl: 50,
  type: '*PGM',
  objn: 'A',
  rpth: null,
  path: 'A.RPGLE',
  reason: '*MIGRATE',
  blob: 'b',
  objectId: null,
  sent: {},
  added: false,
} as const;

const record: LedgerRecord = {
  version: 1,
  service: 's',
  repo: 'r',
  mapping: 'm',
  branch: 'main',
  head: 'b'.repeat(40),
  firstHead: null,
  filed: [],
  open: [],
  runs: [other({ calls: [call] })],
  unanswered: [],
};

test('the calls of a run that is over count as unanswered, those of a live one do not', () => {
  expect(withoutOverRuns(record, me, now)).toEqual(record);
  expect(withoutOverRuns(record, me, later(leaseMs))).toEqual({ ...record, runs: [], unanswered: [call] });
});

test('a run begins with its calls and a lease, and renewing prolongs that lease alone', () => {
  const { service, repo, mapping, branch } = record;
  const key = { service, repo, mapping, branch };
  const beginning = { key, me, base: null, head: 'c'.repeat(40), firstPush: false, calls: [call], now };
  const begun = recordBegun(record, beginning);
  expect(begun.runs.map(({ run, until }) => [run, until])).toEqual([
    ['4-1', later(leaseMs).toISOString()],
    ['5-2', later(leaseMs).toISOString()],
  ]);
  const renewed = recordRenewed(begun, me, later(renewMs));
  expect(renewed.runs.map(({ until }) => until)).toEqual([
    later(leaseMs).toISOString(),
    later(renewMs + leaseMs).toISOString(),
  ]);
  expect(renewMs).toBeLessThan(leaseMs / 2);
});

test('a run outside CI is named by the time', () => {
  expect(runNameOf({ id: null, attempt: 1 }, now, 'i').run).toBe(`local-${now.getTime().toString(36)}`);
  expect(runNameOf({ id: '7', attempt: 2 }, now, 'i')).toEqual({ run: '7-2', id: '7', attempt: 2, instance: 'i' });
});

test('a job of GitLab that is started again is told from its first start, and from its neighbours', () => {
  const start = (name: string, number: number, instance: string) =>
    runNameOf({ id: '7', attempt: 1, job: { name, number } }, now, instance);
  const first = other(start('file', 100, 'a'));
  expect(first.run).toBe('7-100');
  expect(isOver(first, start('file', 105, 'b'), now)).toBe(true);
  expect(isOver(first, start('file 2/2', 101, 'b'), now)).toBe(false);
});
