/** The service over HTTP: paths, methods, tokens, answers. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { messageOf } from '../errors.ts';
import { messages } from '../interface/replies.ts';
import { type Answer, type AnswerStyle, answerOf, json, refusalAnswer, refused } from './answer.ts';
import { type CallBody, receive, receiveBody } from './body.ts';
import { answerBrokenCalls } from './broken-calls.ts';
import { handleCall, type Method, objectOf, type Service } from './calls.ts';
import { isBusy } from './database.ts';
import { openApiDocument } from './openapi.ts';
import { viewAt } from './page/views.ts';
import { parsePayload } from './payload.ts';
import { playLater } from './play-later.ts';
import { BadCall, ServiceRefusal, shown } from './refusal.ts';
import { isLocal, isOwnCall } from './same-machine.ts';
import type { SiteUser } from './site.ts';
import type { Authenticate } from './tokens.ts';

/** When a fault is played: before any work, or after the work and before the answer. */
export type Moment = 'before-work' | 'before-answer';

/** What faults see of a call; the same object at both moments. */
export interface CallInSight {
  /** The object it is about, as far as one can tell. */
  readonly objn: string | null;
  /** The answer it is about to get; null before the work. */
  answer: Answer | null;
}

/** How a fault ends a call: with an answer, with sev 30, or without an answer. */
export type FaultEnding = Answer | ServiceRefusal | 'cut';

/** Faults, called at both moments of each call: they may wait, end the call, or (null) let it go on. */
export type Interfere = (moment: Moment, method: Method, call: CallInSight) => Promise<FaultEnding | null>;

/** The service, and how it speaks HTTP. */
export interface ServerOptions extends Service, AnswerStyle {
  readonly authenticate: Authenticate;
  /** Largest body of a call; a larger one is answered with 413. */
  readonly maxBodyBytes: number;
  /** Time that a caller has to send a whole call; then it is answered with 408. */
  readonly requestTimeoutMs: number;
  /** Faults to play. */
  readonly interfere: Interfere | null;
}

const resource = '/object-request';

/** An HTTP server that does not listen yet. */
export function createServiceServer(options: ServerOptions): Server {
  const { requestTimeoutMs } = options;
  const timing = {
    requestTimeout: requestTimeoutMs,
    headersTimeout: Math.min(requestTimeoutMs, 20_000),
    connectionsCheckingInterval: Math.min(Math.ceil(requestTimeoutMs / 2), 10_000),
    keepAliveTimeout: 30_000,
  };
  const server = createServer(timing, (request, response) => {
    respond(options, request, response).catch((error: unknown) => {
      if (request.socket.destroyed || response.headersSent) return;
      return send(request, response, failure(error));
    });
  });
  answerBrokenCalls(server);
  return server;
}

/** Another process that holds the database passes; what is neither that nor a bad call is a bug, or a disk that is full. */
function failure(error: unknown): Answer {
  if (error instanceof BadCall) return refusalAnswer(error.status, error.message);
  if (isBusy(error)) return refusalAnswer(503, 'The database is held by another process', { 'retry-after': '1' });
  return refusalAnswer(500, `The service failed: ${messageOf(error)}`);
}

/** The path of a request target; one that came through a proxy may be a whole address (RFC 9112 §3.2.2). */
function pathOf(target: string): string {
  const address = /^https?:\/\//i.test(target) ? URL.parse(target) : null;
  return address?.pathname ?? target.split('?')[0] ?? '/';
}

async function respond(options: ServerOptions, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = pathOf(request.url ?? '/');
  const answer = path === resource ? await answerCall(options, request) : await answerView(options, path, request);
  if (answer === 'cut') request.socket.destroy();
  else await send(request, response, answer);
}

