import { Problem } from '../errors.ts';
import { listChanges } from '../git/changes.ts';
import { isShallow } from '../git/fetch.ts';
import { forgetAllRefs } from '../git/remote-refs.ts';
import type { Repository } from '../git/repository.ts';
import type { HostEvent } from '../host/event.ts';
import type { Lease } from '../ledger/record.ts';
import { escapeText } from '../log.ts';
import type { Report } from '../report/report-json.ts';
import type { Ahead } from './attempt.ts';
import { type Facts, noFacts } from './facts.ts';
import { fetchAhead } from './fetch-ledger.ts';
import { factsOf, finish } from './finish.ts';
import { keepNewSpaceSmall } from './heap.ts';
import type { RunInput } from './input.ts';
import type { Again } from './open.ts';
import { openWithLedger } from './open-repository.ts';

/**
 * The one run behind every front door: event, owed paths, mapping, plan, filing, record, report. Never throws: what goes
 * wrong is in the report, whose `exitCode` is the verdict.
 */
export async function run(input: RunInput): Promise<Report> {
  const at = input.now();
  const facts = await untilItEnds(input).catch((error) => factsOf(input, noFacts, error));
  return finish(input, facts, at);
}

/** Tries until the run has ended: another run of the branch may go first, or the ledger be closed to this one. */
async function untilItEnds(input: RunInput): Promise<Facts> {
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
  keepNewSpaceSmall();
  const { attempt } = await import('./attempt.ts');
  const tools = { input, repository };
  let ahead: Ahead = { fetched, listed, ledgerRefused: null };
  let waitedFor: string | null = null;
  for (;;) {
    const ended = await attempt(tools, ahead);
    if (!('again' in ended)) return ended;
    if (ended.again === 'underWay') waitedFor = await waitFor(input, ended.lease, waitedFor);
    if (ended.again !== 'ledgerRefused') forgetAllRefs(repository);
    ahead = { ...ahead, fetched: null, ledgerRefused: refusalOf(ended) ?? ahead.ledgerRefused };
  }
}

function refusalOf(again: Again): string | null {
  return again.again === 'ledgerRefused' ? again.why : null;
}

/** How often a run that waits for another looks again, in milliseconds. */
const lookAgainMs = 5_000;

/** Waits a little for the run that goes first. @param last the run that was waited for before; it is named once. */
async function waitFor(input: RunInput, lease: Lease, last: string | null): Promise<string> {
  if (last !== lease.run) input.log.notice(waitingFor(lease));
  await input.sleep(lookAgainMs, input.signal);
  if (!input.signal.aborted) return lease.run;
  const message = 'the run was cancelled while it waited for another';
  throw new Problem('cancelled', message, 'The next run files the changes.');
}

function waitingFor({ run: name, until }: Lease): string {
  // By the clock of whoever reads the log, as the lines around it.
  const time = new Date(until).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  return `waiting for run ${escapeText(name)}, which is filing this branch (until ${time} at the latest)`;
}

/**
 * Begins to list what the push itself changed, while everything else is loaded and read: that is what most runs owe. null:
 * the event names no two commits, or the clone may lack one.
 */
function listPush({ happening }: HostEvent, repository: Repository): Ahead['listed'] {
  if (happening.kind !== 'push' || happening.before === null || isShallow(repository)) return null;
  const { before: base, after: head } = happening;
  const changes = listChanges(repository, base, head);
  // The caller that awaits this promise gets the error.
  changes.catch(() => {});
  return { base, head, changes };
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
