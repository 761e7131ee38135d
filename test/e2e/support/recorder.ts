import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One call as it went over the wire. */
export interface RecordedCall {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  readonly status: number;
  readonly answer: string;
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
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const { method = '', url: path = '', headers } = incoming;
    const onward = httpRequest(
      target + path,
      { method, headers: { ...headers, host: new URL(target).host } },
      (reply) => {
        const parts: Buffer[] = [];
        reply.on('data', (part: Buffer) => parts.push(part));
        reply.on('end', () => {
          const answer = Buffer.concat(parts);
          calls.push({ method, path, headers, body, status: reply.statusCode ?? 0, answer: answer.toString('utf8') });
          onCall();
          outgoing.writeHead(reply.statusCode ?? 502, reply.headers).end(answer);
        });
      },
    );
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
