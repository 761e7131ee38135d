import { Problem } from '../errors.ts';
import type { Env } from '../host/event.ts';
import { type ConfigEntry, carriedConfig, chooseRemote, withoutUserinfo } from './config.ts';
import { configOfEnvironment } from './environment.ts';
import { gitErrorLine } from './failure.ts';
import { tokenConfig, tokenOrigins, whyTokenStays, withoutRedirects } from './git-token.ts';

/** A remote, and how this run reaches it. */
export interface Remote {
  readonly name: string;
  readonly url: string;
  /** Its name in messages. */
  readonly label: string;
  /** What to do if it does not answer. */
  readonly remedy: string;
  /** Why this run does not send it its Git token, as the end of a sentence; null: it does, or has none. */
  readonly tokenStays: string | null;
  /** Runs Git in the scratch repository with the configuration and the token for this remote. @throws as Repository.git */
  git(args: string[]): Promise<string>;
}

/** A remote before it has processes: their environment and configuration. */
export interface RemoteSetting extends Omit<Remote, 'git'> {
  readonly env: Env;
  readonly config: readonly ConfigEntry[];
}

/**
 * Chooses the remote of the sources from the user's configuration (`entries`); null: there is none, or several without
 * `origin`. Its processes have the user's own configuration, and the Git token.
 */
export function sourcesRemote(
  entries: readonly ConfigEntry[],
  env: Env,
  gitToken: string | undefined,
): RemoteSetting | null {
  const remote = chooseRemote(entries);
  if (remote === null) return null;
  const origins = tokenOrigins(env);
  const carried = withoutUserinfo(carriedConfig(entries, remote.name));
  const token = gitToken ? tokenConfig(origins, gitToken) : [];
  return {
    ...remote,
    label: `the remote ${remote.name}`,
    remedy: 'Check the network and the credentials of the checkout, or give a Git token (FILE_CHECKOUTS_GIT_TOKEN).',
    tokenStays: gitToken ? whyTokenStays(remote.url, origins) : null,
    env,
    config: withoutRedirects([...configOfEnvironment(env), ...carried, ...token]),
  };
}

/** Formats why a remote did not answer: Git's words, and why no Git token was sent. */
export function formatRemoteError({ tokenStays }: Remote, error: unknown): string {
  return [gitErrorLine(error), tokenStays].filter(Boolean).join('; ');
}

/** Makes the Problem('git') of a remote that does not answer; a Problem stays as it is. */
export function remoteProblem(remote: Remote, error: unknown): Problem {
  if (error instanceof Problem) return error;
  const what = `${remote.label} could not be asked: ${formatRemoteError(remote, error)}`;
  return new Problem('git', what, remote.remedy, { cause: error });
}

/** True for an `http(s)` remote: Git takes a web page of one line, such as a login, for an empty repository. */
export function isHttp({ url }: Remote): boolean {
  return /^https?:/i.test(url);
}
