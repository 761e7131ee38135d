/** Replies of the service: no matter what comes back, a call ends as what its answer says, in time, and is not made twice. */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { Client } from '../../src/client/create-client.ts';
import type { CallResult } from '../../src/client/results.ts';
import { clientOf, type TestClient } from '../client/support.ts';
import { throughProxy } from './proxied.ts';
import { type ToldAnswer, token, toldAnswers } from './raw-answers.ts';
import { type RawServer, startRawServer } from './raw-server.ts';
import type { OpenSubject, Subject } from './subject.ts';

/** Time for an attempt: short, as some answers never come. */
const timeoutSeconds = 0.2;
/** With every attempt that a call may have. */
const mostSeconds = 8 * timeoutSeconds + 5;

/** What a call's body says of its success, read as narrowly as §2.7 writes it. */
function severityIn(body: string | null): number | null {
  try {
    const value = JSON.parse((body ?? '').replace(/^\uFEFF/, ''))?.rtn?.sev;
    if (typeof value === 'number') return value;
    return typeof value === 'string' && /^\s*0*[123]0\s*$/.test(value) ? Number(value) : null;
  } catch {
    return null;
  }
}

/** Statuses that say that nothing was done, no matter the body. */
const refusing = (status: number | null) =>
  status !== null && ([401, 403, 404, 405, 407, 429].includes(status) || (status >= 300 && status < 400));

/** All texts of a result that somebody may see. The record of the request goes into the report, which hides secrets. */
function textsOf(result: CallResult, lines: readonly string[]): string[] {
  const shown = result.kind === 'done' ? { ...result, reply: { ...result.reply, request: null } } : result;
  const found: string[] = [...lines];
  JSON.stringify(shown, (_, value: unknown) => {
    if (typeof value === 'string') found.push(value);
    return value;
  });
  return found;
}

interface Played {
  readonly method: 'POST' | 'PATCH';
  readonly lock: '*YES' | '*NO';
  readonly answers: readonly ToldAnswer[];
}

/** What holds of a call, by the answers that it was given. */
function checkResult({ method, lock, answers }: Played, result: CallResult, arrived: number): void {
  const given = Array.from({ length: arrived }, (_, n) => answers[n] ?? honest);
  const last = given.at(-1);
  assert.ok(arrived >= 1 && arrived <= 8, `${arrived} attempts`);
  if (result.kind !== 'done') assert.equal(result.reply?.request ?? null, null);
  const noUpdates = method === 'PATCH' && last?.status === 405;
  if (result.reply !== null && !noUpdates) {
    assert.equal(result.reply.sev, severityIn(last?.body ?? null), 'no answer says so');
    assert.equal(result.status, last?.status);
    assert.notEqual(last?.status, 401);
  }
  if (method === 'PATCH') return;
  if (result.kind === 'stopped') {
    for (const { status } of given) assert.ok(refusing(status), 'stopped, though the create may have been done');
  }
  if (lock === '*YES') return;
  for (const { status, body } of given.slice(0, -1)) {
    // A refusal for now, with Retry-After, was not carried out either.
    const isRefusal = status === 429 || severityIn(body) === 30;
    assert.ok(isRefusal, 'a lost create without a lock was repeated');
  }
}

const refusal = '{"rtn":{"sev":"30","msg":"honest"}}';
/** What every call gets that has met the answers of its value. */
const honest: ToldAnswer = {
  raw: { bytes: `HTTP/1.1 200 OK\r\nContent-Length: ${refusal.length}\r\n\r\n${refusal}`, after: 'keep', splits: [] },
  status: 200,
  body: refusal,
};

const played = fc.record<Played>({
  method: fc.constantFrom('POST', 'POST', 'PATCH'),
  lock: fc.constantFrom('*YES', '*NO'),
  answers: fc.array(toldAnswers, { minLength: 1, maxLength: 4 }),
});

const content = { name: 'A.RPGLE', blob: Buffer.from('\r\n-'), disposition: 'form-data' } as const;

function call(client: Client, { method, lock }: Played, objn: string): Promise<CallResult> {
  const fields = { appl: 'ORD', lvl: 10, objn, lock };
  return method === 'POST' ? client.create(fields, content) : client.update({ objectId: 7, srcd: objn }, content);
}

/** One call that meets these answers, and an ordinary one after it, which must get its own answer. */
function answeredAnyhow(server: RawServer): fc.IRawProperty<unknown> {
  return fc.asyncProperty(played, async (play) => {
    let first = 0;
    server.arrived.length = 0;
    server.answer = (_, sent) => {
      if (sent.includes('SECOND')) return honest.raw;
      first += 1;
      return (play.answers[first - 1] ?? honest).raw;
    };
    const began = performance.now();
    await using client: TestClient = await clientOf(server.url, { token, timeoutSeconds, concurrency: 1 });
    const result = await call(client, play, 'FIRST');
    const seconds = (performance.now() - began) / 1000;
    assert.ok(seconds < mostSeconds, `the call took ${seconds} s`);
    checkResult(play, result, first);
    assert.equal(new Set(server.arrived).size, 1, 'every attempt is the same, byte for byte');
    for (const wait of client.waits) assert.ok(wait >= 0 && wait <= 120_000, `a wait of ${wait} ms`);
    for (const text of textsOf(result, client.lines)) checkText(text);
    const second = await call(client, play, 'SECOND');
    assert.ok(second.reply === null || second.reply.msg === 'honest', 'an answer to another call was taken');
  });
}

/** No secret, nor half of one, and nothing that steers a terminal or ends a line. */
function checkText(text: string): void {
  const half = token.slice(0, token.length / 2);
  for (const secret of [token, half, JSON.stringify(half).slice(1, -1)]) {
    assert.ok(!text.includes(secret), `a text holds the token: ${text.slice(0, 200)}`);
  }
  assert.doesNotMatch(text, /\p{Cc}/u);
}

export const replies: Subject = {
  name: 'replies',
  open: async (): Promise<OpenSubject> => {
    const server = await startRawServer();
    return {
      properties: [
        { name: 'answered', holds: answeredAnyhow(server) },
        { name: 'proxied', holds: throughProxy(server) },
      ],
      [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
    };
  },
};
