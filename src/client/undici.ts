/**
 * Imports only the files of undici that the client needs: the whole package also loads fetch, WebSockets, caches and
 * mocks, which costs every run 12 MiB and 40 ms.
 */
import type { Dispatcher as AnyDispatcher } from 'undici';
import methods from 'undici/lib/api/index.js';
import buildConnector from 'undici/lib/core/connect.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
import EnvHttpProxyAgent from 'undici/lib/dispatcher/env-http-proxy-agent.js';

// As the package does: without it a dispatcher has no `request`, and a tunnel no `connect`.
Object.assign(Dispatcher.prototype, methods);

export { Agent, buildConnector, EnvHttpProxyAgent };

/** Sends one request through a dispatcher, as `undici.request`; resolves with the head of its answer. */
export function request(
  url: URL,
  options: Omit<AnyDispatcher.RequestOptions, 'origin' | 'path'> & { readonly dispatcher: AnyDispatcher },
): Promise<AnyDispatcher.ResponseData> {
  const { dispatcher, ...rest } = options;
  return dispatcher.request({ ...rest, origin: url.origin, path: `${url.pathname}${url.search}` });
}
