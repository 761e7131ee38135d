import { describe, expect, test } from 'vitest';
import type { CallResult } from '../../src/client/results.ts';
import { Problem } from '../../src/errors.ts';
import { judgeConflict, type Settled, settleConflict } from '../../src/filing/conflict.ts';
import { contestedBy, type Held } from '../../src/filing/contested.ts';
import type { Filing } from '../../src/filing/filing-state.ts';
import { callOf, lostCalls } from '../../src/filing/intended-calls.ts';
import type { Holder } from '../../src/filing/ownership.ts';
import { textPath } from '../../src/git/git-path.ts';
import type { Reply } from '../../src/interface/replies.ts';
import { type IntendedCall, mergeCalls } from '../../src/ledger/lease.ts';
import { filed } from '../../src/ledger/outcome.ts';
import type { PlannedRequest } from '../../src/plan/planned.ts';
import {
  answered,
  cancelled,
  lostAnswer,
  type ScriptedCall,
  scripted,
  stopped,
  type Given as Told,
  unreadable,
} from './scripted.ts';
import { entry, intended, planned } from './support.ts';

/** What a refused create comes to, with the service's answers given: the calls that follow, and the row. */

const holder = (more: Partial<Holder> = {}): Holder => ({
  entry: entry(),
  repo: 'ORDERS',
  branch: 'feature',
  mapping: 'm.yml',
  own: false,
  isSealed: true,
  isAncestor: true,
  ...more,
});
const ours = holder({ branch: 'main', own: true });
const agreeing = { objt: '*PGM', attr: 'RPGLE', user: 'JANE', gpath: 'SRC', gfile: 'ORD100.RPGLE' };
const refused = (request: PlannedRequest) => filed(request, 'conflict', { objectId: 7, sev: 30, msg: 'locked' });
/** Place of the create in the plan. */
const n = 3;

interface Given extends Told {
  readonly request?: PlannedRequest;
  /** Calls about the object without an answer. */
  readonly lost?: readonly IntendedCall[];
  readonly stop?: Filing['stop'];
}

interface Came {
  readonly settled: Settled;
  readonly filing: Filing;
  readonly calls: readonly ScriptedCall[];
}

async function settle(given: Given, ...answers: CallResult[]): Promise<Came> {
  const { request = planned(), lost = [], stop = null, ...told } = given;
  const { filing, calls } = scripted({ ...told, filing: { stop, ...told.filing } }, answers);
  const settled = await settleConflict(filing, { request, n, number: 7, lost, refused: refused(request) });
  return { settled, filing, calls };
}

