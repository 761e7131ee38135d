import { randomUUID } from 'node:crypto';
import type { Change } from '../git/changes.ts';
import { wantRefs } from '../git/remote-refs.ts';
import { hostedName, ledgerKey } from '../ledger/key.ts';
import { runsToWaitFor } from '../ledger/lease.ts';
import { closedLedger, type Ledger, readOnlyLedger, type WriteResult } from '../ledger/ledger-access.ts';
import { openLedger } from '../ledger/open-ledger.ts';
import { ledgerRequired, secretNeeded } from '../ledger/problems.ts';
import { type BranchRecord, emptyRecord, type Lease, type RecordKey, type Settled } from '../ledger/record.ts';
import type { SealSecrets } from '../ledger/seal.ts';
import type { Notice } from '../sentences/notice.ts';
import { askService } from './client-options.ts';
import { StoppedBefore } from './facts.ts';
import { mayWrite, type RunInput, type RunTools } from './input.ts';
import type { RunSubject } from './read-mapping.ts';

/** What was started, or found out, before an attempt. */
export interface Prepared {
  /** The OID of the ledger's ref at the remote, while it is fetched; null: this run fetches none, or not yet. */
  readonly fetched: Promise<string | null> | null;
  /** The changes of the push itself, while they are listed; null: that has not started. */
  readonly listed: { readonly base: string; readonly head: string; readonly changes: Promise<Change[]> } | null;
  /** Why an earlier attempt could not write the ledger; null: none tried. */
  readonly ledgerRefused: string | null;
}

/** A run with its mapping and its ledger open. */
export interface OpenRun extends RunTools {
  readonly subject: RunSubject;
  readonly ledger: Ledger;
  /** The key of this run's record; null: no service or no branch is named. */
  readonly key: RecordKey | null;
  /** True where this run may write the record. */
  readonly writes: boolean;
}

/**
 * Opens the ledger: to read other records only, where an earlier attempt could not write it; closed where no service is named.
 *
 * @throws Problem('usage', 'ledger') for a service that cannot be named, a record that is not believed, and under `require` for a
 * ledger that this run cannot write.
 */
export async function openRun(
  { input, repository }: RunTools,
  subject: RunSubject,
  { fetched, ledgerRefused: refused }: Prepared,
): Promise<OpenRun> {
  const { options, now, event, token, ledgerSecret, ledgerSecretPrevious } = input;
  const { repo, branch, name } = subject;
  const hosted = hostedName(event, repository.remote?.url ?? null);
  const key = ledgerKey(options, { repository: hosted, repo, mapping: name, branch });
  wantRefs(repository, refsToAsk(input, branch));
  const mode = options.ledger;
  const secrets = { token, ledgerSecret, ledgerSecretPrevious };
  const open = (key: RecordKey, sealing: SealSecrets, ask = () => askService(input)) =>
    openLedger({ repository, key, mode, secrets: sealing, now, ask, fetched });
  // A first run without a token fails, and what it owes must not be forgotten: nobody has to believe where a branch begins.
  const beginning = { ledgerSecret: randomUUID() };
  const isFirst = key !== null && mayWrite(input) && !token && !ledgerSecret;
  const begun = isFirst ? await open(key, beginning, async () => null).catch(() => null) : null;
  const opened = key === null ? closedLedger('no service is named') : (begun ?? (await open(key, secrets)));
  const ledger = refused === null ? opened : readOnlyLedger(opened, refused);
  const writes = mayWrite(input) && key !== null && ledger.trouble === null;
  if (mode === 'require' && mayWrite(input) && ledger.trouble !== null)
    throw ledger.verified ? ledgerRequired(ledger.trouble) : secretNeeded();
  return { input, repository, subject, ledger, key, writes };
}

/** Returns the notice about a ledger that does not fully serve this run, if there is any. */
export function ledgerNotices({ input: { command, options }, subject, key, ledger }: OpenRun): Notice[] {
  if (key === null && command === 'file') return [];
  if (options.ledger === 'off') return [{ code: 'ledgerOff' }];
  // Without a branch there is no record to look up.
  if (key === null) return subject.branch === null ? [] : [{ code: 'ledgerUnnamed' }];
  if (!ledger.verified) return ledger.record() === null ? [] : [{ code: 'ledgerNotVerified', branch: key.branch }];
  return ledger.trouble === null ? [] : [{ code: 'ledgerUnusable', why: ledger.trouble }];
}

/** Returns the refs that a run may ask the remote about, so that it asks once: its branch, and the default branch, or HEAD where that has no name. */
function refsToAsk({ event }: RunInput, branch: string | null): string[] {
  const { defaultBranch } = event.repository;
  const branches = [branch, defaultBranch].filter((name) => name !== null);
  return [...new Set(branches.map((name) => `refs/heads/${name}`)), ...(defaultBranch === null ? ['HEAD'] : [])];
}

/** Why a run has to be attempted again: the base of its decisions has changed. */
export type Again =
  /** The record has changed. */
  | { readonly again: 'moved' }
  /** Another run of the branch goes first. */
  | { readonly again: 'underWay'; readonly lease: Lease }
  /** The job may not write the ledger: plan again without its record. */
  | { readonly again: 'ledgerRefused'; readonly why: string };

/** Finds the run of this branch that goes first; null: none does, or this run writes no record. */
export function runBefore({ input, writes }: OpenRun, record: BranchRecord | null): Lease | null {
  if (!writes || record === null) return null;
  return runsToWaitFor(record.leases, input.me, input.now())[0] ?? null;
}

/** Writes where the record of a branch begins, if it has none, before anything else can fail. @returns null: go on. */
export async function beginRecord(run: OpenRun, begins: Settled | null): Promise<Again | null> {
  const { key, ledger, writes } = run;
  if (!writes || key === null || begins === null) return null;
  let isMoved = false;
  const written = await ledger.write((newest) => {
    isMoved = newest !== null && newest.settled.commit !== null;
    return isMoved ? null : { ...(newest ?? emptyRecord(key)), settled: begins };
  });
  return isMoved ? { again: 'moved' } : againIfRefused(run, written);
}

/**
 * Decides how a run goes on after a write before its first call: without the ledger where that was refused; null: as planned.
 *
 * @throws Problem('ledger') under `require`, StoppedBefore where the service refused the token.
 */
export function againIfRefused({ input }: OpenRun, written: WriteResult): Again | null {
  if (written.kind !== 'refused') return null;
  if (written.stop !== undefined) throw new StoppedBefore(written.stop);
  if (input.options.ledger === 'require') throw ledgerRequired(written.why);
  return { again: 'ledgerRefused', why: written.why };
}

/** Reads this run's record with all of its check-outs; null: there is none. */
export async function wholeRecord({ ledger, key }: OpenRun): Promise<BranchRecord | null> {
  if (key === null || ledger.record() === null) return null;
  const parts = ['service', 'repository', 'repo', 'mapping', 'branch'] as const;
  const { records } = await ledger.all();
  return records.find(({ record }) => parts.every((part) => record[part] === key[part]))?.record ?? null;
}