/** Sends the answer at once, but ends only when the body of the call is read: closing on unread bytes loses the answer. */
async function send(request: IncomingMessage, response: ServerResponse, answer: Answer): Promise<void> {
  const body = Buffer.from(answer.bytes ?? answer.body);
  response.writeHead(answer.status, { ...answer.headers, 'content-length': body.length });
  if (answer.cutAfter !== undefined) {
    response.write(body.subarray(0, answer.cutAfter), () => request.socket.destroy());
    return;
  }
  response.write(body);
  await readOff(request);
  response.end();
}

/** Reads what is left of a body and drops it; ends when there is no more, or no more can come. */
async function readOff(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) return;
  await new Promise<void>((resolve) => {
    request.once('end', resolve).once('close', resolve).resume();
  });
}

/** The one place that every call passes: token, body, faults before the work, the work, faults before the answer. */
async function answerCall(options: ServerOptions, request: IncomingMessage): Promise<Answer | 'cut'> {
  const method = request.method ?? '';
  if (method !== 'POST' && (method !== 'PATCH' || options.variant === 'earlier')) {
    const allow = options.variant === 'earlier' ? 'POST' : 'POST, PATCH';
    return refusalAnswer(405, `${resource} does not know the method ${shown(method)}`, { allow });
  }
  const caller = options.authenticate(request.headers.authorization);
  if (!caller) {
    return refusalAnswer(401, 'Unauthorized: the token is missing or not valid', { 'www-authenticate': 'Bearer' });
  }
  const body = await receiveBody(request, options.maxBodyBytes);
  const { interfere } = options;
  const answerOfEnding = (ending: FaultEnding) =>
    ending instanceof ServiceRefusal ? answerOf(refused(ending), options) : ending;
  if (interfere === null) return work(options, method, caller, body);
  const call: CallInSight = { objn: objectOf(options.store, body), answer: null };
  const early = await interfere('before-work', method, call);
  if (early !== null) return answerOfEnding(early);
  call.answer = work(options, method, caller, body);
  const late = await interfere('before-answer', method, call);
  return late === null ? call.answer : answerOfEnding(late);
}

function work(options: ServerOptions, method: Method, caller: SiteUser, body: CallBody): Answer {
  try {
    return answerOf(handleCall(options, method, caller, body), options);
  } catch (error) {
    // An update has a message for it (§7), a create has none and is answered with 503. Nothing can be logged.
    if (method === 'PATCH' && isBusy(error))
      return answerOf(refused(new ServiceRefusal(messages.recordLocked)), options);
    throw error;
  }
}

async function answerView(options: ServerOptions, path: string, request: IncomingMessage): Promise<Answer> {
  const { method = '', headers } = request;
  // Nothing in it is secret, so it takes no token.
  if (path === '/openapi.json') {
    if (method !== 'GET') return onlyKnown('GET');
    return json(200, openApiDocument(options.variant, { url: `http://127.0.0.1:${request.socket.localPort}` }));
  }
  const later = /^\/inspect\/requests\/(\d{1,15})$/.exec(path);
  const view = viewAt(path);
  const wanted = view ? 'GET' : 'POST';
  // The header too says where the resource is, so that a client with a wrong address does not take this for a refusal.
  if (!view && !later) {
    const link = { link: `<${resource}>; rel="service"` };
    return refusalAnswer(404, `There is nothing at this path; object requests are at ${resource}`, link);
  }
  if (!isLocal(request)) return refusalAnswer(403, 'Only for callers on the same machine');
  if (method !== wanted) return onlyKnown(wanted);
  if (view) return view(options.store, headers['if-none-match']);
  if (!isOwnCall(request)) return refusalAnswer(403, 'Only for programs on the same machine, and for the page itself');
  return answerLater(options, Number(later?.[1]), request);
}

function onlyKnown(method: string): Answer {
  return refusalAnswer(405, `Only ${method} is known here`, { allow: method });
}

async function answerLater({ store, now }: Service, objectId: number, request: IncomingMessage): Promise<Answer> {
  const content = parsePayload(await receive(request, 10_000));
  const isThere = playLater(store, objectId, content, now().toISOString());
  return isThere ? json(200, { objectId }) : refusalAnswer(404, 'There is no such request');
}
