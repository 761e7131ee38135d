/** A status of records made by hand. */

import { NotedRuns } from '../../src/ledger/noted-runs.ts';
import type { LedgerRecord } from '../../src/ledger/record.ts';
import { type Asked, makeStatus, type ReadRecord } from '../../src/status/make-status.ts';
import type { Status } from '../../src/status/status.ts';
import { entry, key, oid, record } from '../ledger/support.ts';

export const now = new Date('2026-11-22T10:00:00Z');

/** A change that is still open. */
export function openChange(
  objn: string,
  more: Partial<LedgerRecord['open'][number]> = {},
): LedgerRecord['open'][number] {
  const object = { appl: 'ORD', lvl: 50, type: '*PGM', objn, rpth: null };
  const rest = { reason: '*MIGRATE', outcome: 'rejected', why: 'Attribute missing', needsPerson: false } as const;
  const openSince = { run: '5035-1', actor: 'bob', head: oid('2') };
  return { ...object, path: `${objn}.RPGLE`, ...rest, added: false, openSince, ...more };
}

/** A call that a run meant to make. */
export function call(
  objn: string,
  more: Partial<LedgerRecord['unanswered'][number]> = {},
): LedgerRecord['unanswered'][number] {
  const object = { appl: 'ORD', lvl: 50, type: '*PGM', objn, rpth: null };
  const rest = { reason: '*MIGRATE', blob: oid('b'), objectId: null, sent: { user: 'JANE' }, added: false } as const;
  return { ...object, path: `${objn}.RPGLE`, ...rest, ...more };
}

/** A run that lives until so many minutes from now. */
export function run(minutes: number, calls: readonly string[] = []): LedgerRecord['runs'][number] {
  const until = new Date(now.getTime() + minutes * 60_000).toISOString();
  const name = { run: '6001-1', id: '6001', attempt: 1, instance: 'i' };
  return { ...name, head: oid('3'), until, calls: calls.map((objn) => call(objn)) };
}

/** A note as a run writes it. */
export function note(run: string, at: string, more: { account?: string; branch?: string } = {}): string {
  const { account = 'jane-doe', branch = 'main' } = more;
  const lines = [
    `Run: ${run} https://ci.example/${run}`,
    `At: ${at}`,
    `Service: ${key.service}`,
    `Account: ${account}`,
  ];
  return [...lines, 'Tool: file-checkouts 1', 'Mapping: none', `Branch: ${branch}`, 'created *MIGRATE x #1 A'].join(
    '\n',
  );
}

export const all: Asked = { branch: null, paths: [], user: null, isChosen: () => true };

export function statusOf(
  records: readonly (Partial<LedgerRecord> & Partial<Pick<ReadRecord, 'verified'>>)[],
  more: { asked?: Partial<Asked>; notes?: Record<string, string>; damaged?: readonly string[] } = {},
): Status {
  const read = records.map((one) => ({ verified: true, ...record(one) }) as ReadRecord);
  const noted = new NotedRuns(new Map(Object.entries(more.notes ?? {})));
  const known = { records: read, damaged: more.damaged ?? [], noted, now, tool: '1.2.3' };
  return makeStatus(known, { ...all, ...more.asked });
}

/** A text in every place of the ledger that can hold one. */
export function everywhere(text: string): Status {
  const at = { path: `${text}.RPGLE`, objn: text, appl: text, type: text, rpth: text };
  const place = { service: text, repo: text, mapping: text };
  const busy = {
    ...{ ...place, branch: text, verified: false },
    filed: [{ ...entry('A', 10_001), ...at, run: text, sent: { user: text }, closed: true as const }],
    open: [openChange('B', { ...at, outcome: text, why: text, openSince: { run: text, actor: text, head: oid('2') } })],
    runs: [
      { ...run(1), run: text },
      { ...run(-1, ['D']), run: `${text}2`, instance: 'j' },
    ],
    unanswered: [call('C', { ...at, sent: { user: text } })],
  };
  const other = { branch: 'main', filed: [entry('Z', 10_002)] };
  return statusOf([busy, other], { asked: { paths: [text], user: null }, damaged: [text] });
}
