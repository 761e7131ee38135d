/** The address of the service: what a base URL may look like, and the one resource below it (interface §1). */

import { Problem } from '../errors.ts';
import { isLoopback } from '../loopback.ts';

const resource = '/object-request';

/**
 * The URL of the object-request resource, `{base}/object-request`.
 * @param base as the user gave it; it may have a path, and trailing slashes do not matter
 * @param allowHttp allows plain http on other hosts than this one
 * @throws Problem('usage') for what is no plain http(s) address; a URL that may hold a secret is not quoted
 */
export function resourceUrl(base: string, allowHttp = false): URL {
  const url = URL.parse(base.trim());
  const example = 'Give the base address, such as https://host.example/api.';
  if (url === null || !/^https?:$/.test(url.protocol)) throw usage('is not an http(s) address', example);
  if (url.username !== '' || url.password !== '') {
    throw usage('holds a user name or password', 'Leave them out: the token alone tells the service who calls.');
  }
  if (url.search !== '' || url.hash !== '') {
    throw usage('has a query or a fragment', 'Give the base address only, such as https://host.example/api.');
  }
  if (url.protocol !== 'https:' && !allowHttp && !isLoopback(url.hostname)) {
    const remedy = 'Use an https address, or add --allow-http if the network between is yours.';
    throw usage(`${url.href} is not https, so the token would travel readable`, remedy);
  }
  const path = url.pathname.replace(/\/+$/, '');
  if (path.endsWith(resource)) {
    throw usage(`ends with ${resource}, which is added to it`, `Leave ${resource} out of the URL.`);
  }
  url.pathname = `${path}${resource}`;
  return url;
}

function usage(what: string, remedy: string): Problem {
  return new Problem('usage', `The service URL ${what}.`, remedy);
}
