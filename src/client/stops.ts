import { Problem } from '../errors.ts';
import { proxyVariable } from './address.ts';
import type { AttemptStop } from './results.ts';

/** Facts about the attempt, safe to show: status and snippet of its answer; for want of one null, and the failure. */
export interface StopFacts {
  readonly url: string;
  readonly status: number | null;
  readonly failure: string;
  readonly snippet: string;
  readonly location: string | null;
}

/** Makes the problem of a service that the run does without from here on, with its sentence and remedy: by its code, and whether an answer came. */
export function describeStop(code: AttemptStop, facts: StopFacts): Problem {
  const [why, remedy] = wordsByCode[code](facts, facts.snippet === '' ? '' : `; it says: ${facts.snippet}`);
  return new Problem(code, why, remedy);
}

type Words = readonly [why: string, remedy: string];

/** @param says what the answer says, to follow a sentence; empty: nothing */
const wordsByCode: Readonly<Record<AttemptStop, (facts: StopFacts, says: string) => Words>> = {
  token: ({ status, url }, says) =>
    status === 401
      ? [
          'The service does not accept the token (HTTP 401).',
          'The token may be mistyped or expired. Give a valid one by FILE_CHECKOUTS_TOKEN or `--token-file`.',
        ]
      : [
          `The call to ${url} is forbidden (HTTP 403)${says}.`,
          'Check that the owner of the token may use this interface, and that no proxy or firewall on the way refuses the call.',
        ],
  address: ({ status, url, failure }, says) =>
    status === null
      ? [
          `${url} does not speak https: ${failure}.`,
          'Check the port in `--url`, and whether the service is reached by http there.',
        ]
      : [
          `No object-request service answers at ${url} (HTTP ${status})${says}.`,
          'Check `--url`: it is the base address, to which /object-request is added. A service of the earlier variant has no PATCH.',
        ],
  proxy: ({ status, url, failure }) => [
    `The proxy does not let the call through: ${failure || `HTTP ${status}`}.`,
    `If the proxy requires a login, put user and password into ${proxyVariable(url)}. If it refuses the host, have the host allowed. If the service can be reached directly, add its host to no_proxy.`,
  ],
  unreachable: ({ status, url, failure }, says) =>
    status === null
      ? [
          `The service at ${url} cannot be reached: ${failure}.`,
          `Check host and port in \`--url\`, that the service is up, and that this machine may reach it (name server, firewall, ${proxyVariable(url)}).`,
        ]
      : [
          `The service accepts no calls at the moment (HTTP ${status})${says}.`,
          'Run again later, or with a lower `--concurrency`.',
        ],
  certificate: ({ url, failure }) => [
    `The certificate of ${url} is not trusted: ${failure}.`,
    'If your own authority issued it, give the certificate of that authority with `--ca-file`. Otherwise have the certificate renewed, or correct the host name in `--url`.',
  ],
  redirect: ({ status, url, location }) => [
    `${url} redirects elsewhere (HTTP ${status})${location === null ? '' : `, to ${location}`}.`,
    'Redirects are not followed, because the token would be sent along. Give the final address in `--url`; if a gateway redirects to its login, have it let these calls through.',
  ],
};
