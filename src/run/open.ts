import { randomUUID } from 'node:crypto';
import { forgetRef, wantRefs } from '../git/remote-refs.ts';
import { checkedOutBranch } from '../git/revision.ts';
import { hostedName, ledgerKey } from '../ledger/key.ts';
import { type RunName, runsToWaitFor } from '../ledger/lease.ts';
import { closedLedger, type Ledger, readOnlyLedger, type WriteResult } from '../ledger/ledger-access.ts';
import { openLedger } from '../ledger/open-ledger.ts';
import { ledgerRequired } from '../ledger/problems.ts';
import { type BranchRecord, emptyRecord, type Lease, type RecordKey, type Settled } from '../ledger/record.ts';
import type { SealSecrets } from '../ledger/seal.ts';
import type { Notice } from '../sentences/notice.ts';
import { branchOf } from './choose.ts';
import { askService } from './client-options.ts';
import { StoppedBefore } from './facts.ts';
import { mayWrite, type RunInput, type RunTools } from './input.ts';
import { repositoryName } from './open-repository.ts';
import { type RunMapping, readMapping } from './read-mapping.ts';

/** The mapping of a run, and the names of its repository and its branch. */
export interface RunSubject extends RunMapping {
  /** ID of the repository at the service. */
  readonly repo: string;
  /** null: the event names none. */
  readonly branch: string | null;
}

/** Reads the mapping. Throws no Problem for a bad one: the record begins before that is reported, so that nothing is lost. */
export async function readSubject(tools: RunTools): Promise<RunSubject> {
  const { input, repository } = tools;
  const { event, options } = input;
  const branch = branchOf({ event, options, checkedOut: checkedOutBranch(repository.location) });
  const read = await readMapping(tools);
  // The mapping may be of that branch: the tip counts as of after the ledger is read, not before.
  if (branch !== null) forgetRef(repository, `refs/heads/${branch}`);
  return { ...read, repo: options.repo ?? read.repo ?? repositoryName(event, repository), branch };
}

/** The ledger as one run uses it. */
export interface RunLedger {
  readonly ledger: Ledger;
  /** The key of this run's record; null: no service or no branch is named. */
  readonly key: RecordKey | null;
  /** True where this run may write the record. */
  readonly writes: boolean;
  /** True under `--ledger require`: what cannot be remembered is not filed. */
  readonly isRequired: boolean;
  readonly me: RunName;
  readonly now: () => Date;
}

/**
 * Opens the ledger.
 *
 * @param fetched the OID of its ref at the remote, if the fetch is under way. @param refused why an earlier attempt could
 * not write it; null: it could. @throws Problem('usage', 'ledger') for a key without a name, or a record that is not believed.
 */
export async function openRunLedger(
  { input, repository }: RunTools,
  { repo, branch, name }: RunSubject,
  { fetched, refused }: { readonly fetched: Promise<string | null> | null; readonly refused: string | null },
): Promise<RunLedger> {
  const { options, me, now, event, token, ledgerSecret, ledgerSecretPrevious } = input;
  const hosted = hostedName(event, repository.remote?.url ?? null);
  const key = ledgerKey(options, { repository: hosted, repo, mapping: name, branch });
  wantRefs(repository, refsToAsk(input, branch));
  const mode = options.ledger;
  const secrets = { token, ledgerSecret, ledgerSecretPrevious };
  const open = (key: RecordKey, sealing: SealSecrets) =>
    openLedger({ repository, key, mode, secrets: sealing, now, ask: () => askService(input), fetched });
  // A first run without a token fails, and what it owes must not be forgotten: nobody has to believe where a branch begins.
  const isFirst = mayWrite(input) && !token && !ledgerSecret;
  const begun = key !== null && isFirst ? await open(key, { ledgerSecret: randomUUID() }).catch(() => null) : null;
  const opened = key === null ? closedLedger('no service is named') : (begun ?? (await open(key, secrets)));
  const ledger = refused === null ? opened : readOnlyLedger(opened, refused);
  const writes = mayWrite(input) && key !== null && ledger.trouble === null;
  const isRequired = mode === 'require';
  if (isRequired && mayWrite(input) && ledger.trouble !== null) throw ledgerRequired(ledger.trouble);
  return { ledger, key, writes, isRequired, me, now };
}

/** Returns the notice about a ledger that does not fully serve this run. */
export function ledgerNotices({ command, options, event }: RunInput, { key, ledger }: RunLedger): Notice[] {
  if (key === null && command === 'file') return [];
  if (options.ledger === 'off') return [{ code: 'ledgerOff' }];
  if (key === null) return event.happening.kind === 'tag' ? [] : [{ code: 'ledgerUnnamed' }];
  if (!ledger.verified) return ledger.record() === null ? [] : [{ code: 'ledgerNotVerified', branch: key.branch }];
  return ledger.trouble === null ? [] : [{ code: 'ledgerUnusable', why: ledger.trouble }];
}

/** Returns the refs that a run may ask the remote about, so that it asks once. */
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

/** Finds the run of this branch that goes first; null: none does. */
export function runBefore({ me, now, writes }: RunLedger, record: BranchRecord | null): Lease | null {
  if (!writes || record === null) return null;
  return runsToWaitFor(record.leases, me, now())[0] ?? null;
}

/** Writes the record of a branch that has none, before anything else can fail. @returns null: go on. */
export async function beginRecord(run: RunLedger, begins: Settled | null): Promise<Again | null> {
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
 * Decides how a run goes on after a write before its first call; null: as planned.
 *
 * @throws Problem('ledger') under `require`, StoppedBefore where the service refused the token.
 */
export function againIfRefused({ isRequired }: RunLedger, written: WriteResult): Again | null {
  if (written.kind !== 'refused') return null;
  if (written.stop !== undefined) throw new StoppedBefore(written.stop);
  if (isRequired) throw ledgerRequired(written.why);
  return { again: 'ledgerRefused', why: written.why };
}

/** Reads this run's record with all of its check-outs; null: there is none. */
export async function wholeRecord({ ledger, key }: RunLedger): Promise<BranchRecord | null> {
  if (key === null || ledger.record() === null) return null;
  const parts = ['service', 'repository', 'repo', 'mapping', 'branch'] as const;
  const { records } = await ledger.all();
  return records.find(({ record }) => parts.every((part) => record[part] === key[part]))?.record ?? null;
}
