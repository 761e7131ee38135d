/** Calls to the service on a plain connection, so that nothing is put right by a client. */
import { connect } from 'node:net';

/** How a body travels. */
export interface Travel {
  /** In chunks of HTTP, cut at these places; else in one piece with its length. */
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
export function post(port: number, contentType: string, body: string, travel: Travel): Promise<WireAnswer> {
  const pieces = cutAt(body, travel.splits);
  const framing = travel.chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`;
  const head = `POST /object-request HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer demo-token\r\nContent-Type: ${contentType}\r\n${framing}\r\n\r\n`;
  const chunks = travel.chunked
    ? [
        ...pieces.filter((piece) => piece !== '').map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`),
        '0\r\n\r\n',
      ]
    : pieces;
  return exchange(port, [head, ...withoutEnd(chunks, travel.missing)], travel.missing !== null);
}

function cutAt(text: string, splits: readonly number[]): string[] {
  const ends = [...new Set(splits.map((at) => at % (text.length + 1)))].sort((one, other) => one - other);
  return [0, ...ends].map((from, n) => text.slice(from, ends[n]));
}

function withoutEnd(pieces: readonly string[], missing: number | null): readonly string[] {
  if (missing === null) return pieces;
  const whole = pieces.join('');
  return [whole.slice(0, Math.max(0, whole.length - 1 - (missing % Math.max(1, whole.length))))];
}

function exchange(port: number, pieces: readonly string[], hangsUp: boolean): Promise<WireAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1').setNoDelay(true);
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`no answer came within ${patienceMs} ms`));
    }, patienceMs);
    let answer = '';
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(null);
    });
    socket.on('data', (data) => {
      answer += data.toString('latin1');
      const whole = wholeAnswer(answer);
      if (whole === null) return;
      resolve(whole);
      socket.destroy();
    });
    void writeAll(socket, pieces).then(() => hangsUp && socket.end());
  });
}

async function writeAll(socket: ReturnType<typeof connect>, pieces: readonly string[]): Promise<void> {
  for (const piece of pieces) {
    await new Promise<void>((sent) => socket.write(Buffer.from(piece, 'latin1'), () => sent()));
  }
}

function wholeAnswer(answer: string): WireAnswer {
  const end = answer.indexOf('\r\n\r\n');
  const length = Number(/^content-length: *(\d+)/im.exec(answer)?.[1] ?? Number.NaN);
  if (end < 0 || answer.length < end + 4 + length) return null;
  const text = Buffer.from(answer.slice(end + 4), 'latin1').toString('utf8');
  const json = text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {};
  return { status: Number(answer.slice(9, 12)), json };
}
