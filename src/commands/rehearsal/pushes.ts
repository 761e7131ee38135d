import { withDefaults } from '../../defaults.ts';
import type { Env, HostEvent } from '../../host/event.ts';
import { readHost } from '../../host/read-host.ts';
import type { Log } from '../../log.ts';
import type { GivenOptions } from '../../options.ts';
import type { Report } from '../../report/report-json.ts';
import { surroundingsOf, withoutSecrets } from '../../run/environment.ts';
import { run } from '../../run/flow.ts';

/** One push to be rehearsed. */
export interface Push {
  readonly branch: string;
  /** null: the first push of the branch. */
  readonly before: string | null;
  readonly after: string;
  readonly number: number;
}

/** Where the pushes go. */
export interface Stage {
  readonly env: Env;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly version: string;
  readonly repositoryName: string;
  readonly defaultBranch: string;
  readonly workDir: string;
  readonly url: string;
  readonly token: string;
  readonly options: GivenOptions;
}

const zeros = '0'.repeat(40);

/** The event of a push as GitHub would tell it. */
function eventOf(push: Push, stage: Stage): HostEvent {
  const env = {
    GITHUB_ACTIONS: 'true',
    GITHUB_EVENT_NAME: 'push',
    GITHUB_REPOSITORY: `rehearsal/${stage.repositoryName}`,
    GITHUB_REF: `refs/heads/${push.branch}`,
    GITHUB_SHA: push.after,
    GITHUB_ACTOR: 'rehearsal',
    GITHUB_RUN_ID: String(1000 + push.number),
    GITHUB_RUN_ATTEMPT: '1',
  };
  const event = readHost(env, {
    ref: env.GITHUB_REF,
    before: push.before ?? zeros,
    after: push.after,
    created: push.before === null,
    deleted: false,
    repository: { default_branch: stage.defaultBranch },
  });
  // There is no page of this repository and run to link to.
  return { ...event, run: { ...event.run, url: null }, repository: { ...event.repository, url: null } };
}

/** Files one push through the real pipeline. */
export function filePush(push: Push, stage: Stage): Promise<Report> {
  return run({
    command: 'file',
    options: withDefaults({ ...stage.options, 'repo-dir': stage.workDir, url: stage.url, ledger: 'require' }),
    ...surroundingsOf(eventOf(push, stage), stage.env),
    env: withoutSecrets(stage.env),
    // The service listens on this machine; a proxy would not find it.
    proxyEnv: {},
    token: stage.token,
    gitToken: undefined,
    cwd: stage.workDir,
    log: stage.log,
    signal: stage.signal,
    version: stage.version,
    onDefect: (error) => stage.log.notice(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  });
}
