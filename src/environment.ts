import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Problem, toMessage } from './errors.ts';
import { listFoldersUp, listWorkTrees } from './git/locate.ts';
import type { Env, HostEvent } from './host/event.ts';
import { readAnyHost } from './host/read-host.ts';
import { nameRun } from './ledger/lease.ts';
import type { Options } from './options.ts';
import { findPathBelow, mostBytes } from './regular-file.ts';
import type { RunInput } from './run/input.ts';

/** Returns a value without blanks around it; undefined if it is absent or blank. */
export function trimValue(value: string | undefined): string | undefined {
  return value?.trim() || undefined;
}

/**
 * Changes `env`, that of this process, so that starting others is safe: Windows no longer looks for a program in the current directory, the
 * repository's; DEBUG (for which a library prints the environment of Git's processes, with tokens) and NODE_TLS_REJECT_UNAUTHORIZED (which
 * turns the check of certificates off) go; Git's traces, which its configuration may turn on, tokens in them, are 0 (off) if not set.
 */
export function guardEnvironment(env: Record<string, string | undefined>): void {
  env.NoDefaultCurrentDirectoryInExePath = '1';
  delete env.DEBUG;
  delete env.NODE_TLS_REJECT_UNAUTHORIZED;
  // Empty counts as not there, to Git too.
  for (const name of ['GIT_TRACE2', 'GIT_TRACE2_EVENT', 'GIT_TRACE2_PERF']) env[name] ||= '0';
}

/** Lists the checkouts that a folder lies in, the innermost first, each with its work trees; never the top of the file system. */
function listCheckoutsAround(folder: string): string[] {
  const isTop = (at: string) => dirname(at) === at;
  const around = listFoldersUp(folder).filter((at) => !isTop(at) && existsSync(join(at, '.git')));
  return around.flatMap((at) => [at, ...listWorkTrees(at)]).filter((at) => !isTop(at));
}

/** Returns the path of a folder with links resolved, in the file system's spelling; null if it is missing, or may not be seen. */
function resolveLinks(folder: string): string | null {
  try {
    return realpathSync.native(folder);
  } catch {
    return null;
  }
}

/**
 * Removes from PATH in `env`, in place, what a commit may fill, before another process starts: it may hold a `git`, and npx or a job may
 * have put its folder first. Relative and empty entries go; `folders` (absolute: the current one, and the repository) go; and all folders
 * inside the checkouts around these and the other work trees of those repositories, as written or through links. The order stays. If
 * nothing is left, PATH is a folder that does not exist, as an empty one would be the current directory. An environment without PATH stays.
 */
export function guardPath(env: Record<string, string | undefined>, folders: readonly string[]): void {
  const places = folders.flatMap((folder) => resolveLinks(folder) ?? []);
  const tops = places.flatMap(listCheckoutsAround).flatMap((top) => resolveLinks(top) ?? []);
  // The folder itself or one above it, as one of these may be a link into the checkout, or lead out of it.
  const isInside = (folder: string) =>
    listFoldersUp(folder).some((at) => {
      const real = resolveLinks(at);
      return real !== null && tops.some((top) => findPathBelow(top, real) !== null);
    });
  const isSafe = (entry: string) => {
    const folder = entry.replaceAll('"', '');
    return isAbsolute(folder) && !places.includes(resolveLinks(folder) ?? '') && !isInside(resolve(folder));
  };
  for (const [name, value] of Object.entries(env)) {
    // Path on Windows.
    if (name.toUpperCase() !== 'PATH' || value === undefined) continue;
    env[name] = value.split(delimiter).filter(isSafe).join(delimiter) || '/nonexistent';
  }
}

/** Returns a signal that SIGINT or SIGTERM aborts. From now on neither ends the process, so that a run can end in order. */
export function createCancelSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => controller.abort());
  return controller.signal;
}

/** Parses the file at GITHUB_EVENT_PATH; undefined if that is blank or not set. @throws Problem('event') if it is unreadable or no JSON */
function readPayload(env: Env): unknown {
  const path = trimValue(env.GITHUB_EVENT_PATH);
  if (path === undefined) return undefined;
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const remedy =
      'GITHUB_EVENT_PATH must name the JSON file of the event; or unset GITHUB_ACTIONS and give `--base` and `--head`.';
    throw new Problem('event', `the event file ${path} cannot be read: ${toMessage(error)}`, remedy, { cause: error });
  }
}

/**
 * Reads the service's token from the file that `token-file` names, through links; without that option from FILE_CHECKOUTS_TOKEN; undefined
 * if it is blank or not set. @throws Problem('usage') for a file that is missing, not regular, unreadable or over 4 MiB
 */
