import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { toMessage } from '../errors.ts';
import { parseRequestNumber } from '../interface/replies.ts';
import { isLoopback } from '../loopback.ts';
import { type Answer, type AnswerStyle, buildJsonAnswer, buildRefusalAnswer, toAnswer } from './answer.ts';
import { receiveBody, receiveBytes } from './body.ts';
import { applyLaterChange, carryOutCall, describeCallObject, type Method } from './calls.ts';
import { isBusy } from './database.ts';
import { buildOpenApi } from './openapi.ts';
import { findView } from './page/views.ts';
import { parsePayload } from './payload.ts';
import { BadCall, formatValue, ServiceRefusal } from './refusal.ts';
import type { Site } from './site.ts';
import type { Store } from './store.ts';
import type { createAuthenticator } from './tokens.ts';

/** How a fault ends a call: with an answer, with sev 30, or without an answer. */
export type FaultEnding = Answer | ServiceRefusal | 'cut';

/** Faults of one call, played before its work (null), and before its `answer`: they may wait, end the call, or (null) let it go on. */
export type PlayFaults = (answer: Answer | null) => Promise<FaultEnding | null>;

/** Called for each call; returns its faults. @param objn the object that it is about; null: unknown */
export type Interfere = (method: Method, objn: string | null) => PlayFaults;

export interface ServerOptions extends AnswerStyle {
  readonly site: Site;
  readonly store: Store;
  readonly authenticate: ReturnType<typeof createAuthenticator>;
  /** Largest body of a call; a larger one is answered with 413. */
  readonly maxBodyBytes: number;
  /** Time that a caller has to send a whole call; then it is answered with 408. */
  readonly requestTimeoutMs: number;
  readonly interfere: Interfere;
}

const resource = '/object-request';

/** Creates the service's HTTP server, which does not listen yet. Calls are answered with `rtn` (faults aside); other paths: answerView. */
export function createServiceServer(options: ServerOptions): Server {
  const { requestTimeoutMs: requestTimeout } = options;
  const headersTimeout = Math.min(requestTimeout, 20_000);
  const connectionsCheckingInterval = Math.min(Math.ceil(requestTimeout / 2), 10_000);
  const timing = { requestTimeout, headersTimeout, connectionsCheckingInterval, keepAliveTimeout: 30_000 };
  const server = createServer(timing, (request, response) => {
    answerRequest(options, request, response).catch((error: unknown) => {
      if (request.socket.destroyed || response.headersSent) return;
      return sendAnswer(request, response, toFailureAnswer(error));
    });
  });
  answerBrokenCalls(server);
  return server;
}

/** Returns the answer to a thrown error: the status of a BadCall, 503 while another process holds the database, else 500. */
function toFailureAnswer(error: unknown): Answer {
  if (error instanceof BadCall) return buildRefusalAnswer(error.status, error.message);
  if (isBusy(error)) return buildRefusalAnswer(503, 'The database is held by another process', { 'retry-after': '1' });
  return buildRefusalAnswer(500, `The service failed: ${toMessage(error)}`);
}

/** Answers `/object-request` by answerCall, other paths by answerView; cuts the connection if a fault says so. Rejects as they do. */
async function answerRequest(options: ServerOptions, request: IncomingMessage, response: ServerResponse) {
  const target = request.url ?? '/';
  // A proxy may send a whole address (RFC 9112 §3.2.2).
  const address = /^https?:\/\//i.test(target) ? URL.parse(target) : null;
  const path = address?.pathname ?? target.split('?')[0] ?? '/';
  const answer = path === resource ? await answerCall(options, request) : await answerView(options, path, request);
  if (answer === 'cut') request.socket.destroy();
  else await sendAnswer(request, response, answer);
}

/** Sends an answer, ended when the call's whole body has come; with `cutAfter` cuts the connection after so many of the answer's bytes. */
async function sendAnswer(request: IncomingMessage, response: ServerResponse, answer: Answer): Promise<void> {
  const body = Buffer.from(answer.bytes ?? answer.body);
  response.writeHead(answer.status, { ...answer.headers, 'content-length': body.length });
  if (answer.cutAfter !== undefined) {
    response.write(body.subarray(0, answer.cutAfter), () => request.socket.destroy());
    return;
  }
  response.write(body);
  // Closing a connection with unread bytes would lose the answer.
  const awaitBodyEnd = (resolve: () => void) => request.once('end', resolve).once('close', resolve).resume();
  if (!request.complete && !request.destroyed) await new Promise<void>(awaitBodyEnd);
  response.end();
}

