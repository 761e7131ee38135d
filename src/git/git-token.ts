/** Where the Git token goes: to the host that CI names, and to no other (design §3, "Whose repository"). */
import type { Env } from '../host/event.ts';
import { isLoopback } from '../loopback.ts';
import { basicHeader, type ConfigEntry } from './config.ts';

/** Returns the origins of GITHUB_SERVER_URL and CI_SERVER_URL, which may have the token; not one in plain http. */
export function tokenOrigins({ GITHUB_SERVER_URL, CI_SERVER_URL }: Env): string[] {
  const urls = [GITHUB_SERVER_URL, CI_SERVER_URL].map((url) => URL.parse(url ?? ''));
  return urls.flatMap((url) => (url === null || isReadable(url) ? [] : [url.origin]));
}

/** True for an address without TLS that is not on this machine: others can read what is sent. */
function isReadable({ protocol, hostname }: URL): boolean {
  return protocol !== 'https:' && !(protocol === 'http:' && isLoopback(hostname));
}

/**
 * Makes the entries that authenticate with a token instead of the checkout's credential, at these addresses alone: Git
 * compares scheme, host and port. The empty value clears earlier headers, as hosts refuse two of them.
 */
export function tokenConfig(origins: readonly string[], token: string): ConfigEntry[] {
  return origins.flatMap((origin): ConfigEntry[] => [
    [`http.${origin}/.extraheader`, ''],
    [`http.${origin}/.extraheader`, basicHeader('x-access-token', token)],
  ]);
}

/** Says why the token does not go to an address, as the end of a sentence; null: it does, or the address is not HTTP. */
export function whyTokenStays(url: string, origins: readonly string[]): string | null {
  const address = URL.parse(url);
  if (address === null || !/^https?:$/.test(address.protocol) || origins.includes(address.origin)) return null;
  if (isReadable(address)) return 'the Git token is not sent over plain http';
  const hosts = origins.length === 0 ? 'none is named' : `that is ${origins.join(' or ')}`;
  return `the Git token is not sent to ${address.origin}: it goes to the host of GITHUB_SERVER_URL or CI_SERVER_URL alone, and ${hosts}`;
}

/**
 * Forbids redirects where an entry sets a header, which would go along to any host, and drops the entries that allow them.
 * @param entries all of a process: a later one would overrule.
 */
export function withoutRedirects(entries: readonly ConfigEntry[]): ConfigEntry[] {
  const kept = entries.filter(([key]) => !/^http\.(.*\.)?followredirects$/i.test(key));
  const setKeys = kept.filter(([, value]) => value !== '').map(([key]) => key);
  const sections = new Set(setKeys.flatMap((key) => /^(http\.(?:.*\.)?)extraheader$/i.exec(key)?.[1] ?? []));
  return [...kept, ...[...sections].map((section): ConfigEntry => [`${section}followredirects`, 'false'])];
}
