/** One attempt of one call over HTTP. It follows no redirect, repeats nothing and decides nothing. */
import type { Dispatcher } from 'undici';
import { version } from '../version.ts';
import { resolveProxy } from './address.ts';
import { decodeAnswer } from './answer-text.ts';
import type { Body } from './multipart.ts';
import { createTimeoutError, describeError, isOwnBug, type NetworkError } from './network-error.ts';

/** The time that a cancelled run leaves an attempt under way: GitHub kills a job 10 s after its first signal. */
const graceSeconds = 4;
const answerLimit = 8 * 1024 * 1024;
const connectSeconds = 30;

/** The end of an attempt: an answer, whole or cut; or none: `notSent`, no byte left this machine; `sent`, some may have. */
export type AttemptEnding = HttpAnswer | (NetworkError & { readonly phase: 'notSent' | 'sent' });

/** An answer, with some headers as they came; null: without that header. */
export type HttpAnswer = Awaited<ReturnType<typeof receiveAnswer>>;

export interface TransportOptions {
  readonly url: URL;
  readonly token: string;
  /** Limit of one attempt, from connecting to the end of its answer. */
  readonly timeoutSeconds: number;
  /** Most connections at a time; the caller must keep to it too. */
  readonly concurrency: number;
  /** Of it, only `http_proxy`, `https_proxy` and `no_proxy` are read, in either case. */
  readonly proxyEnv: NodeJS.ProcessEnv;
  /** Trusted certificates (PEM); undefined: Node's own. */
  readonly ca: string[] | undefined;
  /** An abort ends attempts under way within `graceSeconds`. */
  readonly signal: AbortSignal | undefined;
}

export type Transport = Awaited<ReturnType<typeof openTransport>>;

/** Loads undici and opens a transport, which the caller closes; connections are made by calls, and kept. @throws as `resolveProxy` */
export async function openTransport(options: TransportOptions) {
  const dispatcher = openDispatcher(await import('./undici.ts'), options);
  const underWay = new Set<Promise<AttemptEnding>>();
  return {
    /** Sends a body once. Rejects only for a bug of this program: failures of the network are an `AttemptEnding`. */
    send: (method: 'POST' | 'PATCH', body: Body) => {
      const sending = sendOnce(options, dispatcher, method, body).finally(() => underWay.delete(sending));
      underWay.add(sending);
      return sending;
    },
    /** Waits until the attempts under way have ended, then closes all connections. Never rejects for their failures. */
    close: async () => {
      await Promise.allSettled(underWay);
      // `close` would wait for connections that a proxy never answered.
      await dispatcher.destroy();
    },
  };
}

/** Makes a pool of connections, none open: by proxy (resolveProxy), else direct and tolerating `100 Continue`. @throws as resolveProxy */
function openDispatcher(undici: typeof import('./undici.ts'), options: TransportOptions): Dispatcher {
  // Explicit, since NODE_TLS_REJECT_UNAUTHORIZED=0 would turn Node's default off.
  const tls = { rejectUnauthorized: true, ...(options.ca === undefined ? {} : { ca: options.ca }) };
  const settings = {
    connections: options.concurrency,
    // `sendOnce` limits the whole attempt; undici would limit each silence.
    headersTimeout: 0,
    bodyTimeout: 0,
    connectTimeout: Math.min(options.timeoutSeconds, connectSeconds) * 1000,
    allowH2: false,
    connect: tls,
  };
  const proxy = resolveProxy(options.url, options.proxyEnv);
  if (proxy !== null) return new undici.EnvHttpProxyAgent({ ...settings, ...proxy, requestTls: tls, proxyTls: tls });
  const { connectTimeout: timeout, allowH2 } = settings;
  return new undici.Agent({ ...settings, connect: undici.createTolerantConnector({ ...tls, timeout, allowH2 }) });
}

/** Sends a body once and reads the answer, up to the time limit or 4 s after an abort. A failure is an ending; rejects only for a bug. */
async function sendOnce(
  { url, token, timeoutSeconds, signal }: TransportOptions,
  dispatcher: Dispatcher,
  method: 'POST' | 'PATCH',
  body: Body,
): Promise<AttemptEnding> {
  const deadline = new AbortController();
  const abortIn = (seconds: number) => setTimeout(() => deadline.abort(createTimeoutError(seconds)), seconds * 1000);
  const timers = [abortIn(timeoutSeconds)];
  const startGrace = () => void timers.push(abortIn(graceSeconds));
  if (signal?.aborted) startGrace();
  else signal?.addEventListener('abort', startGrace);
  let isStarted = false;
  /** Sets isStarted right before the first byte: a failure before that has sent nothing. */
  const watchStart: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) => {
    const start = handler.onRequestStart?.bind(handler);
    handler.onRequestStart = (controller, context) => {
      // Past the deadline undici drops the request here, unwritten.
      isStarted ||= !deadline.signal.aborted;
      start?.(controller, context);
    };
    return dispatch(options, handler);
  };
  try {
    const answer = dispatcher.compose(watchStart).request({
      origin: url.origin,
      path: url.pathname,
      method,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        'content-type': body.contentType,
        'user-agent': `file-checkouts/${version}`,
      },
      // undici streams a Blob with its exact length, though its types do not say so.
      body: body.bytes as Uint8Array,
      signal: deadline.signal,
    });
    return await Promise.race([answer.then(receiveAnswer), rejectUnsent(deadline.signal, () => isStarted)]);
  } catch (error) {
    if (isOwnBug(error)) throw error;
    return { phase: isStarted ? 'sent' : 'notSent', ...describeError(error) };
  } finally {
    for (const timer of timers) clearTimeout(timer);
    signal?.removeEventListener('abort', startGrace);
  }
}

/**
 * Returns a promise that rejects with the deadline's reason when that comes, if the request has not begun by then; else it never settles.
 * undici heeds the signal only once it has a connection, and waits minutes for a proxy that never answers CONNECT.
 */
function rejectUnsent(deadline: AbortSignal, isStarted: () => boolean): Promise<never> {
  return new Promise((_resolve, reject) => {
    deadline.addEventListener('abort', () => {
      if (!isStarted()) reject(deadline.reason);
    });
  });
}

/** Reads an answer and up to 8 MiB of its body; decompresses and decodes a whole body. Never rejects: a failure on the way is in `cut`. */
async function receiveAnswer(response: Dispatcher.ResponseData) {
  const chunks: Buffer[] = [];
  let length = 0;
  let cut: NetworkError | null = null;
  try {
    for await (const chunk of response.body as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > answerLimit) break;
      chunks.push(chunk);
    }
  } catch (error) {
    cut = describeError(error);
  }
  const tooLong = length > answerLimit;
  const bytes = Buffer.concat(chunks);
  const header = (name: string) => [response.headers[name]].flat()[0] ?? null;
  const wholeText = () => decodeAnswer(bytes, header('content-type'), header('content-encoding'), answerLimit);
  return {
    phase: 'answered' as const,
    status: response.statusCode,
    retryAfter: header('retry-after'),
    location: header('location'),
    allow: header('allow'),
    link: header('link'),
    /** The body as text; if it was cut or is too long, bytes that are not UTF-8 become U+FFFD. */
    text: cut === null && !tooLong ? wholeText() : bytes.toString('utf8'),
    cut,
    /** The body is over the limit; `text` is its beginning. */
    tooLong,
  };
}
