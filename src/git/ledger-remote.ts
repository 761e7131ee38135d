/**
 * A remote of its own for the ledger (design §14): credentials of the remote of the sources never reach it,
 * and its token goes nowhere else.
 */
import { Problem } from '../errors.ts';
import type { Env } from '../host/event.ts';
import { isLoopback } from '../loopback.ts';
import { basicHeader, type ConfigEntry } from './config.ts';
import { configOfEnvironment } from './environment.ts';
import type { RemoteSetting } from './remote.ts';

/** Where the ledger is kept apart from the sources. */
export interface LedgerPlace {
  /** An address as Git takes it: https, ssh, or a path. */
  readonly url: string;
  readonly token: string | undefined;
}

/** How a host is reached, and nothing that tells who asks. */
const neutral =
  /^(http\.(.*\.)?(proxy|proxyauthmethod|ssl(cainfo|capath|backend|verify|version|cipherlist|try)|schannel\w+|version|postbuffer|lowspeed\w+)|protocol\..*)$/i;

/**
 * Makes the remote of a ledger that is kept apart. Its processes have the user's own configuration (`entries`) without
 * credentials, the address, and the token. Without a token the user's helpers for credentials count.
 */
export function ledgerRemote(entries: readonly ConfigEntry[], env: Env, { url, token }: LedgerPlace): RemoteSetting {
  // Of our own processes; the user's configuration has none of that name.
  const name = 'file-checkouts-ledger';
  const { GIT_ASKPASS: _, SSH_ASKPASS: __, ...withoutAskers } = env;
  const none = (key: string): ConfigEntry => [key, ''];
  return {
    ...{ name, url, label: `the remote of the ledger, ${url},`, tokenStays: null },
    remedy:
      'Check the network, the address (`--ledger-remote`), and that the repository is there; its token is FILE_CHECKOUTS_LEDGER_TOKEN.',
    // Nobody is asked where the token is refused: the answer might be the credential of the sources.
    env: token === undefined ? env : withoutAskers,
    config: [
      ...[...configOfEnvironment(env), ...entries].filter(([key]) => neutral.test(key)),
      [`remote.${name}.url`, url],
      // The longest match counts: no rewriting of addresses on this machine puts another credential into this one.
      [`url.${url}.insteadOf`, url],
      [`url.${url}.pushInsteadOf`, url],
      ...headersFor(url, token),
      ...(token === undefined ? [] : ['credential.helper', 'core.askpass'].map(none)),
    ],
  };
}

/**
 * Makes the settings that send the token alone; none for an address that is not HTTP. They are for its host, and for the
 * address itself, which goes before all that somebody has set for a part of its path: Git takes the most exact ones alone.
 */
function headersFor(url: string, token: string | undefined): ConfigEntry[] {
  const address = URL.parse(url);
  if (address === null || !/^https?:$/.test(address.protocol)) return [];
  return ['/', address.pathname].flatMap((path): ConfigEntry[] => {
    const section = `http.${address.origin}${path}`;
    // The empty value takes away what is set elsewhere.
    const none: ConfigEntry = [`${section}.extraheader`, ''];
    if (token === undefined) return [none];
    const header = basicHeader('x-access-token', token);
    return [none, [none[0], header], [`${section}.followredirects`, 'false'], [`${section}.cookiefile`, '']];
  });
}

/**
 * Checks the address of the ledger's remote, and returns it with the token. @throws Problem('usage') for one with a
 * password or (but over ssh) a user name, one that Git would run a program for, or plain http off this machine.
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
