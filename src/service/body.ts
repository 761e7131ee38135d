import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { type FilePart, readHeader, readMultipart } from './multipart.ts';
import { type Payload, parsePayload } from './payload.ts';
import { BadCall } from './refusal.ts';

/** Most bytes of JSON in a call; all fields of an object request fit many times over. */
const maxPayloadBytes = 1024 * 1024;

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
  return new Promise((resolve, reject) => {
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) chunks.push(chunk);
      else {
        chunks.length = 0;
        reject(tooLarge);
      }
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', reject);
  });
}

/** Receives a call and reads it by its Content-Type (interface §4, §5); a body that is no call is returned as `bad`. */
export async function receiveBody(request: IncomingMessage, maxBytes: number): Promise<CallBody> {
  try {
    return readBody(request.headers, await receive(request, maxBytes));
  } catch (error) {
    if (error instanceof BadCall) return { payload: {}, files: [], bad: error };
    throw error;
  }
}

/** Reads a received body by its Content-Type. Throws BadCall 400, 413 or 415. */
function readBody(headers: IncomingHttpHeaders, body: Buffer): CallBody {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') {
    throw new BadCall(415, 'The body has a Content-Encoding; send it as it is');
  }
  const type = readHeader(headers['content-type'] ?? '');
  if (type.value === 'multipart/mixed') {
    const { payload, files } = readMultipart(body, type.parameters.get('boundary'));
    return { payload: readPayload(payload), files };
  }
  const charset = type.parameters.get('charset') ?? 'utf-8';
  if (type.value !== 'application/json' || !/^utf-?8$/i.test(charset)) {
    throw new BadCall(415, 'The Content-Type must be application/json in UTF-8, or multipart/mixed');
  }
  return { payload: readPayload(body), files: [] };
}

function readPayload(bytes: Buffer): Payload {
  if (bytes.length > maxPayloadBytes) throw new BadCall(413, `The JSON is larger than ${maxPayloadBytes} bytes`);
  return parsePayload(bytes);
}
