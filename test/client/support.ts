/** A service to call: real HTTP on port 0, answers by script, everything that arrives is kept. */

import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo, Server, Socket } from 'node:net';
import { type ClientOptions, createClient } from '../../src/client/create-client.ts';

export const token = 'secret-token-0815';

export interface Arrived {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** The connection it came on, numbered from 1. */
  readonly connection: number;
}

export type ScriptedService = Awaited<ReturnType<typeof startService>>;

/** What a scripted service does with the nth call; beyond the script the last step repeats. */
export type Step = (response: ServerResponse, arrived: Arrived) => void;

export function reply(rtn: Record<string, unknown>, status = 200, request?: Record<string, unknown>): Step {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(request === undefined ? { rtn } : { rtn, request }));
  };
}

export function plain(status: number, body: string, headers: Record<string, string> = {}): Step {
  return (response) => {
    response.writeHead(status, headers);
    response.end(body);
  };
}

/** Cuts the connection without an answer. */
export const cut: Step = (response) => {
  response.socket?.destroy();
};

export const created = reply({ sev: '10', msg: 'Request created' }, 200, { objectId: 10001, rfp: 0 });

/** A request listener that follows the script and keeps what arrived. */
export function scripted(steps: readonly Step[], arrived: Arrived[]): RequestListener {
  const connections = new Map<Socket, number>();
  return (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const connection = connections.get(request.socket) ?? connections.size + 1;
      connections.set(request.socket, connection);
      const { method = '', url: path = '', headers } = request;
      const one = { method, path, headers, body: Buffer.concat(chunks), connection };
      arrived.push(one);
      steps[Math.min(arrived.length, steps.length) - 1]?.(response, one);
    });
  };
}

export async function startService(...steps: Step[]) {
  const arrived: Arrived[] = [];
  const server = createServer(scripted(steps, arrived));
  const port = await listen(server);
  return { url: `http://127.0.0.1:${port}`, arrived, [Symbol.asyncDispose]: () => stop(server) };
}

const usedPorts = new Set<number>();

/** Never the same port twice: a ledger knows a service by its address, and the system hands out freed ports again. */
export async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  if (!usedPorts.has(port)) {
    usedPorts.add(port);
    return port;
  }
  await new Promise((resolve) => server.close(resolve));
  return listen(server);
}

export async function stop(server: Server & { closeAllConnections?(): void }): Promise<void> {
  server.closeAllConnections?.();
  await new Promise((resolve) => server.close(resolve));
}

export type TestClient = Awaited<ReturnType<typeof clientOf>>;

/** A client whose waits take no time; `waits`: those that were asked for, milliseconds. */
export async function clientOf(url: string, more: Partial<ClientOptions> = {}) {
  const waits: number[] = [];
  const lines: string[] = [];
  const sleep = async (ms: number) => void waits.push(ms);
  const client = await createClient({ ...optionsOf(url), sleep, log: (line) => lines.push(line), ...more });
  return { ...client, waits, lines, [Symbol.asyncDispose]: () => client.close() };
}

export function optionsOf(url: string): ClientOptions {
  return { url, token, timeoutSeconds: 5, concurrency: 4, proxyEnv: {}, random: () => 0.5 };
}

export function contentOf(name: string, bytes: Uint8Array | string) {
  const blob = new Blob([typeof bytes === 'string' ? bytes : Uint8Array.from(bytes)]);
  return { name, blob, disposition: 'form-data' as const };
}
