/** Calls to the service in pieces, some of which never come. */
import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';

/** How a body travels. */
export interface Travel {
  /** In chunks of HTTP, one for each piece; else with its length. */
  readonly chunked: boolean;
  /** Where it is cut into pieces that are written one after the other. */
  readonly splits: readonly number[];
  /** So many bytes of the end never come; null: all come. */
  readonly missing: number | null;
}

/** An answer; null: none came. */
export type WireAnswer = { readonly status: number; readonly json: Record<string, unknown> } | null;

const patienceMs = 10_000;

/** Sends a POST; texts hold one character for each byte. */
export async function post(port: number, contentType: string, body: string, travel: Travel): Promise<WireAnswer> {
  const { chunked, splits, missing } = travel;
  const framing = chunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(body.length) };
  const headers = { authorization: 'Bearer demo-token', 'content-type': contentType, ...framing };
  const call = request({ port, method: 'POST', path: '/object-request', headers, agent: false });
  const answered = once(call, 'response', { signal: AbortSignal.timeout(patienceMs) }).catch((error) => {
    if (error.name === 'AbortError') throw new Error(`no answer came within ${patienceMs} ms`);
    return [null];
  });
  const sent = missing === null ? body : body.slice(0, Math.max(0, body.length - 1 - (missing % body.length)));
  for (const piece of cutAt(sent, splits)) {
    await new Promise((written) => call.write(Buffer.from(piece, 'latin1'), written));
  }
  if (missing === null) call.end();
  else call.socket?.end();
  const [answer] = await answered;
  if (answer === null) return null;
  const said = await text(answer);
  return { status: answer.statusCode, json: said.startsWith('{') ? JSON.parse(said) : {} };
}

function cutAt(whole: string, splits: readonly number[]): string[] {
  const ends = [...new Set(splits.map((at) => at % (whole.length + 1)))].sort((one, other) => one - other);
  return [0, ...ends].map((from, n) => whole.slice(from, ends[n])).filter((piece) => piece !== '');
}
