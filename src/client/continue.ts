import type { Duplex } from 'node:stream';

const informationalStart = /^HTTP\/1\.[01] 100$/;

/**
 * Makes a socket tolerate an unasked `100 Continue`, which HTTP allows (RFC 9110 §15.2) and some gateways send. undici
 * cuts the connection at a 100, but skips a 102, so each 100 is read as 102.
 */
export function tolerateContinue<Socket extends Duplex>(socket: Socket): Socket {
  const read = socket.read.bind(socket);
  socket.read = (size?: number) => {
    const chunk: unknown = read(size);
    if (Buffer.isBuffer(chunk)) renumber(chunk);
    return chunk;
  };
  return socket;
}

/** Changes each 100 at the start of a chunk, or right after another one, to 102: anywhere else it is content. */
function renumber(chunk: Buffer): void {
  let at = 0;
  while (informationalStart.test(chunk.toString('latin1', at, at + 12))) {
    chunk.write('2', at + 11, 'latin1');
    const end = chunk.indexOf('\r\n\r\n', at);
    if (end === -1) return;
    at = end + 4;
  }
}
