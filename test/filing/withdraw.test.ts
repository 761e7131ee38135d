import { describe, expect, test } from 'vitest';
import type { Should } from '../../src/checkout/next.ts';
import { filed } from '../../src/checkout/outcome.ts';
import type { CallResult } from '../../src/client/results.ts';
import { Problem } from '../../src/errors.ts';
import { toGitPath } from '../../src/git/git-path.ts';
import type { CheckOut } from '../../src/ledger/record.ts';
import { deleting, holder, checkOut as known, path, planned, standing, tried } from '../checkout/support.ts';
import {
  type AskedObject,
  answered,
  fileOne,
  held,
  heldAs,
  lostAnswer,
  movedOn,
  refusedAs,
  stopped,
} from './scripted.ts';

/** Our request is taken out of its RFP and its object freed (design §7 "Withdrawal"). */

/** The file is gone, and this branch had added it. */
const nothing: Should = { kind: 'nothing', request: { ...deleting, fields: planned().fields }, follows: true };
const stands = known({ stands: standing() });
const out = { objectId: 7, arfp: '*NO', lock: '*NO' };
const notOpen = { outcome: 'unchanged', objectId: 7, msg: 'no request of this branch is open for it' };
const done = answered({ request: { rfp: 0 } });

const withdrawn = (...answers: CallResult[]) => fileOne({ should: nothing, known: stands }, ...answers);

test('one call, a row about the request that stood, and nothing is believed to stand', async () => {
  const { rows, calls, believed } = await withdrawn(done);
  expect(calls).toEqual([{ method: 'PATCH', fields: out, content: null }]);
  expect(rows).toEqual([
    filed(nothing.request, 'withdrawn', {
      reason: '*MIGRATE',
      path: { text: path, raw: null },
      objectId: 7,
      rfp: 0,
      sev: 10,
      msg: 'taken out of its RFP and unlocked, because its file was deleted. Only this branch had added the file, so no request to delete the object is needed',
      remedy: 'The withdrawn request still exists: delete request 7 at the service.',
      used: { rfp: 0 },
    }),
  ]);
  expect(believed).toBeNull();
});

test('where what should follow is refused, the object is as it was before this branch', async () => {
  const should: Should = { kind: 'request', request: { ...deleting, fields: planned().fields } };
  const warned = answered({ sev: 20, msg: 'Request updated, unlocked' });
  const { rows, ended } = await fileOne({ should, known: stands }, warned, refusedAs('Level is closed'));
  const msg = 'taken out of its RFP and unlocked, because ORD/50 ORD100 *PGM is filed again as *DELETE';
  const withdrawal = { outcome: 'withdrawn', msg, warnings: ['Request updated, unlocked'] };
  expect(rows).toMatchObject([withdrawal, { outcome: 'rejected', msg: 'Level is closed' }]);
  expect(ended).toMatchObject({ checkOut: null });
});

describe('the row says why, and names the file that it was filed for', () => {
  const before = { [path]: 'old' };
  const moved = { ...nothing.request, path: toGitPath('X/ORD100.RPGLE') };
  const dependent = { causes: {}, waitsFor: [] };
  test.each<[string, object, Partial<CheckOut>, object]>([
    ['its file was deleted', {}, { before }, { path: { text: path }, warnings: [] }],
    ['all requests of the branch are released', { follows: false, isReleased: true }, {}, {}],
    ['the change that it was requested for was reverted', { request: { ...nothing.request, dependent } }, {}, {}],
    [
      'its file was deleted',
      { request: moved },
      { before },
      { path: moved.path, warnings: [`it was filed for ${path}`] },
    ],
  ])('%s', async (why, should, of, row) => {
    const { rows } = await fileOne({ should: { ...nothing, ...should } as Should, known: { ...stands, ...of } }, done);
    expect(rows).toMatchObject([
      { outcome: 'withdrawn', msg: `taken out of its RFP and unlocked, because ${why}`, ...row },
    ]);
  });
});

test('what should follow cannot be read: it is withdrawn, and the next run files the rest', async () => {
  const request = planned({ reason: '*MIGRATE' });
  const known7 = known({ stands: standing({ reason: '*DELETE' }) });
  const read = () => Promise.reject(new Problem('git', 'no remote', 'Run again.'));
  const { rows, believed } = await fileOne(
    { should: { kind: 'request', request }, known: known7, filing: { read } },
    done,
  );
  expect(rows).toMatchObject([{ outcome: 'withdrawn' }, { outcome: 'notAttempted', msg: 'no remote' }]);
  expect(believed).toBeNull();
});

