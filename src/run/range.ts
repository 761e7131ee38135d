import { Problem } from '../errors.ts';
import { withoutOverRuns } from '../ledger/written-ahead.ts';
import { tipNow } from '../git/newer-tip.ts';
import { branchOf, decideRange } from '../git/range.ts';
import { forgetRef, wantRefs } from '../git/remote-refs.ts';
import { checkedOutBranch, resolveRange } from '../git/resolve-range.ts';
import { closedLedger, type Ledger, readOnlyLedger } from '../ledger/ledger-access.ts';
import { openLedger } from '../ledger/open-ledger.ts';
import { beginsAnew, type LedgerRecord, type RecordKey, renewedRecord } from '../ledger/record.ts';
import { sealKeys } from '../ledger/seal.ts';
import { strayedRecord, underKey } from '../ledger/strayed.ts';
import { unsealedRange } from '../ledger/words.ts';
import type { RunInput } from './input.ts';
import { type AskService, requireSeal } from '../ledger/accept-claims.ts';
import type { ChosenRange } from './choice.ts';
import type { Planning } from './facts.ts';
import { fetchAhead } from './fetch-ledger.ts';
import { asksTip, onlyOnBranch, placeOfRun } from './place-of-head.ts';
import { leftUnderOthers, orLeftUnder } from '../ledger/moved-mapping.ts';
import { ledgerKey, repositoryName } from '../ledger/key.ts';
import { noteHeld, noteLedger } from './notices.ts';
import { passSkipped } from '../ledger/open-record.ts';
import { type ReadMapping, readMapping } from './read-mapping.ts';

/** What was begun or found out before a range is planned. */
export interface Ahead {
  /** The ledger as it is being fetched (fetchAhead); null: it is not. */
  readonly fetched: Promise<string | null> | null;
  /** Why the ledger cannot be written, when an earlier attempt of this run has found out. */
  readonly ledgerRefused: string | null;
  readonly ask: AskService;
  /** When the run began. */
  readonly since: Date;
}

/** What a run knows before its range is decided. */
export interface Known {
  readonly read: ReadMapping;
  readonly repo: string;
  readonly key: RecordKey | null;
  readonly ledger: Ledger;
}

/** Mapping and ledger. */
export async function gather(planning: Planning, ahead: Ahead): Promise<Known> {
  const { input, repository, objects, facts } = planning;
  const { event, options } = input;
  const branch = branchOf({ event, options, checkedOut: checkedOutBranch(repository.location) });
  const { ledgerRefused } = ahead;
  const fetched = ahead.fetched ?? fetchAhead(input, repository);
  const read = await readMapping(input, repository, objects, (file) => {
    facts.mapping = file;
  });
  // The mapping may be that branch's: where it is, is asked once the ledger is read, never older than that.
  if (branch !== null) forgetRef(repository, `refs/heads/${branch}`);
  const repo = options.repo ?? read.repo ?? repositoryName(input.event, repository);
  facts.range = { repo, branch, base: null, head: null, rule: '' };
  const key = ledgerKey(options, repo, read.name, branch);
  wantRefs(repository, refsToAsk(input, branch));
  const opened =
    key === null
      ? closedLedger('no service is named')
      : await openLedger({
          repository,
          objects,
          key,
          mode: options.ledger,
          keys: sealKeys(input),
          now: input.now,
          since: ahead.since,
          fetched,
        });
  const ledger = ledgerRefused === null ? opened : readOnlyLedger(opened, ledgerRefused);
  noteLedger(planning, key, ledger);
  requireSeal(planning, ledger, branch);
  return { read, repo, key, ledger };
}

/** A range that was decided, with what counts for it. */
export type Chosen = Omit<ChosenRange, 'tip' | 'listed'> & {
  readonly leftUnder: Problem | null;
  /** Where the branch is by now, when that is not the head. */
  readonly tipOid: string | null;
  /** Why nobody can tell. */
  readonly tipProblem: Error | null;
};

