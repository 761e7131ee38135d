// After one turn of the event loop a Git process that was begun before has started. Loading code blocks this thread.
import { setImmediate as waitForGitStart } from 'node:timers/promises';
import { Problem, toProblem } from '../errors.ts';
import { listChanges } from '../git/changes.ts';
import { GitFailure } from '../git/failure.ts';
import type { Repository } from '../git/repository.ts';
import { findFilesAt } from '../git/tree.ts';
import { retryMs } from '../ledger/lease.ts';
import type { Lease } from '../ledger/record.ts';
import { escapeText } from '../log.ts';
import { toReportDependents } from '../report/dependents.ts';
import { makeReport, rewriteReportForDoor } from '../report/make-report.ts';
import { type Report, toReportLeftOuts } from '../report/report-json.ts';
import { listSecrets, Secrets } from '../secrets.ts';
import { toReportNotice } from '../sentences/notice.ts';
import { type Facts, openWithLedger, type RunInput, type RunTools, StartAgain, startLedgerFetch } from './input.ts';

const noFacts: Facts = {
  ...{ mapping: null, range: null, nothingToFile: null, error: null },
  ...{ leftOut: [], notices: [], requests: [], dependents: [] },
};

/**
 * Plans what a branch owes or a given range changes, or the release of its requests; files that if command, options and event allow. Never
 * throws: an error is in the report, whose `exitCode` is the verdict. The report holds no secrets, and names options as the door does.
 */
export async function run(input: RunInput): Promise<Report> {
  const at = input.now();
  const facts = await attemptUntilEnded(input).catch((error) => withError(input, noFacts, error));
  const { version: tool, command, event } = input;
  const leftOut = toReportLeftOuts(facts.leftOut);
  const notices = facts.notices.map(toReportNotice);
  const dependents = toReportDependents(facts.dependents, facts.requests);
  const report = makeReport({ ...facts, dependents, leftOut, notices }, { tool, command, event, at });
  // A service, a proxy, a Git server or an error may have echoed a token.
  const { token, gitToken, ledgerToken, ledgerSecret, ledgerSecretPrevious } = input;
  const secrets = [token, gitToken, ledgerToken, ledgerSecret, ledgerSecretPrevious, ...listSecrets(input.proxyEnv)];
  return new Secrets(secrets).hideIn(rewriteReportForDoor(input.door ?? 'cli', report));
}

/**
 * Opens the repository and attempts the run, again after each StartAgain: five seconds later if this names the lease of another run.
 * Returns the facts of the last attempt; if it failed, with its error. Once the ledger could not be written, later attempts do without it.
 * @throws what opening the repository throws, and Problem('cancelled')
 */
async function attemptUntilEnded(input: RunInput): Promise<Facts> {
  // The code is loaded in two parts: while Git reads its configuration, and while it fetches the ledger.
  const loadYaml = () => import('../yaml/read-yaml.ts');
  const [opened] = await Promise.all([openWithLedger(input), waitForGitStart().then(loadYaml)]);
  using repository = opened;
  using _end = endWhenCancelled(input, repository);
  let fetched = startLedgerFetch(input, repository);
  if (fetched !== null) {
    // The fetch takes longest, so it starts first.
    await waitForGitStart();
    repository.objects.begin();
  }
  const findFiles: RunTools['findFiles'] = (commit, keys) => findFilesAt(repository.objects, commit, keys);
  const tools = { input, repository, listChanges: startListing(input, repository), findFiles };
  await waitForGitStart();
  // The space of new values would grow to 64 MiB, and the process by as much; its present size is no slower.
  process.getBuiltinModule('node:v8').setFlagsFromString('--semi-space-growth-factor=1');
  const { attemptRun } = await import('./attempt.ts');
  let ledgerRefused: string | null = null;
  let waitedFor: string | null = null;
  for (;;) {
    let facts = noFacts;
    const addFacts = (found: Partial<Facts>) => {
      facts = { ...facts, ...found, notices: [...facts.notices, ...(found.notices ?? [])] };
    };
    try {
      addFacts(await attemptRun({ ...tools, fetched, ledgerRefused }, addFacts));
      return facts;
    } catch (error) {
      if (!(error instanceof StartAgain)) return withError(input, facts, error);
      const { lease, refused } = error.because;
      if (lease !== undefined) waitedFor = await waitForRun(input, lease, waitedFor);
      ledgerRefused = refused ?? ledgerRefused;
      fetched = startLedgerFetch(input, repository);
    }
  }
}

/** Returns facts with the thrown error; if cancelled, Problem('cancelled') for a failure of Git or the abort. Tells `onDefect` defects. */
function withError({ signal, onDefect }: RunInput, facts: Facts, thrown: unknown): Facts {
  const isOfGit = thrown instanceof GitFailure || (thrown instanceof Problem && ['git', 'range'].includes(thrown.code));
  if (signal.aborted && (isOfGit || thrown === signal.reason)) {
    const message = 'the run was cancelled before its changes were known';
    return { ...facts, error: new Problem('cancelled', message, 'Start the run again.', { cause: thrown }) };
  }
  const error = toProblem(thrown);
  if (error.code === 'defect') onDefect(thrown);
  return { ...facts, error };
}

/** Waits five seconds for the run with that lease, named in the log unless it is `last`; returns its name. @throws Problem('cancelled') */
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

/** Returns a function that lists the changes between two commits; begins at once with a push's, if its base is known and the clone full. */
function startListing({ event: { happening } }: RunInput, repository: Repository): RunTools['listChanges'] {
  const list = (base: string, head: string) => listChanges(repository, base, head);
  if (happening.kind !== 'push' || happening.before === null || repository.isShallow()) return list;
  const { before, after } = happening;
  const early = list(before, after);
  early.catch(() => {});
  // The early listing may have lacked a commit that has been fetched since.
  const listAgain = () => list(before, after);
  return (base, head) => (base === before && head === after ? early.catch(listAgain) : list(base, head));
}

/** Ends all Git processes 8 seconds after a cancellation, unless disposed by then: a remote may hang, and the report is to be made. */
function endWhenCancelled(input: RunInput, repository: Repository): Disposable {
  const over = new AbortController();
  const onAbort = () => {
    // Runners end a process after about ten seconds.
    const waited = input.sleep(8_000, over.signal);
    waited.then(() => !over.signal.aborted && repository.end()).catch(() => {});
  };
  if (input.signal.aborted) onAbort();
  else input.signal.addEventListener('abort', onAbort, { once: true, signal: over.signal });
  return { [Symbol.dispose]: () => over.abort() };
}