test('one without a number (interface §9) cannot be withdrawn: a person is told, without a call', async () => {
  const unnumbered = known({ stands: standing({ objectId: null }), tried: [tried()] });
  const should = { ...nothing, follows: false } as const;
  const { rows, calls, believed } = await fileOne({ should, known: unnumbered });
  expect(rows).toMatchObject([{ outcome: 'unknown', msg: 'it has an open request whose number is not known' }]);
  expect(calls).toEqual([]);
  expect(believed?.stands).toEqual(unnumbered.stands);
});

test('one without a number stays known where what should follow is not sent', async () => {
  const should: Should = { kind: 'request', request: { ...deleting, fields: planned().fields } };
  const unnumbered = known({ stands: standing({ objectId: null }) });
  const { rows, believed } = await fileOne({ should, known: unnumbered }, stopped);
  expect(rows).toMatchObject([{ outcome: 'notAttempted' }]);
  expect(believed).toEqual(unnumbered);
});

test.each([
  ['refused', refusedAs('Not authorized'), 'could not be withdrawn: Not authorized'],
  ['locked', held, 'could not be withdrawn: Target Object already locked'],
])('%s: a conflict that a person has to settle, with the words of the service', async (_, answer, why) => {
  const { rows, believed } = await withdrawn(answer);
  const remedy = 'Delete request 7 at the service, then file again.';
  expect(rows).toMatchObject([{ outcome: 'conflict', objectId: 7, needsPerson: true, remedy }]);
  expect(rows[0]?.msg).toContain(`request 7 (*MIGRATE) of this branch holds the object and ${why}`);
  expect(believed).toEqual({ ...stands, tried: [] });
});

describe('without an answer: whether it was done is found out by the next run', () => {
  const unsure = 'request 7 (*MIGRATE) of this branch holds the object, and whether it was withdrawn is not known: ';
  test.each<[string, CallResult, string, number]>([
    ['lost', lostAnswer, `${unsure}no answer`, 1],
    ['stopped', stopped, 'HTTP 401', 0],
  ])('%s', async (_, answer, msg, left) => {
    const { rows, believed, stop } = await withdrawn(answer);
    expect(rows).toMatchObject([{ outcome: 'notAttempted', objectId: 7, msg, needsPerson: false }]);
    const open = Array(left).fill({ does: 'withdraw', objectId: 7 });
    expect(believed).toMatchObject({ stands: { objectId: 7 }, tried: open });
    expect(stop?.code ?? null).toBe(answer.kind === 'stopped' ? 'token' : null);
  });
});

describe('it has moved on', () => {
  test('where another should stand, that is created', async () => {
    const should: Should = { kind: 'request', request: { ...deleting, fields: planned().fields } };
    const created = answered({ msg: 'Request created', request: { objectId: 8 } });
    const { rows } = await fileOne({ should, known: stands }, movedOn, created);
    expect(rows).toMatchObject([{ outcome: 'created', objectId: 8 }]);
  });

  test('what stands at the target has to be deleted there: that is written down before it is sent', async () => {
    const created = answered({ msg: 'Request created', request: { objectId: 8 } });
    const { rows, ahead, believed } = await fileOne({ should: nothing, known: stands }, movedOn, created);
    expect(rows).toMatchObject([{ outcome: 'created', reason: '*DELETE', objectId: 8 }]);
    expect(ahead).toMatchObject([{ does: 'file', objectId: null, reason: '*DELETE' }]);
    expect(believed).toMatchObject({ stands: { objectId: 8, reason: '*DELETE' }, tried: [] });
  });

  test('nothing follows where the branch is released', async () => {
    const { rows, believed } = await fileOne({ should: { ...nothing, follows: false }, known: stands }, movedOn);
    expect(rows).toMatchObject([notOpen]);
    expect(believed).toBeNull();
  });

  test.each([true, false])('a create without a lock may have followed its update (follows: %s)', async (follows) => {
    const fields = { ...planned().fields, lock: '*NO' };
    const unlocked = known({ stands: standing({ fields }), tried: [tried({ objectId: 7, fields })] });
    const { rows, calls, believed } = await fileOne({ should: { ...nothing, follows }, known: unlocked }, movedOn);
    expect(rows).toMatchObject([{ outcome: 'unknown', reason: follows ? '*DELETE' : '*MIGRATE' }]);
    expect(calls.length).toBe(1);
    expect(believed?.tried).toMatchObject([{ does: 'file', objectId: null, fields }]);
  });

  test('what a create without an answer made is asked for once', async () => {
    const released = { ...nothing, follows: false } as const;
    const both = { ...stands, tried: [tried()] };
    const { rows } = await fileOne({ should: released, known: both }, movedOn, refusedAs('no'));
    expect(rows).toMatchObject([{ outcome: 'rejected' }]);
  });
});

