import { Problem } from '../errors.ts';
import { isLoopback } from '../loopback.ts';

const resource = '/object-request';

/**
 * Returns the URL of the object-request resource (interface §1): the base, without blanks around it and slashes at its end, and
 * `/object-request`. @param allowHttp allows plain http beyond this machine @throws Problem('usage') for no http(s) address, plain http
 * that is not allowed, a user, query or fragment, or a path that ends with the resource already; a URL that may hold a secret is not quoted
 */
export function buildResourceUrl(base: string, allowHttp = false): URL {
  const url = URL.parse(base.trim());
  const example = 'Give the base address only, such as https://host.example/api.';
  if (url === null || !/^https?:/.test(url.protocol)) throw refuseUrl('is not an http(s) address', example);
  if (url.username !== '' || url.password !== '') {
    throw refuseUrl('holds a user name or password', 'Leave them out: the token alone tells the service who calls.');
  }
  if (url.search !== '' || url.hash !== '') {
    throw refuseUrl('has a query or a fragment', example);
  }
  if (url.protocol !== 'https:' && !allowHttp && !isLoopback(url.hostname)) {
    const remedy = 'Use an https address, or add `--allow-http` if you trust the network between.';
    throw refuseUrl(`${url.href} is not https, so others could read the token`, remedy);
  }
  const path = url.pathname.replace(/\/+$/, '');
  if (path.endsWith(resource)) {
    throw refuseUrl(`ends with ${resource}, which is added to it`, `Leave ${resource} out of the URL.`);
  }
  url.pathname = `${path}${resource}`;
  return url;
}

/** Returns the usage problem of a base URL; quotes only what `what` quotes of it. @param what says what is wrong: `has a query` */
function refuseUrl(what: string, remedy: string): Problem {
  return new Problem('usage', `The service URL ${what}.`, remedy);
}

/** Returns the name of the variable that holds the proxy for a URL, by its scheme; a variable of that name in capitals works too. */
export function nameProxyVariable(address: string): 'https_proxy' | 'http_proxy' {
  return address.startsWith('https:') ? 'https_proxy' : 'http_proxy';
}

/**
 * Returns the proxy for the scheme of `url`, and `no_proxy`, which undici applies, as options of its EnvHttpProxyAgent; null if no proxy is
 * set for that scheme, or the service is on this machine. A proxy's address without a scheme is http. @throws Problem('usage') for a
 * proxy that is not http(s), also if the service is in `no_proxy`; it does not quote the proxy's address, which may hold a password
 */
export function resolveProxy(url: URL, env: NodeJS.ProcessEnv) {
  const name = nameProxyVariable(url.href);
  const value = readVariable(env, name);
  if (value === '' || isLoopback(url.hostname)) return null;
  const proxy = URL.parse(value.includes('://') ? value : `http://${value}`);
  if (proxy === null || !/^https?:/.test(proxy.protocol)) {
    const remedy = 'Write it as http://proxy.example:3128, or add the host of the service to no_proxy.';
    throw new Problem('usage', `The environment variable ${name} is not the address of an HTTP proxy.`, remedy);
  }
  // Empty, not left out, which keeps undici from reading the environment.
  const proxyOf = (one: typeof name) => (one === name ? proxy.href : '');
  const noProxy = readVariable(env, 'no_proxy');
  return { httpProxy: proxyOf('http_proxy'), httpsProxy: proxyOf('https_proxy'), noProxy };
}

/** Returns the trimmed value of a variable or, if that is blank or not set, of its name in capitals; '' if both are. */
function readVariable(env: NodeJS.ProcessEnv, name: string): string {
  return env[name]?.trim() || env[name.toUpperCase()]?.trim() || '';
}
