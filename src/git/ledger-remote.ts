/**
 * A remote of its own for the ledger (design §14): credentials of the remote of the sources never reach it,
 * and its token goes nowhere else.
 */
import { Problem } from '../errors.ts';
import type { Env } from '../host/event.ts';
import { isLoopback } from '../loopback.ts';
import { basicHeader, type ConfigEntry } from './config.ts';
import { configOfEnvironment } from './environment.ts';

/** Where the ledger is kept apart from the sources, and what opens it there. */
export interface LedgerPlace {
  /** An address as Git takes it: https, ssh, or a path. */
  readonly url: string;
  readonly token: string | undefined;
}

/** The name of that remote in the configuration of our own processes; the user's has none of it. */
export const ledgerRemoteName = 'file-checkouts-ledger';

/** How a host is reached, and nothing that tells who asks. */
const neutral =
  /^(http\.(.*\.)?(proxy|proxyauthmethod|ssl(cainfo|capath|backend|verify|version|cipherlist|try)|schannel\w+|version|postbuffer|lowspeed\w+)|protocol\..*)$/i;

/** The part of a configuration that holds no credential. */
function withoutCredentials(entries: readonly ConfigEntry[]): ConfigEntry[] {
  return entries.filter(([key]) => neutral.test(key));
}

/** The environment of processes that talk to the ledger's remote: as that of the others, without what authenticates. */
export function withoutCredentialsOf(env: Env, ledger: LedgerPlace | undefined): Env {
  if (ledger === undefined) return env;
  const { GIT_ASKPASS, SSH_ASKPASS, GIT_CONFIG_COUNT, ...rest } = env;
  const kept = withoutCredentials(configOfEnvironment(env));
  const numbered = kept.flatMap(([key, value], n) => [
    [`GIT_CONFIG_KEY_${n}`, key],
    [`GIT_CONFIG_VALUE_${n}`, value],
  ]);
  const asked = ledger.token === undefined ? { GIT_ASKPASS, SSH_ASKPASS } : {};
  return { ...rest, ...asked, GIT_CONFIG_COUNT: String(kept.length), ...Object.fromEntries(numbered) };
}

/** Who is asked where the token is refused might give the one of the sources. */
const nobodyElse: readonly ConfigEntry[] = [
  ['credential.helper', ''],
  ['core.askpass', ''],
];

/** The configuration of processes that talk to the ledger's remote. @param entries the user's own. */
export function ledgerConfig(entries: readonly ConfigEntry[], { url, token }: LedgerPlace): ConfigEntry[] {
  return [
    ...withoutCredentials(entries),
    [`remote.${ledgerRemoteName}.url`, url],
    // The longest match counts: no rewriting of addresses on this machine puts another credential into this one.
    [`url.${url}.insteadOf`, url],
    [`url.${url}.pushInsteadOf`, url],
    ...sectionsOf(url).flatMap((section) => headersOf(section, token)),
    ...(token === undefined ? [] : nobodyElse),
  ];
}

/** The token alone: the empty value takes away what is set for this host elsewhere. */
function headersOf(section: string, token: string | undefined): ConfigEntry[] {
  const key = `${section}.extraheader`;
  if (token === undefined) return [[key, '']];
  return [
    [key, ''],
    [key, basicHeader('x-access-token', token)],
    [`${section}.followredirects`, 'false'],
    [`${section}.cookiefile`, ''],
  ];
}

/**
 * Where the settings of an address stand: for its host, and for itself, which goes before all that somebody has set for a
 * part of its path. Git takes the most exact ones alone.
 */
function sectionsOf(url: string): string[] {
  const address = URL.parse(url);
  if (address === null || !/^https?:$/.test(address.protocol)) return [];
  return [`http.${address.origin}/`, `http.${address.origin}${address.pathname}`];
}

/**
 * The place that an address names.
 *
 * @throws Problem('usage') for one that holds a password, that a program would be run for, or to which a token would go
 * where anybody can read it.
 */
export function ledgerPlace(url: string, token: string | undefined): LedgerPlace {
  const address = URL.parse(url);
  const isHttp = address !== null && /^https?:$/.test(address.protocol);
  // Over ssh the user is a part of the address.
  if (address !== null && (address.password !== '' || (isHttp && address.username !== ''))) {
    const remedy = 'Give the address alone, and the token in FILE_CHECKOUTS_LEDGER_TOKEN.';
    throw new Problem('usage', 'the address of the ledger holds a user name or a password', remedy);
  }
  if (/^[a-z][a-z0-9+.-]*::/i.test(url)) {
    const remedy = 'Give an address such as https://git.example.com/team/ledger.git.';
    throw new Problem('usage', `${url} is no address of a repository`, remedy);
  }
  if (isHttp && token !== undefined && address.protocol === 'http:' && !isLoopback(address.hostname)) {
    throw new Problem('usage', 'the token of the ledger would go over plain http', 'Give an https address.');
  }
  return { url, token };
}
