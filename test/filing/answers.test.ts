import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../../src/client/create-client.ts';
import { carryOut } from '../../src/filing/carry-out.ts';
import type { FilingRun } from '../../src/filing/filing-state.ts';
import { textPath } from '../../src/git/git-path.ts';
import type { FiledObject } from '../../src/ledger/record.ts';
import type { PlannedRequest } from '../../src/plan/planned.ts';
import { ownRecordOnly } from './sources.ts';

/** Answers of every plausible kind (design §7 "Answers"): no crash, and no success that the body does not say. */

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

let server: Server;
let answer: Answer = { status: 200, type: 'application/json', body: '' };

beforeAll(async () => {
  server = createServer((incoming, outgoing) => {
    incoming.resume();
    incoming.on('end', () => outgoing.writeHead(answer.status, { 'content-type': answer.type }).end(answer.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const request: PlannedRequest = {
  path: textPath('SRC/A.RPGLE'),
  previousPath: null,
  reason: '*MIGRATE',
  rule: 'rules[0]',
  identity: { appl: 'ORD', lvl: 50, type: '*PGM', objn: 'A', rpth: null },
  fields: { appl: 'ORD', lvl: 50, objn: 'A', objt: '*PGM', repo: 'R', branch: 'main', gpath: 'SRC', gfile: 'A.RPGLE' },
  blob: 'b',
  bytes: 1,
  added: true,
  obstacle: null,
};

const known: FiledObject = {
  ...request.identity,
  objectId: 7,
  reason: '*MIGRATE',
  path: 'SRC/A.RPGLE',
  blob: 'old',
  rfp: 0,
  commit: 'c',
  run: '1-1',
  added: false,
  sent: {},
};

const run: FilingRun = {
  mode: 'per-push',
  repo: 'R',
  branch: 'main',
  sha: 'c',
  vref: '1-1',
  pipeline: null,
  tkey: '4711-1',
  concurrency: 1,
  attachAs: 'gfile',
  disposition: 'form-data',
};

const sev = fc.oneof(
  fc.constantFrom<unknown>('10', '20', '30', 10, 20, 30, ' 10 ', '40', 0, null, true, [], '1e1', '010'),
  fc.string(),
);
const number = fc.oneof(
  fc.integer({ min: -5, max: 99999 }),
  fc.integer({ min: 1, max: 99999 }).map(String),
  fc.anything(),
);
const rtn = fc.record(
  { sev, msg: fc.oneof(fc.string(), fc.anything()), existingObjectId: number },
  { requiredKeys: [] },
);
const record = fc.record(
  { objectId: number, rfp: number, objt: fc.anything(), gpath: fc.anything() },
  { requiredKeys: [] },
);
const reply = fc.record(
  { rtn: fc.oneof(rtn, fc.anything()), request: fc.oneof(record, fc.anything()) },
  { requiredKeys: [] },
);
const json = fc.oneof(reply, fc.anything()).map((value) => JSON.stringify(value) ?? '');
const cut = fc.tuple(json, fc.nat(20)).map(([text, length]) => text.slice(0, -length));
const body = fc.oneof(
  { arbitrary: json, weight: 4 },
  cut,
  fc.constantFrom('', '<!doctype html><title>502</title>', 'OK', '\uFEFF{"rtn":{"sev":"10"}}'),
  fc.string(),
);
const answers: fc.Arbitrary<Answer> = fc.record({
  status: fc.constantFrom(200, 201, 202, 204, 301, 400, 401, 403, 404, 405, 409, 413, 422, 429, 500, 502, 503, 504),
  type: fc.constantFrom('application/json', 'text/html', 'text/plain; charset=iso-8859-1', ''),
  body,
});

/** An oracle of its own: what the body says, read as narrowly as the interface writes it. */
function saysSuccess({ status, body: text }: Answer): boolean {
  if (status === 401 || status === 204) return false;
  try {
    const value = JSON.parse(text.replace(/^\uFEFF/, ''))?.rtn?.sev;
    const isText = typeof value === 'string' && /^\s*0*[12]0\s*$/.test(value);
    return value === 10 || value === 20 || isText;
  } catch {
    return false;
  }
}

/** An answer that names another request than the one that was asked for (design §7 "Answers"). */
function isAboutAnother({ body: text }: Answer, objectId: number): boolean {
  const answered = JSON.parse(text.replace(/^\uFEFF/, ''))?.request?.objectId;
  const isNumber = typeof answered === 'number' || (typeof answered === 'string' && /^\s*\d{1,15}\s*$/.test(answered));
  return isNumber && Number.isSafeInteger(Number(answered)) && Number(answered) > 0 && Number(answered) !== objectId;
}

test('no answer crashes a create or an update, and none but a success is one', async () => {
  const { port } = server.address() as AddressInfo;
  const client = await createClient({
    url: `http://127.0.0.1:${port}`,
    token: 'secret-token',
    timeoutSeconds: 5,
    concurrency: 1,
    proxyEnv: {},
    sleep: () => Promise.resolve(),
  });
  const read = () => Promise.resolve(new Blob(['x']));
  const nothingFiled = { client, read, run, known: [], ownership: ownRecordOnly() };
  const record = { filed: [known], unanswered: [] };
  const unassigned: FilingRun = { ...run, mode: 'none' };
  const oneFiled = { client, read, run: unassigned, known: [known], ownership: ownRecordOnly(record) };
  await fc.assert(
    fc.asyncProperty(answers, async (played) => {
      answer = played;
      const { rows } = await carryOut(nothingFiled, [{ kind: 'create', request, earlier: null }]);
      const [row] = rows;
      expect(rows).toHaveLength(1);
      expect(row?.outcome === 'created').toBe(saysSuccess(played));
      expect(JSON.stringify(row)).not.toContain('secret-token');
      const fields = { gfile: 'A.RPGLE' };
      const update = { kind: 'update', request, known, fields, sendContent: true, uncertain: false } as const;
      const [patched] = (await carryOut(oneFiled, [update])).rows;
      expect(patched?.outcome === 'updated').toBe(saysSuccess(played) && !isAboutAnother(played, 7));
    }),
    { numRuns: 200 },
  );
  await client.close();
});
