import { Problem } from '../errors.ts';
import { isLoopback } from '../loopback.ts';

/** Environment variables by name; only `http_proxy`, `https_proxy` and `no_proxy` are read, in either case. */
export type ProxyEnv = Readonly<Record<string, string | undefined>>;

/** Returns the environment variable that names the proxy for a URL; in capitals it counts too. */
export function proxyVariable(address: string): 'https_proxy' | 'http_proxy' {
  return address.startsWith('https:') ? 'https_proxy' : 'http_proxy';
}

/**
 * Returns the proxy settings for one service in undici's terms; null: no proxy is set, or the service is on this
 * machine. Empty strings keep undici from reading the environment itself. A proxy without a scheme is http.
 * @throws Problem('usage') for an unreadable address, which is not quoted since it may hold a password
 */
export function proxySettings(url: URL, env: ProxyEnv) {
  const name = proxyVariable(url.href);
  const value = readVariable(env, name);
  if (value === '' || isLoopback(url.hostname)) return null;
  const proxy = URL.parse(value.includes('://') ? value : `http://${value}`);
  if (proxy === null || !/^https?:$/.test(proxy.protocol)) {
    const remedy = 'Write it as http://proxy.example:3128, or add the host of the service to no_proxy.';
    throw new Problem('usage', `The environment variable ${name} is not the address of an HTTP proxy.`, remedy);
  }
  const noProxy = readVariable(env, 'no_proxy');
  const isHttps = url.protocol === 'https:';
  return { httpProxy: isHttps ? '' : proxy.href, httpsProxy: isHttps ? proxy.href : '', noProxy };
}

/** Returns the value of a variable, in small letters first; empty: it is not set. */
function readVariable(env: ProxyEnv, name: string): string {
  return (env[name] || env[name.toUpperCase()] || '').trim();
}
