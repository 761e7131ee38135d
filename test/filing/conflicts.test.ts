import { describe, expect, test } from 'vitest';
import { interfereFrom } from '../../src/service/play-faults.ts';
import { bench, pgm } from './bench.ts';

const ord100 = pgm('ORD100');
const theirs = { appl: 'ORD', lvl: 50, objn: 'ORD100', objt: '*PGM', attr: 'RPGLE', srcd: 'of LEAD' };

test("somebody else's lock is a conflict that names the request; nothing of theirs is touched", async () => {
  await using at = await bench();
  const held = await at.stranger(theirs);
  const before = at.inspect().requests;
  const { rows, calls } = await at.push({ [ord100]: 'mine', 'A/X.BND': 'mine too' });
  expect(rows.map(({ outcome }) => outcome)).toEqual(['conflict', 'created']);
  expect(rows[0]).toMatchObject({ objectId: held, sev: 30, msg: expect.stringContaining(`request ${held}`) });
  expect(rows[0]?.remedy).toContain('completed or deleted at the service');
  expect(calls.filter(({ method }) => method === 'PATCH')).toEqual([]);
  expect(at.inspect().requests.filter(({ objectId }) => objectId === held)).toEqual(before);
  expect(at.service.inspectContent(held)).toEqual([]);
});

test('a conflict is tried again with the next push, and filed once the lock is gone', async () => {
  await using at = await bench();
  const held = await at.stranger(theirs);
  await at.push({ [ord100]: 'mine' });
  expect(at.known().unpaid).toMatchObject([{ path: ord100, outcome: 'conflict' }]);
  await at.later(held, { delete: true });
  const { texts } = await at.push({ [ord100]: 'mine' });
  expect(texts).toEqual([`created *MIGRATE ORD100 #${held + 1}`]);
  expect(at.known().unpaid).toEqual([]);
});

test('migrate, then delete: the request is withdrawn, and the delete is filed', async () => {
  await using at = await bench({ before: { [ord100]: 'zero' } });
  await at.push({ [ord100]: 'one' }, { mode: 'per-push' });
  const { rows, texts, calls } = await at.push({}, { mode: 'per-push' });
  expect(texts).toEqual(['withdrawn *MIGRATE ORD100 #10001', 'created *DELETE ORD100 #10002']);
  expect(rows[0]).toMatchObject({ rfp: 0, remedy: 'Delete request 10001 at the service.' });
  expect(calls.map(({ method, fields }) => [method, fields.rsn ?? fields.objectId])).toEqual([
    ['PATCH', 10001],
    ['POST', '*DELETE'],
  ]);
  expect(calls[0]?.fields).toEqual({ objectId: 10001, arfp: '*NO', lock: '*NO' });
  expect(at.inspect().requests).toMatchObject([
    { objectId: 10001, lock: '*NO', rfp: 0, status: '00' },
    { objectId: 10002, lock: '*YES', rsn: '*DELETE' },
  ]);
});

test('delete, back again, and deleted after all: the delete of an object that was always there is filed', async () => {
  await using at = await bench({ before: { [ord100]: 'zero' } });
  await at.push({});
  const back = await at.push({ [ord100]: 'zero' });
  expect(back.texts).toEqual(['withdrawn *DELETE ORD100 #10001', 'created *MIGRATE ORD100 #10002']);
  expect(Buffer.from(at.service.inspectContent(10002)[0]?.bytes ?? []).toString()).toBe('zero');
  const { texts } = await at.push({});
  expect(texts).toEqual(['withdrawn *MIGRATE ORD100 #10002', 'created *DELETE ORD100 #10003']);
});

test('renamed to another object: the new one is filed, the old one withdrawn and filed for deletion', async () => {
  await using at = await bench({ before: { [ord100]: 'zero' } });
  await at.push({ [ord100]: 'one' });
  const { texts } = await at.push({ [pgm('ORD200')]: 'one' });
  expect(texts).toEqual(
    ['created *MIGRATE ORD200 #10002', 'withdrawn *MIGRATE ORD100 #10001', 'created *DELETE ORD100 #10004'].map(
      (text) => text.replace('#10004', `#${at.inspect().requests.at(-1)?.objectId}`),
    ),
  );
});

test('our own request of another reason that has moved on and still holds the object: a conflict that says so', async () => {
  await using at = await bench({ before: { [ord100]: 'zero' } });
  await at.push({ [ord100]: 'one' });
  await at.later(10001, { status: '50', lock: '*YES' });
  const { rows, texts } = await at.push({});
  expect(texts).toEqual(['conflict *DELETE ORD100 #10001']);
  expect(rows[0]?.msg).toContain(
    `held by request 10001, filed from this branch before, which can no longer be updated`,
  );
  expect(at.inspect().requests).toHaveLength(1);
});

test.each([
  ['its status has moved on', { status: '50' } as const],
  ['it was deleted', { delete: true } as const],
])('an update of a request that is over (%s) becomes a create', async (_, what) => {
  await using at = await bench();
  await at.push({ [ord100]: 'one' });
  await at.later(10001, what);
  const { texts, calls } = await at.push({ [ord100]: 'two' });
  expect(texts).toEqual(['created *MIGRATE ORD100 #10002']);
  expect(calls.map(({ method }) => method)).toEqual(['PATCH', 'POST']);
  expect(at.known().stands).toMatchObject([{ objectId: 10002 }]);
  expect(Buffer.from(at.service.inspectContent(10002)[0]?.bytes ?? []).toString()).toBe('two');
});

test.each<[string, string, string, string | undefined, string, string]>([
  ['an attribute that nothing gives', 'misc/X.OPEN', 'main', undefined, 'Attribute missing', 'Set attr'],
  ['an unlinked branch', ord100, 'feature/other', undefined, 'feature/other', 'proj: null'],
  ['a user without authority', ord100, 'main', 'demo-viewer-token', 'authori', 'authority to add requests'],
])(
  'refused (%s): rejected, with the words of the service and a remedy',
  async (_, path, branch, token, msg, remedy) => {
    await using at = await bench({ branch, ...(token === undefined ? {} : { token }) });
    const { rows } = await at.push({ [path]: 'x' });
    expect(rows).toMatchObject([{ outcome: 'rejected', sev: 30, objectId: null }]);
    expect(rows[0]?.msg).toContain(msg);
    expect(rows[0]?.remedy).toContain(remedy);
    expect(at.inspect().requests).toEqual([]);
    expect(at.known().unpaid).toMatchObject([{ path, outcome: 'rejected' }]);
  },
);

describe('a withdrawal that gets no answer is tried again, and nobody is told to delete anything', () => {
  const unanswered = (times: number) => ({
    service: { interfere: interfereFrom([{ method: 'PATCH', from: 1, times, cut: 'after' }]) },
  });

  test('of an object that was at the target: the next run withdraws again, and files the delete', async () => {
    await using at = await bench({ before: { [ord100]: 'zero' }, ...unanswered(5) });
    await at.push({ [ord100]: 'one' });
    const { rows, stop } = await at.push({});
    expect(rows).toMatchObject([
      { outcome: 'notAttempted', objectId: 10001, needsPerson: false, remedy: expect.stringContaining('tries again') },
    ]);
    expect([rows.length, stop]).toEqual([1, null]);
    const { texts } = await at.push({});
    expect(texts).toEqual(['withdrawn *MIGRATE ORD100 #10001', 'created *DELETE ORD100 #10002']);
    expect(at.known()).toMatchObject({ stands: [{ objectId: 10002 }], unpaid: [], tried: [] });
  });
});
