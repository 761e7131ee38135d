import { expect, test } from 'vitest';
import { decideActions } from '../../src/filing/decide-actions.ts';
import { type FiledRequest, filed } from '../../src/ledger/outcome.ts';
import type { LedgerRecord } from '../../src/ledger/record.ts';
import { recordPieces } from '../../src/ledger/record-pieces.ts';
import { recordAfter } from '../../src/ledger/settle.ts';
import type { Settlement } from '../../src/ledger/settlement.ts';
import { identityOf } from '../../src/plan/identity.ts';
import type { PlannedRequest } from '../../src/plan/planned.ts';

/** What is done between planning and calls, and after them, grows as the number of requests does (design §8). */

const key = { service: 'http://127.0.0.1', repo: 'ORDERS', mapping: '.file-checkouts.yml', branch: 'main' };
const me = { run: '2-1', id: '2', attempt: 1, instance: 'mine' };
const [before, head] = ['a', 'b'].map((digit) => digit.repeat(40)) as [string, string];

function requestsOf(count: number): PlannedRequest[] {
  return Array.from({ length: count }, (_, n) => {
    const fields = { appl: 'ORD', lvl: 50, objn: `P${n}`, objt: '*PGM', gpath: '', gfile: `P${n}.RPGLE` };
    const path = { text: `P${n}.RPGLE`, raw: null };
    const about = { path, previousPath: null, rule: 'rules[0]', bytes: 10, added: false, obstacle: null };
    return { ...about, reason: '*MIGRATE', identity: identityOf(fields), fields, blob: head };
  });
}

const settlementOf = (rows: readonly FiledRequest[], at: string): Settlement => ({
  key,
  head: at,
  actor: null,
  me,
  rows,
  stays: new Set(),
  unmapped: [],
  firstPush: false,
  movesHead: true,
  countedFrom: at === before ? null : before,
  hasBegun: false,
  left: null,
  hasLookedAtClaims: true,
  gone: [],
  given: [],
  mappingBlob: null,
});

/** A record with every object filed, still open, and written down as unanswered: all that can be looked through. */
function recordOf(requests: readonly PlannedRequest[]): LedgerRecord {
  const rows = requests.map((request, n) =>
    filed({ ...request, blob: before }, 'created', { objectId: 10_001 + n, rfp: 0 }),
  );
  const record = recordAfter(null, settlementOf(rows, before));
  if (record === null) throw new Error('nothing was remembered');
  const call = { reason: '*MIGRATE', blob: before, objectId: 1, sent: null, added: false } as const;
  const named = requests.map(({ identity, path }) => ({ ...identity, path: path.text }));
  const open = { reason: '*MIGRATE', outcome: 'rejected', why: 'no', needsPerson: false, added: false } as const;
  return {
    ...record,
    open: named.map((entry) => ({ ...entry, ...open })),
    unanswered: named.map((entry) => ({ ...entry, ...call })),
  };
}

/** Milliseconds for deciding and remembering an update of each object; the least of a few, as others use the machine. */
function timed(count: number): number {
  const requests = requestsOf(count);
  const record = recordOf(requests);
  const rounds = Array.from({ length: 3 }, () => {
    const start = process.threadCpuUsage().user;
    const actions = decideActions(requests, record, () => false, new Map());
    const rows = actions.map(({ request }, n) => filed(request, 'updated', { objectId: 10_001 + n, rfp: 0 }));
    const after = recordAfter(record, settlementOf(rows, head));
    const text = after === null ? '' : [...recordPieces(after)].join('');
    // Of this thread alone, as the machine may be busy.
    const used = process.threadCpuUsage().user - start;
    expect(actions.every(({ kind }) => kind === 'update')).toBe(true);
    expect(after).toMatchObject({ head, open: [], unanswered: [] });
    expect(after?.filed).toHaveLength(count);
    expect(JSON.parse(text)).toEqual(after);
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
