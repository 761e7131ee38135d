/** Taking a multipart/mixed body apart (interface §4.3): the payload and the file parts, byte for byte. */
import { Dicer } from '@fastify/busboy';
import { fileNameOf, readHeader } from './content-headers.ts';
import { BadCall } from './refusal.ts';

/** More parts than any call needs; the interface speaks of two. */
const maxParts = 20;

/** A part of a call, byte for byte. */
export interface FilePart {
  readonly name: string;
  readonly filename: string;
  readonly type: string;
  readonly bytes: Buffer;
}

/** A part with its headers as they are, by their names in lower case. */
interface RawPart {
  readonly headers: Readonly<Record<string, string[]>>;
  readonly bytes: Buffer;
}

/** The JSON text and the files of a multipart body. Throws BadCall 400 for any other body. */
export async function readMultipart(
  body: Buffer,
  boundary: string | undefined,
): Promise<{ payload: Buffer; files: FilePart[] }> {
  if (!boundary || boundary.length > 70) {
    throw new BadCall(400, 'The Content-Type multipart/mixed needs a boundary of 1 to 70 characters');
  }
  // Counted before anything is parsed, so that a body of nothing but delimiters costs nothing.
  if (delimiters(body, boundary) > maxParts + 1) throw new BadCall(400, `The body has more than ${maxParts} parts`);
  const parts: FilePart[] = [];
  for (const raw of await split(body, boundary)) {
    const part = named(raw);
    const { name, filename, type } = part;
    parts.push(part);
    if (name !== 'payload' && filename.trim() === '') throw new BadCall(400, 'A file part has no file name');
    if (name === 'payload' && !['', 'application/json'].includes(readHeader(type).value)) {
      throw new BadCall(400, 'The part named payload is not of type application/json');
    }
  }
  const [payload, another] = parts.filter(({ name }) => name === 'payload');
  if (!payload || another) {
    throw new BadCall(400, `The body has ${payload ? 'more than one part' : 'no part'} named payload`);
  }
  return { payload: payload.bytes, files: parts.filter((part) => part !== payload) };
}

function delimiters(body: Buffer, boundary: string): number {
  const delimiter = Buffer.from(`--${boundary}`);
  let count = 0;
  let at = body.indexOf(delimiter);
  while (at !== -1 && count <= maxParts + 1) {
    // Inside a line it is content.
    if (at === 0 || body[at - 1] === 0x0a) count += 1;
    at = body.indexOf(delimiter, at + 1);
  }
  return count;
}

function named({ headers, bytes }: RawPart): FilePart {
  const header = (name: string) => Buffer.from(headers[name]?.[0] ?? '', 'latin1').toString('utf8');
  const disposition = readHeader(header('content-disposition'));
  if (!/^(|binary|8bit|7bit)$/i.test(header('content-transfer-encoding').trim())) {
    throw new BadCall(400, 'A part has a Content-Transfer-Encoding; parts are taken as they are');
  }
  const name = disposition.parameters.get('name') ?? '';
  return { name, filename: fileNameOf(disposition) ?? '', type: header('content-type'), bytes };
}

function split(body: Buffer, boundary: string): Promise<RawPart[]> {
  return new Promise((resolve, reject) => {
    const parts: Promise<RawPart>[] = [];
    const dicer = new Dicer({ boundary, maxHeaderPairs: 50 });
    dicer.on('part', (part) => {
      // The parser reports a body cut short as its own error too; without a listener the part's would end the process.
      part.on('error', () => {});
      parts.push(collect(part));
    });
    dicer.on('error', () => reject(new BadCall(400, 'The multipart body ends before its closing boundary')));
    // A part without content may end after the parser has finished, so the parts are waited for on their own.
    dicer.on('finish', () => resolve(Promise.all(parts)));
    dicer.end(body);
  });
}

function collect(part: Dicer.PartStream): Promise<RawPart> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let headers: RawPart['headers'] = {};
    part.on('header', (read) => {
      headers = read as RawPart['headers'];
    });
    part.on('data', (chunk: Buffer) => chunks.push(chunk));
    part.on('end', () => resolve({ headers, bytes: Buffer.concat(chunks) }));
  });
}
