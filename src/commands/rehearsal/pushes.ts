import { buildSurroundings } from '../../environment.ts';
import type { HostEvent } from '../../host/event.ts';
import { withDefaults } from '../../options.ts';
import type { Report } from '../../report/report-json.ts';
import { run } from '../../run/flow.ts';
import type { RunInput } from '../../run/input.ts';
import type { Site } from '../../service/site.ts';
import type { Sandbox } from './sandbox.ts';

export type Stage = Pick<RunInput, 'env' | 'log' | 'signal' | 'version'> & Readonly<{ script: Script; url: string }>;

/**
 * Files one push by a real run of `file` with a ledger, as a job of GitHub with the script's token, and returns its report; never throws,
 * as an error of the run is in the report. The run has no limit on the number of requests, none of the user's secrets, and no proxy; the
 * stack of a bug is logged. @param n number of the push, from 1
 */
export function filePush(push: Push, n: number, { script, url, ...inputs }: Stage): Promise<Report> {
  const { env, log } = inputs;
  const { mapping, token, sandbox, repositoryName: name, defaultBranch } = script;
  const event: HostEvent = {
    host: 'github',
    run: { id: String(1000 + n), attempt: 1, url: null, actor: 'rehearsal' },
    repository: { name, fullName: `rehearsal/${name}`, url: null, defaultBranch },
    happening: { kind: 'push', ...push },
  };
  const limits = { 'max-requests': 1_000_000_000, 'max-deletes': 1_000_000_000 };
  return run({
    ...inputs,
    command: 'file',
    options: withDefaults({ ...limits, mapping, 'repo-dir': sandbox.workDir, url, ledger: 'require' }),
    ...buildSurroundings(event, env),
    // The service listens on this machine; a proxy would not find it.
    proxyEnv: {},
    token,
    gitToken: undefined,
    cwd: sandbox.workDir,
    onDefect: (error) => log.notice(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  });
}

/** One push to be rehearsed; `before` is null for the first push of the branch. */
export type Push = Readonly<{ branch: string; before: string | null; after: string }>;

/** Where a rehearsal files, as which user, and lines about it. */
export interface Setting {
  readonly site: Site;
  readonly token: string;
  /** Where the pushes go, in words. */
  readonly at: string;
  /** Lines for the beginning: what is made up, and as which user it files. */
  readonly about: readonly string[];
  /** Lines for the end of a rehearsal in which a request was refused. */
  readonly advice: readonly string[];
}

/** A repository made for the rehearsal, the site it is filed at, and its pushes, made one after the other. */
export interface Script extends Setting {
  readonly what: string;
  readonly sandbox: Sandbox;
  readonly repositoryName: string;
  readonly defaultBranch: string;
  /** The mapping as `--mapping` would name it; undefined: the default file of the repository. */
  readonly mapping?: string;
  /** What each push shows, and how it is made. */
  readonly steps: readonly { readonly title: string; readonly push: () => Promise<Push> }[];
}
