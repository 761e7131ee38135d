/** A running demo service and calls to it over real HTTP. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type OutgoingHttpHeaders, request } from 'node:http';
import { Problem } from '../../src/errors.ts';
import { demoSite } from '../../src/service/demo.ts';
import { type ServiceOptions, startService } from '../../src/service/start.ts';

export type Demo = Awaited<ReturnType<typeof demo>>;
export type Answered = Awaited<ReturnType<typeof answered>>;
type Fields = Record<string, unknown>;

export interface Sent {
  readonly name: string;
  readonly filename?: string;
  readonly type?: string;
  readonly bytes: Uint8Array | string;
}

export const lead = 'demo-lead-token';
export const viewer = 'demo-viewer-token';

/** A native request that needs nothing derived. */
export const program = { appl: 'ORD', lvl: 10, objn: 'ORD200', objt: '*PGM', attr: 'RPGLE' };
/** A request linked to Git that leaves attribute and type to the service. */
const inGit = { repo: 'ORDERS', branch: 'main', gpath: 'QRPGLESRC', gfile: 'ORD300.PGM.RPGLE' };
export const linked = { appl: 'ORD', lvl: 10, objn: 'ORD300', ...inGit };

/** The demo site, but with any object installed that somebody names. */
export const anyInstalled = { site: { ...demoSite, allInstalled: false } };

/** Starts the demo service in memory on a free port; closed with `await using`. */
export async function demo(options: Partial<ServiceOptions> = {}) {
  const service = await startService({ site: demoSite, db: ':memory:', port: 0, ...options });
  type Body = string | Uint8Array<ArrayBuffer> | null;
  /** Sends anything to the resource. */
  const send = async (method: string, type: string | null, body: Body, token: string | null = 'demo-token') => {
    const login = token === null ? {} : { authorization: `Bearer ${token}` };
    const headers = { ...(type === null ? {} : { 'content-type': type }), ...login };
    return answered(await fetch(`${service.url}/object-request`, { method, headers, body }));
  };
  return {
    ...service,
    send,
    create: (fields: Fields, token?: string) => send('POST', 'application/json', JSON.stringify(fields), token),
    update: (fields: Fields, token?: string) => send('PATCH', 'application/json', JSON.stringify(fields), token),
    multipart: (method: string, payload: Fields, ...files: Sent[]) =>
      send(method, 'multipart/mixed; boundary=xyz', new Uint8Array(multipartBody('xyz', payload, files))),
    later: (objectId: number, content: unknown) =>
      fetch(`${service.url}/inspect/requests/${objectId}`, { method: 'POST', body: JSON.stringify(content) }),
    [Symbol.asyncDispose]: () => service.close(),
  };
}

/** Reads an answer, with everything the tests look at. */
async function answered(response: Response) {
  const { status, headers } = response;
  const text = await response.text();
  const json = JSON.parse(text) as Fields;
  const { sev, msg, existingObjectId } = (json.rtn ?? {}) as Fields;
  const request = (json.request ?? {}) as Fields;
  return { status, headers, text, json, sev, msg: String(msg), existingObjectId, request };
}

/** A multipart body as a careful client writes it: payload first, form-data dispositions, final CRLF. */
export function multipartBody(boundary: string, payload: unknown, files: readonly Sent[]): Buffer {
  const parts: Sent[] = [{ name: 'payload', type: 'application/json', bytes: JSON.stringify(payload) }, ...files];
  const pieces = parts.flatMap(({ name, filename = name, type = 'application/octet-stream', bytes }) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"`,
    name === 'payload' ? '' : `; filename="${filename}"`,
    `\r\nContent-Type: ${type}\r\n\r\n`,
    bytes,
    '\r\n',
  ]);
  return Buffer.concat([...pieces, `--${boundary}--\r\n`].map((piece) => Buffer.from(piece as string)));
}

/** The status of a call whose headers are these alone: none of our clients adds or forbids one. */
export function statusOf(url: string, headers: OutgoingHttpHeaders, body?: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST';
    request(url, { method, headers }, (response) => resolve(response.resume().statusCode))
      .on('error', reject)
      .end(body);
  });
}

/** What a reader of files says of a text, as bad usage; empty: it takes it. */
export function complaint(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (error instanceof Problem && error.exitCode === 2) return error.message;
    throw error;
  }
  return '';
}

/** The lines of a complaint that name a place; the others show it. */
export const placesIn = (text: string) => text.split('\n').filter((line) => /^\w+\.yml:/.test(line));

/** Runs curl and gives what it printed. */
export function curl(...args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile('curl', ['--silent', '--show-error', '--max-time', '5', ...args], (error, stdout) =>
      error ? reject(error) : resolve(stdout),
    );
  });
}

/** The faults file that docs/service.md shows. */
export function documentedFaults(): string {
  const page = readFileSync(new URL('../../docs/service.md', import.meta.url), 'utf8');
  const [, example] = /^```yaml\n([\s\S]*?)^```$/m.exec(page) ?? [];
  if (example === undefined) throw new Error('docs/service.md shows no faults file');
  return example;
}