describe('ours: it is brought up to date', () => {
  test('with all that an update can carry, and the content', async () => {
    const request = planned({ fields: { ...planned().fields, lock: '*YES', srcd: 'Orders', vref: '1.1' } });
    const reply = { request: { rfp: '77', srcd: 'Orders' } };
    const { settled, filing, calls } = await settle({ request, holders: [ours] }, answered(reply));
    expect(calls).toEqual([
      {
        method: 'PATCH',
        fields: {
          objectId: 7,
          attr: 'RPGLE',
          user: 'JANE',
          lock: '*YES',
          srcd: 'Orders',
          gpath: 'SRC',
          gfile: 'ORD100.RPGLE',
        },
        content: 'ORD100.RPGLE: content of new',
      },
    ]);
    expect(settled).toEqual({
      row: filed(request, 'updated', {
        objectId: 7,
        rfp: 77,
        sev: 10,
        msg: 'Request updated',
        used: reply.request,
        warnings: ['request 7 was there already: the ledger has it for this file'],
      }),
    });
    expect(filing).toMatchObject({ takenOver: [], stop: null });
  });

  test('without a Git path where none is mapped, and without a file where it copies', async () => {
    const request = planned({ fields: { appl: 'ORD', lvl: 50, objn: 'ORD100', copy: '*YES' } });
    const { settled, calls } = await settle({ request, holders: [ours] }, answered());
    expect(calls).toEqual([{ method: 'PATCH', fields: { objectId: 7 }, content: null }]);
    expect(settled).toMatchObject({ row: { outcome: 'updated', rfp: 0, used: null } });
  });

  test('a warning of the service is passed on', async () => {
    const { settled } = await settle({ holders: [ours] }, answered({ sev: 20, msg: 'Request updated, unlocked' }));
    expect(settled).toMatchObject({ row: { sev: 20, warnings: [expect.any(String), 'Request updated, unlocked'] } });
  });

  test('what the service stores otherwise is a warning', async () => {
    const { settled } = await settle({ holders: [ours] }, answered({ request: { attr: 'CLLE' } }));
    expect(settled).toMatchObject({ row: { warnings: [expect.any(String), 'attr: sent "RPGLE", stored "CLLE"'] } });
  });

  test('a refused update is a conflict in the words of the service', async () => {
    const { settled } = await settle({ holders: [ours] }, answered({ sev: 30, msg: 'not open' }));
    expect(settled).toEqual({ row: filed(planned(), 'conflict', { objectId: 7, sev: 30, msg: 'not open' }) });
  });

  test.each<[string, CallResult, object]>([
    ['stopped', stopped, { outcome: 'notAttempted', msg: 'HTTP 401' }],
    ['cancelled', cancelled, { outcome: 'notAttempted', msg: 'the run was cancelled' }],
    ['unreadable', unreadable, { outcome: 'unknown', msg: expect.stringContaining('HTTP 500'), needsPerson: false }],
    ['lost', lostAnswer, { outcome: 'unknown', msg: expect.stringContaining('no answer'), needsPerson: false }],
  ])('an update without an answer (%s); what is known of our create stays known', async (_, result, row) => {
    const lost = [intended()];
    const { settled, filing } = await settle({ lost }, answered({ request: agreeing }), result);
    expect(settled).toMatchObject({ row: { ...row, objectId: 7, uncertain: lost } });
    expect(filing.stop).toEqual(result.kind === 'stopped' ? result : null);
  });

  test('the first stop of the run stands', async () => {
    const stop = { code: 'unreachable', why: 'gone', remedy: '' } as const;
    expect((await settle({ holders: [ours], stop }, stopped)).filing.stop).toBe(stop);
    expect((await settle({ soleBranch: () => true, stop }, stopped)).filing.stop).toBe(stop);
  });
});

describe('of a merged branch (design §7 "Conflict")', () => {
  test('the same content: unchanged, without a call', async () => {
    const merged = holder({ entry: entry({ blob: 'new', rfp: 77 }) });
    const { settled, calls } = await settle({ holders: [merged] });
    expect(settled).toEqual({
      row: filed(planned(), 'unchanged', {
        objectId: 7,
        rfp: 77,
        of: { repo: 'ORDERS', mapping: 'm.yml', branch: 'feature' },
        warnings: ['filed from feature, which is merged here, at c0ffee012345; it stays booked on that branch'],
      }),
    });
    expect(calls).toEqual([]);
  });

  test('moved on: taken over, once the update is done', async () => {
    expect((await settle({ holders: [holder()] }, answered())).filing.takenOver).toEqual([holder()]);
    expect((await settle({ holders: [holder()] }, answered({ sev: 30 }))).filing.takenOver).toEqual([]);
  });
});

test('ours of another reason: the entry that has to be withdrawn, without a call', async () => {
  const other = holder({ own: true, entry: entry({ reason: '*DELETE' }) });
  const { settled, calls } = await settle({ holders: [holder(), other] });
  expect(settled).toEqual({ otherReason: other.entry });
  expect(calls).toEqual([]);
});

