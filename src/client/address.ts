import { Problem } from '../errors.ts';
import { isLoopback } from '../loopback.ts';

const resource = '/object-request';

/**
 * Returns the URL of the object-request resource (interface §1), `{base}/object-request`.
 * @param base the user's base URL; a path is fine, blanks around it and trailing slashes are ignored
 * @param allowHttp allows plain http beyond this machine
 * @throws Problem('usage') for no http(s) address, plain http that is not allowed, a user, query or fragment, or a path
 * that ends with the resource already; a URL that may hold a secret is not quoted
 */
export function resourceUrl(base: string, allowHttp = false): URL {
  const url = URL.parse(base.trim());
  const example = 'Give the base address, such as https://host.example/api.';
  if (url === null || !/^https?:$/.test(url.protocol)) throw urlProblem('is not an http(s) address', example);
  if (url.username !== '' || url.password !== '') {
    throw urlProblem('holds a user name or password', 'Leave them out: the token alone tells the service who calls.');
  }
  if (url.search !== '' || url.hash !== '') {
    throw urlProblem('has a query or a fragment', 'Give the base address only, such as https://host.example/api.');
  }
  if (url.protocol !== 'https:' && !allowHttp && !isLoopback(url.hostname)) {
    const remedy = 'Use an https address, or add `--allow-http` if you trust the network between.';
    throw urlProblem(`${url.href} is not https, so others could read the token`, remedy);
  }
  const path = url.pathname.replace(/\/+$/, '');
  if (path.endsWith(resource)) {
    throw urlProblem(`ends with ${resource}, which is added to it`, `Leave ${resource} out of the URL.`);
  }
  url.pathname = `${path}${resource}`;
  return url;
}

function urlProblem(what: string, remedy: string): Problem {
  return new Problem('usage', `The service URL ${what}.`, remedy);
}
