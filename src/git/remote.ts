/** The remotes of the sources and of the ledger, and which credential goes to which, none to both (design §3 "Whose repository", §14). */
import { Problem } from '../errors.ts';
import type { Env } from '../host/event.ts';
import { isLoopback } from '../loopback.ts';
import { type ConfigEntry, readConfigVariables } from './environment.ts';
import { pickGitErrorLine } from './failure.ts';

/** A remote, and how this run reaches it. */
export interface Remote {
  readonly name: string;
  /** An address as Git takes it: https, ssh, or a path. */
  readonly url: string;
  /** Its name in messages. */
  readonly label: string;
  /** What to do if it does not answer. */
  readonly remedy: string;
  /** Why this run does not send it its Git token, as the end of a sentence; null: it does, or has none. */
  readonly tokenStays: string | null;
  /** Runs Git in the scratch repository with configuration and token for this remote; returns its output. @throws as Repository.git */
  git(args: string[]): Promise<string>;
}

/** A remote before it has processes: their environment and configuration. */
export interface RemoteSetting extends Omit<Remote, 'git'> {
  readonly env: Env;
  readonly config: readonly ConfigEntry[];
}

/**
 * Chooses the remote of the sources from the user's configuration (`entries`): the only one, of several `origin`, else null; `url` is its
 * first address, perhaps with a password. Its processes have what the user set to reach it and to authenticate (actions/checkout keeps its
 * credential in the configuration), and the Git token for the hosts of GITHUB_SERVER_URL and CI_SERVER_URL alone.
 */
export function chooseSourcesRemote(entries: readonly ConfigEntry[], env: Env, gitToken?: string) {
  const urls = new Map<string, string>();
  for (const [key, value] of entries) {
    const name = /^remote\.(.+)\.url$/.exec(key)?.[1];
    if (name !== undefined && !urls.has(name)) urls.set(name, value);
  }
  const [name = ''] = urls.size === 1 ? urls.keys() : ['origin'];
  const url = urls.get(name);
  if (url === undefined) return null;
  const ofRemote = new RegExp(`^remote\\.${RegExp.escape(name)}\\.(url|pushurl|proxy|proxyauthmethod)$`);
  const carried = entries.filter(([key]) => carriedKeys.test(key) || ofRemote.test(key));
  const hosts = [env.GITHUB_SERVER_URL, env.CI_SERVER_URL].map((host) => URL.parse(host ?? ''));
  const origins = hosts.flatMap((host) => (host === null || isInsecure(host) ? [] : [host.origin]));
  const token = gitToken ? origins.flatMap((origin) => buildHeaderConfig(`${origin}/`, gitToken)) : [];
  return {
    ...{ name, url, label: `the remote ${name}` },
    remedy: 'Check the network and the credentials of the checkout, or give a Git token (FILE_CHECKOUTS_GIT_TOKEN).',
    tokenStays: gitToken ? describeKeptToken(url, origins) : null,
    env,
    config: withoutRedirects([...readConfigVariables(env), ...withoutUserinfo(carried), ...token]),
  };
}

const carriedKeys = /^(http\.|credential\.|url\.|core\.(sshcommand|askpass)$|ssh\.|protocol\.)/;

/** Formats why a remote did not answer, as a clause: the line of Git's error, then why it did not get the Git token, if it did not. */
export function formatRemoteError({ tokenStays }: Remote, error: unknown): string {
  return [pickGitErrorLine(error), tokenStays].filter(Boolean).join('; ');
}

/** Makes the Problem('git') `<label> could not be asked: <why>`, for the caller to throw; returns a Problem as it is. */
export function toRemoteProblem(remote: Remote, error: unknown): Problem {
  if (error instanceof Problem) return error;
  const what = `${remote.label} could not be asked: ${formatRemoteError(remote, error)}`;
  return new Problem('git', what, remote.remedy, { cause: error });
}

/** True for an http(s) address. There Git takes a web page of one line, such as a login, for an empty repository. */
export function isHttp(url: string): boolean {
  return /^https?:/i.test(url);
}

/** False for https, and for http to this machine; true for any other address, also ssh: what goes over plain http, others may read. */
function isInsecure({ protocol, hostname }: URL): boolean {
  return protocol !== 'https:' && !(protocol === 'http:' && isLoopback(hostname));
}

/** Says why the Git token does not go to an address, as the end of a sentence; null if it does, or if the address is not http(s). */
function describeKeptToken(url: string, origins: readonly string[]): string | null {
  const address = URL.parse(url);
  if (address === null || !isHttp(url) || origins.includes(address.origin)) return null;
  if (isInsecure(address)) return 'the Git token is not sent over plain http';
  const hosts = origins.length === 0 ? 'none is named' : `that is ${origins.join(' or ')}`;
  return `the Git token is not sent to ${address.origin}: it goes to the host of GITHUB_SERVER_URL or CI_SERVER_URL alone, and ${hosts}`;
}

