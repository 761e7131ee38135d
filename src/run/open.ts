import { branchOf } from '../git/range.ts';
import { forgetRef, wantRefs } from '../git/remote-refs.ts';
import { checkedOutBranch } from '../git/resolve-range.ts';
import { requireSeal } from '../ledger/accept-claims.ts';
import { ledgerKey } from '../ledger/key.ts';
import { closedLedger, readOnlyLedger } from '../ledger/ledger-access.ts';
import { openLedger } from '../ledger/open-ledger.ts';
import type { RunLedger } from '../ledger/run-ledger.ts';
import { sealKeys } from '../ledger/seal.ts';
import type { Notice } from '../sentences/notice.ts';
import type { Told } from './facts.ts';
import { mayWrite, type RunInput, type RunTools } from './input.ts';
import { type ReadMapping, readMapping } from './read-mapping.ts';
import { repositoryName } from './repository-name.ts';

/** What a run is about: its mapping, and what the service calls the repository. */
export interface Named {
  readonly read: ReadMapping;
  readonly repo: string;
  /** null: the event names none. */
  readonly branch: string | null;
  readonly told: Told;
}

/** Reads the mapping. Never throws a Problem for a bad one: the range is safe in the ledger first. */
export async function nameRun(tools: RunTools): Promise<Named> {
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

/** What was begun, or found out, before this attempt of a run. */
export interface Ahead {
  /** Where the ledger is at the remote, as it is being fetched; null: it is not. */
  readonly fetched: Promise<string | null> | null;
  /** Why the ledger cannot be written, when an earlier attempt has found out. */
  readonly ledgerRefused: string | null;
  /** Whether the head of a quiet push may pass for the tip of its branch; only the first attempt may. */
  readonly mayAssumeTip: boolean;
  readonly since: Date;
}

/** Opens the ledger. @throws Problem('usage', 'ledger') for what names no record, or is not to be trusted. */
export async function openRunLedger(
  { input, repository }: RunTools,
  { read, repo, branch }: Named,
  { fetched, ledgerRefused, since }: Ahead,
): Promise<{ readonly run: RunLedger; readonly told: Told }> {
  const { options, me, now } = input;
  const key = ledgerKey(options, repo, read.name, branch);
  wantRefs(repository, refsToAsk(input, branch));
  const mode = options.ledger;
  const opened =
    key === null
      ? closedLedger('no service is named')
      : await openLedger({ repository, key, mode, keys: sealKeys(input), now, since, fetched });
  const ledger = ledgerRefused === null ? opened : readOnlyLedger(opened, ledgerRefused);
  const run = { ledger, key, isRequired: mode === 'require', mayWrite: mayWrite(input), me, now };
  requireSeal(run);
  return { run, told: { notices: noticesOf(input, run) } };
}

function noticesOf({ command, options, event }: RunInput, { key, ledger }: RunLedger): Notice[] {
  const branch = key?.branch ?? '';
  if (key === null && command === 'file') return [];
  if (options.ledger === 'off') return [{ code: 'ledgerOff' }];
  if (key === null && event.happening.kind !== 'tag') return [{ code: 'ledgerUnnamed' }];
  if (ledger.trouble !== null) return [{ code: 'ledgerUnusable', why: ledger.trouble }];
  if (ledger.trust === 'claims') return [{ code: 'ledgerNotSealed', branch }];
  return ledger.trust === 'shown' ? [{ code: 'ledgerNotVerified', branch }] : [];
}

/** Refs that a run may ask the remote about, so that one question serves for all. */
function refsToAsk({ event }: RunInput, branch: string | null): string[] {
  const { defaultBranch } = event.repository;
  const branches = [branch, defaultBranch].filter((name) => name !== null);
  return [...new Set(branches.map((name) => `refs/heads/${name}`)), ...(defaultBranch === null ? ['HEAD'] : [])];
}