describe('another branch has the number by right: it is looked at, and not touched unless it has moved on', () => {
  const compiling = planned({ reason: '*RECOMPILE', blob: null, dependent: { causes: {}, waitsFor: [] } });
  test.each<[string, Should, object]>([
    ['a withdrawal', nothing, out],
    ['an update', { kind: 'request', request: planned() }, { objectId: 7 }],
    ['a withdrawal for another', { kind: 'request', request: { ...deleting, fields: planned().fields } }, out],
    ['a question', { kind: 'compiled', request: compiling }, { objectId: 7 }],
  ])('%s', async (_, should, sent) => {
    const facts = { should, known: stands, holders: [holder({ branch: 'merged' }), holder({ merged: false })] };
    const { rows, calls, believed } = await fileOne(facts, answered());
    const msg =
      'ORD/50 ORD100 *PGM is held by request 7, filed by feature of ORDERS at commit c0ffee012345. The ledger has it for this branch, too';
    expect(rows).toMatchObject([{ outcome: 'conflict', objectId: 7, msg }]);
    expect([calls.map(({ fields }) => fields), believed?.stands]).toEqual([[{ objectId: 7 }], stands.stands]);
    const free = await fileOne(facts, movedOn, lostAnswer);
    expect(free.calls.slice(0, 2).map(({ fields }) => fields)).toEqual([{ objectId: 7 }, sent]);
  });

  test('what needs no call, and a create, is not looked at', async () => {
    const same = { holders: [holder({ merged: false })], known: known({ stands: standing({ blob: 'new' }) }) };
    expect((await fileOne(same)).rows).toMatchObject([{ outcome: 'unchanged' }]);
    const facts = { holders: [holder({ merged: false })], known: known({ stands: standing({ objectId: null }) }) };
    expect((await fileOne(facts, lostAnswer)).calls).toMatchObject([{ method: 'POST' }]);
  });
});

