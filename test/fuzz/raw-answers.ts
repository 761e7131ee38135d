/** Answers of every kind, and what they say when read as narrowly as HTTP and the interface write it. */
import * as fc from 'fast-check';
import { messages } from '../../src/interface/replies.ts';
import type { RawAnswer } from './raw-server.ts';

/** The token of the client under test; answers quote it. Long enough that a piece of it would be a secret too. */
export const token = `eyJ/"quoted"\\+~.${'0123456789abcdef'.repeat(12)}.end`;

/** An answer, and what it says. */
export interface ToldAnswer {
  readonly raw: RawAnswer;
  /** Null: no status comes, or nobody can tell. */
  readonly status: number | null;
  /** The body as it may be read in full; null: it is cut, no HTTP, or never comes. */
  readonly body: string | null;
}

const sev = fc.oneof(
  { arbitrary: fc.constantFrom<unknown>('10', '20', '30', 10, 20, 30), weight: 4 },
  fc.constantFrom<unknown>(' 10 ', '40', 0, null, true, [10], '1e1', '010', { toString: 1 }, '10.0', -10),
);
const number = fc.oneof(
  fc.integer({ min: -5, max: 99999 }),
  fc.constantFrom<unknown>('7', '7.5', null, 1e300, [7], {}),
);
const odd = fc.oneof(fc.string(), fc.jsonValue({ maxDepth: 1 }), fc.constant(token));
const msg = fc.oneof(
  fc.constantFrom(...Object.values(messages)),
  fc.constantFrom('Request created for A into RFP 5', `no ${token}`, 'x'.repeat(5000), '\u202e\u0000\n::error::'),
  odd,
);
const rtn = fc.record({ sev, msg, existingObjectId: number }, { requiredKeys: [] });
const request = fc.record({ objectId: number, rfp: number, objt: odd, attr: odd, gpath: odd }, { requiredKeys: [] });
const reply = fc.record(
  { rtn: fc.oneof({ arbitrary: rtn, weight: 5 }, odd), request: fc.oneof({ arbitrary: request, weight: 5 }, odd) },
  { requiredKeys: [] },
);
const json = fc.oneof({ arbitrary: reply, weight: 5 }, odd).map((value) => JSON.stringify(value));
const plain = fc.constantFrom(
  ...[
    ...['', ' ', '<!doctype html><title>502</title>', `<p>${token}</p>`, 'OK', token.repeat(50)],
    ...[`x${token.repeat(50)}`, '{"rtn":', 'null'],
  ],
  '\uFEFF{"rtn":{"sev":"10"}}',
  '{"rtn":{"sev":"10"}}{}',
  '{"rtn":{"sev":"30"},"rtn":{"sev":"10"}}',
  '\xff\xfe',
  ...[JSON.stringify({ rtn: { sev: '10' } }), '['.repeat(50_000)],
);
const bodies = fc.oneof({ arbitrary: json, weight: 5 }, plain);

const statuses = fc.constantFrom(
  ...[200, 200, 200, 200, 201, 202, 204, 205, 299, 301, 302, 304, 307, 400, 401, 403, 404, 405, 407, 408, 409, 413],
  ...[422, 429, 429, 499, 500, 502, 503, 503, 504, 599, 600, 999],
);
const headers = fc.array(
  fc.constantFrom(
    ...['Content-Type: application/json', 'Content-Type: text/html', 'Retry-After: 3', 'Retry-After: 99999999999999'],
    ...['Retry-After: Sat, 21 Nov 2026 10:00:00 GMT', 'Retry-After: -1', 'Retry-After: soon', `Location: /${token}`],
    ...['Location: http://127.0.0.1:1/', 'Allow: POST', 'Allow: POST, PATCH', 'Connection: close', `X-A: ${token}`],
    ...['Set-Cookie: a=b', 'Content-Encoding: gzip', 'X: \xff\xfe', 'Keep-Alive: timeout=0'],
    ...[`X-Long: ${'x'.repeat(20_000)}`],
  ),
  { maxLength: 4 },
);

