/** A Git server over real HTTP (git's own http-backend), with or without a password. */
import { spawn } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen, stop } from '../client/support.ts';
import { gitEnv } from './support.ts';

export type HttpRemote = Awaited<ReturnType<typeof serveGit>>;

/**
 * Serves the bare repositories below `root`. @param password `user:password` that every request must carry.
 * @returns host and port, as they stand in an address, and what was asked: method and path, and the header or null
 */
export async function serveGit(root: string, password: string | null = null) {
  const requests: { line: string; authorization: string | null }[] = [];
  const wanted = password === null ? null : `basic ${Buffer.from(password).toString('base64')}`;
  const server = createServer((request, response) => {
    const authorization = request.headers.authorization ?? null;
    requests.push({ line: `${request.method} ${request.url}`, authorization });
    if (wanted !== null && authorization?.toLowerCase() !== wanted.toLowerCase()) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
      return;
    }
    backend(root, request, response);
  });
  return { host: `127.0.0.1:${await listen(server)}`, requests, [Symbol.asyncDispose]: () => stop(server) };
}

function backend(root: string, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const env = {
    ...gitEnv,
    GIT_PROJECT_ROOT: root,
    GIT_HTTP_EXPORT_ALL: '1',
    REMOTE_USER: 'somebody',
    REMOTE_ADDR: '127.0.0.1',
    PATH_INFO: url.pathname,
    QUERY_STRING: url.search.slice(1),
    REQUEST_METHOD: request.method,
    CONTENT_TYPE: request.headers['content-type'] ?? '',
    HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
    GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
  };
  const child = spawn('git', ['http-backend'], { env });
  request.pipe(child.stdin);
  child.stdin.on('error', () => {});
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.on('close', () => {
    const answer = Buffer.concat(chunks);
    const end = answer.indexOf('\r\n\r\n');
    const lines = answer.subarray(0, end).toString('latin1').split('\r\n');
    const pairs = lines.map((line) => [line.replace(/:.*/, '').toLowerCase(), line.replace(/^.*?: */, '')]);
    const { status = '200', ...headers } = Object.fromEntries(pairs) as Record<string, string>;
    response.writeHead(Number(status.slice(0, 3)), headers);
    response.end(answer.subarray(end + 4));
  });
}