/** Formats the HTTP header of basic authentication: its name, a colon and its value. */
function formatBasicHeader(user: string, password: string): string {
  return `AUTHORIZATION: basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

/**
 * Makes entries that send a token to an address, in a header. The first is empty and clears earlier headers, as hosts refuse two; it stands
 * alone without a token. Git compares scheme, host, port and path: a more exact address counts instead. Credential helpers stay.
 */
function buildHeaderConfig(address: string, token: string | undefined): ConfigEntry[] {
  const key = `http.${address}.extraheader`;
  return [[key, ''], ...(token === undefined ? [] : [[key, formatBasicHeader('x-access-token', token)] as const])];
}

/** Returns the entries without any on redirects, plus one per address with a header: follow none, as the next host would get the header. */
function withoutRedirects(entries: readonly ConfigEntry[]): ConfigEntry[] {
  const kept = entries.filter(([key]) => !/^http\.(.*\.)?followredirects$/i.test(key));
  const sections = kept.flatMap(([key, value]) => (value && /^(http\.(?:.*\.)?)extraheader$/i.exec(key)?.[1]) || []);
  return [...kept, ...Array.from(new Set(sections), (section) => [`${section}followredirects`, 'false'] as const)];
}

/**
 * Returns the entries with user and password taken out of the HTTP addresses of remotes and of `url.<address>.*` keys (GitLab's checkout
 * has its job token there), each followed by an entry that authenticates instead: Git gives an address to its helper programs as an
 * argument, where every process of the machine can read it. Other entries stay as they are.
 */
function withoutUserinfo(entries: readonly ConfigEntry[]): ConfigEntry[] {
  return entries.flatMap(([key, value]): ConfigEntry[] => {
    const inKey = /^url\./.test(key) ? splitUserinfo(key.slice('url.'.length)) : null;
    if (inKey !== null) return [[`url.${inKey.url}`, value], inKey.instead];
    const inValue = /^remote\..*\.(url|pushurl)$/.test(key) ? splitUserinfo(value) : null;
    return inValue === null ? [[key, value]] : [[key, inValue.url], inValue.instead];
  });
}

/**
 * Splits an HTTP address with a user (also an empty one) into the address without user and password, and an entry that authenticates
 * instead: a header, or without a password the user name alone, for a credential helper. Returns null for any other address.
 */
function splitUserinfo(url: string): { url: string; instead: ConfigEntry } | null {
  const parts = /^(https?:\/\/)([^/@:]*)(?::([^/@]*))?@(([^/]+).*)$/i.exec(url);
  if (parts === null) return null;
  const [, scheme = '', user = '', password, rest = '', host = ''] = parts;
  const instead: ConfigEntry =
    password === undefined
      ? [`credential.${scheme}${host}.username`, decodePercents(user)]
      : [`http.${scheme}${host}/.extraheader`, formatBasicHeader(decodePercents(user), decodePercents(password))];
  return { url: `${scheme}${rest}`, instead };
}

/** Decodes `%40` and the like; returns the text as it is if one of them is broken. */
function decodePercents(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The address of a ledger that is kept apart from the sources, and the token for it. */
export type LedgerPlace = Pick<Remote, 'url'> & { readonly token: string | undefined };

/** How a host is reached, and nothing that tells who asks. */
const neutral =
  /^(http\.(.*\.)?(proxy|proxyauthmethod|ssl(cainfo|capath|backend|verify|version|cipherlist|try)|schannel\w+|version|postbuffer|lowspeed\w+)|protocol\..*)$/i;

/**
 * Makes the remote of a ledger that is kept apart. Its processes get, of the user's `entries` and those in `env`, only how a host is
 * reached (`neutral`), and the token in a header. With a token no helper, cookie or program that asks counts; without one the helpers do.
 */
export function buildLedgerRemote(entries: readonly ConfigEntry[], env: Env, { url, token }: LedgerPlace) {
  // Of our own processes; the user's configuration has none of that name.
  const name = 'file-checkouts-ledger';
  const { GIT_ASKPASS: _, SSH_ASKPASS: __, ...withoutAskers } = env;
  const { origin, pathname } = (isHttp(url) ? URL.parse(url) : null) ?? {};
  // For the host, and for the address itself: Git takes only the most exact of what somebody has set.
  const addresses = origin === undefined ? [] : [`${origin}/`, `${origin}${pathname}`];
  const toEmptyEntry = (key: string): ConfigEntry => [key, ''];
  const cookies = addresses.map((address) => `http.${address}.cookiefile`);
  return {
    ...{ name, url, label: `the remote of the ledger, ${url},`, tokenStays: null },
    remedy:
      'Check the network, the address (`--ledger-remote`), and that the repository is there; its token is FILE_CHECKOUTS_LEDGER_TOKEN.',
    // Nobody is asked where the token is refused: the answer might be the credential of the sources.
    env: token === undefined ? env : withoutAskers,
    config: withoutRedirects([
      ...[...readConfigVariables(env), ...entries].filter(([key]) => neutral.test(key)),
      [`remote.${name}.url`, url],
      // The longest match counts: no rewriting of addresses on this machine puts another credential into this one.
      [`url.${url}.insteadOf`, url],
      [`url.${url}.pushInsteadOf`, url],
      ...addresses.flatMap((address) => buildHeaderConfig(address, token)),
      ...(token === undefined ? [] : ['credential.helper', 'core.askpass', ...cookies].map(toEmptyEntry)),
    ]),
  };
}

/**
 * Checks the address of the ledger's remote (`--ledger-remote`), and returns it with the token. @throws Problem('usage') for a password, a
 * user name over http(s), `HELPER::...` (Git would run a program), or a token over plain http off this machine.
 */
export function requireLedgerPlace(url: string, token: string | undefined): LedgerPlace {
  const address = URL.parse(url);
  // Over ssh the user is a part of the address.
  if (address !== null && (address.password !== '' || (isHttp(url) && address.username !== ''))) {
    const remedy = 'Give the address alone, and the token in FILE_CHECKOUTS_LEDGER_TOKEN.';
    throw new Problem('usage', 'the address of the ledger holds a user name or a password', remedy);
  }
  if (/^[a-z][a-z0-9+.-]*::/i.test(url)) {
    const remedy = 'Give an address such as https://git.example.com/team/ledger.git.';
    throw new Problem('usage', `${url} is no address of a repository`, remedy);
  }
  if (address?.protocol === 'http:' && token !== undefined && isInsecure(address)) {
    throw new Problem('usage', 'the token of the ledger would go over plain http', 'Give an https address.');
  }
  return { url, token };
}
