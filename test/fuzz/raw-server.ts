/** A server that answers with bytes as they are told, HTTP or not, and keeps what arrived. */
import { createServer, type Socket } from 'node:net';
import { listen, stop } from '../client/support.ts';

/** What becomes of a call: these bytes, so many of them, and then. */
export interface RawAnswer {
  /** One character for each byte. */
  readonly bytes: string;
  /** After the bytes: the connection stays open, ends, or is reset; or nothing comes for ever. */
  readonly after: 'keep' | 'end' | 'reset' | 'hang';
  /** Where the answer is cut into pieces that are sent one after the other. */
  readonly splits: readonly number[];
}

export interface RawServer extends AsyncDisposable {
  readonly url: string;
  /** Heads and bodies of the calls that came as a whole, one character for each byte. */
  readonly arrived: string[];
  /** How the nth call is answered (from 0). */
  answer: (n: number, call: string) => RawAnswer | Promise<RawAnswer>;
}

/** Starts the server; calls are told apart by their Content-Length. */
export async function startRawServer(): Promise<RawServer> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => {});
    socket.setNoDelay(true);
    let rest = '';
    socket.on('data', (chunk) => {
      rest += chunk.toString('latin1');
      const length = callLength(rest);
      if (length === null || rest.length < length) return;
      const call = rest.slice(0, length);
      rest = rest.slice(length);
      const n = raw.arrived.push(call) - 1;
      void Promise.resolve(raw.answer(n, call)).then((answer) => send(socket, answer));
    });
  });
  const port = await listen(server);
  const raw: RawServer = {
    url: `http://127.0.0.1:${port}`,
    arrived: [],
    answer: () => ({ bytes: '', after: 'reset', splits: [] }),
    [Symbol.asyncDispose]: async () => {
      for (const socket of open) socket.destroy();
      await stop(server);
    },
  };
  return raw;
}

/** Length of a call with its head; null while the head is not there. */
function callLength(text: string): number | null {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const body = Number(/^content-length: *(\d+)/im.exec(text.slice(0, end))?.[1] ?? 0);
  return end + 4 + body;
}

async function send(socket: Socket, { bytes, after, splits }: RawAnswer): Promise<void> {
  if (after === 'hang' && bytes === '') return;
  const ends = [...new Set(splits.map((at) => at % (bytes.length + 1)))].sort((one, other) => one - other);
  let from = 0;
  for (const end of [...ends, bytes.length]) {
    if (end > from)
      await new Promise<void>((sent) => socket.write(Buffer.from(bytes.slice(from, end), 'latin1'), () => sent()));
    from = end;
  }
  if (after === 'end') socket.end();
  if (after === 'reset') socket.resetAndDestroy();
}