describe('ours for another file', () => {
  const elsewhere = holder({ branch: 'main', own: true, entry: entry({ path: 'X/ORD100.RPGLE' }) });

  test('that stands at head: a collision', async () => {
    const atHead = async (path: string) => path === 'X/ORD100.RPGLE';
    const { settled } = await settle({ holders: [elsewhere], atHead });
    expect(settled).toEqual({
      row: filed(planned(), 'collision', {
        objectId: 7,
        msg: 'ORD/50 ORD100 *PGM is request 7, filed for X/ORD100.RPGLE, which is still there',
        remedy: 'Map the two files to different objects, or skip one of them.',
      }),
    });
  });

  test('that is gone: whichever file makes the object goes on with its request (design §8 "Any file of the object")', async () => {
    const { settled, filing } = await settle({ holders: [elsewhere] }, answered());
    expect(settled).toMatchObject({
      row: {
        outcome: 'updated',
        warnings: ['request 7 was there already: the ledger has it for X/ORD100.RPGLE, which is gone'],
      },
    });
    expect(filing.takenOver).toEqual([]);
  });

  test('it was moved from: updated', async () => {
    const request = planned({ previousPath: textPath('X/ORD100.RPGLE') });
    expect((await settle({ request, holders: [elsewhere] }, answered())).settled).toMatchObject({
      row: { outcome: 'updated' },
    });
  });
});

describe('theirs: nothing is called, and the refusal says why', () => {
  test.each<[string, Given, string]>([
    ['nothing known', {}, 'locked – nothing proves that it is ours'],
    [
      'another branch, not merged',
      { holders: [holder({ isAncestor: false })] },
      'locked – branch feature filed it and is not merged here; the ledger has it for ORDERS feature at c0ffee012345',
    ],
    [
      'another branch means to create it',
      { meantElsewhere: async () => 'ORDERS feature', soleBranch: () => true },
      'locked – ORDERS feature may have filed it and has not reported yet',
    ],
    ['on-conflict is fail', { onConflict: 'fail', lost: [intended()] }, 'locked – on-conflict is fail'],
  ])('%s', async (_, given, msg) => {
    const { settled, calls } = await settle(given);
    expect(settled).toEqual({ row: { ...refused(planned()), msg } });
    expect(calls).toEqual([]);
  });

  test('another branch is not asked what it means to create when the ledger names the number', async () => {
    const meantElsewhere = async () => 'ORDERS feature';
    expect((await settle({ holders: [ours], meantElsewhere }, answered())).settled).toMatchObject({
      row: { outcome: 'updated' },
    });
  });
});

describe('what Git would not tell', () => {
  const failing = (error: Error) => ({ lost: [intended()], holdersOf: () => Promise.reject(error) });

  test('leaves the request for the next run, which still knows of our create', async () => {
    const { settled, calls } = await settle(failing(new Problem('git', 'the remote hung up', 'Run again.')));
    expect(settled).toEqual({
      row: filed(planned(), 'notAttempted', {
        objectId: 7,
        msg: 'request 7 holds the object, and the conflict could not be settled: the remote hung up',
        remedy: 'The next run tries again.',
        uncertain: [callOf(planned(), null)],
      }),
    });
    expect(calls).toEqual([]);
  });

  test('a content that cannot be read: what to do about our request is left, too', async () => {
    const read = () => Promise.reject(new Problem('git', 'the remote hung up', 'Run again.'));
    const { settled, calls } = await settle({ holders: [ours], lost: [intended()], filing: { read } });
    expect(settled).toMatchObject({
      row: {
        outcome: 'notAttempted',
        msg: 'request 7 holds the object, and the conflict could not be settled: the remote hung up',
        uncertain: [intended()],
      },
    });
    expect(calls).toEqual([]);
  });

  test('a defect is none of that', async () => {
    await expect(settle(failing(new TypeError('x is undefined')))).rejects.toThrow(TypeError);
  });
});

