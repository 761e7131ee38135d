import { Problem } from '../errors.ts';
import { isLoopback } from '../loopback.ts';

/** Environment variables by name; only `http_proxy`, `https_proxy` and `no_proxy` are looked at, in either case. */
export type ProxyEnv = Readonly<Record<string, string | undefined>>;

/** The environment variable that names the proxy for an address, as a URL. */
export function proxyVariable(address: string): 'https_proxy' | 'http_proxy' {
  return address.startsWith('https:') ? 'https_proxy' : 'http_proxy';
}

/**
 * The proxy settings for one service in undici's terms: empty strings say "none", and keep undici from looking itself;
 * null: no proxy. As with curl, https goes by `https_proxy` and http by `http_proxy`; as with Go, this machine is reached
 * without one. A proxy without a scheme is http.
 * @throws Problem('usage') for an address that cannot be read, which is not quoted, as it may hold a password
 */
export function proxySettings(url: URL, env: ProxyEnv) {
  const name = proxyVariable(url.href);
  const value = read(env, name);
  if (value === '' || isLoopback(url.hostname)) return null;
  const proxy = URL.parse(value.includes('://') ? value : `http://${value}`);
  if (proxy === null || !/^https?:$/.test(proxy.protocol)) {
    const remedy = 'Write it as http://proxy.example:3128, or add the host of the service to no_proxy.';
    throw new Problem('usage', `The environment variable ${name} is not the address of an HTTP proxy.`, remedy);
  }
  const noProxy = read(env, 'no_proxy');
  const isHttps = url.protocol === 'https:';
  return { httpProxy: isHttps ? '' : proxy.href, httpsProxy: isHttps ? proxy.href : '', noProxy };
}

function read(env: ProxyEnv, name: string): string {
  return (env[name] || env[name.toUpperCase()] || '').trim();
}
