/** Imports only the files of undici that the client needs: the whole package costs every run 12 MiB and 40 ms. */
import type * as undici from 'undici';
import methods from 'undici/lib/api/index.js';
import connector from 'undici/lib/core/connect.js';
import agent from 'undici/lib/dispatcher/agent.js';
import dispatcher from 'undici/lib/dispatcher/dispatcher.js';
import proxyAgent from 'undici/lib/dispatcher/env-http-proxy-agent.js';

// As the package does: without it a dispatcher has no `request`, and a tunnel no `connect`.
Object.assign((dispatcher as typeof undici.Dispatcher).prototype, methods);

export const Agent = agent as typeof undici.Agent;
export const EnvHttpProxyAgent = proxyAgent as typeof undici.EnvHttpProxyAgent;

/**
 * Returns undici's connector, with sockets that tolerate an unasked `100 Continue`, which some gateways send (RFC 9110 §15.2): undici cuts
 * the connection at a 100, but skips a 102, so each 100 is read as 102.
 */
export function createTolerantConnector(options: undici.buildConnector.BuildOptions): undici.buildConnector.connector {
  const connect = (connector as typeof undici.buildConnector)(options);
  return (target, callback) => {
    connect(target, (error, socket) => {
      if (error !== null) return callback(error, null);
      const read = socket.read.bind(socket);
      socket.read = (size?: number) => {
        const chunk: unknown = read(size);
        if (Buffer.isBuffer(chunk)) renumberContinue(chunk);
        return chunk;
      };
      callback(null, socket);
    });
  };
}

/** Changes in place each head `HTTP/1.x 100` at the start of a chunk, or right after another such head, to 102. */
function renumberContinue(chunk: Buffer): void {
  let at = 0;
  while (/^HTTP\/1\.[01] 100$/.test(chunk.toString('latin1', at, at + 12))) {
    chunk.write('2', at + 11, 'latin1');
    const end = chunk.indexOf('\r\n\r\n', at);
    if (end === -1) return;
    at = end + 4;
  }
}
