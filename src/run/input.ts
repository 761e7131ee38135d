import type { ClientOptions } from '../client/create-client.ts';
import type { Door } from '../door.ts';
import { Problem } from '../errors.ts';
import type { Change } from '../git/changes.ts';
import { fetchNotes } from '../git/notes.ts';
import { requireLedgerPlace } from '../git/remote.ts';
import { openRepository, type Repository } from '../git/repository.ts';
import type { findFilesAt } from '../git/tree.ts';
import type { Env, HostEvent } from '../host/event.ts';
import type { HeldLease, RunName } from '../ledger/lease.ts';
import type { Lease } from '../ledger/record.ts';
import { escapeText, type Log } from '../log.ts';
import { parseMappingName } from '../mapping/source.ts';
import type { Options } from '../options.ts';
import type { LeftOut } from '../plan/planned.ts';
import type { DependentRow } from '../report/dependents.ts';
import type { Progress } from '../report/progress.ts';
import type { Report, ReportRequest } from '../report/report-json.ts';
import type { Notice } from '../sentences/notice.ts';

/** What an attempt of a run begins with. */
export interface RunTools {
  readonly input: RunInput;
  readonly repository: Repository;
  /** Lists the changes between two commits; those of the push itself may be under way already. */
  readonly listChanges: (base: string, head: string) => Promise<Change[]>;
  /** Finds the regular files at some keys in a commit (see findFilesAt). */
  readonly findFiles: (commit: string, keys: Iterable<string>) => ReturnType<typeof findFilesAt>;
  /** The OID of the ledger's ref at the remote (null: it has no such ref), whose fetch has begun; null: it has not. */
  readonly fetched: Promise<string | null> | null;
  /** Why an earlier attempt could not write the ledger, a clause; null: none was refused. */
  readonly ledgerRefused: string | null;
}

/** Everything a run depends on; the front doors collect it. */
export interface RunInput {
  readonly command: 'plan' | 'file';
  readonly options: Options;
  readonly event: HostEvent;
  /** Handed to Git's processes. */
  readonly env: Env;
  readonly proxyEnv: Env;
  readonly token: string | undefined;
  readonly gitToken: string | undefined;
  /** Opens the repository of `--ledger-remote`, and goes nowhere else. */
  readonly ledgerToken?: string | undefined;
  /** Seals the ledger in place of the token of the service; absent: that does. */
  readonly ledgerSecret?: string | undefined;
  /** What sealed the ledger before the secret, or the token, was changed: what it sealed is believed, too. */
  readonly ledgerSecretPrevious?: string | undefined;
  readonly cwd: string;
  readonly now: () => Date;
  /** The name under which this run stands in the ledger and in vref. */
  readonly me: RunName;
  /** Waits; ends early when the signal is aborted. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly log: Log;
  /** Shows how far filing has got; absent: nobody watches. */
  readonly progress?: Progress;
  readonly signal: AbortSignal;
  readonly version: string;
  /** How the run was started, for remedies that name options; absent: on the command line. */
  readonly door?: Door;
  /** True for the command `release`: the requests of the event's branch are released. */
  readonly releases?: true;
  /** Told of an error that is no Problem, with its stack. */
  readonly onDefect: (error: unknown) => void;
}

/** Everything known of a run, so that one that fails still reports it. */
export interface Facts extends Pick<Report, 'mapping' | 'range' | 'nothingToFile'> {
  readonly leftOut: readonly LeftOut[];
  readonly notices: readonly Notice[];
  readonly requests: readonly ReportRequest[];
  /** Objects that the push affects, and does not change. */
  readonly dependents: readonly DependentRow[];
  readonly error: Problem | null;
}

/** Thrown to end an attempt of a run that has to be made again: its record has changed, or for one of two reasons in `because`. */
export class StartAgain extends Error {
  /** `lease`: of another run of the branch, which goes first. `refused`: why the ledger could not be written, a clause. */
  readonly because: { readonly lease?: Lease; readonly refused?: string };

  constructor(because: StartAgain['because'] = {}) {
    super('start again');
    this.because = because;
  }
}

/** True if the options let a run file and write to the ledger: `file` without `--dry-run`. If it can write the ledger, see OpenRun. */
export function mayWrite({ command, options }: RunInput): boolean {
  return command === 'file' && options['dry-run'] !== true;
}

/** Returns the options of a service client. @param findStop see CallTerms. @throws Problem('usage') if address or token is missing or '' */
export function buildClientOptions(
  input: Pick<RunInput, 'options' | 'token' | 'proxyEnv' | 'signal' | 'log' | 'sleep'>,
  findStop?: HeldLease['ensure'],
): ClientOptions {
  const { options, log, proxyEnv, signal, sleep } = input;
  const { timeout: timeoutSeconds, concurrency } = options;
  return {
    url: requireGiven(options.url, 'the base address of the service', '`--url`'),
    token: requireGiven(input.token, 'the token of the service', 'FILE_CHECKOUTS_TOKEN or `--token-file`'),
    ...(options['ca-file'] === undefined ? {} : { caFile: options['ca-file'] }),
    allowHttp: options['allow-http'],
    ...{ timeoutSeconds, concurrency, proxyEnv, signal, sleep: (ms: number) => sleep(ms, signal) },
    ...(findStop === undefined ? {} : { findStop }),
    log: (line) => log.notice(escapeText(line)),
  };
}

/** Returns `value` if it is given and not empty. @throws Problem('usage') that names `what` is missing, and `where` to give it */
function requireGiven(value: string | undefined, what: string, where: string): string {
  if (value) return value;
  throw new Problem('usage', `${what} is not given`, `Give ${where}.`);
}

/** Opens the repository; its ledger's remote is `--ledger-remote`, if given. Reads no ledger. @throws Problem('usage', 'git') */
export async function openWithLedger(
  input: Pick<RunInput, 'options' | 'env' | 'gitToken' | 'ledgerToken'> & { readonly signal?: AbortSignal },
): Promise<Repository> {
  const { options, env, gitToken, ledgerToken, signal } = input;
  const remote = options['ledger-remote'];
  const place = remote === undefined ? undefined : requireLedgerPlace(remote, ledgerToken);
  return openRepository({ repoDir: options['repo-dir'], env, gitToken, ledgerPlace: place, signal });
}

/**
 * Starts to fetch the ledger while code and mapping are loaded. Returns the promise of its ref's OID (null: there is no such ref), whose
 * rejection need not be handled. Returns null itself, and fetches nothing, if a run has no ledger (it is off, there is no remote, or no
 * service is named), may not need it (the event may be about no branch), or must read its mapping from a commit first.
 */
export function startLedgerFetch({ event, options }: RunInput, repository: Repository): Promise<string | null> | null {
  const { url, 'ledger-key': name, mapping, ledger } = options;
  const isInCommit = 'rev' in parseMappingName(mapping ?? '');
  // An event of this kind may be about no branch, and then has no record.
  const isOpen = event.happening.kind === 'tag' || event.happening.kind === 'unclear';
  const isNamed = url !== undefined || name !== undefined;
  if (!isNamed || isInCommit || isOpen || ledger === 'off' || repository.ledgerRemote === null) return null;
  const fetched = fetchNotes(repository);
  // The caller that awaits this promise gets the error.
  fetched.catch(() => {});
  return fetched;
}
