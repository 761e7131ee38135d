/** One attempt of one call over HTTP. It follows no redirect, repeats nothing and decides nothing. */

import type { buildConnector, Dispatcher } from 'undici';
import { answerText } from './answer-text.ts';
import { toleratingContinue } from './continue.ts';
import type { Body } from './multipart.ts';
import { describeError, isOwnBug, type NetworkError, timeoutError } from './network-error.ts';
import { type ProxyEnv, proxySettings } from './proxy.ts';

/** What an attempt under way has left once the run is cancelled: GitHub kills a job 10 s after its first signal. */
const graceSeconds = 4;
const answerLimit = 8 * 1024 * 1024;
const connectSeconds = 30;

type Undici = typeof import('./undici.ts');

/** How an attempt ended without an answer. `notSent`: not one byte left this machine; `sent`: some may have. */
interface Unanswered extends NetworkError {
  readonly phase: 'notSent' | 'sent';
}

/** How an attempt ended: without an answer, or with a status and as much of its body as came. */
export type Ending = Unanswered | HttpAnswer;

export interface HttpAnswer {
  readonly phase: 'answered';
  readonly status: number;
  readonly retryAfter: string | null;
  readonly location: string | null;
  /** The methods that the resource knows, as far as it says so. */
  readonly allow: string | null;
  /** Links to other resources (RFC 8288), as the header has them. */
  readonly link: string | null;
  /** The body as text; of one that was cut or is too long, what is not UTF-8 becomes U+FFFD. */
  readonly text: string;
  readonly cut: NetworkError | null;
  /** The body is over the limit and was not read to its end; `text` is its beginning. */
  readonly tooLong: boolean;
}

export interface TransportOptions {
  readonly url: URL;
  readonly token: string;
  readonly userAgent: string;
  readonly timeoutSeconds: number;
  readonly concurrency: number;
  /** Trusted certificates (PEM); undefined: Node's own. */
  readonly ca: string[] | undefined;
  readonly proxyEnv: ProxyEnv;
  /** Given: attempts under way end soon. */
  readonly signal: AbortSignal | undefined;
}

export interface Transport {
  /** Sends a body once. Rejects only for a bug of ours: what the network does comes back as an `Ending`. */
  send(method: 'POST' | 'PATCH', body: Body): Promise<Ending>;
  close(): Promise<void>;
}

/** Opens the way to the service; connections are made with the first call and kept. undici is loaded here, not before. */
export async function openTransport(options: TransportOptions): Promise<Transport> {
  const undici = await import('./undici.ts');
  const dispatcher = openDispatcher(undici, options);
  const way = { ...options, request: undici.request, dispatcher };
  const underWay = new Set<Promise<Ending>>();
  return {
    send: (method, body) => {
      const sending = sendOnce(way, method, body).finally(() => underWay.delete(sending));
      underWay.add(sending);
      return sending;
    },
    close: async () => {
      await Promise.allSettled(underWay);
      // Not `close`, which would wait for connections that a proxy never answered.
      await dispatcher.destroy();
    },
  };
}

function openDispatcher(undici: Undici, options: TransportOptions): Dispatcher {
  // Said, not left to Node's default, which NODE_TLS_REJECT_UNAUTHORIZED=0 would turn off.
  const tls = { rejectUnauthorized: true, ...(options.ca === undefined ? {} : { ca: options.ca }) };
  const settings = {
    connections: options.concurrency,
    // The time for a whole attempt is ours to keep; undici's own would count each silence.
    headersTimeout: 0,
    bodyTimeout: 0,
    connectTimeout: Math.min(options.timeoutSeconds, connectSeconds) * 1000,
    allowH2: false,
    connect: tls,
  };
  const proxy = proxySettings(options.url, options.proxyEnv);
  if (proxy === null) {
    const { connectTimeout: timeout, allowH2 } = settings;
    return new undici.Agent({ ...settings, connect: connecting(undici, { ...tls, timeout, allowH2 }) });
  }
  return new undici.EnvHttpProxyAgent({ ...settings, ...proxy, requestTls: tls, proxyTls: tls });
}

