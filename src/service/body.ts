import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { type Payload, parsePayload } from './payload.ts';
import { BadCall } from './refusal.ts';

export interface CallBody {
  readonly payload: Payload;
  readonly files: readonly FilePart[];
  /** Why nothing could be read; the payload is empty then. */
  readonly bad?: BadCall;
}

/** Reads the whole body of a call. @throws BadCall 413 as soon as its length, declared or received, exceeds `maxBytes` */
export async function receiveBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
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

/** Reads a call by its Content-Type (§4, §5). A BadCall is returned as `bad`, without fields and files; rejects for any other error. */
export async function receiveBody(request: IncomingMessage, maxBytes: number): Promise<CallBody> {
  try {
    return parseBody(request.headers, await receiveBytes(request, maxBytes));
  } catch (error) {
    if (error instanceof BadCall) return { payload: {}, files: [], bad: error };
    throw error;
  }
}

/** Parses a body. @throws BadCall 415 unless it is uncompressed JSON in UTF-8 or multipart/mixed; 400 or 413 if its content is wrong */
function parseBody(headers: IncomingHttpHeaders, body: Buffer): CallBody {
  if (!/^identity$/i.test(headers['content-encoding'] ?? 'identity')) {
    throw new BadCall(415, 'The body has a Content-Encoding; send it as it is');
  }
  const { value, parameters } = parseHeaderValue(headers['content-type'] ?? '');
  if (value === 'multipart/mixed') return parseMultipart(body, parameters.get('boundary'));
  if (value !== 'application/json' || !/^utf-?8$/i.test(parameters.get('charset') ?? 'utf-8')) {
    throw new BadCall(415, 'The Content-Type must be application/json in UTF-8, or multipart/mixed');
  }
  return { payload: parsePayload(body), files: [] };
}

/** More parts than any call needs; the interface speaks of two. */
const maxParts = 20;
/** More bytes of headers than any part needs; a file name has 255 at most. */
const maxHeadBytes = 16 * 1024;

export type FilePart = ReturnType<typeof parsePart>;

/** Parses a multipart body (§4.3): one JSON part named `payload`, and named files. @throws BadCall 400 for any other, 413 for long JSON */
function parseMultipart(body: Buffer, boundary: string | undefined): CallBody {
  if (!boundary || boundary.length > 70) {
    throw new BadCall(400, 'The Content-Type multipart/mixed needs a boundary of 1 to 70 characters');
  }
  const parts = splitParts(body, boundary).map(parsePart);
  for (const { name, filename, type } of parts) {
    if (name !== 'payload' && filename.trim() === '') throw new BadCall(400, 'A file part has no file name');
    if (name === 'payload' && !['', 'application/json'].includes(parseHeaderValue(type).value)) {
      throw new BadCall(400, 'The part named payload is not of type application/json');
    }
  }
  const [payload, another] = parts.filter(({ name }) => name === 'payload');
  if (!payload || another) {
    throw new BadCall(400, `The body has ${payload ? 'more than one part' : 'no part'} named payload`);
  }
  return { payload: parsePayload(payload.bytes), files: parts.filter((part) => part !== payload) };
}

/** Splits a body at its boundaries into parts with their headers. @throws BadCall 400 without a closing boundary, or for over 20 parts */
function splitParts(body: Buffer, boundary: string): Buffer[] {
  // The first delimiter needs no line end before it. Two pieces more than parts are enough to see that there are too many.
  const [, ...pieces] = `\r\n${body.toString('latin1')}`.split(`\r\n--${boundary}`, maxParts + 3);
  const closing = pieces.findIndex((piece) => piece.startsWith('--'));
  const parts = closing === -1 ? pieces : pieces.slice(0, closing);
  if (parts.length > maxParts) throw new BadCall(400, `The body has more than ${maxParts} parts`);
  if (closing === -1) throw new BadCall(400, 'The multipart body ends before its closing boundary');
  return parts.map((part) => Buffer.from(part, 'latin1'));
}

/** Reads a part; name, file name, type are '' if missing. @throws BadCall 400 for headers over 16 KiB, or an encoding such as base64 */
function parsePart(bytes: Buffer) {
  const end = bytes.indexOf('\r\n\r\n');
  const head = end === -1 ? bytes : bytes.subarray(0, end);
  if (head.length > maxHeadBytes) throw new BadCall(400, `The headers of a part are longer than ${maxHeadBytes} bytes`);
  const content = end === -1 ? Buffer.alloc(0) : bytes.subarray(end + 4);
  // A line that begins with a blank goes on with the one before.
  const text = head.toString('utf8').replace(/\r\n(?=[ \t])/g, '');
  const lines = text.split('\r\n').map((line) => /^([^\s:]+):[ \t]*([^\r\n]*)$/.exec(line) ?? []);
  const headers = indexFirstValues(lines.map(([, name = '', value = '']) => [name, value]));
  const header = (name: string) => headers.get(name) ?? '';
  if (!/^(|binary|8bit|7bit)$/i.test(header('content-transfer-encoding').trim())) {
    throw new BadCall(400, 'A part has a Content-Transfer-Encoding; parts are taken as they are');
  }
  const { parameters } = parseHeaderValue(header('content-disposition'));
  const filename = findFileName(parameters) ?? '';
  return { name: parameters.get('name') ?? '', filename, type: header('content-type'), bytes: content };
}

// In quotes a backslash escapes only a quote or a backslash: form encoders write others as they are.
const parameter = /;\s*([^\s=;]+)\s*=\s*(?:"((?:[^"\\]|\\["\\]|\\(?!["\\]))*)"|([^\s;]*))/g;

/** Parses a Content-Type or Content-Disposition: `value` in lower case, `parameters` by name in lower case (of equal names the first). */
export function parseHeaderValue(text: string) {
  const parameters = [...text.matchAll(parameter)].map(([, name = '', quoted, plain = '']) => {
    return [name, quoted === undefined ? plain : quoted.replace(/\\(["\\])/g, '$1')] as const;
  });
  return { value: (text.split(';')[0] ?? '').trim().toLowerCase(), parameters: indexFirstValues(parameters) };
}

/** Returns a map (in no order) of the values of pairs, by name in lower case; of equal names the first counts. */
function indexFirstValues(pairs: readonly (readonly [string, string])[]): ReadonlyMap<string, string> {
  return new Map(pairs.map(([name, value]) => [name.toLowerCase(), value] as const).reverse());
}

/** Returns the file name of a part: `filename*` if it is UTF-8 (RFC 8187) and decodable, else `filename`; undefined without either. */
function findFileName(parameters: ReadonlyMap<string, string>): string | undefined {
  const [, extended] = /^utf-8'[^']*'(.*)$/i.exec(parameters.get('filename*') ?? '') ?? [];
  try {
    if (extended !== undefined) return decodeURIComponent(extended);
  } catch {
    // Not percent-encoded UTF-8: the plain name is better than none.
  }
  return parameters.get('filename');
}
