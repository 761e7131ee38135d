import { countedHave, some } from '../counted.ts';
import { reportAtDoor } from '../door.ts';
import { exitCodes, Problem } from '../errors.ts';
import { makesCalls } from '../filing/actions.ts';
import type { FiledRequest } from '../ledger/outcome.ts';
import type { FiledRange } from './file.ts';
import { GitFailure } from '../git/failure.ts';
import { type Objects, openObjects } from '../git/objects.ts';
import { forgetTips } from '../git/remote-refs.ts';
import { openRepository, type Repository } from '../git/repository.ts';
import { tidyHeap } from '../git/small-heap.ts';
import { escapeText } from '../log.ts';
import type { Refused } from '../ledger/accept-claims.ts';
import { type Facts, newFacts } from './facts.ts';
import { fetchAhead } from './fetch-ledger.ts';
import type { PlannedRange } from './plan.ts';
import { type Draft, errorOf, finishDraft, newDraft } from '../report/draft.ts';
import { planRows } from '../report/plan-rows.ts';
import { type Report, reportLeftOuts, reportRequest } from '../report/report-json.ts';
import type { RunInput } from './input.ts';
import { Secrets, secretsOf } from '../secrets.ts';

/**
 * The one run behind every front door: event, range, changes, mapping, plan, filing, report. Never throws: what goes
 * wrong is in the report, whose `exitCode` is the verdict.
 */
export async function run(input: RunInput): Promise<Report> {
  const draft = newDraft();
  const facts = newFacts();
  const at = input.now();
  try {
    await carry(input, facts, draft);
  } catch (error) {
    draft.error = errorOf(input.signal.aborted ? cancelledBy(error) : error);
    if (draft.error.code === 'defect') input.onDefect(error);
  }
  const told = { ...facts, leftOut: reportLeftOuts(facts.leftOut) };
  const report = finishDraft(
    { ...draft, ...told },
    { tool: input.version, command: input.command, event: input.event, at },
  );
  tidyHeap();
  // Whatever echoed a token (a service, a proxy, a Git server, an error of ours), no report holds it.
  return new Secrets([input.token, input.gitToken, input.ledgerSecret, ...secretsOf(input.proxyEnv)]).hideIn(
    reportAtDoor(input.door ?? 'cli', report),
  );
}

/** A signal may end the Git processes of the run as well: what they then say is no fault of a clone. */
function cancelledBy(error: unknown): unknown {
  const isGits = error instanceof GitFailure || (error instanceof Problem && ['git', 'range'].includes(error.code));
  if (!isGits) return error;
  const message = 'the run was cancelled before its changes were known';
  return new Problem('cancelled', message, 'Start the run again.', { cause: error });
}

async function carry(input: RunInput, facts: Facts, draft: Draft): Promise<void> {
  const { options, env, gitToken } = input;
  const opening = openRepository({ repoDir: options['repo-dir'], env, gitToken });
  // What comes next is loaded in two parts: while Git reads its configuration, and while it fetches the ledger.
  const [opened] = await Promise.all([opening, gitBegins().then(() => import('../yaml/read-yaml.ts'))]);
  using repository = opened;
  await using objects = openObjects(repository);
  using _end = endsWhenCancelled(input, repository);
  let fetched = fetchAhead(input, repository);
  if (fetched !== null) objects.begin();
  await gitBegins();
  const { planRange } = await import('./plan.ts');
  const since = input.now();
  let ledgerRefused: string | null = null;
  let waitedFor: string | null = null;
  for (;;) {
    const planned = await planRange(input, repository, objects, facts, {
      fetched,
      ledgerRefused,
      ask: () => askService(input),
      since,
    });
    fetched = null;
    if (planned === null) return;
    const ended =
      'waitFor' in planned
        ? ({ kind: 'underWay', run: planned.waitFor } as const)
        : await carryPlanned(input, repository, objects, facts, draft, planned);
    if (ended.kind === 'done') return;
    Object.assign(facts, newFacts());
    if (ended.kind === 'ledgerRefused') ledgerRefused = ended.why;
    else {
      await waitForRun(input, repository, ended.run, ended.run !== waitedFor);
      waitedFor = ended.run;
    }
  }
}

/** One harmless question: whether the service takes the token of this run. */
async function askService(input: RunInput): Promise<Refused | null> {
  const [{ askHarmlessly }, { clientOptions }] = await Promise.all([
    import('../client/probe-url.ts'),
    import('./client-options.ts'),
  ]);
  const { came, said, remedy } = await askHarmlessly(clientOptions(input, 1), { isPatient: true });
  if (came === 'service' || came === 'otherAnswer') return null;
  if (came === 'cancelled') throw new Problem('cancelled', said, remedy ?? '');
  return { code: came === 'page' ? 'unreachable' : came, why: said, remedy: remedy ?? '' };
}