/** Decides the range and makes its commits available; null when the event leaves nothing to do. */
export async function chooseRange(
  planning: Planning,
  { read, repo, key, ledger }: Known,
  ask: AskService,
): Promise<Chosen | null> {
  const { input, repository, objects, facts } = planning;
  const { event, options } = input;
  const skipPushers = read.mapping.mapping['skip-pushers'];
  const found = ledger.record ?? (await strayed(planning, key, ledger));
  const record = found === null ? null : withoutOverRuns(found, input.me, input.now());
  const checkedOut = checkedOutBranch(repository.location);
  const branch = branchOf({ event, options, checkedOut });
  const asks = asksTip(input) && branch !== null && repository.remote !== null;
  const asked = asks ? await tipNow(repository, branch).catch((error: unknown) => error) : null;
  // A branch without a record is written down first, so that the next run catches this push up.
  if (asked instanceof Error && record !== null) throw asked;
  const tip = typeof asked === 'string' ? asked : null;
  const place = await placeOfRun(planning, tip, record);
  const hasLedger = key !== null && ledger.trouble === null;
  const decision = await orLeftUnder(planning, key, ledger, () =>
    decidedFirst(read.problem, ledger, () =>
      decideRange({ event, options, checkedOut, record: knownOf(record), hasLedger, place, skipPushers }),
    ),
  );
  facts.range = { repo, branch: decision.branch, base: null, head: null, rule: decision.rule };
  if (decision.kind === 'nothing') {
    facts.nothingToFile = decision.why;
    if (decision.rule === 'branch-deleted') noteHeld(planning, ledger);
    if (decision.rule === 'skipped-pusher') await passSkipped(planning, ledger, decision.why, ask);
    return null;
  }
  const defaultBranch = event.repository.defaultBranch ?? repository.remoteView.defaultBranch;
  const onMissingBase = options['on-missing-base'];
  const resolved = await resolveRange(repository, objects, decision, { onMissingBase, defaultBranch });
  facts.range = { repo, branch: resolved.branch, base: resolved.base, head: resolved.head, rule: resolved.rule };
  await onlyOnBranch(planning, resolved, tip);
  const begins = record !== null && beginsAnew(record, resolved);
  const isNew = record === null || record.head === null;
  const leftUnder = isNew ? await leftUnderOthers(planning, key, ledger, resolved) : null;
  const tipOid = tip === null || tip === resolved.head || !resolved.mayFile ? null : tip;
  const tipProblem = asked instanceof Error ? asked : null;
  // The newest push of the branch moves its record; an older one only adds what it filed.
  const range = tipOid === null ? resolved : { ...resolved, movesHead: false };
  return { range, tipOid, tipProblem, defaultBranch, record: begins ? renewedRecord(record) : record, leftUnder };
}

/** A record that is not believed, and under which nothing was filed, says nothing of where the branch begins. */
function knownOf(record: LedgerRecord | null): LedgerRecord | null {
  const isEmpty = record?.claims !== undefined && record.head === null && record.filed.length === 0;
  return isEmpty ? null : record;
}

/** The record of this branch under another address or repository ID, when that one was a mistake. */
async function strayed({ facts }: Planning, key: RecordKey | null, ledger: Ledger): Promise<LedgerRecord | null> {
  if (key === null || ledger.trouble !== null) return null;
  const record = strayedRecord((await ledger.all()).records, key);
  if (record === null) return null;
  facts.notices.push(
    `an earlier run knew this branch at ${record.service} as ${record.repo} and filed nothing there: what it left is filed here`,
  );
  return underKey(record, key);
}

/**
 * A mapping that is not valid is said first, also when the range cannot be decided either. A run that nobody tells what
 * changed needs a record that is believed.
 */
function decidedFirst<T>(problem: Problem | null, { trust }: Ledger, decide: () => T): T {
  try {
    return decide();
  } catch (error) {
    if (problem !== null) throw problem;
    if (trust === 'claims' && error instanceof Problem && error.code === 'range') throw unsealedRange(error);
    throw error;
  }
}

/** Refs that a run may ask the remote about, so that one question serves for all. */
function refsToAsk({ event }: RunInput, branch: string | null): string[] {
  const { defaultBranch } = event.repository;
  const branches = [branch, defaultBranch].filter((name) => name !== null);
  return [...new Set(branches.map((name) => `refs/heads/${name}`)), ...(defaultBranch === null ? ['HEAD'] : [])];
}
