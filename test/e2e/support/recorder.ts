import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** One call as it went over the wire. */
export interface RecordedCall {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** An HTTP relay in front of the service that keeps what passes, so that a test compares the calls themselves. */
export interface Recorder extends AsyncDisposable {
  readonly url: string;
  readonly calls: RecordedCall[];
}

/** @param onCall told of each call before its answer goes back. */
export async function startRecorder(target: string, onCall: () => void = () => {}): Promise<Recorder> {
  const calls: RecordedCall[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const body = await buffer(incoming);
    const { method = '', url: path = '', headers } = incoming;
    const sent = { method, headers: { ...headers, host: new URL(target).host } };
    const onward = httpRequest(target + path, sent, async (reply) => {
      const answer = await buffer(reply);
      calls.push({ method, path, headers, body });
      onCall();
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers).end(answer);
    });
    onward.on('error', () => outgoing.destroy());
    onward.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
