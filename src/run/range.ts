import { Problem } from '../errors.ts';
import { tipNow } from '../git/newer-tip.ts';
import { branchOf, decideRange, type RangeDecision } from '../git/range.ts';
import { checkedOutBranch, type Range, resolveRange } from '../git/resolve-range.ts';
import { leftUnderOthers, movedFrom } from '../ledger/moved-mapping.ts';
import { passSkipped } from '../ledger/pass-skipped.ts';
import { unsealedRange } from '../ledger/problems.ts';
import { beginsAnew, type LedgerRecord, renewedRecord } from '../ledger/record.ts';
import type { Again, RunLedger } from '../ledger/run-ledger.ts';
import { strayedRecord } from '../ledger/strayed.ts';
import { withoutOverRuns } from '../ledger/written-ahead.ts';
import { isInCommit } from '../mapping/source.ts';
import type { Notice } from '../sentences/notice.ts';
import { askService } from './ask-service.ts';
import type { Told } from './facts.ts';
import { refuseForeign } from './foreign-record.ts';
import type { RunTools } from './input.ts';
import type { Named } from './open.ts';
import { asksTip, onlyOnBranch, placeOfRun } from './place-of-head.ts';
import { isQuietPush } from './quiet-push.ts';

/** What to look at, by the event and the options. */
export interface Decided {
  readonly decision: RangeDecision;
  /** The record as it counts so far. */
  readonly record: LedgerRecord | null;
  /** Where the remote has the branch; null: it was not asked, has none, or cannot tell. */
  readonly tip: string | null;
  readonly tipProblem: Error | null;
  /** True when the remote was not asked for the tip, as the push changes nothing that anybody files. */
  readonly isTipAssumed: boolean;
  readonly told: Told;
}

/**
 * Decides what is to be looked at.
 *
 * @param mayAssume whether the head of a quiet push may pass for the tip. @throws Problem('range', 'event', 'mapping')
 * where nothing says what to look at.
 */
export async function decide(tools: RunTools, named: Named, run: RunLedger, mayAssume: boolean): Promise<Decided> {
  const { input, repository } = tools;
  const { event, options } = input;
  const { read, repo } = named;
  const strayed = run.ledger.record === null ? await strayedRecord(run) : null;
  // It goes on under the right key.
  const found = strayed === null ? run.ledger.record : { ...strayed, ...run.key, runs: [] };
  const record = found === null ? null : withoutOverRuns(found, run.me, run.now());
  const checkedOut = checkedOutBranch(repository.location);
  const branch = branchOf({ event, options, checkedOut });
  const asks = asksTip(input) && branch !== null && repository.remote !== null;
  const isTipAssumed = asks && mayAssume && (await isQuietPush(tools, named, run, record));
  const asked = asks && !isTipAssumed ? await tipNow(repository, branch).catch((error: unknown) => error) : null;
  // A branch without a record is written down first, so that the next run catches this push up.
  if (asked instanceof Error && record !== null) throw asked;
  const assumed = isTipAssumed && event.happening.kind === 'push' ? event.happening.after : null;
  const tip = typeof asked === 'string' ? asked : assumed;
  const place = await placeOfRun(tools, tip, record);
  const hasLedger = run.key !== null && run.ledger.trouble === null;
  const skipPushers = read.mapping.mapping['skip-pushers'];
  // Not every host names the default branch; the remote does, where it was asked.
  const defaultBranch = event.repository.defaultBranch ?? repository.remoteView.defaultBranch;
  const of = { ...event, repository: { ...event.repository, defaultBranch } };
  const about = { event: of, options, checkedOut, record: knownOf(record), hasLedger, place, skipPushers };
  const decision = await decidedBy(tools, named, run, () => decideRange(about));
  const range = { repo, branch: decision.branch, base: null, head: null, rule: decision.rule };
  const tipProblem = asked instanceof Error ? asked : null;
  const notices: Notice[] = strayed === null ? [] : [{ code: 'strayed', service: strayed.service, repo: strayed.repo }];
  return { decision, record, tip, tipProblem, isTipAssumed, told: { range, notices } };
}

/**
 * A mapping that is not valid is said first, also when the range cannot be decided either; then that a mapping file was
 * moved. A run that nobody tells what changed needs a record that is believed.
 */
