import { expect, test } from 'vitest';
import { filed } from '../../src/checkout/outcome.ts';
import { type BranchRecord, type CheckOut, createRecord } from '../../src/ledger/record.ts';
import { identifyObject, toIdentityKey } from '../../src/plan/identity.ts';
import type { PlannedRequest } from '../../src/plan/planned.ts';
import { buildWorks } from '../../src/run/ahead.ts';
import { deriveRecord } from '../../src/run/settle.ts';
import { decideSteps } from '../../src/run/steps.ts';
import { planned, standing, tried } from '../checkout/support.ts';
import { scriptedRun } from '../filing/scripted.ts';
import { planOf } from '../plan/support.ts';
import { runPathOf } from '../run/support.ts';

/** What is done between planning and calls, and after them, grows as the number of requests does (design §8). */

const key = { service: 's', repository: 'acme/orders', repo: 'ORDERS', mapping: '.file-checkouts.yml', branch: 'main' };
const me = { run: '2-1', id: '2', attempt: 1, instance: 'mine', head: '', until: '' };
const [before, head] = ['a', 'b'].map((digit) => digit.repeat(40)) as [string, string];

function requestsOf(count: number): PlannedRequest[] {
  return Array.from({ length: count }, (_, n) => {
    const fields = { appl: 'ORD', lvl: 50, objn: `P${n}`, objt: '*PGM', gpath: '', gfile: `P${n}.RPGLE` };
    return planned({ path: { text: `P${n}.RPGLE`, raw: null }, identity: identifyObject(fields), fields, blob: head });
  });
}

/** A record with every object filed, unpaid, and tried: all that can be looked through. */
function recordOf(requests: readonly PlannedRequest[]): BranchRecord {
  const since = { run: '1-1', actor: null, head: before };
  const failed = { outcome: 'rejected', said: 'no', blob: before, objectId: null, since, rfp: 0, person: false };
  const checkOuts = requests.map(({ identity, path, fields }, n): CheckOut => {
    const stands = standing({ objectId: 10_001 + n, path: path.text, blob: before, fields });
    return { ...identity, stands, tried: [tried({ objectId: 10_001 + n, path: path.text })], before: {} };
  });
  return {
    ...createRecord(key),
    settled: { commit: before, began: before, fork: null },
    exceptions: new Map(requests.map(({ path }) => [path.text, { was: before, unknown: true, failed }])),
    checkOuts: new Map(checkOuts.map((one) => [toIdentityKey(one), one])),
  };
}

/** Microseconds for deciding and remembering an update of each object; the least of a few, as others use the machine. */
function timed(count: number): number {
  const requests = requestsOf(count);
  const record = recordOf(requests);
  const rounds = Array.from({ length: 3 }, () => {
    const start = process.threadCpuUsage().user;
    const steps = decideSteps({ requests, nothing: [] }, record, false);
    const works = buildWorks(steps, scriptedRun);
    const ended = works.map((work) => {
      const rows = [filed(work.step.should.request, 'updated')];
      const how = { isSent: true, calls: [], taken: [], waitsFor: [] };
      return { work, rows, checkOut: { ...work.ahead, tried: [] }, ...how };
    });
    const after = deriveRecord(record, {
      ...{
        ...{ record, head, fork: null, began: null, movesSettled: true, uncompiled: new Set<string>(), me },
        ...{ rule: 'push', actor: null, hasLease: false, isRefused: false },
      },
      ...{ paths: new Map(requests.map(({ path }) => runPathOf(path.text, before, head))) },
      ...{ unmapped: [], filed: ended, rfps: new Map() },
    });
    // Of this thread alone, as the machine may be busy.
    const used = process.threadCpuUsage().user - start;
    expect(steps.every(({ deeds }) => deeds[0] === 'update')).toBe(true);
    expect([after.checkOuts.size, after.exceptions.size]).toEqual([count, 0]);
    return used;
  });
  return Math.min(...rounds);
}

test('four times the requests take about four times as long, not sixteen times', () => {
  timed(500);
  const small = timed(3_000);
  const large = timed(12_000);
  // The clock counts in steps of 4 ms: less than five of them decide nothing.
  expect(large / Math.max(small, 20_000)).toBeLessThan(9);
});

test('files that all make one object are planned as quickly as others, changed or not', () => {
  const tree = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`${n}/X.BND`, `${n}`]));
  const start = process.threadCpuUsage().user;
  planOf({}, tree(3_000));
  const { requests } = planOf(tree(3_000), { ...tree(3_000), 'other/X.BND': 'new' });
  expect(requests).toMatchObject([{ twin: '0/X.BND' }]);
  expect((process.threadCpuUsage().user - start) / 1e6).toBeLessThan(5);
});
