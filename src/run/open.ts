import { forgetRef, wantRefs } from '../git/remote-refs.ts';
import { checkedOutBranch } from '../git/revision.ts';
import { hostedName, ledgerKey } from '../ledger/key.ts';
import { type RunName, runsToWaitFor } from '../ledger/lease.ts';
import { type AskService, closedLedger, type Ledger, readOnlyLedger } from '../ledger/ledger-access.ts';
import { openLedger } from '../ledger/open-ledger.ts';
import { ledgerRequired } from '../ledger/problems.ts';
import type { BranchRecord, Lease, RecordKey } from '../ledger/record.ts';
import type { Notice } from '../sentences/notice.ts';
import { askService } from './ask-service.ts';
import { branchOf } from './choose.ts';
import type { StepFacts } from './facts.ts';
import { mayWrite, type RunInput, type RunTools } from './input.ts';
import { type RunMapping, readMapping } from './read-mapping.ts';
import { repositoryName } from './repository-name.ts';

/** What a run is about: its mapping, and what the service calls the repository. */
export interface RunSubject {
  readonly read: RunMapping;
  readonly repo: string;
  /** null: the event names none. */
  readonly branch: string | null;
  readonly told: StepFacts;
}

/** Reads the mapping. Never throws a Problem for a bad one: the record is begun first, so that nothing is lost. */
export async function nameRun(tools: RunTools): Promise<RunSubject> {
  const { input, repository } = tools;
  const { event, options } = input;
  const branch = branchOf({ event, options, checkedOut: checkedOutBranch(repository.location) });
  const read = await readMapping(tools);
  // The mapping may be that branch's: where it is, is asked once the ledger is read, never older than that.
  if (branch !== null) forgetRef(repository, `refs/heads/${branch}`);
  const repo = options.repo ?? read.repo ?? repositoryName(event, repository);
  const range = { repo, branch, base: null, head: null, rule: '' };
  return { read, repo, branch, told: { mapping: read.file, range } };
}

/** The ledger as one run uses it. */
export interface RunLedger {
  readonly ledger: Ledger;
  /** Under what the record of this run is kept; null: no service or no branch is named. */
  readonly key: RecordKey | null;
  /** True where this run may write the record. */
  readonly writes: boolean;
  /** True under `--ledger require`: what cannot be remembered is not filed. */
  readonly isRequired: boolean;
  readonly me: RunName;
  readonly now: () => Date;
}

/** Opens the ledger. @throws Problem('usage', 'ledger') for what names no record, or a record that is not believed. */
export async function openRunLedger(
  { input, repository }: RunTools,
  { read, repo, branch }: RunSubject,
  refused: string | null,
  fetched: Promise<string | null> | null,
): Promise<{ readonly run: RunLedger; readonly told: StepFacts }> {
  const { options, me, now, event } = input;
  const hosted = hostedName(event, repository.remote?.url ?? null);
  const key = ledgerKey(options, { repository: hosted, repo, mapping: read.name, branch });
  wantRefs(repository, refsToAsk(input, branch));
  const mode = options.ledger;
  const secrets = {
    token: input.token,
    ledgerSecret: input.ledgerSecret,
    ledgerSecretPrevious: input.ledgerSecretPrevious,
  };
  const ask: AskService = () => askService(input);
  const opened =
    key === null
      ? closedLedger('no service is named')
      : await openLedger({ repository, key, mode, secrets, now, ask, fetched });
  const ledger = refused === null ? opened : readOnlyLedger(opened, refused);
  const writes = mayWrite(input) && key !== null && ledger.trouble === null;
  const isRequired = mode === 'require';
  if (isRequired && mayWrite(input) && ledger.trouble !== null) throw ledgerRequired(ledger.trouble);
  const run = { ledger, key, writes, isRequired, me, now };
  return { run, told: { notices: noticesOf(input, run) } };
}

function noticesOf({ command, options, event }: RunInput, { key, ledger }: RunLedger): Notice[] {
  if (key === null && command === 'file') return [];
  if (options.ledger === 'off') return [{ code: 'ledgerOff' }];
  if (key === null) return event.happening.kind === 'tag' ? [] : [{ code: 'ledgerUnnamed' }];
  if (!ledger.verified) return ledger.record() === null ? [] : [{ code: 'ledgerNotVerified', branch: key.branch }];
  return ledger.trouble === null ? [] : [{ code: 'ledgerUnusable', why: ledger.trouble }];
}

/** Refs that a run may ask the remote about, so that one question serves for all. */
function refsToAsk({ event }: RunInput, branch: string | null): string[] {
  const { defaultBranch } = event.repository;
  const branches = [branch, defaultBranch].filter((name) => name !== null);
  return [...new Set(branches.map((name) => `refs/heads/${name}`)), ...(defaultBranch === null ? ['HEAD'] : [])];
}

/** Why a run has to look again: what it decided by has changed. */
export type Again =
  /** The record is another one now. */
  | { readonly again: 'moved' }
  /** Another run of the branch goes first. */
  | { readonly again: 'underWay'; readonly lease: Lease }
  /** The job may not write the ledger: plan again without its record. */
  | { readonly again: 'ledgerRefused'; readonly why: string };

/** The run of this branch that goes first; null: none does. */
export function runBefore({ me, now, writes }: RunLedger, record: BranchRecord | null): Lease | null {
  if (!writes || record === null) return null;
  return runsToWaitFor(record.leases, me, now())[0] ?? null;
}

/** @throws Problem('ledger') under `require` for a ledger that refuses a write. */
export function refusedAgain({ isRequired }: RunLedger, why: string): Again {
  if (isRequired) throw ledgerRequired(why);
  return { again: 'ledgerRefused', why };
}
