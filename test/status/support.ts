/** A status of records made by hand. */
import { leaseMs } from '../../src/ledger/lease.ts';
import { indexNotedRuns } from '../../src/ledger/note.ts';
import type { BranchRecord, CheckOut, Exception, Lease, Standing, Tried } from '../../src/ledger/record.ts';
import { makeStatus, type StatusQuestion, type StatusSources } from '../../src/status/make-status.ts';
import type { Status } from '../../src/status/status.ts';
import { checkOut, key, keyed, oid, record } from '../ledger/support.ts';

export const now = new Date('2026-11-22T10:00:00Z');

/** A path that a run could not pay. */
export function failing(more: Partial<NonNullable<Exception['failed']>> = {}): Exception {
  const since = { run: '5035-1', actor: 'bob', head: oid('2') };
  const failed = { outcome: 'rejected', said: 'Attribute missing', blob: oid('b'), objectId: null, since, rfp: 0 };
  return { was: null, failed: { ...failed, person: false, ...more } };
}

/** A check-out with a call that has no answer. */
export function trying(objn: string, more: Partial<Tried> = {}): CheckOut {
  const call: Tried = {
    ...{ does: 'file', objectId: null, reason: '*MIGRATE', path: `${objn}.RPGLE`, blob: oid('b'), run: '6001-1' },
    ...{ fields: { user: 'JANE' }, commit: oid('3'), group: null, ...more },
  };
  return { ...checkOut(objn, null), stands: null, tried: [call] };
}

export function standing(objn: string, objectId: number | null, more: Partial<Standing> = {}): CheckOut {
  return checkOut(objn, objectId, more);
}

/** The lease of a run that lives until so many minutes from now. */
export function lease(minutes: number, run = '6001-1'): Lease {
  const until = new Date(now.getTime() + minutes * 60_000).toISOString();
  return { run, id: run, attempt: 1, instance: run, head: oid('3'), until };
}

/** A note as a run writes it. */
export function note(run: string, at: string, more: { account?: string; branch?: string } = {}): string {
  const { account = 'jane-doe', branch = 'main' } = more;
  const about = [
    `Run: ${run} https://ci.example/${run}`,
    `At: ${at}`,
    `Service: ${key.service}`,
    `Account: ${account}`,
  ];
  const rest = ['Tool: file-checkouts 1', 'Mapping: none', `Branch: ${branch}`, 'created *MIGRATE x #1 A'];
  return [...about, ...rest].join('\n');
}

export const all: StatusQuestion = { branch: null, paths: [], user: null, isChosen: () => true };

/** A record as a test writes it: lists, and exceptions by path. */
export interface Made extends Partial<Omit<BranchRecord, 'checkOuts' | 'exceptions'>> {
  readonly checkOuts?: readonly CheckOut[];
  readonly exceptions?: Readonly<Record<string, Exception>>;
  readonly verified?: boolean | null;
}

export function made({ checkOuts = [], exceptions = {}, verified: _, ...more }: Made): BranchRecord {
  return record({ ...more, checkOuts: keyed(...checkOuts), exceptions: new Map(Object.entries(exceptions)) });
}

export function statusOf(
  records: readonly Made[],
  more: Partial<Pick<StatusSources, 'damaged' | 'tipOf' | 'changedIn'>> & {
    asked?: Partial<StatusQuestion>;
    notes?: Record<string, string>;
  } = {},
): Status {
  const read = records.map(({ verified = true, ...one }) => ({ record: made(one), verified }));
  const noted = indexNotedRuns(new Map(Object.entries(more.notes ?? {})));
  const { damaged = [], tipOf = () => undefined, changedIn = () => [] } = more;
  return makeStatus({ records: read, damaged, noted, tipOf, changedIn, now, tool: '1.2.3' }, { ...all, ...more.asked });
}

/** A text in every place of the ledger that can hold one. */
export function everywhere(text: string): Status {
  const at = { objn: text, appl: text, type: text, rpth: text };
  const place = { service: text, repository: text, repo: text, mapping: text };
  const path = `${text}.RPGLE`;
  const busy: Made = {
    ...{ ...place, branch: text, verified: false },
    checkOuts: [
      { ...standing('A', 10_001, { path, run: text, user: text, fields: { user: text } }), ...at },
      { ...trying('C', { path, run: text, fields: { user: text } }), ...at, lvl: 51 },
    ],
    exceptions: { [path]: failing({ outcome: text, said: text, since: { run: text, actor: text, head: oid('2') } }) },
    leases: [lease(1, `${text}1`), lease(-leaseMs, `${text}2`)],
  };
  const other: Made = { branch: 'main', checkOuts: [standing('Z', 10_002)] };
  const tipOf = ({ branch }: BranchRecord) => (branch === 'main' ? oid('9') : null);
  return statusOf([busy, other], { asked: { paths: [text], user: null }, damaged: [text], tipOf });
}
