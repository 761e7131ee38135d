import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { createFaultHook, type Faults, readFaults } from '../../src/service/faults.ts';
import type { ServiceOptions } from '../../src/service/start.ts';
import { type Demo, demo, documentedFaults, program } from './helper.ts';

type Came = Awaited<ReturnType<typeof call>>;

const withFaults = (faults: Faults, options: Partial<ServiceOptions> = {}) =>
  demo({ ...options, interfere: createFaultHook(faults) });

/**
 * One call over node:http, on a connection of its own, so that nothing repeats it. Returns what it came to on the wire:
 * `cut` says how it ended when no whole answer came.
 */
function call(service: Demo, method: 'POST' | 'PATCH', fields: object, type = 'application/json') {
  const none = { status: 0, type: '', retryAfter: '' as string | undefined, announced: 0, text: '' };
  return new Promise<typeof none & { cut: string | null }>((resolve) => {
    const headers = { authorization: 'Bearer demo-token', 'content-type': type };
    const sending = request(`${service.url}/object-request`, { method, headers, agent: false }, (response) => {
      let text = '';
      const came = (cut: string | null) => {
        const { 'content-type': kind = '', 'content-length': length, 'retry-after': retryAfter } = response.headers;
        resolve({ status: response.statusCode ?? 0, type: kind, retryAfter, announced: Number(length), text, cut });
      };
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => came(null)).on('error', (error: NodeJS.ErrnoException) => came(error.code ?? 'cut'));
    });
    sending.on('error', (error: NodeJS.ErrnoException) => resolve({ ...none, cut: error.code ?? 'cut' }));
    sending.end(JSON.stringify(fields));
  });
}

const create = (service: Demo, objn = 'ORD200') => call(service, 'POST', { ...program, objn });
const made = (service: Demo) => service.inspect().requests.map(({ objn }) => objn);
const statuses = async (service: Demo, names: readonly string[]) => {
  const all: number[] = [];
  for (const objn of names) all.push((await create(service, objn)).status);
  return all;
};
const truth = '{"rtn":{"sev":"10","msg":"Request created"},"request":{"objectId":10001,';
const date = 'Fri, 21 Nov 2025 04:28:00 GMT';
const names = ['A', 'B', 'C', 'D', 'E', 'F', 'G'];