/** Connections as undici makes them, which bear with `100 Continue`. */
function connecting(undici: Undici, options: buildConnector.BuildOptions): buildConnector.connector {
  const connect = undici.buildConnector(options);
  return (to, callback) => {
    connect(to, (error, socket) => {
      if (error !== null) callback(error, null);
      else callback(null, toleratingContinue(socket));
    });
  };
}

interface Way extends TransportOptions {
  readonly request: Undici['request'];
  readonly dispatcher: Dispatcher;
}

async function sendOnce(way: Way, method: 'POST' | 'PATCH', body: Body): Promise<Ending> {
  const { url, dispatcher, signal } = way;
  const deadline = new AbortController();
  const endIn = (seconds: number) => setTimeout(() => deadline.abort(timeoutError(seconds)), seconds * 1000);
  const timer = endIn(way.timeoutSeconds);
  let grace: NodeJS.Timeout | undefined;
  const hurry = () => {
    grace = endIn(graceSeconds);
  };
  if (signal?.aborted) hurry();
  else signal?.addEventListener('abort', hurry);
  let started = false;
  const noteStart = () => {
    // Past the deadline undici drops a request here instead of writing it.
    started ||= !deadline.signal.aborted;
  };
  try {
    const answer = way.request(url, {
      method,
      headers: headersOf(way, body),
      // undici streams a Blob with its exact length; only its types do not say so.
      body: body.bytes as Uint8Array,
      signal: deadline.signal,
      dispatcher: dispatcher.compose(watchStart(noteStart)),
    });
    return await Promise.race([answer.then(readAnswer), overdueUnsent(deadline.signal, () => started)]);
  } catch (error) {
    if (isOwnBug(error)) throw error;
    return { phase: started ? 'sent' : 'notSent', ...describeError(error) };
  } finally {
    clearTimeout(timer);
    clearTimeout(grace);
    signal?.removeEventListener('abort', hurry);
  }
}

/**
 * Rejects at the deadline if the request has not begun by then. undici heeds the signal only once there is a
 * connection, and waits minutes for a proxy that never answers CONNECT.
 */
function overdueUnsent(deadline: AbortSignal, isStarted: () => boolean): Promise<never> {
  return new Promise((_resolve, reject) => {
    deadline.addEventListener('abort', () => {
      if (!isStarted()) reject(deadline.reason);
    });
  });
}

function headersOf(options: TransportOptions, body: Body): Record<string, string> {
  return {
    authorization: `Bearer ${options.token}`,
    accept: 'application/json',
    'content-type': body.contentType,
    'user-agent': options.userAgent,
  };
}

/**
 * Tells when a request begins to be written. undici calls `onRequestStart` once it has a connection (through a tunnel
 * too) and right before the first byte: a failure before that is the only one that surely sent nothing.
 */
function watchStart(noteStart: () => void): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) => {
    const watched: Dispatcher.DispatchHandler = {
      onRequestStart(controller, context) {
        noteStart();
        handler.onRequestStart?.(controller, context);
      },
      onResponseStart: (...args) => handler.onResponseStart?.(...args),
      onResponseData: (...args) => handler.onResponseData?.(...args),
      onResponseEnd: (...args) => handler.onResponseEnd?.(...args),
      onResponseError: (...args) => handler.onResponseError?.(...args),
    };
    return dispatch(options, watched);
  };
}

async function readAnswer(response: Dispatcher.ResponseData): Promise<HttpAnswer> {
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
  const header = (name: string) => firstOf(response.headers[name]);
  const about = { contentType: header('content-type'), contentEncoding: header('content-encoding') };
  return {
    phase: 'answered',
    status: response.statusCode,
    retryAfter: header('retry-after'),
    location: header('location'),
    allow: header('allow'),
    link: header('link'),
    text: cut === null && !tooLong ? answerText(bytes, about, answerLimit) : bytes.toString('utf8'),
    cut,
    tooLong,
  };
}

function firstOf(header: string | string[] | undefined): string | null {
  return (Array.isArray(header) ? header[0] : header) ?? null;
}
