/** A proxy in front of the service that keeps every call, byte for byte, and can answer in the service's place. */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createFields, type Field, updateFields } from '../../src/interface/fields.ts';
import { listen } from '../client/support.ts';

interface SentFile extends Readonly<Record<'name' | 'filename' | 'disposition', string>> {
  readonly bytes: Buffer;
}

/** One call as it went over the wire. */
export interface Call {
  readonly method: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly file: SentFile | null;
}

export interface Recorder extends AsyncDisposable {
  readonly url: string;
  readonly calls: Call[];
  /** Answers in the service's place (HTTP status), or null to pass the call on. */
  intercept: (call: Call, n: number) => number | null;
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
  const port = await listen(server);
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
function fieldsNotListed({ method, fields }: Call): string[] {
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
  const boundary = /^multipart\/mixed; boundary="?([^";]+)"?$/.exec(incoming.headers['content-type'] ?? '')?.[1];
  if (boundary === undefined) return { method, fields: JSON.parse(body.toString('utf8')), file: null };
  if (Number(incoming.headers['content-length']) !== body.length) throw new Error('Content-Length is not exact');
  const [payload, file, ...more] = body.toString('latin1').split(`--${boundary}`).slice(1, -1).map(readPart);
  if (payload?.name !== 'payload' || !file || more.length > 0) throw new Error('a payload, and a file, are the parts');
  return { method, fields: JSON.parse(payload.bytes.toString('utf8')), file };
}

/** Reads a part, in which each byte is a character, between two delimiters. */
function readPart(part: string): SentFile {
  const end = part.indexOf('\r\n\r\n');
  const head = Buffer.from(part.slice(0, end), 'latin1').toString('utf8');
  const found = (pattern: RegExp) => pattern.exec(head)?.[1] ?? '';
  return {
    disposition: found(/^content-disposition: ([a-z-]+)/im),
    name: found(/; name="([^"]*)"/),
    filename: found(/; filename="([^"]*)"/),
    bytes: Buffer.from(part.slice(end + 4, -2), 'latin1'),
  };
}
