import { withDefaults } from '../../defaults.ts';
import { surroundingsOf, withoutSecrets } from '../../environment.ts';
import type { HostEvent } from '../../host/event.ts';
import { readHost } from '../../host/read-host.ts';
import type { Report } from '../../report/report-json.ts';
import { run } from '../../run/flow.ts';
import type { RunInput } from '../../run/input.ts';
import type { Site } from '../../service/site.ts';
import type { Sandbox } from './sandbox.ts';

/** Where the pushes go: the service at `url`. */
export interface Stage extends Pick<RunInput, 'env' | 'log' | 'signal' | 'version'> {
  readonly script: Script;
  readonly url: string;
}

/** Returns the event of a push as the program would read it in a job of GitHub, but without web addresses. @param n number of the push, from 1 */
function toPushEvent(push: Push, n: number, { repositoryName, defaultBranch }: Script): HostEvent {
  const env = {
    GITHUB_ACTIONS: 'true',
    GITHUB_EVENT_NAME: 'push',
    GITHUB_REPOSITORY: `rehearsal/${repositoryName}`,
    GITHUB_REF: `refs/heads/${push.branch}`,
    GITHUB_SHA: push.after,
    GITHUB_ACTOR: 'rehearsal',
    GITHUB_RUN_ID: String(1000 + n),
    GITHUB_RUN_ATTEMPT: '1',
  };
  const event = readHost(env, {
    ref: env.GITHUB_REF,
    before: push.before ?? '0'.repeat(40),
    after: push.after,
    created: push.before === null,
    deleted: false,
    repository: { default_branch: defaultBranch },
  });
  // There is no page of this repository and run to link to.
  return { ...event, run: { ...event.run, url: null }, repository: { ...event.repository, url: null } };
}

/**
 * Files one push by a real run of `file` with a ledger, as a job of GitHub with the script's token, and returns its report, also of a run
 * that fails. It has no limit on the number of requests, none of the user's secrets, and no proxy. @param n number of the push, from 1
 */
export function filePush(push: Push, n: number, { script, url, ...inputs }: Stage): Promise<Report> {
  const { env, log } = inputs;
  const { mapping, token, sandbox } = script;
  const limits = { 'max-requests': 1_000_000_000, 'max-deletes': 1_000_000_000 };
  return run({
    ...inputs,
    command: 'file',
    options: withDefaults({ ...limits, mapping, 'repo-dir': sandbox.workDir, url, ledger: 'require' }),
    ...surroundingsOf(toPushEvent(push, n, script), env),
    env: withoutSecrets(env),
    // The service listens on this machine; a proxy would not find it.
    proxyEnv: {},
    token,
    gitToken: undefined,
    cwd: sandbox.workDir,
    onDefect: (error) => log.notice(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  });
}

/** One push to be rehearsed. */
export interface Push {
  readonly branch: string;
  /** null: the first push of the branch. */
  readonly before: string | null;
  readonly after: string;
}

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
  /** What is played, in words. */
  readonly what: string;
  readonly sandbox: Sandbox;
  readonly repositoryName: string;
  readonly defaultBranch: string;
  /** The mapping as `--mapping` would name it; undefined: the default file of the repository. */
  readonly mapping?: string;
  /** What each push shows, and how it is made. */
  readonly steps: readonly { readonly title: string; readonly push: () => Promise<Push> }[];
}
