import { proxyVariable } from './proxy.ts';
import type { AttemptStop, ClientStop } from './results.ts';

/** Facts about the attempt that ended in a stop. All texts are safe to show. */
export interface StopFacts {
  readonly url: string;
  /** HTTP status; null: no answer came. */
  readonly status: number | null;
  /** What failed, if no answer came. */
  readonly failure: string;
  /** A piece of the answer, or empty. */
  readonly snippet: string;
  readonly location: string | null;
}

/** Returns the sentence and the remedy for a stop. */
export function describeStop(code: AttemptStop, facts: StopFacts): ClientStop {
  return { code, ...wordsByCode[code](facts) };
}

const wordsByCode: Readonly<Record<AttemptStop, (facts: StopFacts) => Omit<ClientStop, 'code'>>> = {
  token: (facts) =>
    facts.status === 401
      ? {
          why: 'The service does not accept the token (HTTP 401).',
          remedy: 'The token may be mistyped or expired. Give a valid one by FILE_CHECKOUTS_TOKEN or --token-file.',
        }
      : {
          why: `The call to ${facts.url} is forbidden (HTTP 403)${quoteSnippet(facts)}.`,
          remedy:
            'Check that the owner of the token may use this interface, and that no proxy or firewall on the way refuses the call.',
        },
  address: (facts) =>
    facts.status === null
      ? {
          why: `${facts.url} does not speak https: ${facts.failure}.`,
          remedy: 'Check the port in --url, and whether the service is reached by http there.',
        }
      : {
          why: `No object-request service answers at ${facts.url} (HTTP ${facts.status})${quoteSnippet(facts)}.`,
          remedy:
            'Check --url: it is the base address, to which /object-request is added. A service of the earlier variant has no PATCH.',
        },
  proxy: (facts) => ({
    why: `The proxy does not let the call through: ${facts.failure || `HTTP ${facts.status}`}.`,
    remedy: `If the proxy requires a login, put user and password into ${proxyVariable(facts.url)}. If it refuses the host, have the host allowed. If the service can be reached directly, add its host to no_proxy.`,
  }),
  unreachable: (facts) =>
    facts.status === null
      ? {
          why: `The service at ${facts.url} cannot be reached: ${facts.failure}.`,
          remedy: `Check host and port in --url, that the service is up, and that this machine may reach it (name server, firewall, ${proxyVariable(facts.url)}).`,
        }
      : {
          why: `The service accepts no calls at the moment (HTTP ${facts.status})${quoteSnippet(facts)}.`,
          remedy: 'Run again later, or with a lower --concurrency.',
        },
  certificate: (facts) => ({
    why: `The certificate of ${facts.url} is not trusted: ${facts.failure}.`,
    remedy:
      'If your own authority issued it, give the certificate of that authority with --ca-file. Otherwise have the certificate renewed, or correct the host name in --url.',
  }),
  redirect: (facts) => ({
    why: `${facts.url} redirects elsewhere (HTTP ${facts.status})${facts.location === null ? '' : `, to ${facts.location}`}.`,
    remedy:
      'Redirects are not followed, because the token would be sent along. Give the final address in --url; if a gateway redirects to its login, have it let these calls through.',
  }),
};

function quoteSnippet(facts: StopFacts): string {
  return facts.snippet === '' ? '' : `; it says: ${facts.snippet}`;
}