describe('asked first: a PATCH that carries only the number (design §7 "Conflict")', () => {
  const asking = { method: 'PATCH', fields: { objectId: 7 }, content: null };

  test.each<[string, Given, string]>([
    ['a create whose answer was lost', { lost: [intended()] }, 'its create was ours; the answer was lost'],
    ['a sole branch', { soleBranch: () => true }, 'only this branch files at its level'],
    ['adopt', { onConflict: 'adopt' }, 'taken over by on-conflict adopt'],
  ])('%s: the stored values agree, so it is ours', async (_, given, why) => {
    const { settled, calls } = await settle(given, answered({ request: agreeing }), answered());
    expect(calls).toHaveLength(2);
    expect(calls[0]).toEqual(asking);
    expect(settled).toMatchObject({ row: { outcome: 'updated', warnings: [`request 7 was there already: ${why}`] } });
  });

  test('of a call of another reason: it is ours, and has to be withdrawn', async () => {
    const lost = [intended({ sent: { ...planned().fields, attr: 'CLLE' } }), intended({ reason: '*DELETE' })];
    const { settled, calls } = await settle({ lost }, answered({ request: agreeing }));
    expect(settled).toMatchObject({ otherReason: { objectId: 7, reason: '*DELETE' } });
    expect(calls).toEqual([asking]);
  });

  test.each<[string, Partial<Reply>, string]>([
    [
      'they differ',
      { request: { ...agreeing, attr: 'CLLE' } },
      'it differs from what this run would have filed: attr is "CLLE", not "RPGLE"',
    ],
    ['it is refused', { sev: 30, request: agreeing }, 'the service does not let us look at it'],
    ['nothing is shown', {}, 'the service does not let us look at it'],
  ])('%s: theirs', async (_, reply, why) => {
    const { settled, calls } = await settle({ soleBranch: () => true }, answered(reply));
    expect(calls).toEqual([asking]);
    expect(settled).toMatchObject({ row: { outcome: 'conflict', msg: `locked – ${why}` } });
  });

  test.each<[string, CallResult, string]>([
    ['the run is cancelled', cancelled, 'the run was cancelled'],
    ['the answer cannot be read', unreadable, 'HTTP 500'],
    ['the service is lost', stopped, 'HTTP 401'],
  ])('%s: left for the next run, which still knows of our create', async (_, result, why) => {
    const { settled, filing, calls } = await settle({ lost: [intended()] }, result);
    expect(calls).toEqual([asking]);
    expect(settled).toEqual({
      row: filed(planned(), 'notAttempted', {
        objectId: 7,
        msg: `request 7 holds the object, and the service did not tell whose it is: ${why}`,
        remedy: 'The next run tries again.',
        uncertain: [callOf(planned(), null)],
      }),
    });
    expect(filing.stop).toEqual(result.kind === 'stopped' ? result : null);
  });
});

describe('the user of our requests, where none is mapped (design §7 "Conflict")', () => {
  const { user: _, ...fields } = planned().fields;
  const request = planned({ fields });
  const lost = [intended({ sent: fields })];
  const probe = answered({ request: agreeing });
  const askedFor = (objectId: number) => ({ method: 'PATCH', fields: { objectId }, content: null });

  test('is asked of a request of ours, once the probe agrees', async () => {
    const { calls, settled, filing } = await settle(
      { request, lost, ownNumbers: async () => [5] },
      probe,
      answered({ request: { user: 'JANE' } }),
      answered(),
    );
    expect(calls.slice(0, 2)).toEqual([askedFor(7), askedFor(5)]);
    expect(settled).toMatchObject({ row: { outcome: 'updated' } });
    expect(filing.user).toBe('JANE');
  });

  test('another one: theirs, and nothing of it is touched', async () => {
    const { calls, settled } = await settle({ request, lost, filing: { user: 'DEMO' } }, probe);
    expect(calls).toEqual([askedFor(7)]);
    expect(settled).toMatchObject({
      row: { outcome: 'conflict', msg: 'locked – its user is JANE, which is not ours' },
    });
  });

  test('not known: a conflict, tried again by its place in the plan; what is known of our create stays known', async () => {
    const { calls, settled, filing } = await settle({ request, lost }, probe);
    expect(calls).toEqual([askedFor(7)]);
    const why = 'its user is JANE, and which one our requests have is not known yet (map users, or user)';
    expect(settled).toEqual({ row: { ...refused(request), msg: `locked – ${why}`, uncertain: lost } });
    expect(settled).toMatchObject({ row: { needsPerson: false } });
    expect([...filing.unproven]).toEqual([n]);
  });

  test('is not asked for where the service does not show the request', async () => {
    const { calls, settled } = await settle({ request, lost, ownNumbers: async () => [5] }, answered({ sev: 30 }));
    expect(calls).toEqual([askedFor(7)]);
    expect(settled).toMatchObject({ row: { outcome: 'conflict' } });
  });
});

