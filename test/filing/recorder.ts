/** A proxy in front of the service that keeps every call, byte for byte, and can answer in the service's place. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createFields, type Field, updateFields } from '../../src/interface/fields.ts';

export interface SentFile {
  readonly name: string;
  readonly filename: string;
  readonly disposition: string;
  readonly bytes: Buffer;
}

/** One call as it went over the wire. */
export interface Call {
  readonly method: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly file: SentFile | null;
}

/** Answers in the service's place (HTTP status), or null to pass the call on. */
export type Intercept = (call: Call, n: number) => number | null;

export interface Recorder extends AsyncDisposable {
  readonly url: string;
  readonly calls: Call[];
  intercept: Intercept;
}

/** Starts the proxy; disposing it fails when a call carried a field that the interface does not list. */
export async function record(servicePort: number): Promise<Recorder> {
  const calls: Call[] = [];
  const server = createServer((incoming, outgoing) => void handle(incoming, outgoing));
  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const body = Buffer.concat(await incoming.toArray());
    const call = readCall(incoming, body);
    calls.push(call);
    const status = recorder.intercept(call, calls.length);
    if (status !== null) {
      outgoing.writeHead(status).end('intercepted');
      return;
    }
    const { method, url, headers } = incoming;
    const onward = request({ port: servicePort, host: '127.0.0.1', method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    onward.end(body);
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const recorder: Recorder = {
    url: `http://127.0.0.1:${port}`,
    calls,
    intercept: () => null,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      const wrong = calls.flatMap(fieldsNotListed);
      if (wrong.length > 0) throw new Error(`calls carried what the interface does not list: ${wrong.join(', ')}`);
    },
  };
  return recorder;
}

/** Fields of a call that §2.1 or §2.6 does not list, or whose JSON type or value is not the listed one. */
export function fieldsNotListed({ method, fields }: Call): string[] {
  const rows: readonly Field[] = method === 'POST' ? createFields : updateFields;
  return Object.entries(fields).flatMap(([name, value]) => {
    const row = rows.find((field) => field.name === name);
    if (row === undefined) return [`${method} ${name}`];
    const typed = row.type === 'integer' ? Number.isSafeInteger(value) : typeof value === 'string';
    const allowed = row.values === undefined || row.values.includes(String(value));
    return typed && allowed ? [] : [`${method} ${name} ${JSON.stringify(value)}`];
  });
}

function readCall(incoming: IncomingMessage, body: Buffer): Call {
  const method = incoming.method ?? '';
  const type = incoming.headers['content-type'] ?? '';
  const boundary = /^multipart\/mixed; boundary="?([^";]+)"?$/.exec(type)?.[1];
  if (boundary === undefined) return { method, fields: JSON.parse(body.toString('utf8')), file: null };
  if (Number(incoming.headers['content-length']) !== body.length) throw new Error('Content-Length is not exact');
  const [payload, file] = partsOf(body, `--${boundary}`).map(readPart);
  if (payload === undefined || file === undefined) throw new Error('a multipart body has two parts');
  if (payload.name !== 'payload') throw new Error('the payload comes first');
  return { method, fields: JSON.parse(payload.bytes.toString('utf8')), file };
}

function partsOf(body: Buffer, delimiter: string): Buffer[] {
  const parts: Buffer[] = [];
  for (let at = body.indexOf(delimiter); at >= 0; ) {
    const start = at + delimiter.length;
    const next = body.indexOf(`\r\n${delimiter}`, start);
    if (next < 0) break;
    parts.push(body.subarray(start + 2, next));
    at = next + 2;
  }
  return parts;
}

function readPart(part: Buffer): SentFile {
  const end = part.indexOf('\r\n\r\n');
  const head = part.toString('utf8', 0, end);
  const [, disposition = ''] = /^content-disposition: ([a-z-]+)/im.exec(head) ?? [];
  const [, name = ''] = /; name="([^"]*)"/.exec(head) ?? [];
  const [, filename = ''] = /; filename="([^"]*)"/.exec(head) ?? [];
  return { disposition, name, filename, bytes: part.subarray(end + 4) };
}
