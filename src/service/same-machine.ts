/**
 * Who may look at what the service holds, and play what happens to it: callers on the same machine. They show no token, so
 * a page of another site, in a browser on this machine, must be told from them.
 */
import type { IncomingMessage } from 'node:http';

/**
 * True for a caller on the same machine that is no page of another site: neither one that gives its own name (Origin), nor
 * one that had its name resolved to this machine (Host).
 */
export function isLocal({ socket, headers }: IncomingMessage): boolean {
  const peer = socket.remoteAddress ?? '';
  const host = (headers.host ?? '').replace(/:\d+$/, '');
  const isLoopback = /^(127\.|::1$|::ffff:127\.)/.test(peer) && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/i.test(host);
  return isLoopback && (headers.origin === undefined || headers.origin === `http://${headers.host}`);
}

/**
 * True for a call that may change something: of a program, or of the page itself. A browser says of each call which page it
 * comes from (Sec-Fetch-Site); no page can say otherwise, and a program says nothing.
 */
export function isOwnCall({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin';
}
