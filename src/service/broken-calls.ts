/** Calls that Node gives up on before they are whole: too slow, too long in the head, or no HTTP. They get `rtn` too. */
import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { refusalAnswer } from './answer.ts';

/** By the code of Node's error; anything else is no HTTP. */
const broken: Readonly<Record<string, readonly [status: number, msg: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The call took too long to come'],
  HPE_HEADER_OVERFLOW: [431, 'The headers are too long'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The chunk extensions are too long'],
};

/** Answers such calls with `rtn`, unless an answer to them has begun, and closes their connection. */
export function answerBrokenCalls(server: Server): void {
  const latest = new WeakMap<Duplex, ServerResponse>();
  server.on('request', (request, response) => latest.set(request.socket, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const response = latest.get(socket);
    const hasBegun = response?.headersSent === true && !response.writableEnded;
    if (hasBegun || !socket.writable || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const [status, msg] = broken[error.code ?? ''] ?? [400, 'The call is not HTTP'];
    const { headers, body } = refusalAnswer(status, msg, status === 408 ? { 'retry-after': '1' } : {});
    const lines = Object.entries({ ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' });
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${body}`);
  });
}
