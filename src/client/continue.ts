import type { Duplex } from 'node:stream';

const beginning = /^HTTP\/1\.[01] 100$/;

/**
 * Lets an unasked `100 Continue` pass, which HTTP allows (RFC 9110 §15.2) and some gateways send: undici cuts a
 * connection on which one comes. It passes over 102, which says as little, so a 100 is read as that.
 */
export function toleratingContinue<Socket extends Duplex>(socket: Socket): Socket {
  const read = socket.read.bind(socket);
  socket.read = (size?: number) => {
    const chunk: unknown = read(size);
    if (Buffer.isBuffer(chunk)) renumber(chunk);
    return chunk;
  };
  return socket;
}

/** Only at the beginning of what comes, and after another one: anywhere else it is content. */
function renumber(chunk: Buffer): void {
  let at = 0;
  while (beginning.test(chunk.toString('latin1', at, at + 12))) {
    chunk.write('2', at + 11, 'latin1');
    const end = chunk.indexOf('\r\n\r\n', at);
    if (end === -1) return;
    at = end + 4;
  }
}
