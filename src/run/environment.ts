import { randomUUID } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { messageOf, Problem } from '../errors.ts';
import { withoutCheckouts } from '../git/search-path.ts';
import type { Env, HostEvent } from '../host/event.ts';
import { readAnyHost } from '../host/read-host.ts';
import { runNameOf } from '../ledger/lease.ts';
import type { Options } from '../options.ts';
import { mostBytes } from '../regular-file.ts';
import type { RunInput } from './input.ts';

/** An empty string counts as not given, wherever it comes from. */
export function given(value: string | undefined): string | undefined {
  return value === undefined || value.trim() === '' ? undefined : value.trim();
}

/** Traces that a global configuration of Git (`trace2.*`) turns on, with our token in them; 0 is off. */
const traces = ['GIT_TRACE2', 'GIT_TRACE2_EVENT', 'GIT_TRACE2_PERF'];

/**
 * Makes the environment of this process safe, before the first process is started and the first library for it loaded:
 * Windows looks for a program in the current directory first, which is the repository's; a library that heeds DEBUG
 * prints the environment of Git's processes, tokens and all; and NODE_TLS_REJECT_UNAUTHORIZED=0 would have every
 * certificate pass. What Git traces is said by the job alone.
 */
export function guardEnvironment(env: Record<string, string | undefined>): void {
  env.NoDefaultCurrentDirectoryInExePath = '1';
  delete env.DEBUG;
  delete env.NODE_TLS_REJECT_UNAUTHORIZED;
  // Empty counts as not there, to Git too.
  for (const name of traces) env[name] ||= '0';
}

/**
 * Takes the folders of the checkout off the PATH of this process, before it starts another: a commit may have put a `git`
 * there, and whoever started us (npx, a job) may have put them first.
 *
 * @param folders the current one, and the repository. @see withoutCheckouts
 */
export function guardPath(env: Record<string, string | undefined>, folders: readonly string[]): void {
  for (const [name, value] of Object.entries(env)) {
    // Path on Windows.
    if (name.toUpperCase() === 'PATH' && value !== undefined) env[name] = withoutCheckouts(value, folders);
  }
}

/** Aborted by the first SIGINT or SIGTERM; a run then ends what is in flight and says what it left. */
export function cancelSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => controller.abort());
  return controller.signal;
}

/** The event file of a GitHub run, parsed; undefined when the environment names none. */
function readPayload(env: Env): unknown {
  const path = given(env.GITHUB_EVENT_PATH);
  if (path === undefined) return undefined;
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Problem(
      'event',
      `the event file ${path} cannot be read: ${messageOf(error)}`,
      'GITHUB_EVENT_PATH must name the JSON file of the event; or unset GITHUB_ACTIONS and give --base and --head.',
      { cause: error },
    );
  }
}