/** What a create without an answer made is found out, and taken back. */
describe('nothing should stand, and a create got no answer', () => {
  const lost = tried({ fields: { ...planned().fields, rfp: 44, pipe: 'P', pipa: 'A', tkey: 'K' } });
  const plain = tried();
  const agreeing = answered({ request: { ...planned().fields } });
  const created = answered({ msg: 'Request created', request: { objectId: 7 } });
  const again = { method: 'POST', fields: { ...planned().fields, rsn: '*MIGRATE', arfp: '*NO', vref: '4711-1.1' } };
  const probe = { method: 'PATCH', fields: { objectId: 7 } };
  const back = { method: 'PATCH', fields: out };
  const learn = async (call: CheckOut['tried'][number], given: Partial<AskedObject>, ...answers: CallResult[]) => {
    const came = await fileOne({ should: nothing, known: known({ tried: [call] }), ...given }, ...answers);
    expect(came.calls.every(({ content }) => content === null)).toBe(true);
    return { ...came, calls: came.calls.map(({ method, fields }) => ({ method, fields })) };
  };

  test('nothing stood there: what the repetition made, in no RFP, is taken back', async () => {
    const { rows, calls, believed } = await learn(lost, {}, created, done);
    expect(calls).toEqual([again, back]);
    expect(rows).toMatchObject([{ outcome: 'withdrawn', reason: '*MIGRATE', objectId: 7 }]);
    expect(believed).toBeNull();
  });

  test('it stood there: it is proven, and taken back, written down first', async () => {
    const { rows, calls, ahead, believed } = await learn(plain, {}, held, agreeing, done);
    expect(calls).toEqual([again, probe, back]);
    expect(rows).toMatchObject([{ outcome: 'withdrawn', objectId: 7 }]);
    expect(ahead).toMatchObject([{ does: 'withdraw', objectId: 7 }]);
    expect([ahead[0]?.fields, believed]).toEqual([{}, null]);
  });

  test("somebody else's stands there: ours does not, and nothing of theirs is touched", async () => {
    const theirs = answered({ request: { attr: 'CLLE', user: 'JOE' } });
    const { rows, calls, believed } = await learn(plain, {}, held, theirs);
    expect(calls).toEqual([again, probe]);
    expect(rows).toMatchObject([notOpen]);
    expect(believed).toBeNull();
  });

  test('it is of another check-out of this branch: that keeps it', async () => {
    const own = { ownStanding: () => standing({ reason: '*DELETE' }) };
    const { rows, calls } = await learn(tried({ reason: '*DELETE' }), own, held);
    expect([calls.length, rows]).toMatchObject([1, [{ ...notOpen, reason: '*DELETE' }]]);
  });

  test('it made the delete that stands there: that is taken back too', async () => {
    const { rows, calls } = await learn(tried({ reason: '*DELETE' }), {}, held, agreeing, done);
    expect([calls.at(-1), rows]).toMatchObject([back, [{ outcome: 'withdrawn', reason: '*DELETE' }]]);
  });

  test.each(['new', 'other'])("a merged branch's request, with content %s, stays that branch's", async (blob) => {
    const holders = [holder({}, { stands: standing({ blob }) })];
    const { rows, calls } = await learn(plain, { holders }, held);
    expect(calls).toEqual([again]);
    expect(rows).toMatchObject([{ outcome: 'unchanged', objectId: 7 }]);
  });

  test('it has moved on meanwhile: what stands at the target is deleted there', async () => {
    const eight = answered({ msg: 'Request created', request: { objectId: 8 } });
    const { rows, ahead, believed } = await learn(plain, {}, held, agreeing, movedOn, eight);
    expect(rows).toMatchObject([{ outcome: 'created', reason: '*DELETE', objectId: 8 }]);
    expect(ahead.map(({ does, reason }) => [does, reason])).toEqual([
      ['withdraw', '*DELETE'],
      ['file', '*DELETE'],
    ]);
    expect(believed).toMatchObject({ stands: { objectId: 8 }, tried: [] });
  });

  describe('what is not found out stays known', () => {
    const unnumbered = 'its file is gone, and an earlier run may have filed a request whose number is not known';
    test.each<[string, CallResult[], object]>([
      ['the repetition is lost', [lostAnswer], { outcome: 'unknown', needsPerson: false }],
      ['the repetition is refused', [refusedAs('no')], { outcome: 'rejected' }],
      ['the probe is lost', [held, lostAnswer], { outcome: 'notAttempted' }],
      ['the withdrawal is lost', [held, agreeing, lostAnswer], { outcome: 'notAttempted', objectId: 7 }],
      ['so is that of what was made just now', [created, lostAnswer], { outcome: 'notAttempted', objectId: 7 }],
      ['the token is refused', [stopped], { outcome: 'notAttempted', reason: '*MIGRATE' }],
      ['the service names no holder', [heldAs(null)], { outcome: 'conflict', reason: '*MIGRATE', objectId: null }],
      [
        'nor the number of what it made',
        [answered({ msg: 'Request created' })],
        { outcome: 'unknown', reason: '*MIGRATE', msg: unnumbered },
      ],
    ])('%s', async (_, answers, row) => {
      const { rows, believed } = await learn(plain, {}, ...answers);
      expect(rows).toMatchObject([row]);
      expect(believed?.tried).toContainEqual(plain);
    });

    test('which user our requests have is not known', async () => {
      const { user: _, ...fields } = planned().fields;
      const call = tried({ fields });
      const { rows, believed } = await learn(call, {}, held, answered({ request: { ...planned().fields } }));
      const msg = expect.stringContaining('not known yet');
      expect(rows).toMatchObject([{ outcome: 'conflict', reason: '*MIGRATE', objectId: 7, msg }]);
      expect(believed?.tried).toEqual([call]);
    });
  });
});
