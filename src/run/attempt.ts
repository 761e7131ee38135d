import { Problem } from '../errors.ts';
import type { Change } from '../git/changes.ts';
import { isAncestor } from '../git/merge-base.ts';
import { defaultBranchOf } from '../git/remote-refs.ts';
import { checkedOutBranch } from '../git/revision.ts';
import type { BranchRecord } from '../ledger/record.ts';
import { emptyRecord } from '../ledger/record.ts';
import type { Notice } from '../sentences/notice.ts';
import { choose, type RunChoice } from './choose.ts';
import { type Facts, noFacts, type StepFacts, withTold } from './facts.ts';
import { fetchAhead } from './fetch-ledger.ts';
import { factsOf, nothingToFile } from './finish.ts';
import { mayWrite, type RunTools } from './input.ts';
import {
  type Again,
  nameRun,
  openRunLedger,
  type RunLedger,
  type RunSubject,
  refusedAgain,
  runBefore,
} from './open.ts';
import { type Plan, planRun } from './plan.ts';
import { type Range, rangeOf, tipOf } from './range.ts';
import { StoppedBefore } from './stopped.ts';
import { unmappedError } from './unmapped.ts';

/** What an earlier attempt of a run has begun, or found out. */
export interface Ahead {
  /** Where the ledger is at the remote, as it is being fetched; null: it is not. */
  readonly fetched: Promise<string | null> | null;
  /** The changes of the push itself, as they are being listed; null: they are not. */
  readonly listed: { readonly base: string; readonly head: string; readonly changes: Promise<Change[]> } | null;
  /** Why the ledger cannot be written, when an earlier attempt has found out. */
  readonly ledgerRefused: string | null;
}

/**
 * The steps of a run in their order (design §8): each takes plain records and returns one, with what it tells the report.
 *
 * @returns all that is known of the run, with the error that ended it; or why it has to be tried again.
 */
export async function attempt(tools: RunTools, ahead: Ahead): Promise<Facts | Again> {
  const { input, repository } = tools;
  let facts = noFacts;
  const noted = <T extends { readonly told: StepFacts }>(step: T): T => {
    facts = withTold(facts, step.told);
    return step;
  };
  try {
    const fetched = ahead.fetched ?? fetchAhead(input, repository);
    const named = noted(await nameRun(tools));
    const { run } = noted(await openRunLedger(tools, named, ahead.ledgerRefused, fetched));
    const record = run.ledger.record();
    const first = runBefore(run, record);
    if (first !== null) return { again: 'underWay', lease: first };
    const { skipPushers, releases } = policyOf(tools, named);
    const defaultBranch = await defaultBranchOf(repository, input.event.repository.defaultBranch);
    const checkedOut = checkedOutBranch(repository.location);
    const { event, options, command } = input;
    const decision = decided(named, () => choose({ event, options, command, checkedOut, defaultBranch, skipPushers }));
    if (decision.kind === 'nothing') {
      const { branch } = decision;
      const rule = input.releases === true ? 'release' : decision.rule;
      facts = withTold(facts, { range: { repo: named.repo, branch, base: null, head: null, rule } });
      const ended = await endWithNothing(tools, decision, named, run, releases);
      return 'again' in ended ? ended : withTold(facts, ended);
    }
    const range = await decidedLater(named, () => rangeOf(tools, decision, { ledger: run.ledger, defaultBranch }));
    const { branch, base, head, rule } = range;
    facts = withTold(facts, { range: { repo: named.repo, branch, base, head, rule } });
    const begun = await begin(run, range);
    if (begun !== null) return begun;
    const tip = await tipFor(tools, range, named);
    const skippedFrom = decision.kind === 'owed' && decision.isSkipped ? decision.before : undefined;
    const isDefault = defaultBranch !== null && branch === defaultBranch;
    const pushedFrom = decision.kind === 'owed' && isDefault ? decision.before : null;
    const listed =
      ahead.listed !== null && ahead.listed.base === base && ahead.listed.head === head ? ahead.listed.changes : null;
    const plan = noted(
      await planRun(tools, named, range, run, { defaultBranch, tip, skippedFrom, pushedFrom, listed }),
    );
    facts = withTold(facts, { nothingToFile: nothingToFile(plan, skippedFrom === undefined ? null : event.run.actor) });
    if (!mayWrite(input) || !range.mayFile) return withTold(facts, await shown(tools, plan));
    const { fileRun } = await import('./file.ts');
    const ended = await fileRun(tools, plan);
    return 'again' in ended ? ended : withTold(facts, ended);
  } catch (error) {
    return factsOf(input, facts, error);
  }
}

