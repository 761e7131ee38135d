import fc from 'fast-check';
import { expect, test } from 'vitest';
import { next } from '../../src/checkout/next.ts';
import { carryOut } from '../../src/filing/carry-out.ts';
import type { FilingRun, Work } from '../../src/filing/filing.ts';
import { buildWorks } from '../../src/run/ahead.ts';
import { checkOut, planned, standing } from '../checkout/support.ts';
import { clientOf, startService, token } from '../client/support.ts';
import { scripted, scriptedRun } from './scripted.ts';

/** Answers of every plausible kind (design §7 "Answers"): no crash, and no success that the body does not say. */

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

const { fields } = planned();
const run: FilingRun = { ...scriptedRun, mode: 'per-push' };
const creates = buildWorks([next(null, { kind: 'request', request: planned() })], run);
const known = checkOut({ stands: standing({ fields: { ...fields, gfile: 'OLD.RPGLE' } }) });
const unassigned: FilingRun = { ...run, mode: 'none' };
const updates = buildWorks([next(known, { kind: 'request', request: planned() })], unassigned);

const sevs = ['10', '20', '30', 10, 20, 30, ' 10 ', '40', 0, null, true, [], '1e1', '010'];
const sev = fc.oneof(fc.constantFrom(...sevs), fc.string());
const integer = fc.integer({ min: -5, max: 99999 });
const number = fc.oneof(integer, integer.map(String), fc.anything());
const anything = fc.anything();
/** An object of some of these. */
const some = (of: Record<string, fc.Arbitrary<unknown>>) => fc.record(of, { requiredKeys: [] });
const rtn = some({ sev, msg: fc.oneof(fc.string(), anything), existingObjectId: number });
const record = some({ objectId: number, rfp: number, objt: anything, gpath: anything });
const reply = some({ rtn: fc.oneof(rtn, anything), request: fc.oneof(record, anything) });
const json = fc.oneof(reply, fc.anything()).map((value) => JSON.stringify(value) ?? '');
const cut = fc.tuple(json, fc.nat(20)).map(([text, length]) => text.slice(0, -length));
const texts = ['', '<!doctype html><title>502</title>', 'OK', '\uFEFF{"rtn":{"sev":"10"}}'];
const body = fc.oneof({ arbitrary: json, weight: 4 }, cut, fc.constantFrom(...texts), fc.string());
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
  let answer: Answer = { status: 200, type: 'application/json', body: '' };
  await using service = await startService((response) =>
    response.writeHead(answer.status, { 'content-type': answer.type }).end(answer.body),
  );
  await using client = await clientOf(service.url, { concurrency: 1 });
  /** The row of the one object, filed for the first time or updated. */
  const filed = async (works: readonly Work[], how: FilingRun) => {
    const { filing } = scripted({ filing: { client, run: how, rfps: new Map() } }, []);
    return (await carryOut(filing, works)).filed[0]?.rows ?? [];
  };
  await fc.assert(
    fc.asyncProperty(answers, async (played) => {
      answer = played;
      const rows = await filed(creates, run);
      const [row] = rows;
      expect(rows).toHaveLength(1);
      expect(row?.outcome === 'created').toBe(saysSuccess(played));
      expect(JSON.stringify(row)).not.toContain(token);
      const [patched] = await filed(updates, unassigned);
      expect(patched?.outcome === 'updated').toBe(saysSuccess(played) && !isAboutAnother(played, 7));
    }),
    { numRuns: 100 },
  );
});
