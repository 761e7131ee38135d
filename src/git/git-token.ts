/** Where the Git token goes: to the host that CI names, and to no other (design §3, "Whose repository"). */
import type { Env } from '../host/event.ts';
import { isLoopback } from '../loopback.ts';
import { basicHeader, type ConfigEntry } from './config.ts';

/** Addresses (`https://host:port`) that may have the token: the hosts of GITHUB_SERVER_URL and CI_SERVER_URL. */
export function tokenOrigins({ GITHUB_SERVER_URL, CI_SERVER_URL }: Env): string[] {
  const urls = [GITHUB_SERVER_URL, CI_SERVER_URL].map((url) => URL.parse(url ?? ''));
  return urls.flatMap((url) => (url === null || isReadable(url) ? [] : [url.origin]));
}

/** True where what is sent can be read on the way. */
function isReadable({ protocol, hostname }: URL): boolean {
  return protocol !== 'https:' && !(protocol === 'http:' && isLoopback(hostname));
}

/**
 * Authenticates with a token instead of the checkout's credential, at these addresses alone: Git compares scheme, host
 * and port. The empty value clears headers that are set already, as hosts refuse two Authorization headers.
 */
export function tokenConfig(origins: readonly string[], token: string): ConfigEntry[] {
  return origins.flatMap((origin): ConfigEntry[] => [
    [`http.${origin}/.extraheader`, ''],
    [`http.${origin}/.extraheader`, basicHeader('x-access-token', token)],
  ]);
}

/** Why the token does not go to an address, as the end of a sentence; null when it does, or none is sent over HTTP. */
export function whyTokenStays(url: string, origins: readonly string[]): string | null {
  const address = URL.parse(url);
  if (address === null || !/^https?:$/.test(address.protocol) || origins.includes(address.origin)) return null;
  if (isReadable(address)) return 'the Git token is not sent over plain http';
  const hosts = origins.length === 0 ? 'none is named' : `that is ${origins.join(' or ')}`;
  return `the Git token is not sent to ${address.origin}: it goes to the host of GITHUB_SERVER_URL or CI_SERVER_URL alone, and ${hosts}`;
}

/** Lets Git follow no redirect where it sends a header, which would go along to any host. Goes behind all other entries. */
export function withoutRedirects(entries: readonly ConfigEntry[]): ConfigEntry[] {
  const kept = entries.filter(([key]) => !/^http\.(.*\.)?followredirects$/i.test(key));
  const sections = new Set(
    kept.flatMap(([key, value]) => {
      const section = /^(http\.(?:.*\.)?)extraheader$/i.exec(key)?.[1];
      return section === undefined || value === '' ? [] : [section];
    }),
  );
  return [...kept, ...[...sections].map((section): ConfigEntry => [`${section}followredirects`, 'false'])];
}
