/** The real service behind something that loses and mangles: what a call says is what the service did. */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import * as fc from 'fast-check';
import { clientOf } from '../client/support.ts';
import { demo } from '../service/helper.ts';
import type { RawAnswer, RawServer } from './raw-server.ts';

/** What is done to one attempt. */
interface Step {
  /** The service gets the call. */
  readonly forward: boolean;
  readonly answer: 'own' | 'cut' | 'none' | 'page';
  /** Where the answer is cut; with 'page' which page. */
  readonly at: number;
  readonly after: RawAnswer['after'];
  readonly splits: readonly number[];
}

const steps = fc.array(
  fc.record<Step>({
    forward: fc.boolean(),
    answer: fc.constantFrom('own', 'cut', 'none', 'page'),
    at: fc.nat(),
    after: fc.constantFrom('keep', 'end', 'reset', 'reset'),
    splits: fc.array(fc.nat(), { maxLength: 2 }),
  }),
  { maxLength: 5 },
);

const page = (status: number) => `HTTP/1.1 ${status} Told\r\nContent-Length: 6\r\n\r\n<page>`;
/** A gateway that says these did not pass the call on. */
const refusals = [401, 403, 404, 405, 407, 429, 301].map(page);
const failures = [500, 502, 503, 504, 200, 400, 408].map(page);

/** Sends a call to the service; the bytes of its answer. */
function exchange(port: number, call: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
      const end = answer.indexOf('\r\n\r\n');
      const length = Number(/^content-length: *(\d+)/im.exec(answer)?.[1] ?? 0);
      if (end < 0 || answer.length < end + 4 + length) return;
      socket.destroy();
      resolve(answer);
    });
    socket.write(Buffer.from(call, 'latin1'));
  });
}

async function carryOut(step: Step | undefined, port: number, call: string): Promise<RawAnswer> {
  if (step === undefined) return { bytes: await exchange(port, call), after: 'keep', splits: [] };
  const { forward, at, splits, after } = step;
  const own = forward ? await exchange(port, call) : '';
  if (step.answer === 'page') {
    const pages = forward ? failures : [...refusals, ...failures];
    return { bytes: pages[at % pages.length] ?? '', after: after === 'reset' ? 'end' : after, splits };
  }
  if (step.answer === 'own' && forward) return { bytes: own, after, splits };
  const bytes = step.answer === 'cut' ? own.slice(0, at % (own.length + 1)) : '';
  return { bytes: bytes === own ? '' : bytes, after: after === 'keep' ? 'end' : after, splits };
}

/** One create through the proxy, in which the real service may do its work and its answers get lost. */
export function throughProxy(proxy: RawServer): fc.IRawProperty<unknown> {
  return fc.asyncProperty(steps, fc.constantFrom('*YES', '*NO'), async (plan, lock) => {
    await using service = await demo();
    let n = 0;
    proxy.arrived.length = 0;
    const underWay: Promise<RawAnswer>[] = [];
    proxy.answer = (_, call) => {
      const answer = carryOut(plan[n++], service.port, call);
      underWay.push(answer);
      return answer;
    };
    await using client = await clientOf(proxy.url, { token: 'demo-token', timeoutSeconds: 2, concurrency: 1 });
    const fields = { appl: 'ORD', lvl: 10, objn: 'X', objt: '*PGM', attr: 'RPGLE', lock };
    const result = await client.create(fields, { name: 'X', blob: Buffer.from('x'), disposition: 'form-data' });
    // A caller that has given up does not stop the service.
    await Promise.all(underWay);
    const { requests, attachments } = service.inspect();
    assert.ok(requests.length <= 1, `one object was filed ${requests.length} times`);
    assert.equal(attachments.length, requests.length, 'a request without its file, or the other way round');
    if (result.kind === 'stopped') assert.deepEqual(requests, [], 'stopped, but the service has it');
    if (result.reply === null) return;
    const { request, existingObjectId } = result.reply;
    if (result.kind === 'done')
      assert.equal(request?.objectId, requests[0]?.objectId, 'created, but the service does not have it');
    else
      assert.deepEqual([result.mayBeDone, existingObjectId], [true, requests[0]?.objectId ?? null], result.reply.msg);
  });
}