interface Parts {
  readonly status: number;
  readonly body: string;
  readonly headers: readonly string[];
  readonly framing: 'length' | 'chunked' | 'close';
  readonly after: RawAnswer['after'];
  /** So many bytes of the end are missing; null: none. */
  readonly cut: number | null;
  /** Bytes behind the answer that nobody asked for. */
  readonly more: string;
  readonly splits: readonly number[];
}

const hasBody = (status: number) => status !== 204 && status !== 304;

function httpAnswer(parts: Parts): ToldAnswer {
  const { status, framing, splits, cut } = parts;
  const body = Buffer.from(parts.body, 'utf8').toString('latin1');
  const own = framing === 'chunked' ? ['Transfer-Encoding: chunked'] : [`Content-Length: ${body.length}`];
  const lines = [`HTTP/1.1 ${status} Told`, ...(framing === 'close' ? ['Connection: close'] : own), ...parts.headers];
  const head = `${lines.join('\r\n')}\r\n\r\n`;
  const chunk = body === '' ? '' : `${body.length.toString(16)}\r\n${body}\r\n`;
  const content = framing === 'chunked' ? `${chunk}0\r\n\r\n` : body;
  const whole = head + (hasBody(status) ? content : '');
  if (cut === null) {
    const after = framing === 'close' && parts.after !== 'reset' ? 'end' : parts.after;
    const bytes = framing === 'close' ? whole : whole + parts.more;
    return { raw: { bytes, after, splits }, status, body: hasBody(status) ? parts.body : '' };
  }
  const bytes = whole.slice(0, -1 - (cut % whole.length));
  const after = parts.after === 'keep' ? 'end' : parts.after;
  // Without a length only the end of the connection tells where a body ends: a cut one is then what it says.
  const rest = framing === 'close' && after === 'end' && bytes.length >= head.length ? bytes.slice(head.length) : null;
  const said = rest === null ? null : Buffer.from(rest, 'latin1').toString('utf8');
  return { raw: { bytes, after, splits }, status: bytes.length >= head.length ? status : null, body: said };
}

const smuggled = '{"rtn":{"sev":"10","msg":"smuggled"}}';
const extra = fc.oneof(
  { arbitrary: fc.constant(''), weight: 6 },
  fc.constantFrom('x', '\r\n', `HTTP/1.1 200 OK\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`),
);

const http = fc
  .record<Parts>({
    status: statuses,
    body: bodies,
    headers,
    framing: fc.constantFrom('length', 'length', 'chunked', 'close'),
    after: fc.constantFrom('keep', 'keep', 'end', 'reset'),
    cut: fc.oneof({ arbitrary: fc.constant(null), weight: 4 }, fc.nat(200), fc.nat()),
    more: extra,
    splits: fc.array(fc.nat(), { maxLength: 3 }),
  })
  .map(httpAnswer);

const nothing = fc
  .constantFrom<RawAnswer['after']>('end', 'end', 'reset', 'reset', 'hang')
  .map((after): ToldAnswer => ({ raw: { bytes: '', after, splits: [] }, status: null, body: null }));
const noHttp = fc
  .constantFrom(
    ...['SSH-2.0-OpenSSH\r\n', '\x15\x03\x01\x00\x02\x02\x46', 'HTTP/1.1 200\r\n\r\n', 'HTTP/1.1 abc\r\n\r\n'],
    ...['\0\0\0', 'HTTP/1.1 100 Continue\r\n\r\n', 'HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\n'],
    ...['HTTP/1.1 200 OK\r\nA\r\n\r\n', 'HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n'],
    ...['HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nab'],
    ...['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n', 'HTTP/2.0 200 OK\r\n\r\n'],
    ...[`<html>${token}</html>`],
  )
  .map((bytes): ToldAnswer => ({ raw: { bytes, after: 'end', splits: [] }, status: null, body: null }));

/** Answers, of which most are HTTP. */
export const toldAnswers: fc.Arbitrary<ToldAnswer> = fc.oneof(
  { arbitrary: http, weight: 8 },
  { arbitrary: nothing, weight: 1 },
  noHttp,
);
