import { Problem } from '../errors.ts';
import { forgetTips } from '../git/remote-refs.ts';
import type { Repository } from '../git/repository.ts';
import type { RunName } from '../ledger/lease.ts';
import type { Again } from '../ledger/run-ledger.ts';
import { escapeText } from '../log.ts';
import type { Report } from '../report/report-json.ts';
import { type Facts, noFacts } from './facts.ts';
import { fetchAhead } from './fetch-ledger.ts';
import { factsOf, finish } from './finish.ts';
import type { RunInput, RunTools } from './input.ts';
import { listPush } from './listed-range.ts';
import type { Ahead } from './open.ts';
import { openWithLedger } from './open-repository.ts';

/**
 * The one run behind every front door: event, range, changes, mapping, plan, filing, report. Never throws: what goes
 * wrong is in the report, whose `exitCode` is the verdict.
 */
export async function run(input: RunInput): Promise<Report> {
  const at = input.now();
  const ended = await untilItEnds(input).catch((error) => factsOf(input, noFacts, error));
  if (ended !== 'smallHeap') return finish(input, ended, at);
  input.startSmall?.();
  // Not on this system: the run takes the memory.
  return run({ ...input, startSmall: undefined });
}

/**
 * Tries until the run has ended: another run of the branch may go first, or the ledger be closed to this one.
 *
 * @returns `smallHeap` before anything was written, for a run that needs one.
 */
async function untilItEnds(input: RunInput): Promise<Facts | 'smallHeap'> {
  const opening = openWithLedger(input);
  // What comes next is loaded in two parts: while Git reads its configuration, and while it fetches the ledger.
  const [opened] = await Promise.all([opening, gitBegins().then(() => import('../yaml/read-yaml.ts'))]);
  using repository = opened;
  using _end = endsWhenCancelled(input, repository);
  const fetched = fetchAhead(input, repository);
  if (fetched !== null) {
    // Nothing takes as long, so nothing goes before it.
    await gitBegins();
    repository.objects.begin();
  }
  const listed = listPush(input.event, repository);
  await gitBegins();
  const { attempt } = await import('./attempt.ts');
  const tools = { input, repository, listed };
  let ahead: Ahead = { fetched, ledgerRefused: null, mayAssumeTip: true, since: input.now() };
  let again: Again | null = null;
  for (;;) {
    const ended = await attempt(tools, ahead);
    if (!('again' in ended)) return ended;
    if (ended.again === 'smallHeap') return ended.again;
    await beforeNext(tools, ended, again);
    const ledgerRefused = ended.again === 'ledgerRefused' ? ended.why : ahead.ledgerRefused;
    ahead = { ...ahead, fetched: null, ledgerRefused, mayAssumeTip: false };
    again = ended;
  }
}

/** How often a run that waits for another looks again, in milliseconds. */
const lookAgainMs = 5_000;

/** @param last why the attempt before this one ended; null: this was the first. */
async function beforeNext({ input, repository }: RunTools, now: Again, last: Again | null): Promise<void> {
  if (now.again === 'ledgerRefused') return;
  if (now.again === 'underWay') {
    const isNew = last?.again !== 'underWay' || last.run?.run !== now.run?.run;
    if (isNew) input.log.notice(waitingFor(now.run, input.me));
    await input.sleep(lookAgainMs, input.signal);
    if (input.signal.aborted) {
      const message = 'the run was cancelled while it waited for another';
      throw new Problem('cancelled', message, 'The next run files the changes.');
    }
  }
  forgetTips(repository);
}

function waitingFor(run: Extract<Again, { again: 'underWay' }>['run'], { machine }: RunName): string {
  if (run === null) return 'waiting for another run, which is filing this branch';
  if (machine?.isGone(run))
    return `waiting a little: run ${escapeText(run.run)} was killed, and what it sent may still arrive`;
  // By the clock of whoever reads the log, as the lines around it.
  const until = new Date(run.until).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  return `waiting for run ${escapeText(run.run)}, which is filing this branch (until ${until} at the latest)`;
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
