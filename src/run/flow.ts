import { Problem } from '../errors.ts';
import { listChanges } from '../git/changes.ts';
import type { Repository } from '../git/repository.ts';
import type { HostEvent } from '../host/event.ts';
import { retryMs } from '../ledger/lease.ts';
import type { Lease } from '../ledger/record.ts';
import { escapeText } from '../log.ts';
import { reportDependents } from '../report/dependents.ts';
import { makeReport, reportAtDoor } from '../report/make-report.ts';
import { type Report, reportLeftOuts, reportNotice } from '../report/report-json.ts';
import { Secrets, secretsOf } from '../secrets.ts';
import { type Facts, noFacts, StartAgain, type StepFacts, withError, withFacts } from './facts.ts';
import type { RunInput, RunTools } from './input.ts';
import { openWithLedger, startLedgerFetch } from './open-repository.ts';

/**
 * Plans, and if the command says so files, what a branch owes; every front door (command, action, component) calls it. Never throws:
 * an error is in the report, whose `exitCode` is the verdict.
 */
export async function run(input: RunInput): Promise<Report> {
  const at = input.now();
  const facts = await attemptUntilEnded(input).catch((error) => withError(input, noFacts, error));
  return makeRunReport(input, facts, at);
}

/** Makes the report of a run, without secrets, and with the names of options as its door has them. @param at when the run began. */
function makeRunReport(input: RunInput, facts: Facts, at: Date): Report {
  const { version: tool, command, event } = input;
  const leftOut = reportLeftOuts(facts.leftOut);
  const notices = facts.notices.map(reportNotice);
  const dependents = reportDependents(facts.dependents, facts.requests);
  const report = makeReport({ ...facts, dependents, leftOut, notices }, { tool, command, event, at });
  // A service, a proxy, a Git server or an error may have echoed a token.
  const { token, gitToken, ledgerToken, ledgerSecret, ledgerSecretPrevious } = input;
  const secrets = [token, gitToken, ledgerToken, ledgerSecret, ledgerSecretPrevious, ...secretsOf(input.proxyEnv)];
  return new Secrets(secrets).hideIn(reportAtDoor(input.door ?? 'cli', report));
}

/**
 * Attempts the run until it has ended: again after another run of the branch, or without the ledger if that is refused.
 * Failures of an attempt are in the facts.
 */
async function attemptUntilEnded(input: RunInput): Promise<Facts> {
  const opening = openWithLedger(input);
  // The code is loaded in two parts: while Git reads its configuration, and while it fetches the ledger.
  const [opened] = await Promise.all([opening, gitStarted().then(() => import('../yaml/read-yaml.ts'))]);
  using repository = opened;
  using _end = endWhenCancelled(input, repository);
  let fetched = startLedgerFetch(input, repository);
  if (fetched !== null) {
    // The fetch takes longest, so it starts first.
    await gitStarted();
    repository.objects.begin();
  }
  const list = startListing(input.event, repository);
  await gitStarted();
  // The space of new values would grow to 64 MiB, and the process by as much; its present size is no slower.
  process.getBuiltinModule('node:v8').setFlagsFromString('--semi-space-growth-factor=1');
  const { attempt } = await import('./attempt.ts');
  let ledgerRefused: string | null = null;
  let waitedFor: string | null = null;
  for (;;) {
    let facts = noFacts;
    const learn = (found: StepFacts) => {
      facts = withFacts(facts, found);
    };
    try {
      learn(await attempt({ input, repository, listChanges: list, fetched, ledgerRefused }, learn));
      return facts;
    } catch (error) {
      if (!(error instanceof StartAgain)) return withError(input, facts, error);
      const { stale } = error;
      if (stale.kind === 'underWay') waitedFor = await waitForRun(input, stale.lease, waitedFor);
      if (stale.kind === 'ledgerRefused') ledgerRefused = stale.why;
      fetched = startLedgerFetch(input, repository);
    }
  }
}

/**
 * Waits five seconds for the run that goes first, and names it once in the log. @param last name of the run that was waited for before.
 * @returns its name. @throws Problem('cancelled')
 */
async function waitForRun(input: RunInput, lease: Lease, last: string | null): Promise<string> {
  // In local time, like the lines around it.
  const time = new Date(lease.until).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  const what = `run ${escapeText(lease.run)}, which is filing this branch (until ${time} at the latest)`;
  if (last !== lease.run) input.log.notice(`waiting for ${what}`);
  await input.sleep(retryMs, input.signal);
  if (!input.signal.aborted) return lease.run;
  const message = 'the run was cancelled while it waited for another';
  throw new Problem('cancelled', message, 'The next run files the changes.');
}

/**
 * Returns a function that lists the changes between two commits. Starts at once to list those of the push, which most runs need; not if
 * the event does not name both commits, or the clone may lack one.
 */
function startListing({ happening }: HostEvent, repository: Repository): RunTools['listChanges'] {
  const list = (base: string, head: string) => listChanges(repository, base, head);
  if (happening.kind !== 'push' || happening.before === null || repository.isShallow()) return list;
  const { before, after } = happening;
  const early = list(before, after);
  early.catch(() => {});
  // The early listing may have lacked a commit that has been fetched since.
  const listAgain = () => list(before, after);
  return (base, head) => (base === before && head === after ? early.catch(listAgain) : list(base, head));
}

/** Time that Git gets after a run was cancelled, in milliseconds: runners end a process after about ten seconds. */
const gitGraceMs = 8_000;

/**
 * Ends all Git processes eight seconds after a cancellation: a remote that hangs must not keep the run from its report.
 * Disposing the result calls it off.
 */
function endWhenCancelled(input: RunInput, repository: Repository): Disposable {
  const over = new AbortController();
  const onAbort = () => {
    const waited = input.sleep(gitGraceMs, over.signal);
    waited.then(() => !over.signal.aborted && repository.end()).catch(() => {});
  };
  if (input.signal.aborted) onAbort();
  else input.signal.addEventListener('abort', onAbort, { once: true, signal: over.signal });
  return { [Symbol.dispose]: () => over.abort() };
}

/** Waits one turn of the event loop, so that a Git process starts before code is loaded, which blocks this thread. */
function gitStarted(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
