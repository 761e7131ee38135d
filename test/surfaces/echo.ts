/** A service, a proxy or a Git server that repeats the secrets that it was sent. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen, stop } from '../client/support.ts';

/** What a server says to a request; `echo` is what it was sent. */
export type Answer = (response: ServerResponse, echo: string) => void;

export const json = (status: number, body: object): Answer => {
  return (response, echo) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body).replaceAll('ECHO', JSON.stringify(echo).slice(1, -1)));
  };
};
export const page = (status: number): Answer => {
  return (response, echo) => {
    const html = echo.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    response.writeHead(status, { 'content-type': 'text/html', 'retry-after': '0' });
    response.end(`<html><body>You sent: ${echo}\n<pre>${html}</pre></body></html>`);
  };
};

/** A server that answers with what it was sent. */
export async function echoing(answer: Answer): Promise<{ url: string; port: number } & AsyncDisposable> {
  const reply = async (request: IncomingMessage, response: ServerResponse) => {
    for await (const _ of request);
    const { authorization = '', 'proxy-authorization': proxy = '' } = request.headers;
    answer(response, [authorization, authorization.replace('Bearer ', ''), proxy].join(' '));
  };
  const server = createServer(reply);
  server.on('connect', (request, socket) => {
    const said = JSON.stringify(request.headers);
    socket.end(`HTTP/1.1 407 Give ${request.headers['proxy-authorization']}\r\nx-echo: ${said}\r\n\r\n${said}`);
  });
  const port = await listen(server);
  return { url: `http://127.0.0.1:${port}`, port, [Symbol.asyncDispose]: () => stop(server) };
}

export const done = { objectId: 10_001, rfp: 0, objt: '*PGM', attr: 'ECHO', folb: 'ECHO', ECHO: { deep: ['ECHO'] } };
/** Each with the exit code that it ends in. */
export const answers: readonly [name: string, code: number, answer: Answer][] = [
  ['done, with a record that holds it', 0, json(200, { rtn: { sev: '10', msg: 'Request created' }, request: done })],
  ['done, with a warning that holds it', 0, json(200, { rtn: { sev: '20', msg: 'for ECHO' }, request: done })],
  ['a refusal that holds it', 1, json(200, { rtn: { sev: '30', msg: 'not for ECHO' } })],
  ['a 401 that echoes it', 4, json(401, { error: 'invalid token: ECHO' })],
  ['a 401 page', 4, page(401)],
  ['a 502 page', 1, page(502)],
];
