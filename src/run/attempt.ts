import { findRemoteBranches } from '../git/branches.ts';
import type { Notice } from '../sentences/notice.ts';
import { chooseRun, type RunChoice } from './choose.ts';
import { type Facts, mayWrite, type RunTools } from './input.ts';
import { beginRecord, giveWay, listLedgerNotices, type OpenRun, openRun, peekRecord, readWholeRecord } from './open.ts';
import { type Plan, planRun } from './plan.ts';
import { findRange } from './range.ts';
import { readSubject } from './read-mapping.ts';

/**
 * Makes one attempt at a run (design §8): reads mapping and ledger, finds the commits, begins the record, plans, and files unless command,
 * options or event allow only a plan. For a tag or deleted branch, see endWithNothing. @param learn gets the facts that each step but the
 * last finds out. @returns those of the last. @throws StartAgain if the run has to be attempted again; any other error ends it
 */
export async function attemptRun(tools: RunTools, learn: (found: Partial<Facts>) => void): Promise<Partial<Facts>> {
  const { input, repository } = tools;
  // Open
  const subject = await readSubject(tools);
  const { repo, branch: named, problem } = subject;
  learn({ mapping: subject.file, range: { repo, branch: named, base: null, head: null, rule: '' } });
  const run = await openRun(tools, subject);
  learn({ notices: listLedgerNotices(run) });
  giveWay(run, peekRecord(run));
  // Which commit, and where a branch without a record begins
  const ofEvent = input.event.repository.defaultBranch;
  const defaultBranch = ofEvent ?? (await findRemoteBranches(repository))?.defaultBranch ?? null;
  const skipPushers = subject.mapping.mapping['skip-pushers'];
  const throwProblemFirst = (error: unknown) => {
    throw problem ?? error;
  };
  const known = { ...input, branch: named, defaultBranch, skipPushers };
  const choice = await Promise.try(chooseRun, known).catch(throwProblemFirst);
  if (choice.kind === 'nothing') {
    const rule = input.releases === true ? 'release' : choice.rule;
    learn({ range: { repo, branch: choice.branch, base: null, head: null, rule } });
    return endWithNothing(run, choice);
  }
  const range = await findRange(run, choice, defaultBranch).catch(throwProblemFirst);
  const { branch, base, head, rule } = range;
  learn({ range: { repo, branch, base, head, rule } });
  await beginRecord(run, range.begins);
  if (problem !== null) throw problem;
  // Owe, and decide
  const plan = await planRun(run, range);
  learn({ ...plan.facts, nothingToFile: describeNothingToFile(plan, input.event.run.actor) });
  if (!mayWrite(input) || !range.mayFile) return endWithPlan(plan);
  // Write ahead, file, and settle
  const { filePlan } = await import('./file.ts');
  // With many files memory matters most, and there is time to collect garbage early: the run waits for the service anyway.
  if (plan.paths.size >= 500) process.getBuiltinModule('node:v8').setFlagsFromString('--optimize-for-size');
  return filePlan(plan);
}

/** Returns the reason, a clause, why a plan has no steps; null: it has some. @param actor the account that pushed; null: unknown */
function describeNothingToFile({ steps, range, facts: { leftOut = [] } }: Plan, actor: string | null): string | null {
  if (steps.length > 0) return null;
  if (range.isSkipped && actor !== null) return `pushed by ${actor}, who is in skip-pushers`;
  if (leftOut.length === 0) return 'no file changed';
  return leftOut.length === 1 ? 'the one changed file is left out' : 'every changed file is left out';
}

/** Ends a run that plans: returns rows and notices of `foresee`, which may ask the service; and a notice if it is `file` for a proposal. */
async function endWithPlan(plan: Plan): Promise<Partial<Facts>> {
  const { run, steps, range } = plan;
  const last: Notice[] = !range.mayFile && run.input.command === 'file' ? [{ code: 'neverFiled' }] : [];
  if (steps.length === 0) return { notices: last };
  const { foresee } = await import('./foresee.ts');
  const { requests, notices } = await foresee(plan);
  return { requests, notices: [...notices, ...last] };
}

/** Returns why nothing is filed; a deleted branch with requests: notices of them, and the mapping's problem; or releases it, if asked. */
async function endWithNothing(run: OpenRun, choice: Extract<RunChoice, { kind: 'nothing' }>): Promise<Partial<Facts>> {
  const { why, rule } = choice;
  if (rule !== 'branch-deleted') return { nothingToFile: why };
  const { input, subject, isNamed } = run;
  const isReleasedByMapping = subject.mapping.mapping['branch-deleted'] === 'release' && isNamed && mayWrite(input);
  // A ledger that cannot be used is an error then: a green run would leave the locks in silence.
  if (input.releases === true || (isReleasedByMapping && input.options.ledger !== 'off'))
    return (await import('./release.ts')).releaseBranch(run);
  const checkOuts = [...((await readWholeRecord(run))?.checkOuts.values() ?? [])];
  const notices = checkOuts.flatMap(({ stands, appl, lvl, objn }): Notice[] => {
    const object = `${appl}/${lvl} ${objn}`;
    return stands === null ? [] : [{ code: 'mayHoldLock', objectId: stands.objectId, object }];
  });
  // Without a mapping nobody knows whether they have to be released.
  return { nothingToFile: why, notices, error: notices.length > 0 ? run.subject.problem : null };
}