/** Returns a call's answer: 405 for a method that the variant lacks, 401 without a valid token, else by carryOutCall or a fault (`cut`). */
async function answerCall(options: ServerOptions, request: IncomingMessage): Promise<Answer | 'cut'> {
  const method = request.method ?? '';
  if (method !== 'POST' && (method !== 'PATCH' || options.variant === 'earlier')) {
    const allow = options.variant === 'earlier' ? 'POST' : 'POST, PATCH';
    return buildRefusalAnswer(405, `${resource} does not know the method ${formatValue(method)}`, { allow });
  }
  const caller = options.authenticate(request.headers.authorization);
  if (!caller) {
    return buildRefusalAnswer(401, 'Unauthorized: the token is missing or not valid', { 'www-authenticate': 'Bearer' });
  }
  const body = await receiveBody(request, options.maxBodyBytes);
  const toEndingAnswer = (ending: FaultEnding) =>
    ending instanceof ServiceRefusal ? toAnswer(ending, options) : ending;
  const objectId = parseRequestNumber(body.payload.objectId);
  const playFaults = options.interfere(method, describeCallObject(options.store, body.payload, objectId).objn);
  const early = await playFaults(null);
  if (early !== null) return toEndingAnswer(early);
  const answer = toAnswer(carryOutCall(options, method, caller, body), options);
  const late = await playFaults(answer);
  return late === null ? answer : toEndingAnswer(late);
}

/**
 * Answers other paths: the OpenAPI document for all; if isLocal, views (GET) and, not for pages of other sites, a request's later change
 * (POST). Else 404 (also: unknown request), 403, 405. @throws BadCall for a POST over 10,000 bytes, or as parsePayload, applyLaterChange
 */
async function answerView(options: ServerOptions, path: string, request: IncomingMessage): Promise<Answer> {
  const { method, headers, socket } = request;
  const isOpenApi = path === '/openapi.json';
  const later = /^\/inspect\/requests\/(\d{1,15})$/.exec(path);
  const view = findView(path);
  // The header too says where the resource is, so that a client with a wrong address does not take this for a refusal.
  if (!isOpenApi && !view && !later) {
    const link = { link: `<${resource}>; rel="service"` };
    return buildRefusalAnswer(404, `There is nothing at this path; object requests are at ${resource}`, link);
  }
  if (!isOpenApi && !isLocal(request)) return buildRefusalAnswer(403, 'Only for callers on the same machine');
  const allow = later ? 'POST' : 'GET';
  if (method !== allow) return buildRefusalAnswer(405, `Only ${allow} is known here`, { allow });
  if (isOpenApi)
    return buildJsonAnswer(200, buildOpenApi(options.variant, { url: `http://127.0.0.1:${socket.localPort}` }));
  if (view) return view(options.store, headers['if-none-match']);
  // Browsers name the calling site here, which no page can forge; programs do not send it.
  if ((headers['sec-fetch-site'] ?? 'same-origin') !== 'same-origin') {
    return buildRefusalAnswer(403, 'Only for programs on the same machine, and for the page itself');
  }
  const objectId = Number(later?.[1]);
  const content = parsePayload(await receiveBytes(request, 10_000));
  const isThere = applyLaterChange(options.store, objectId, content);
  return isThere ? buildJsonAnswer(200, { objectId }) : buildRefusalAnswer(404, 'There is no such request');
}

/** Answers by the code of Node's error; any other code means that the call is not HTTP. */
const brokenCallAnswers: Readonly<Record<string, readonly [status: number, msg: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The call took too long to come'],
  HPE_HEADER_OVERFLOW: [431, 'The headers are too long'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The chunk extensions are too long'],
};

/** Makes the server answer calls that Node gives up on, such as slow ones, with `rtn` (not if an answer has begun), and close each. */
function answerBrokenCalls(server: Server): void {
  const latest = new WeakMap<Duplex, ServerResponse>();
  server.on('request', (request, response) => latest.set(request.socket, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const response = latest.get(socket);
    const hasBegun = response?.headersSent === true && !response.writableEnded;
    if (hasBegun || !socket.writable || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const [status, msg] = brokenCallAnswers[error.code ?? ''] ?? [400, 'The call is not HTTP'];
    const { headers, body } = buildRefusalAnswer(status, msg, status === 408 ? { 'retry-after': '1' } : {});
    const lines = Object.entries({ ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' });
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${body}`);
  });
}

/** True if a call comes from this machine, went to localhost or a loopback address, and is not from a page of another site (Origin). */
function isLocal({ socket, headers }: IncomingMessage): boolean {
  const peer = socket.remoteAddress ?? '';
  const host = (headers.host ?? '').replace(/:\d+$/, '').toLowerCase();
  const isHere = /^(127\.|::1$|::ffff:127\.)/.test(peer) && isLoopback(host);
  return isHere && (headers.origin === undefined || headers.origin === `http://${headers.host}`);
}
