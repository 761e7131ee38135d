import type { ProxyEnv } from '../client/address.ts';
import type { Door } from '../door.ts';
import type { Change } from '../git/changes.ts';
import type { Repository } from '../git/repository.ts';
import type { Env, HostEvent } from '../host/event.ts';
import type { RunName } from '../ledger/lease.ts';
import type { Log } from '../log.ts';
import type { Options } from '../options.ts';
import type { Progress } from '../report/progress.ts';

/** What an attempt of a run begins with. */
export interface RunTools {
  readonly input: RunInput;
  readonly repository: Repository;
  /** Lists the changes between two commits; those of the push itself may be under way already. */
  readonly listChanges: (base: string, head: string) => Promise<Change[]>;
  /** The OID of the ledger's ref at the remote, while it is fetched; null: this run fetches none, or not yet. */
  readonly fetched: Promise<string | null> | null;
  /** Why an earlier attempt could not write the ledger; null: none tried. */
  readonly ledgerRefused: string | null;
}

/** Everything a run depends on; the front doors collect it. */
export interface RunInput {
  readonly command: 'plan' | 'file';
  readonly options: Options;
  readonly event: HostEvent;
  /** Handed to Git's processes. */
  readonly env: Env;
  readonly proxyEnv: ProxyEnv;
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
  /** Aborted when the run is cancelled. */
  readonly signal: AbortSignal;
  readonly version: string;
  /** How the run was started, for remedies that name options; absent: on the command line. */
  readonly door?: Door;
  /** True for the command `release`: the branch of the event lets go of its requests. */
  readonly releases?: true;
  /** Told of an error that is no Problem, with its stack. */
  readonly onDefect: (error: unknown) => void;
}

/** True for a run that files and writes to the ledger: the command `file` without `--dry-run`. */
export function mayWrite({ command, options }: RunInput): boolean {
  return command === 'file' && options['dry-run'] !== true;
}