/** What of the mapping counts before anything is planned. */
function policyOf({ input }: RunTools, { read }: RunSubject) {
  const { mapping } = read.mapping;
  const releases = input.releases === true || mapping['branch-deleted'] === 'release';
  return { skipPushers: mapping['skip-pushers'], releases };
}

/** A mapping that is not valid is said first, also when the range cannot be decided either. */
function decided(named: RunSubject, decide: () => RunChoice): RunChoice {
  try {
    return decide();
  } catch (error) {
    throw named.read.problem ?? error;
  }
}

async function decidedLater(named: RunSubject, decide: () => Promise<Range>): Promise<Range> {
  try {
    return await decide();
  } catch (error) {
    throw named.read.problem ?? error;
  }
}

/** Where the remote has the branch; undefined for what is only shown, or has no remote. */
async function tipFor(tools: RunTools, range: Range, { read }: RunSubject): Promise<string | null | undefined> {
  const { input, repository } = tools;
  const { head, branch, isGiven, mayFile } = range;
  if (!mayFile || repository.remote === null) return undefined;
  const isInCi = repository.inCi;
  // A commit that only a pull request has is never filed.
  const isHeadChosen = isGiven && (input.options.head !== undefined || input.event.happening.kind !== 'push');
  if (isHeadChosen && isInCi && mayWrite(input)) await onBranch(tools, branch, head);
  if (!mayWrite(input) || isGiven || read.problem !== null) return undefined;
  return tipOf(repository, branch);
}

async function onBranch({ repository }: RunTools, branch: string, head: string): Promise<void> {
  const tip = await tipOf(repository, branch);
  if (tip !== null && (await isAncestor(repository, head, tip))) return;
  const at =
    tip === null
      ? `the remote has no branch ${branch}`
      : `at the remote ${branch} is at ${tip.slice(0, 12)}, which does not have it`;
  const remedy = `Push the commit to ${branch} first, or give --head a commit of that branch.`;
  throw new Problem('range', `the commit ${head.slice(0, 12)} is not on ${branch}: ${at}`, remedy);
}

/** Writes the record of a branch that has none, before anything else can fail. @returns why the run has to look again. */
async function begin(run: RunLedger, range: Range): Promise<Again | null> {
  const { key, ledger } = run;
  const { begins } = range;
  if (!run.writes || key === null || begins === null) return null;
  let isMoved = false;
  const written = await ledger.write((newest: BranchRecord | null) => {
    isMoved = newest !== null && newest.settled.commit !== null;
    return isMoved ? null : { ...(newest ?? emptyRecord(key)), settled: begins };
  });
  if (isMoved) return { again: 'moved' };
  if (written.kind !== 'refused') return null;
  if (written.stop !== undefined) throw new StoppedBefore(written.stop);
  return refusedAgain(run, written.why);
}

/** A plan, and what filing it would meet. */
async function shown(tools: RunTools, plan: Plan): Promise<StepFacts> {
  const notices: Notice[] = [];
  const { steps, range, unmapped } = plan;
  const error = unmappedError(unmapped);
  if (!range.mayFile && tools.input.command === 'file') notices.push({ code: 'neverFiled' });
  if (steps.length === 0) return { requests: [], notices, error };
  const { foresee } = await import('./foresee.ts');
  const foreseen = await foresee(tools, plan);
  return { requests: foreseen.rows, notices: [...foreseen.notices, ...notices], error };
}

/** What follows from an event that leaves nothing to file. @param releases whether the requests of a gone branch are released. */
async function endWithNothing(
  tools: RunTools,
  { why, rule }: Extract<RunChoice, { kind: 'nothing' }>,
  named: RunSubject,
  run: RunLedger,
  releases: boolean,
): Promise<StepFacts | Again> {
  if (rule !== 'branch-deleted') return { nothingToFile: why };
  const isCommand = tools.input.releases === true;
  if (!isCommand && (!releases || !run.writes)) return { nothingToFile: why, notices: await mayHoldLocks(run) };
  const { releaseBranch } = await import('./release.ts');
  return releaseBranch(tools, named, run);
}

/** A deleted branch may leave locks behind: what the ledger knows of it is listed. */
async function mayHoldLocks({ ledger, key }: RunLedger): Promise<Notice[]> {
  if (ledger.record() === null || key === null) return [];
  const whole = (await ledger.all()).records.find(({ record: { service, repository, repo, mapping, branch } }) => {
    const of = [service, repository, repo, mapping, branch];
    return of.every((part, n) => part === [key.service, key.repository, key.repo, key.mapping, key.branch][n]);
  });
  return [...(whole?.record.checkOuts.values() ?? [])].flatMap(({ stands, appl, lvl, objn }) =>
    stands === null
      ? []
      : [{ code: 'mayHoldLock', objectId: stands.objectId, object: `${appl}/${lvl} ${objn}` } as const],
  );
}