describe('whose a number is, without doing anything about it', () => {
  const judged = async (told: Told, lost: readonly IntendedCall[], ...answers: CallResult[]) => {
    const { filing, calls } = scripted(told, answers);
    return {
      judged: await judgeConflict(filing, { request: planned(), n, number: 7, lost, refused: refused(planned()) }),
      calls,
      filing,
    };
  };

  test('a verdict', async () => {
    expect((await judged({ holders: [ours] }, [])).judged).toMatchObject({ verdict: { kind: 'ours' } });
    expect((await judged({}, [])).judged).toMatchObject({ verdict: { kind: 'theirs' } });
    const came = await judged({}, [intended()], answered({ request: agreeing }));
    expect(came.judged).toMatchObject({ verdict: { kind: 'ours' } });
    expect(came.calls).toHaveLength(1);
  });

  test('a row, when it could not be found out', async () => {
    const { judged: unanswered } = await judged({}, [intended()], lostAnswer);
    expect(unanswered).toMatchObject({ row: { outcome: 'notAttempted', uncertain: [intended()] } });
    const { filing, judged: unproven } = await judged({}, [intended()], answered({ request: { attr: 'RPGLE' } }));
    expect(unproven).toMatchObject({ row: { outcome: 'conflict', objectId: 7, uncertain: [intended()] } });
    expect([...filing.unproven]).toEqual([n]);
  });
});

describe('calls without an answer', () => {
  const request = planned();
  const naming = (rfp: number, more: Partial<IntendedCall> = {}) =>
    intended({ sent: { ...request.fields, rfp }, ...more });
  const held = (lost: boolean): Held => ({ row: refused(request), holder: 7, lost });
  const create = { request, n, earlier: null, movedOn: null };
  const contested = (earlier: readonly IntendedCall[], lost: boolean, rfp?: number) => {
    const { filing } = scripted({ lostFor: () => earlier }, []);
    const joins = rfp === undefined ? {} : ({ arfp: '*YES', rfp } as const);
    return contestedBy(filing, { ...create, rfp: joins, keys: null }, held(lost));
  };

  test('that may have made what a create met: those of earlier runs, and its own', () => {
    expect(contested([], false, 72)).toEqual({ request, n, number: 7, lost: [], refused: refused(request) });
    expect(contested([intended()], false, 72).lost).toEqual([intended()]);
    expect(contested([], true, 72).lost).toEqual([naming(72)]);
    expect(contested([], true).lost).toEqual([callOf(request, null)]);
  });

  test('of two creates, each with the RFP that it named', () => {
    const rfps = (earlier: IntendedCall, own?: number) =>
      contested([earlier], true, own).lost.map(({ sent }) => sent?.rfp);
    expect(rfps(naming(72), 72)).toEqual([72]);
    expect(rfps(naming(71), 72)).toEqual([71, 72]);
    expect(rfps(intended(), 72)).toEqual([undefined, 72]);
    expect(rfps(intended())).toEqual([undefined]);
  });

  test('are one for each object, reason and kind', () => {
    const migrate = intended();
    const deletes = intended({ reason: '*DELETE' });
    const withdraws = intended({ withdraws: true, objectId: 7, sent: null });
    const others = intended({ objn: 'ORD200' });
    expect(mergeCalls([migrate, deletes], [withdraws, others])).toEqual([migrate, deletes, withdraws, others]);
    const newer = intended({ blob: 'newer' });
    expect(mergeCalls([migrate, deletes, withdraws], [newer])).toEqual([newer, deletes, withdraws]);
    const update = intended({ blob: 'newer', objectId: 7 });
    expect(mergeCalls([migrate], [update])).toEqual([migrate, update]);
    expect(mergeCalls([], [])).toEqual([]);
  });

  test('are asked for by the object of the request', () => {
    const asked: PlannedRequest[] = [];
    const { filing } = scripted(
      {
        lostFor: (about) => {
          asked.push(about);
          return [intended()];
        },
      },
      [],
    );
    expect(lostCalls(filing, request)).toEqual([intended()]);
    expect(lostCalls(filing, request, [naming(72)])).toEqual([intended(), naming(72)]);
    expect(asked).toEqual([request, request]);
  });
});