async function decidedBy(
  tools: RunTools,
  { read }: Named,
  run: RunLedger,
  decideIt: () => RangeDecision,
): Promise<RangeDecision> {
  try {
    return decideIt();
  } catch (error) {
    if (read.problem !== null) throw read.problem;
    if (!(error instanceof Problem) || error.code !== 'range') throw error;
    const problem = run.ledger.trust === 'claims' ? unsealedRange(error) : error;
    const { event, options } = tools.input;
    const { happening } = event;
    const here = happening.kind === 'manual' && happening.head !== null ? happening.head : 'HEAD';
    throw (isInCommit(options.mapping) ? null : await movedFrom(tools.repository, run, here, problem)) ?? problem;
  }
}

/**
 * What follows from an event that leaves nothing to file.
 *
 * @param releases whether the requests of a branch that is gone are released. @throws what releaseBranch throws.
 */
export async function endWithNothing(
  tools: RunTools,
  { why, rule }: Extract<RangeDecision, { kind: 'nothing' }>,
  run: RunLedger,
  releases: boolean,
): Promise<Told | Again> {
  const { input } = tools;
  if (rule === 'branch-deleted') {
    if (!releases || !run.mayWrite || run.ledger.trouble !== null || run.key === null) {
      return { nothingToFile: why, notices: mayHoldLocks(run) };
    }
    const { releaseBranch } = await import('./release.ts');
    return releaseBranch(tools, run);
  }
  const { happening } = input.event;
  if (rule !== 'skipped-pusher' || happening.kind !== 'push') return { nothingToFile: why };
  const { before, after } = happening;
  const notices = await passSkipped(tools.repository, run, { before, after, why }, () => askService(input));
  return { nothingToFile: why, notices };
}

/** A deleted branch may leave locks behind: what the ledger knows of it is listed. */
function mayHoldLocks({ ledger }: RunLedger): Notice[] {
  return (ledger.record?.filed ?? []).map(({ objectId, appl, lvl, objn }) => {
    return { code: 'mayHoldLock', objectId, object: `${appl}/${lvl} ${objn}` };
  });
}

/** A range whose commits are here, with what counts for it. */
export interface Chosen {
  readonly range: Range;
  /** The record as it counts for the range. */
  readonly record: LedgerRecord | null;
  readonly defaultBranch: string | null;
  /** Where the branch is by now, when that is not the head. */
  readonly tipOid: string | null;
  readonly tipProblem: Error | null;
  /** What runs of this branch left under a mapping file that is gone. */
  readonly leftUnder: Problem | null;
  readonly told: Told;
}

/** Makes the commits of a range available. @throws Problem('range') for what cannot be had. */
export async function choose(
  tools: RunTools,
  named: Named,
  run: RunLedger,
  decided: Decided & { readonly decision: { readonly kind: 'range' } },
): Promise<Chosen> {
  const { input, repository } = tools;
  const { record, tip, tipProblem, decision } = decided;
  const { event, options } = input;
  const defaultBranch = event.repository.defaultBranch ?? repository.remoteView.defaultBranch;
  const onMissingBase = options['on-missing-base'];
  // Where Git can list what differs between two commits, it need not be asked whether they are here.
  await tools.listed?.changes.catch(() => null);
  const resolved = await resolveRange(repository, decision, { onMissingBase, defaultBranch });
  const { branch, base, head, rule, mayFile } = resolved;
  if (rule === 'merge-base' && record !== null) await refuseForeign(repository, record);
  const told = { range: { repo: named.repo, branch, base, head, rule } };
  await onlyOnBranch(tools, resolved, tip);
  const begins = record !== null && beginsAnew(record, resolved);
  const isNew = record === null || record.head === null;
  // A mapping of another commit says nothing of the files at head.
  const leftUnder = isNew && !isInCommit(options.mapping) ? await leftUnderOthers(repository, run, resolved) : null;
  const tipOid = tip === null || tip === head || !mayFile ? null : tip;
  // The newest push of the branch moves its record; an older one only adds what it filed.
  const range = tipOid === null ? resolved : { ...resolved, movesHead: false };
  const counting = begins ? renewedRecord(record) : record;
  return { range, record: counting, defaultBranch, tipOid, tipProblem, leftUnder, told };
}

/** A record that is not believed, and under which nothing was filed, says nothing of where the branch begins. */
function knownOf(record: LedgerRecord | null): LedgerRecord | null {
  const isEmpty = record?.claims !== undefined && record.head === null && record.filed.length === 0;
  return isEmpty ? null : record;
}
