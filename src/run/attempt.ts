import { remoteBranchesIfAny } from '../git/branches.ts';
import { checkedOutBranch } from '../git/revision.ts';
import type { Notice } from '../sentences/notice.ts';
import { choose, type RunChoice } from './choose.ts';
import type { StepFacts } from './facts.ts';
import { mayWrite, type RunTools } from './input.ts';
import type { OpenRun } from './open.ts';
import { beginRecord, giveWay, ledgerNotices, openRun, recordOf, wholeRecord } from './open.ts';
import { type Plan, planRun } from './plan.ts';
import { findRange } from './range.ts';
import { type RunSubject, readSubject } from './read-mapping.ts';
import { unmappedError } from './unmapped.ts';

/**
 * Makes one attempt at a run: reads mapping and ledger, finds the commits, plans, and files if the command does (design §8).
 * @param learn is called with what each step finds out, for a run that fails later. @returns what the last step found out.
 * @throws StartAgain, and what ends the run.
 */
export async function attempt(tools: RunTools, learn: (found: StepFacts) => void): Promise<StepFacts> {
  const { input, repository } = tools;
  // Open
  const subject = await readSubject(tools);
  const { repo, problem } = subject;
  learn({ mapping: subject.file, range: { repo, branch: subject.branch, base: null, head: null, rule: '' } });
  const run = await openRun(tools, subject);
  learn({ notices: ledgerNotices(run) });
  giveWay(run, recordOf(run));
  // Which commit, and where a branch without a record begins
  const named = input.event.repository.defaultBranch;
  const defaultBranch = named ?? (await remoteBranchesIfAny(repository))?.defaultBranch ?? null;
  const checkedOut = checkedOutBranch(repository.location);
  const skipPushers = subject.mapping.mapping['skip-pushers'];
  const choice = await problemFirst(subject, () => choose({ ...input, checkedOut, defaultBranch, skipPushers }));
  if (choice.kind === 'nothing') {
    const rule = input.releases === true ? 'release' : choice.rule;
    learn({ range: { repo, branch: choice.branch, base: null, head: null, rule } });
    return endWithNothing(run, choice);
  }
  const range = await problemFirst(subject, () => findRange(run, choice, defaultBranch));
  const { branch, base, head, rule } = range;
  learn({ range: { repo, branch, base, head, rule } });
  await beginRecord(run, range.begins);
  if (problem !== null) throw problem;
  // Owe, and decide
  const plan = await planRun(run, range);
  learn({ ...plan.facts, nothingToFile: nothingToFile(plan, input.event.run.actor) });
  if (!mayWrite(input) || !range.mayFile) return foreseen(plan);
  // Write ahead, file, and settle
  const { fileRun } = await import('./file.ts');
  return fileRun(plan);
}

/** Returns the result of `decide`. @throws what `decide` throws, but the problem of the mapping instead if it has one. */
async function problemFirst<T>({ problem }: RunSubject, decide: () => T | Promise<T>): Promise<T> {
  try {
    return await decide();
  } catch (error) {
    throw problem ?? error;
  }
}

/** Returns a clause that says why a plan has no step; null: it has one. */
function nothingToFile({ steps, range, facts: { leftOut = [] } }: Plan, actor: string | null): string | null {
  if (steps.length > 0) return null;
  if (range.isSkipped && actor !== null) return `pushed by ${actor}, who is in skip-pushers`;
  if (leftOut.length === 0) return 'no file changed';
  return leftOut.length === 1 ? 'the one changed file is left out' : 'every changed file is left out';
}

/**
 * Returns what a run reports that plans and does not file: a row for each step with who holds the object, the notices, and
 * the error for files without a rule.
 */
async function foreseen(plan: Plan): Promise<StepFacts> {
  const { run, steps, range, unmapped } = plan;
  const error = unmappedError(unmapped);
  const notices: Notice[] = !range.mayFile && run.input.command === 'file' ? [{ code: 'neverFiled' }] : [];
  if (steps.length === 0) return { requests: [], notices, error };
  const { foresee } = await import('./foresee.ts');
  const found = await foresee(plan);
  return { requests: found.rows, notices: [...found.notices, ...notices], error };
}

/** Ends a run that has nothing to file. For a deleted branch, releases its requests at the service, or names them as they may hold locks. */
async function endWithNothing(
  run: OpenRun,
  { why, rule }: Extract<RunChoice, { kind: 'nothing' }>,
): Promise<StepFacts> {
  if (rule !== 'branch-deleted') return { nothingToFile: why };
  const isReleasedByMapping = run.subject.mapping.mapping['branch-deleted'] === 'release' && run.writes;
  if (run.input.releases !== true && !isReleasedByMapping) {
    return { nothingToFile: why, notices: await lockNotices(run) };
  }
  const { releaseBranch } = await import('./release.ts');
  return releaseBranch(run);
}

/** Returns a notice for each request of the branch that is open by the ledger, as it may hold a lock; asks no service. */
async function lockNotices(run: OpenRun): Promise<Notice[]> {
  const checkOuts = (await wholeRecord(run))?.checkOuts.values() ?? [];
  return [...checkOuts].flatMap(({ stands, appl, lvl, objn }) =>
    stands === null
      ? []
      : [{ code: 'mayHoldLock', objectId: stands.objectId, object: `${appl}/${lvl} ${objn}` } as const],
  );
}
