import type { ProxyEnv } from './client/proxy.ts';
import type { Env, HostEvent } from './host/event.ts';
import type { Log } from './log.ts';
import type { Options } from './options.ts';

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
  readonly cwd: string;
  readonly now: () => Date;
  readonly log: Log;
  /** Aborted when the run is cancelled. */
  readonly signal: AbortSignal;
  readonly version: string;
  /** Told of an error that is no Problem, with its stack. */
  readonly onDefect: (error: unknown) => void;
}
