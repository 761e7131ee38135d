import { describe, expect, test } from 'vitest';
import type { Should } from '../../src/checkout/next.ts';
import { type CallResult, cancelledCall } from '../../src/client/results.ts';
import type { CreateFields } from '../../src/interface/fields.ts';
import type { Reply } from '../../src/interface/replies.ts';
import type { Standing, Tried } from '../../src/ledger/record.ts';
import { deleting, checkOut as known, path, planned, standing, tried, withdrawing } from '../checkout/support.ts';
import { answered, fileOne, held, heldAs, lostAnswer, movedOn, refusedAs, scriptedRun, stopped } from './scripted.ts';

/** Our request that stands for the object is brought up to date (design §7 "Update"). */

const says = (text: string) => expect.stringContaining(text);
const nine = heldAs(9);
const { user: _, ...userless } = planned().fields;
const asking = (fields: CreateFields): Should => ({ kind: 'request', request: planned({ fields }) });
const stands = (more: Partial<Standing> = {}, calls: readonly Tried[] = []) =>
  known({ stands: standing(more), tried: calls });

describe("the answer's stored values are compared with what was sent", () => {
  const fields = { ...planned().fields, attr: 'CLLE', user: 'JOE', csqo: 9 };

  test.each<[string, Record<string, unknown> | null, string[]]>([
    ['the same, numbers as text', { attr: 'CLLE', user: 'JOE', csqo: '9' }, []],
    ['what was not answered', {}, []],
    ['no record at all', null, []],
    ['other values', { attr: 'RPGLE', user: 'DEMO', csqo: 7 }, ['attr', 'user', 'csqo']],
  ])('%s', async (_name, request, names) => {
    const { row } = await fileOne({ should: asking(fields), known: stands() }, answered({ request }));
    expect(row?.outcome).toBe('updated');
    expect(row?.warnings.map((text) => text.split(':')[0])).toEqual(names);
  });

  test('a creation sequence of 0 asks for the one of the service', async () => {
    const should = asking({ ...planned().fields, csqo: 0 });
    const { row } = await fileOne({ should, known: stands() }, answered({ request: { csqo: 12 } }));
    expect(row?.warnings).toEqual([]);
  });

  test('another file that makes the object is named', async () => {
    const request = planned({ twin: 'X/ORD100.RPGLE' });
    const { row } = await fileOne({ should: { kind: 'request', request }, known: stands() }, answered());
    expect(row).toMatchObject({ outcome: 'updated', warnings: ['X/ORD100.RPGLE makes ORD/50 ORD100 *PGM too'] });
  });
});

test('the record holds it as the service last answered: the run of the create, all fields that were ever sent', async () => {
  const before = stands({ rfp: 77, tkey: '1-1', fields: { ...userless, srcd: 'Orders' } });
  const { believed } = await fileOne({ known: before }, answered({ request: { user: 'JANE', rfp: '78' } }));
  expect(believed?.stands).toEqual({
    ...standing({ blob: 'new', rfp: 78, tkey: '1-1', user: 'JANE', commit: 'f'.repeat(40), run: '1-1' }),
    fields: { ...planned().fields, srcd: 'Orders' },
  });
  expect(believed?.tried).toEqual([]);
});

test.each<[string, number, object | null, number, string[]]>([
  ['it was taken out', 77, { rfp: 0 }, 0, ['it was taken out of RFP 77 at the service, and is in none']],
  ['it is in none, as before', 0, { rfp: 0 }, 0, []],
  ['it is in another', 77, { rfp: '78' }, 78, []],
  ['the answer does not tell', 77, null, 77, []],
])('the RFP is the one of the answer: %s', async (_, before, request, rfp, warnings) => {
  const { row, believed } = await fileOne(
    { known: stands({ rfp: before }) },
    answered({ request: request as Reply['request'] }),
  );
  expect(row).toMatchObject({ outcome: 'updated', rfp, warnings, vref: null, tkey: null });
  expect(believed?.stands?.rfp).toBe(rfp);
});

test('a field that names the push, by commit or run, is not said to differ', async () => {
  const named = ['of c0ffee0', 'of 1-1', 'of 1'];
  for (const data of named) {
    const { row } = await fileOne({ known: stands({ fields: { ...planned().fields, data } }) }, answered());
    expect(row?.warnings).toEqual([]);
  }
});