describe('what happens', () => {
  test.each<[Faults[number], Partial<Came>, 'done' | 'not done']>([
    [{ status: 429 }, { status: 429, text: '{"error":"Too Many Requests"}' }, 'not done'],
    [{ status: 429, retryAfter: 7 }, { status: 429, retryAfter: '7' }, 'not done'],
    [{ status: 503, retryAfter: date }, { status: 503, retryAfter: date }, 'not done'],
    [{ status: 401 }, { status: 401, text: '{"error":"Unauthorized"}' }, 'not done'],
    [{ status: 500 }, { status: 500, retryAfter: undefined }, 'not done'],
    [{ status: 500, when: 'after' }, { status: 500 }, 'done'],
    [{ status: 502, body: 'html' }, { status: 502, type: 'text/html; charset=utf-8' }, 'not done'],
    [{ status: 504, body: 'empty', when: 'after' }, { status: 504, announced: 0, text: '' }, 'done'],
    [{ cut: 'before' }, { status: 0, cut: 'ECONNRESET' }, 'not done'],
    [{ cut: 'after' }, { status: 0, cut: 'ECONNRESET' }, 'done'],
    [{ cut: 'midBody' }, { status: 200, cut: 'ECONNRESET' }, 'done'],
    [{ body: 'empty' }, { status: 200, announced: 0, text: '', cut: null }, 'done'],
    [{ body: 'empty', when: 'before' }, { status: 200, text: '' }, 'not done'],
    [{ body: 'malformed' }, { status: 200, cut: null }, 'done'],
    [{ body: 'malformed', when: 'before' }, { status: 200 }, 'not done'],
    [{ body: 'truncated' }, { status: 200, cut: null }, 'done'],
    [{ body: 'html' }, { status: 200, type: 'text/html; charset=utf-8' }, 'done'],
    [{ body: 'noRtn' }, { status: 200, type: 'application/json; charset=utf-8' }, 'done'],
    [{ body: 'noRtn', when: 'before' }, { status: 200, text: '{"request":{}}' }, 'not done'],
    [{ sev: '40' }, { status: 200 }, 'done'],
    [{ sev: 99, when: 'before' }, { text: '{"rtn":{"sev":99,"msg":"Request created"},"request":{}}' }, 'not done'],
    [{ refuse: 'Not today' }, { status: 200, text: '{"rtn":{"sev":"30","msg":"Not today"}}' }, 'not done'],
    [{ refuse: 'x', existingObjectId: 7 }, { text: '{"rtn":{"sev":"30","msg":"x","existingObjectId":7}}' }, 'not done'],
    [{ delay: 1 }, { status: 200, cut: null }, 'done'],
  ])('%j', async (fault, expected, work) => {
    await using service = await withFaults([fault]);
    const came = await create(service);
    expect(came).toMatchObject(expected);
    if (came.cut === null) expect(came.announced).toBe(Buffer.byteLength(came.text));
    expect(made(service)).toEqual(work === 'done' ? ['ORD200'] : []);
    expect(service.inspect().transactions).toHaveLength(work === 'done' ? 1 : 0);
  });

  test('mangled answers are made of the true one', async () => {
    const kinds = ['malformed', 'truncated', 'noRtn'] as const;
    await using service = await withFaults([
      ...kinds.map((body, index) => ({ call: index + 1, body })),
      { call: 4, cut: 'midBody' as const },
      { call: 5, sev: '40' },
    ]);
    const all: Came[] = [];
    for (const objn of names.slice(0, 5)) all.push(await create(service, objn));
    const [malformed, truncated, noRtn, midBody, sev] = all;
    expect(malformed?.text).toMatch(
      /^\{"rtn"=\{"sev":"10","msg":"Request created"\},"request":\{"objectId":10001,.*\}$/,
    );
    expect(truth.replace('10001', '10002').startsWith(truncated?.text.slice(0, 60) ?? 'nothing')).toBe(true);
    expect(() => JSON.parse(truncated?.text ?? '{}')).toThrow();
    expect(JSON.parse(noRtn?.text ?? '')).toMatchObject({ request: { objectId: 10003 } });
    expect(noRtn?.text).not.toContain('rtn');
    expect(midBody?.announced).toBeGreaterThan(150);
    expect(midBody?.text.length).toBe(Math.floor((midBody?.announced ?? 0) / 2));
    const mangled = { rtn: { sev: '40', msg: 'Request created' }, request: { objectId: 10005 } };
    expect(JSON.parse(sev?.text ?? '')).toMatchObject(mangled);
  });

  test('a given refusal is in the style of the service', async () => {
    const faults = [{ refuse: 'Locked', existingObjectId: 7 }];
    await using service = await withFaults(faults, { refusalStatus: 422, quotedNumbers: true });
    const text = '{"rtn":{"sev":"30","msg":"Locked","existingObjectId":"7"}}';
    expect(await create(service)).toMatchObject({ status: 422, text });
  });

  test.concurrent.each(['before', 'after'] as const)('a delay %s the work', async (when) => {
    await using service = await withFaults([{ delay: 100, when }]);
    const start = Date.now();
    expect((await create(service)).status).toBe(200);
    const workAt = Date.parse(service.inspect().requests[0]?.createdAt ?? '');
    const waited = when === 'before' ? workAt - start : Date.now() - workAt;
    expect(waited).toBeGreaterThan(95);
  });

  test.concurrent('a caller who does not wait for a slow call: the work is done all the same', async () => {
    const caller = new AbortController();
    const interfere = createFaultHook([{ delay: 20 }]);
    let answer: Promise<unknown> | undefined;
    let madeBefore: readonly string[] | undefined;
    await using service = await demo({
      // The call has come, and its caller hangs up before the delay begins.
      interfere: (method, objn) => {
        const play = interfere(method, objn);
        return async (sent) => {
          if (sent === null) {
            caller.abort();
            await answer;
            madeBefore = made(service);
          }
          return play(sent);
        };
      },
    });
    const headers = { authorization: 'Bearer demo-token', 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(program), signal: caller.signal };
    answer = fetch(`${service.url}/object-request`, init).catch(({ name }: Error) => name);
    expect(await answer).toBe('AbortError');
    await expect.poll(() => made(service), { interval: 5 }).toEqual(['ORD200']);
    expect(madeBefore).toEqual([]);
  });

  test.concurrent('a delay then cuts, and does not hold up a service that stops', async () => {
    const service = await withFaults([{ delay: 60_000, cut: 'after' }]);
    const answer = create(service);
    await expect.poll(() => made(service), { interval: 5 }).toEqual(['ORD200']);
    const start = performance.now();
    await service.close();
    expect(performance.now() - start).toBeLessThan(3000);
    expect((await answer).cut).toBe('ECONNRESET');
  });
});

describe('which calls', () => {
  test.each<[string, Omit<Faults[number], 'status'>, string]>([
    ['all', {}, 'ABCDEFG'],
    ['the third', { call: 3 }, 'C'],
    ['the third', { nth: 3 }, 'C'],
    ['from the third', { from: 3 }, 'CDEFG'],
    ['each third', { every: 3 }, 'CF'],
    ['each third from the first', { from: 1, every: 3 }, 'ADG'],
    ['two from the third', { from: 3, times: 2 }, 'CD'],
    ['the first two', { times: 2 }, 'AB'],
    ['one object, in any case', { objn: 'd' }, 'D'],
    ['none of the object', { objn: 'd', nth: 2 }, ''],
    ['updates', { method: 'PATCH' }, ''],
  ])('%s: %j', async (_, which, hit) => {
    await using service = await withFaults([{ ...which, status: 503 }]);
    const expected = names.map((objn) => (hit.includes(objn) ? 503 : 200));
    expect(await statuses(service, names)).toEqual(expected);
    expect(made(service)).toEqual(names.filter((objn) => !hit.includes(objn)));
  });

  test('nth is counted among the calls of its method and object, call over all', async () => {
    const ofKind = [
      { method: 'PATCH' as const, nth: 2, status: 500 },
      { objn: 'B', nth: 2, status: 502 },
    ];
    await using service = await withFaults([...ofKind, { call: 6, status: 504 }]);
    const update = async (objectId: number) => (await call(service, 'PATCH', { objectId })).status;
    expect(await statuses(service, ['A', 'B'])).toEqual([200, 200]);
    expect(await update(10001)).toBe(200);
    expect(await update(10001)).toBe(500);
    // The object of an update is that of the request which it names.
    expect(await update(10002)).toBe(502);
    expect(await update(10002)).toBe(504);
    expect(await update(10002)).toBe(200);
  });

  test('the object is found in a multipart payload too', async () => {
    await using service = await withFaults([{ objn: 'ORD200', status: 503 }]);
    const answer = await service.multipart('POST', program, { name: 'ORD200', bytes: 'x' });
    expect([answer.status, made(service)]).toEqual([503, []]);
  });

  test('bodies that are no call count, those without a token do not', async () => {
    await using service = await withFaults([{ call: 2, status: 503 }]);
    expect((await service.send('POST', 'application/json', '{}', 'nobody')).status).toBe(401);
    expect((await service.send('POST', 'application/json', '{')).status).toBe(400);
    expect((await create(service)).status).toBe(503);
    expect((await create(service)).status).toBe(200);
  });

  test('several faults of one call: delays add up, the first that ends it counts, the rest keep their times', async () => {
    const ends = [503, 500].map((status) => ({ nth: 1, status }));
    await using service = await withFaults([{ delay: 30 }, { delay: 30 }, { cut: 'after', times: 1 }, ...ends]);
    const start = performance.now();
    expect((await create(service)).status).toBe(503);
    expect(performance.now() - start).toBeGreaterThan(58);
    expect((await create(service)).cut).toBe('ECONNRESET');
    expect((await create(service)).text).toContain('existingObjectId');
  });

  test('times holds for calls at once', async () => {
    await using service = await withFaults([{ times: 2, delay: 10, status: 503 }]);
    const all = await Promise.all(names.map((objn) => create(service, objn)));
    expect(all.filter(({ status }) => status === 503)).toHaveLength(2);
    expect(made(service)).toHaveLength(5);
  });
});

test('the example of docs/service.md plays as it says', async () => {
  await using service = await withFaults(readFaults(documentedFaults(), 'docs/service.md'));
  expect(await create(service, 'ORD200')).toMatchObject({ status: 429, retryAfter: '1' });
  expect((await create(service, 'ORD200')).status).toBe(200);
  expect((await create(service, 'ORD210')).cut).toBe('ECONNRESET');
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    expect((await create(service, 'ORD300')).text).toContain('"existingObjectId":10001');
  }
  expect((await create(service, 'ORD300')).text).toContain('"sev":"10"');
  expect(made(service)).toEqual(['ORD200', 'ORD210', 'ORD300']);
  const updates: number[] = [];
  for (let n = 1; n <= 4; n += 1) updates.push((await call(service, 'PATCH', { objectId: 10001 })).status);
  expect(updates).toEqual([200, 502, 200, 502]);
});