/** The service's token: from the file that was named, else from the environment. */
export function readToken(options: Pick<Options, 'token-file'>, env: Env): string | undefined {
  const file = options['token-file'];
  if (file === undefined) return given(env.FILE_CHECKOUTS_TOKEN);
  try {
    // Through links, as mounted secrets are; a device would not end, and a pipe might not.
    const stat = statSync(file);
    if (!stat.isFile()) throw new Error('it is not a regular file');
    if (stat.size > mostBytes) throw new Error('it is over 4 MiB');
    return given(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Problem('usage', `the token file ${file} cannot be read: ${messageOf(error)}`, 'Check --token-file.');
  }
}

/** The folder that paths are meant from. @throws Problem('usage') when it is gone, as another job may have removed it. */
export function currentFolder(): string {
  try {
    return process.cwd();
  } catch (error) {
    const remedy = 'Change to a folder that is there, as the top of the checkout, and run again.';
    throw new Problem('usage', 'the current folder is gone, or this account may not see it', remedy, { cause: error });
  }
}

/** What every front door hands to a run. */
type RunSurroundings = Pick<
  RunInput,
  'event' | 'proxyEnv' | 'ledgerSecret' | 'ledgerSecretPrevious' | 'now' | 'me' | 'sleep'
>;

/** The tokens for Git, each for one remote alone. */
export type GitTokens = Pick<RunInput, 'gitToken' | 'ledgerToken'>;

/**
 * Which token is for which remote (design §14). Where the ledger is kept elsewhere, and no token is given for it by name,
 * the one of the environment is the ledger's: the job needs none for the sources, as its checkout has one.
 *
 * @param inputs tokens that the front door was given by name.
 */
export function gitTokens(
  { 'ledger-remote': ledgerRemote }: Pick<Options, 'ledger-remote'>,
  env: Env,
  inputs: Partial<GitTokens> = {},
): GitTokens {
  const ofEnvironment = given(env.FILE_CHECKOUTS_GIT_TOKEN);
  const gitToken = inputs.gitToken ?? ofEnvironment;
  if (ledgerRemote === undefined) return { gitToken, ledgerToken: undefined };
  const ledgerToken = inputs.ledgerToken ?? given(env.FILE_CHECKOUTS_LEDGER_TOKEN);
  return ledgerToken === undefined
    ? { gitToken: inputs.gitToken, ledgerToken: ofEnvironment }
    : { gitToken, ledgerToken };
}

/**
 * What a run takes from its surroundings, the same for every front door.
 *
 * @param repoDir the checkout: where Git is asked for what a CI system does not say.
 * @throws Problem('event') when they do not fit together, Problem('usage') for what would print secrets.
 */
export async function surroundings(env: Env, repoDir: string): Promise<RunSurroundings> {
  refuseNodeDebug(env);
  return surroundingsOf(await readAnyHost(forEnvCi(env), readPayload(env), resolve(repoDir)), env);
}

/** Node itself heeds this one, from its start on: it would print what Git is started with, and that holds tokens. */
function refuseNodeDebug({ NODE_DEBUG = '' }: Env): void {
  const names = NODE_DEBUG.split(',').map((name) => RegExp.escape(name.trim()).replaceAll('\\*', '.*'));
  if (!new RegExp(`^(?:${names.join('|')})$`, 'i').test('child_process')) return;
  const remedy = 'Name other parts of Node in NODE_DEBUG, or none; FILE_CHECKOUTS_DEBUG=1 shows the stack of a defect.';
  throw new Problem(
    'usage',
    `NODE_DEBUG=${NODE_DEBUG} would print the environment of Git's processes, tokens and all`,
    remedy,
  );
}

/** The same for an event that is known already. */
export function surroundingsOf(event: HostEvent, env: Env): RunSurroundings {
  const now = () => new Date();
  return {
    event,
    proxyEnv: env,
    ledgerSecret: given(env.FILE_CHECKOUTS_LEDGER_SECRET),
    ledgerSecretPrevious: given(env.FILE_CHECKOUTS_LEDGER_SECRET_PREVIOUS),
    now,
    me: runNameOf(event.run, now(), randomUUID()),
    sleep: (ms, signal) => wait(ms, undefined, { signal }).catch(() => {}),
  };
}

/** Variables by which Git would look at another repository than the one it stands in. */
const redirectsGit =
  /^GIT_(DIR|WORK_TREE|COMMON_DIR|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|NAMESPACE|CEILING_DIRECTORIES|CONFIG.*)$/i;

/**
 * The environment without values for our secrets and for what redirects Git: env-ci starts it with all that this process
 * has, but for what stands here.
 */
function forEnvCi(env: Env): Env {
  const kept = withoutSecrets(env);
  return Object.fromEntries(Object.keys(env).map((name) => [name, redirectsGit.test(name) ? undefined : kept[name]]));
}

/**
 * The environment of a run without the tokens that are this program's own, which Git's processes must not see; what
 * belongs to the job, as CI_JOB_TOKEN, stays.
 */
export function withoutSecrets(env: Env): Env {
  return Object.fromEntries(
    Object.entries(env).filter(
      ([name]) =>
        !/^(FILE_CHECKOUTS_(((GIT|LEDGER)_)?TOKEN|LEDGER_SECRET(_PREVIOUS)?)|INPUT_(((GITHUB|LEDGER)-)?TOKEN|LEDGER-SECRET(-PREVIOUS)?))$/.test(
          name,
        ),
    ),
  );
}
