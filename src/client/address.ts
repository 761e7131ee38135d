/** The address of the service: what a base URL may look like, and the one resource below it (interface §1). */

import { Problem } from '../errors.ts';
import { isLoopback } from '../loopback.ts';

const resource = '/object-request';

/**
 * The URL of the object-request resource for a base URL.
 * In: the base URL as the user gave it (it may have a path; trailing slashes do not matter) and whether plain http is
 * allowed on other hosts than this one. Out: `{base}/object-request`. Throws `Problem('usage')` for anything that is
 * not a plain http(s) address: the refused URL is not quoted when it may hold a secret.
 */
export function resourceUrl(base: string, allowHttp = false): URL {
  const url = parse(base);
  if (url.username !== '' || url.password !== '') {
    throw usage(
      'The service URL holds a user name or password',
      'Leave them out: the token alone tells the service who calls.',
    );
  }
  if (url.search !== '' || url.hash !== '') {
    throw usage(
      'The service URL has a query or a fragment',
      'Give the base address only, such as https://host.example/api.',
    );
  }
  if (url.protocol !== 'https:' && !allowHttp && !isLoopback(url.hostname)) {
    throw usage(
      `The service URL ${url.href} is not https, so the token would travel readable`,
      'Use an https address, or add --allow-http if the network between is yours.',
    );
  }
  const path = url.pathname.replace(/\/+$/, '');
  if (path.endsWith(resource)) {
    throw usage(`The service URL ends with ${resource}, which is added by itself`, `Leave ${resource} out of the URL.`);
  }
  url.pathname = `${path}${resource}`;
  return url;
}

function parse(base: string): URL {
  const url = URL.parse(base.trim());
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw usage(
      'The service URL is not an http(s) address',
      'Give the base address, such as https://host.example/api.',
    );
  }
  return url;
}

function usage(message: string, remedy: string): Problem {
  return new Problem('usage', `${message}.`, remedy);
}