export function readToken(options: Pick<Options, 'token-file'>, env: Env): string | undefined {
  const file = options['token-file'];
  if (file === undefined) return trimValue(env.FILE_CHECKOUTS_TOKEN);
  try {
    // Through links, as mounted secrets are; a device would not end, and a pipe might not.
    const stat = statSync(file);
    if (!stat.isFile()) throw new Error('it is not a regular file');
    if (stat.size > mostBytes) throw new Error('it is over 4 MiB');
    return trimValue(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Problem('usage', `the token file ${file} cannot be read: ${toMessage(error)}`, 'Check `--token-file`.');
  }
}

/** Returns the current folder. @throws Problem('usage') if it is gone, as another job may remove it, or may not be seen */
export function requireCurrentFolder(): string {
  try {
    return process.cwd();
  } catch (error) {
    const remedy = 'Change to an existing folder, such as the top of the checkout, and run again.';
    throw new Problem('usage', 'the current folder is gone, or this account may not see it', remedy, { cause: error });
  }
}

type GitTokens = Pick<RunInput, 'gitToken' | 'ledgerToken'>;

/**
 * Decides which Git token goes to which remote (design §14): `gitToken` to that of the sources, `ledgerToken` to `--ledger-remote`
 * (undefined without that option). If that option is given without a token of its own, FILE_CHECKOUTS_GIT_TOKEN goes there alone: the job's
 * checkout has one for the sources. @param inputs tokens that are inputs of the action; they go before variables
 */
export function chooseGitTokens(options: Pick<Options, 'ledger-remote'>, env: Env, inputs: Partial<GitTokens> = {}) {
  const ofEnvironment = trimValue(env.FILE_CHECKOUTS_GIT_TOKEN);
  const gitToken = inputs.gitToken ?? ofEnvironment;
  if (options['ledger-remote'] === undefined) return { gitToken, ledgerToken: undefined };
  const ledgerToken = inputs.ledgerToken ?? trimValue(env.FILE_CHECKOUTS_LEDGER_TOKEN);
  if (ledgerToken !== undefined) return { gitToken, ledgerToken };
  return { gitToken: inputs.gitToken, ledgerToken: ofEnvironment };
}

/**
 * Reads what a run needs from outside, beside options and tokens: the host's event, environment, ledger secrets, run name, clock. @param
 * repoDir the checkout: Git there answers what a CI system does not say. @throws Problem('event') if GITHUB_EVENT_PATH is set, on any host,
 * and that file cannot be read; Problem('usage') for a NODE_DEBUG that matches `child_process`, as Node would print tokens
 */
export async function readSurroundings(env: Env, repoDir: string) {
  refuseNodeDebug(env);
  const kept = withoutSecrets(env);
  // Undefined, as env-ci starts Git with the environment of this process, and lays this one over it.
  const ofHost = Object.keys(env).map((name) => [name, redirectsGit.test(name) ? undefined : kept[name]]);
  return buildSurroundings(await readAnyHost(Object.fromEntries(ofHost), readPayload(env), resolve(repoDir)), env);
}

/** Refuses a NODE_DEBUG that matches `child_process`: Node would print the environment of Git's processes. @throws Problem('usage') */
function refuseNodeDebug({ NODE_DEBUG = '' }: Env): void {
  const names = NODE_DEBUG.split(',').map((name) => RegExp.escape(name.trim()).replaceAll('\\*', '.*'));
  if (!new RegExp(`^(?:${names.join('|')})$`, 'i').test('child_process')) return;
  const what = `NODE_DEBUG=${NODE_DEBUG} would print the environment of Git's processes, tokens and all`;
  const remedy = 'Name other parts of Node in NODE_DEBUG, or none; FILE_CHECKOUTS_DEBUG=1 shows the stack of a defect.';
  throw new Problem('usage', what, remedy);
}

/** Returns event, environment without secrets, ledger secrets, clock, run name; `sleep` ends early, without error, if its signal aborts. */
export function buildSurroundings(event: HostEvent, env: Env) {
  const now = () => new Date();
  return {
    event,
    env: withoutSecrets(env),
    proxyEnv: env,
    ledgerSecret: trimValue(env.FILE_CHECKOUTS_LEDGER_SECRET),
    ledgerSecretPrevious: trimValue(env.FILE_CHECKOUTS_LEDGER_SECRET_PREVIOUS),
    now,
    me: nameRun(event.run, now(), randomUUID()),
    sleep: (ms, signal) => wait(ms, undefined, { signal }).catch(() => {}),
  } satisfies Partial<RunInput>;
}

/** Variables by which Git would read another repository than that of its folder. */
const redirectsGit =
  /^GIT_(DIR|WORK_TREE|COMMON_DIR|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|NAMESPACE|CEILING_DIRECTORIES|CONFIG.*)$/i;

/** Returns a copy of an environment without this program's tokens and secrets. Tokens of the job, such as CI_JOB_TOKEN, stay. */
export function withoutSecrets(env: Env): Env {
  const secrets =
    /^(FILE_CHECKOUTS_(((GIT|LEDGER)_)?TOKEN|LEDGER_SECRET(_PREVIOUS)?)|INPUT_(((GITHUB|LEDGER)-)?TOKEN|LEDGER-SECRET(-PREVIOUS)?))$/;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !secrets.test(name)));
}