describe('what an ended run may have sent, or not, is sent again, whole', () => {
  const whole = { attr: 'RPGLE', user: 'JANE', gpath: 'SRC', gfile: 'ORD100.RPGLE' };

  test.each<[string, Tried[], object]>([
    ['an update', [tried({ objectId: 7 })], whole],
    ['a withdrawal: it is locked again', [withdrawing()], { ...whole, lock: '*YES' }],
  ])('%s', async (_name, calls, sent) => {
    const came = await fileOne({ known: stands({ blob: 'new' }, calls) }, answered());
    expect(came.calls).toMatchObject([{ method: 'PATCH', content: 'ORD100.RPGLE: content of new' }]);
    expect(came.calls[0]?.fields).toEqual({ objectId: 7, ...sent });
    expect(came.believed).toMatchObject({ stands: { objectId: 7 }, tried: [] });
  });
});

describe('which user our requests have is told by an update of one', () => {
  test.each([
    ['the answer names it', { user: 'DEMO' }, 'DEMO'],
    ['it is blank', { user: ' ' }, null],
    ['the answer names none', {}, null],
  ])('%s', async (_name, request, user) => {
    const given = { should: asking(userless), known: stands({ fields: userless }) };
    expect((await fileOne(given, answered({ request }))).believed?.stands?.user).toBe(user);
  });
});

describe('what else may come of it', () => {
  const before = stands();
  const update = { does: 'file', objectId: 7, run: '4711-1', path, blob: 'new' };

  test.each<[string, CallResult, object, readonly object[]]>([
    ['lost', lostAnswer, { outcome: 'unknown', needsPerson: false, msg: says('no answer') }, [update]],
    ['stopped', stopped, { outcome: 'notAttempted', msg: 'HTTP 401', remedy: 'Give a token.' }, []],
    ['cancelled', cancelledCall, { outcome: 'notAttempted', msg: 'the run was cancelled' }, []],
    ['refused', refusedAs('Not authorized'), { outcome: 'rejected', sev: 30, msg: 'Not authorized' }, []],
    ['another request holds the object', held, { outcome: 'conflict', sev: 30 }, []],
    ['refused after a lost attempt', answered({ sev: 30, msg: 'no' }, true), { outcome: 'rejected' }, [update]],
  ])('%s', async (_name, answer, row, left) => {
    const came = await fileOne({ known: before }, answer);
    expect(came.rows).toMatchObject([{ objectId: 7, ...row }]);
    expect(came.believed).toMatchObject({ stands: { objectId: 7, blob: 'old' } });
    expect(came.believed?.tried).toMatchObject([...left]);
    expect(came.stop?.code ?? null).toBe(answer === stopped ? 'token' : null);
  });

  test('what ended runs had tried stays beside it', async () => {
    const older = tried({ reason: '*DELETE' });
    const should: Should = { kind: 'request', request: { ...deleting, fields: planned().fields } };
    const came = await fileOne({ should, known: stands({ reason: '*DELETE' }, [older]) }, lostAnswer);
    expect(came.believed?.tried).toMatchObject([older, { objectId: 7, run: '4711-1' }]);
  });

  test.each([
    ['an ended run', '1-1', 'none', 0],
    ['an earlier try of this run, by a host that does not count,', '4711-1', 'none', 0],
    ['that try, which left it to its group,', '4711-1', 'per-push', 77],
  ] as const)(
    'it has moved on, and %s may have made the next create: that stays known',
    async (_n, name, mode, rfp) => {
      const older = tried({ objectId: 7, fields: userless, run: name });
      const probe = answered({ request: { ...userless, user: 'JANE' } });
      const was = { should: asking(userless), known: stands({ fields: userless, rfp }, [older]) };
      const came = await fileOne({ ...was, filing: { run: { ...scriptedRun, mode } } }, movedOn, nine, probe);
      expect(came.rows).toMatchObject([{ outcome: 'conflict', objectId: 9, msg: says('not known yet') }]);
      expect(came.believed?.tried).toMatchObject([{ does: 'file', objectId: null, run: name }]);
    },
  );

  test.each([[], [withdrawing()]])(
    'it has moved on, and has no lock: created, as no create was tried',
    async (...calls) => {
      const fields = { ...planned().fields, lock: '*NO' };
      const created = answered({ msg: 'Request created', request: { objectId: 8 } });
      const came = await fileOne({ should: asking(fields), known: stands({ fields }, calls) }, movedOn, created);
      expect(came.rows).toMatchObject([{ outcome: 'created', objectId: 8 }]);
    },
  );
});
