/** Sequences of calls, played to the service and to the model at once. */
import * as fc from 'fast-check';
import { expect } from 'vitest';
import type { Answered, Demo } from './helper.ts';
import { demo } from './helper.ts';
import type { CreateCall, Expected, UpdateCall } from './model.ts';
import { callers, Model } from './model.ts';

type Without<Call> = Omit<Call, 'objectId'>;

/** One step; `which` picks one of the requests so far. */
export type Step =
  | { readonly do: 'create'; readonly token: string; readonly call: CreateCall }
  | { readonly do: 'update'; readonly token: string; readonly which: number; readonly call: Without<UpdateCall> }
  | { readonly do: 'withdraw' | 'moves on' | 'is deleted'; readonly which: number };

const some = <Value>(...values: Value[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
/** Mostly the first: what is refused at once leads nowhere, so it comes now and then only. */
const mostly = <Value>(usual: Value, ...others: Value[]) =>
  fc.oneof(
    { weight: 3 * others.length, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );

const token = fc.constantFrom(...Array(8).fill('demo-token'), ...Array(4).fill('demo-lead-token'), 'demo-viewer-token');
const rfp = mostly<number | undefined>(101, 102, 103, 999, undefined);
const user = mostly<string | undefined>(undefined, 'DEMO', 'LEAD', 'NOBODY');
const level = mostly<[string, number]>(['ORD', 10], ['ORD', 50], ['ORD', 90], ['WEB', 10], ['WEB', 50]);

const createCall = fc
  .record({
    level,
    objn: fc.constantFrom('A', 'a', 'B', 'C', 'D', 'E'),
    user,
    lock: some('*YES', '*NO', '*NO'),
    arfp: some('*NO', '*YES', '*AUTO', '*AUTO', '*NEW'),
    rfp,
    rfpd: mostly<string | undefined>('One', 'Two', undefined),
  })
  .map(({ level: [appl, lvl], ...rest }): CreateCall => ({ appl, lvl, ...rest }));

const updateCall = fc.record({
  user,
  lock: some('*YES', '*NO', '*SAME'),
  arfp: some('*SAME', '*NO', '*YES', '*YES', '*AUTO', '*NEW'),
  rfp,
  rfpd: some('One', 'Two', '*SAME'),
});

const which = fc.nat(12);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('create' as const), token, call: createCall }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('update' as const), token, which, call: updateCall }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('withdraw' as const, 'moves on' as const, 'is deleted' as const),
      which,
    }),
  },
);

export const sequences = fc.array(step, { minLength: 1, maxLength: 30, size: 'max' });

/** What came of the steps, over all sequences: so that a test can tell that it saw some of everything. */
export type Seen = Record<string, number>;

/** Plays the steps on a fresh service; fails where service and model differ. */
export async function play(steps: readonly Step[], seen: Seen): Promise<void> {
  await using service = await demo();
  const model = new Model();
  for (const each of steps) {
    await playStep(service, model, each, seen);
    const stored = service.inspect();
    const compared = stored.requests.map(({ objectId, user, lock, rfp, status }) => [
      objectId,
      user,
      lock,
      rfp,
      status,
    ]);
    const expected = [...model.requests.values()].map((r) => [r.objectId, r.user, r.lock, r.rfp, r.status]);
    expect(compared).toEqual(expected);
    expect(stored.rfps.map(({ rfp, rfpd, user, appl, lvl }) => ({ rfp, appl, lvl, user, rfpd }))).toEqual([
      ...model.rfps.values(),
    ]);
  }
}

async function playStep(service: Demo, model: Model, each: Step, seen: Seen): Promise<void> {
  if (each.do === 'create') {
    const caller = callers[each.token];
    if (!caller) throw new TypeError(`no caller ${each.token}`);
    const expected = model.create(caller, each.call);
    const answer = await service.create({ ...each.call, objt: '*PGM', attr: 'RPGLE' }, each.token);
    compare(model, expected, answer, seen);
    return;
  }
  // Also numbers that never were, and 0.
  const numbers = [...model.requests.keys(), 10_999, 0];
  const objectId = numbers[each.which % numbers.length] ?? 0;
  if (each.do === 'update' || each.do === 'withdraw') {
    const call = each.do === 'update' ? each.call : { arfp: '*NO', lock: '*NO' };
    const token = each.do === 'update' ? each.token : 'demo-lead-token';
    const caller = callers[token];
    if (!caller) throw new TypeError(`no caller ${token}`);
    const expected = model.update(caller, { ...call, objectId });
    compare(model, expected, await service.update({ ...call, objectId }, token), seen);
    return;
  }
  model.later(objectId, each.do);
  await service.later(objectId, each.do === 'moves on' ? { status: '02' } : { delete: true });
}

function compare(model: Model, expected: Expected, answer: Answered, seen: Seen): void {
  const count = (what: string) => {
    seen[what] = (seen[what] ?? 0) + 1;
  };
  if ('request' in expected) {
    expect([answer.status, answer.sev, answer.msg]).toEqual([
      200,
      answer.msg.includes(' not used: ') ? '20' : '10',
      expect.stringMatching(/^Request (crea|upda)ted(; rfpd? not used: .*)?$/),
    ]);
    expect(answer.request.objectId).toBe(expected.request.objectId);
    const rfp = Number(answer.request.rfp);
    if ('rfpd' in expected.rfp) expect(rfp).toBe(expected.rfp.rfp);
    else expect(expected.rfp).toContain(rfp);
    count(`${answer.msg.split(';')[0]}, ${'rfpd' in expected.rfp ? 'new RFP' : rfp === 0 ? 'no RFP' : 'an RFP'}`);
    model.accept(expected, rfp);
    return;
  }
  if (expected.refused === 'bad call') {
    expect([answer.status, answer.sev, answer.msg]).toEqual([400, '30', 'objectId is required']);
    return;
  }
  expect([answer.status, answer.sev, answer.request]).toEqual([200, '30', {}]);
  const byLock = answer.existingObjectId !== undefined;
  expect(byLock).toBe(answer.msg === 'Target Object already locked by another request');
  if (!expected.alsoElse || byLock) expect(answer.existingObjectId).toBe(expected.holder);
  count(byLock ? 'locked' : 'refused');
}
