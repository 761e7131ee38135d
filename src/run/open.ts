import { randomUUID } from 'node:crypto';
import { hostedName, ledgerKey } from '../ledger/key.ts';
import { runsToWaitFor } from '../ledger/lease.ts';
import { closedLedger, type Ledger, type WriteResult } from '../ledger/ledger-access.ts';
import { openLedger } from '../ledger/open-ledger.ts';
import { ledgerRequired, secretNeeded } from '../ledger/problems.ts';
import { type BranchRecord, emptyRecord, type RecordKey, type Settled } from '../ledger/record.ts';
import type { SealSecrets } from '../ledger/seal.ts';
import type { Notice } from '../sentences/notice.ts';
import { askService } from './client-options.ts';
import { StartAgain, StoppedBefore } from './facts.ts';
import { mayWrite, type RunTools } from './input.ts';
import type { RunSubject } from './read-mapping.ts';

/** A run with its mapping and its ledger open. */
export interface OpenRun extends RunTools {
  readonly subject: RunSubject;
  readonly ledger: Ledger;
  /** The key of this run's record. */
  readonly key: RecordKey;
  /** False where no service or no branch is named, so that there is no record. */
  readonly isNamed: boolean;
  /** True where this run may write the record. */
  readonly writes: boolean;
}

/**
 * Opens the ledger of a run: to read other records only, where an earlier attempt could not write it; none where no service is named.
 * @throws Problem('usage', 'ledger') for a service that cannot be named, a record that is not believed, and under `require` for a
 * ledger that this run cannot write.
 */
export async function openRun(tools: RunTools, subject: RunSubject): Promise<OpenRun> {
  const { input, repository, fetched, ledgerRefused: refused } = tools;
  const { options, now, event, token, ledgerSecret, ledgerSecretPrevious } = input;
  const { repo, branch, name } = subject;
  const hosted = hostedName(event, repository.remote?.url ?? null);
  const parts = { repository: hosted, repo, mapping: name, branch };
  const named = ledgerKey(options, parts);
  const mode = options.ledger;
  const secrets = { token, ledgerSecret, ledgerSecretPrevious };
  const open = (key: RecordKey, sealing: SealSecrets, ask = () => askService(input)) =>
    openLedger({ repository, key, mode, secrets: sealing, now, ask, fetched });
  // A first run without a token fails, and what it owes must not be forgotten: nobody has to believe where a branch begins.
  const beginning = { ledgerSecret: randomUUID() };
  const isFirst = named !== null && mayWrite(input) && !token && !ledgerSecret;
  const begun = isFirst ? await open(named, beginning, async () => null).catch(() => null) : null;
  const opened = named === null ? closedLedger('no service is named') : (begun ?? (await open(named, secrets)));
  const ledger = refused === null ? opened : closedLedger(refused, opened);
  if (mode === 'require' && mayWrite(input) && ledger.trouble !== null)
    throw ledger.verified ? ledgerRequired(ledger.trouble) : secretNeeded();
  const key = named ?? { ...parts, service: '', branch: branch ?? '' };
  const writes = mayWrite(input) && ledger.trouble === null;
  return { ...tools, subject, ledger, key, isNamed: named !== null, writes };
}

/** Returns the record of this run's branch with the check-outs loaded so far; an empty one where there is none. Reads nothing. */
export function recordOf({ ledger, key }: OpenRun): BranchRecord {
  return ledger.record() ?? emptyRecord(key);
}

/** Returns the notice about a ledger that does not fully serve this run, if there is any. */
export function ledgerNotices({ input: { command, options }, subject, key, isNamed, ledger }: OpenRun): Notice[] {
  if (!isNamed && command === 'file') return [];
  if (options.ledger === 'off') return [{ code: 'ledgerOff' }];
  // Without a branch there is no record to look up.
  if (!isNamed) return subject.branch === null ? [] : [{ code: 'ledgerUnnamed' }];
  if (!ledger.verified) return ledger.record() === null ? [] : [{ code: 'ledgerNotVerified', branch: key.branch }];
  return ledger.trouble === null ? [] : [{ code: 'ledgerUnusable', why: ledger.trouble }];
}

/** Lets another run of this branch that holds a lease go first, unless this one writes no record. @throws StartAgain for such a run */
export function giveWay({ input, writes }: OpenRun, { leases }: BranchRecord): void {
  const [lease] = writes ? runsToWaitFor(leases, input.me, input.now()) : [];
  if (lease !== undefined) throw new StartAgain({ kind: 'underWay', lease });
}

/**
 * Writes to the ledger where the record of a branch begins; nothing for null, or if the run may not write.
 * @throws StartAgain if another run began it, and as requireWritten does
 */
export async function beginRecord(run: OpenRun, begins: Settled | null): Promise<void> {
  if (!run.writes || begins === null) return;
  const change = (newest: BranchRecord | null): BranchRecord => {
    if (newest !== null && newest.settled.commit !== null) throw new StartAgain({ kind: 'moved' });
    return { ...(newest ?? emptyRecord(run.key)), settled: begins };
  };
  requireWritten(run, await run.ledger.write(change));
}

/**
 * Throws if the ledger refused a write before the first call; returns if it was written.
 * @throws StoppedBefore where the service refused the token, Problem('ledger') under `require`, else StartAgain: without the ledger.
 */
export function requireWritten({ input }: OpenRun, written: WriteResult): void {
  if (written.kind !== 'refused') return;
  if (written.stop !== undefined) throw new StoppedBefore(written.stop);
  if (input.options.ledger === 'require') throw ledgerRequired(written.why);
  throw new StartAgain({ kind: 'ledgerRefused', why: written.why });
}

/** Reads from the ledger this branch's record with all of its check-outs; null: there is none. */
export async function wholeRecord({ ledger, key }: OpenRun): Promise<BranchRecord | null> {
  if (ledger.record() === null) return null;
  const parts = ['service', 'repository', 'repo', 'mapping', 'branch'] as const;
  const { records } = await ledger.all();
  return records.find(({ record }) => parts.every((part) => record[part] === key[part]))?.record ?? null;
}