/** How long Git may still work after the run was cancelled, in milliseconds: runners end a process after about ten seconds. */
const gitGraceMs = 8_000;

/** A remote that hangs must not keep a cancelled run from its report. */
function endsWhenCancelled(input: RunInput, repository: Repository): Disposable {
  const over = new AbortController();
  const onAbort = () => {
    const waited = input.sleep(gitGraceMs, over.signal);
    waited.then(() => !over.signal.aborted && repository.end()).catch(() => {});
  };
  if (input.signal.aborted) onAbort();
  else input.signal.addEventListener('abort', onAbort, { once: true, signal: over.signal });
  return { [Symbol.dispose]: () => over.abort() };
}

/** Lets the Git process that was asked for begin: loading blocks this thread. */
function gitBegins(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** How often a run that waits for another looks again, in milliseconds. */
const lookAgainMs = 5_000;

async function waitForRun(input: RunInput, repository: Repository, run: string, isNew: boolean): Promise<void> {
  if (isNew) input.log.notice(`waiting for ${escapeText(run)}, which is filing this branch`);
  await input.sleep(lookAgainMs, input.signal);
  if (input.signal.aborted) {
    throw new Problem(
      'cancelled',
      'the run was cancelled while it waited for another',
      'The next run files the changes.',
    );
  }
  forgetTips(repository);
}

type Ended = { readonly kind: 'done' } | Exclude<FiledRange, { kind: 'filed' }>;

async function carryPlanned(
  input: RunInput,
  repository: Repository,
  objects: Objects,
  facts: Facts,
  draft: Draft,
  planned: PlannedRange,
): Promise<Ended> {
  const { options } = input;
  const { actions, range } = planned;
  const shown = actions.filter(({ request }) => !planned.quiet.has(request));
  if (shown.length === 0) facts.nothingToFile = nothingWhy(facts);
  if (input.command === 'plan' || options['dry-run'] === true || !range.mayFile) {
    draft.requests = planRows(shown, planned.because);
    if (actions.some(makesCalls)) await noteRefusal(input, planned, facts);
    if (!range.mayFile && input.command === 'file') {
      facts.notices.push('a pull request, merge request or merge group is planned, never filed');
    }
    if (planned.leftUnder !== null) facts.notices.push(planned.leftUnder.message);
    draft.error = unmappedError(planned);
    return { kind: 'done' };
  }
  const { fileRange } = await import('./file.ts');
  const result = await fileRange(input, planned, repository, objects, facts.notices);
  if (result.kind !== 'filed') return result;
  const seen = result.rows.filter(({ request }) => !planned.quiet.has(request));
  draft.requests = seen.map((row) => reportRequest(withReason(row, planned)));
  if (result.defect !== null) throw result.defect;
  if (result.stop !== null) {
    const { code, why, remedy } = result.stop;
    const isLost = code !== 'cancelled' && code !== 'replaced';
    const exitCode = isLost ? exitCodes.serviceLost : exitCodes.notFiled;
    draft.error = { code, message: why, remedy, exitCode };
  } else {
    const error = result.ledgerError ?? planned.leftUnder;
    draft.error = error === null ? unmappedError(planned) : errorOf(error);
  }
  return { kind: 'done' };
}

/** A plan says so when filing it would be refused, by a limit or by options that do not go together. */
async function noteRefusal(input: RunInput, planned: PlannedRange, facts: Facts): Promise<void> {
  const { checkLimits, filingRun } = await import('./filing-run.ts');
  try {
    checkLimits(input, planned.actions);
    filingRun(input, planned);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    facts.notices.push(`filing this would be refused: ${error.message}`);
  }
}

/** Says why a request is there that the push did not ask for. */
function withReason(row: FiledRequest, { because }: PlannedRange): FiledRequest {
  const why = because.get(row.request);
  return why === undefined ? row : { ...row, warnings: [...row.warnings, why] };
}

/** Under `unmapped: error` a changed file without a rule makes the run red, whatever else was filed. */
function unmappedError({ unmapped }: PlannedRange): Draft['error'] {
  if (unmapped.length === 0) return null;
  const paths = unmapped.map(({ text }) => text);
  const files = countedHave(unmapped.length, 'changed file');
  return {
    code: 'unmapped',
    message: `${files} no rule in the mapping (unmapped: error): ${some(paths, 10)}`,
    remedy: 'Add a rule, or a skip with its reason; file-checkouts explain PATH shows why no rule matches.',
    exitCode: exitCodes.notFiled,
  };
}

function nothingWhy(facts: Facts): string {
  if (facts.leftOut.length === 0) return 'no file changed';
  return facts.leftOut.length === 1 ? 'the one changed file is left out' : 'every changed file is left out';
}
