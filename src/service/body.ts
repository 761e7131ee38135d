/** From an HTTP body to a payload and its files (interface §4, §5): size limits and content types. */
import type { IncomingMessage } from 'node:http';
import { readHeader } from './content-headers.ts';
import { readMultipart } from './multipart.ts';
import { type Payload, parsePayload } from './payload.ts';
import type { FilePart } from './records.ts';
import { BadCall } from './refusal.ts';

/** Bytes of JSON that a call may have; every field of an object request fits many times over. */
const maxPayloadBytes = 1024 * 1024;

/** A call's content. */
export interface CallBody {
  readonly payload: Payload;
  readonly files: readonly FilePart[];
}

/**
 * Receives the body of a call as a whole.
 * @throws BadCall 413 as soon as it is or announces itself larger than `maxBytes`
 */
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

/**
 * Reads a received body by its Content-Type.
 * @throws BadCall 400, 413 or 415
 */
export async function readBody(
  contentType: string | undefined,
  encoding: string | undefined,
  body: Buffer,
): Promise<CallBody> {
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw new BadCall(415, 'The body has a Content-Encoding; send it as it is');
  }
  const type = readHeader(contentType ?? '');
  if (type.value === 'multipart/mixed') {
    const { payload, files } = await readMultipart(body, type.parameters.get('boundary'));
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
