/** A proxy as companies have them, on a real socket: what it is asked for, and every byte that it can read. */
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { listen, stop } from '../client/support.ts';

/** How a proxy behaves. */
interface Manner {
  /** The port on this machine to which every call is led, no matter which host it names. */
  readonly target: number;
  /** `user:password` that it demands. */
  readonly login?: string;
  /** What it answers instead of leading on: the raw head and body. */
  readonly refusal?: string;
}

/**
 * Starts a proxy for CONNECT and for plain calls. `address`: host and port; `asked`: `CONNECT host:port` or
 * `POST http://...` of each call; `headers`: every header that it was sent, as `name: value` lines.
 */
export async function startProxy(manner: Manner) {
  const asked: string[] = [];
  const headers: string[] = [];
  const note = (call: IncomingMessage) => {
    asked.push(`${call.method} ${call.url}`);
    for (const [name, value] of Object.entries(call.headers)) headers.push(`${name}: ${String(value)}`);
  };
  const wanted = manner.login === undefined ? undefined : `Basic ${Buffer.from(manner.login).toString('base64')}`;
  const noLogin = 'HTTP/1.1 407 No\r\nProxy-Authenticate: Basic\r\nContent-Length: 0\r\n\r\n';
  const refusalOf = (call: IncomingMessage) =>
    wanted !== undefined && call.headers['proxy-authorization'] !== wanted ? noLogin : manner.refusal;
  const server = createServer((call, answer) => {
    note(call);
    const refusal = refusalOf(call);
    if (refusal === undefined) lead(call, answer, manner.target);
    else call.socket.end(refusal);
  });
  server.on('connect', (call, socket: Socket) => {
    note(call);
    const refusal = refusalOf(call);
    if (refusal === undefined) tunnel(socket, manner.target);
    else socket.end(refusal);
  });
  const address = `127.0.0.1:${await listen(server)}`;
  return { address, asked, headers, [Symbol.asyncDispose]: () => stop(server) };
}

function tunnel(socket: Socket, target: number): void {
  const upstream = connect(target, '127.0.0.1', () => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    upstream.pipe(socket).pipe(upstream);
  });
  upstream.on('error', () => socket.destroy());
  socket.on('error', () => upstream.destroy());
}

function lead(call: IncomingMessage, answer: ServerResponse, port: number): void {
  const { 'proxy-authorization': _, ...headers } = call.headers;
  const { pathname: path } = new URL(call.url ?? '/');
  const onward = forward({ port, host: '127.0.0.1', method: call.method, path, headers }, (came) => {
    answer.writeHead(came.statusCode ?? 502, came.headers);
    came.pipe(answer);
  });
  call.pipe(onward);
}
