import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { type FilePart, readHeader, readMultipart } from './multipart.ts';
import { type Payload, parsePayload } from './payload.ts';
import { BadCall } from './refusal.ts';

export interface CallBody {
  readonly payload: Payload;
  readonly files: readonly FilePart[];
  /** Why nothing could be read; the payload is empty then. */
  readonly bad?: BadCall;
}

/** Receives the body of a call. @throws BadCall 413 as soon as its length, declared or received, exceeds `maxBytes` */
export async function receive(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const tooLarge = new BadCall(413, `The body is larger than ${maxBytes} bytes`);
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge;
  const chunks: Buffer[] = [];
  let size = 0;
  // The connection stays, for the answer.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Receives a call and reads it by its Content-Type (§4, §5). A body that is no call gives `bad`, and nothing else. */
export async function receiveBody(request: IncomingMessage, maxBytes: number): Promise<CallBody> {
  try {
    return readBody(request.headers, await receive(request, maxBytes));
  } catch (error) {
    if (error instanceof BadCall) return { payload: {}, files: [], bad: error };
    throw error;
  }
}

/** Reads a received body: JSON in UTF-8, or multipart/mixed, not compressed. @throws BadCall 415 for others, 400 or 413 */
function readBody(headers: IncomingHttpHeaders, body: Buffer): CallBody {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') {
    throw new BadCall(415, 'The body has a Content-Encoding; send it as it is');
  }
  const type = readHeader(headers['content-type'] ?? '');
  if (type.value === 'multipart/mixed') {
    const { payload, files } = readMultipart(body, type.parameters.get('boundary'));
    return { payload: parsePayload(payload), files };
  }
  const charset = type.parameters.get('charset') ?? 'utf-8';
  if (type.value !== 'application/json' || !/^utf-?8$/i.test(charset)) {
    throw new BadCall(415, 'The Content-Type must be application/json in UTF-8, or multipart/mixed');
  }
  return { payload: parsePayload(body), files: [] };
}
