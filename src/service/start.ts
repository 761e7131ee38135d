import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Problem, toMessage } from '../errors.ts';
import { withDefaults } from '../options.ts';
import { openDatabase } from './database.ts';
import { createServiceServer, type ServerOptions } from './server.ts';
import type { Site } from './site.ts';
import { Store } from './store.ts';
import { createAuthenticator } from './tokens.ts';

/** The site, its database and port; all switches have defaults. */
export interface ServiceOptions extends Partial<Omit<ServerOptions, 'site' | 'store' | 'authenticate'>> {
  readonly site: Site;
  /** A file, or `:memory:`. */
  readonly db: string;
  /** 0: any free port. */
  readonly port: number;
}

export type RunningService = Awaited<ReturnType<typeof startService>>;

/**
 * Starts the service on 127.0.0.1. Returns its `url` (without a slash at its end) and `port`, functions that read what it stores, and one
 * that closes it; it runs until then. @throws Problem usage if the database or the port cannot be used
 */
export async function startService(options: ServiceOptions) {
  const { site, db, port: wanted, ...switches } = options;
  const database = openDatabase(db);
  const store = new Store(database);
  const server = createServiceServer({
    variant: withDefaults({}).variant,
    refusalStatus: withDefaults({})['refusal-status'],
    quotedNumbers: false,
    maxBodyBytes: 64 * 1024 * 1024,
    requestTimeoutMs: 120_000,
    interfere: () => async () => null,
    ...switches,
    site,
    store,
    authenticate: createAuthenticator(site),
  });
  const port = await listenOnPort(server, wanted).catch((error: unknown) => {
    database.close();
    throw error;
  });
  let closed: Promise<void> | null = null;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    /** Returns everything stored, without authorizations and the bytes of attachments (see Store). */
    inspect: () => store.inspect(),
    /** Returns the attachments of a request: file name, SHA-256 and bytes; [] if it has none, or is unknown. */
    inspectContent: (objectId: number) => store.files(objectId),
    /** Stops listening, gives calls under way 0.5 s to be answered, then closes the database. A second call waits for the same. */
    close: (): Promise<void> => {
      closed ??= stopServer(server).then(() => database.close());
      return closed;
    },
  };
}

const whyNotListening: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there',
  EACCES: 'this user may not listen there',
  ERR_SOCKET_BAD_PORT: 'ports go up to 65535',
};

/** Starts listening on a port of 127.0.0.1 (0: any free one), and returns its number. @throws Problem usage if it cannot */
async function listenOnPort(server: Server, port: number): Promise<number> {
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  } catch (error) {
    const remedy = 'Choose another port with --port, or 0 for any free one.';
    const why = whyNotListening[(error as NodeJS.ErrnoException).code ?? ''] ?? toMessage(error);
    const message = `The service cannot listen on port ${port}: ${why}.`;
    throw new Problem('usage', message, remedy, { cause: error });
  }
  return (server.address() as AddressInfo).port;
}

/** Stops a server and waits until its connections are closed: idle ones at once, others after their answer, or without it after 0.5 s. */
async function stopServer(server: Server): Promise<void> {
  const patience = setTimeout(() => server.closeAllConnections(), 500);
  server.prependListener('request', (_, response) => {
    response.shouldKeepAlive = false;
  });
  await server[Symbol.asyncDispose]();
  clearTimeout(patience);
}
