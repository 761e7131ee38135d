import { describe, expect, test } from 'vitest';
import type { CallResult } from '../../src/client/results.ts';
import { Problem } from '../../src/errors.ts';
import { callOf } from '../../src/filing/actions.ts';
import { lostCreate, type Settled, settleConflict } from '../../src/filing/conflict.ts';
import type { Filing } from '../../src/filing/context.ts';
import { filed } from '../../src/filing/outcome.ts';
import type { Holder, OwnershipSources } from '../../src/filing/ownership.ts';
import { textPath } from '../../src/git/git-path.ts';
import type { UpdateFields } from '../../src/interface/fields.ts';
import type { Reply } from '../../src/interface/replies.ts';
import type { IntendedCall } from '../../src/ledger/runs.ts';
import type { PlannedRequest } from '../../src/plan/planned.ts';
import { entry, intended, planned } from './support.ts';

/** What a refused create comes to, with the service's answers given: the calls that follow, and the row. */

const answered = (reply: Partial<Reply> = {}): CallResult => ({
  kind: 'answered',
  reply: { sev: 10, msg: 'Request updated', existingObjectId: null, request: null, ...reply },
  status: 200,
  attempts: 1,
  afterLost: false,
});
const stopped = { kind: 'stopped', code: 'token', why: 'HTTP 401', remedy: 'Give a token.', attempts: 1 } as const;
const unreadable: CallResult = { kind: 'unreadable', why: 'HTTP 500', snippet: '', status: 500, attempts: 1 };
const lostAnswer: CallResult = { kind: 'lost', why: 'no answer', attempts: 1, stop: null, cancelled: false };

const holder = (more: Partial<Holder> = {}): Holder => ({
  entry: entry(),
  repo: 'ORDERS',
  branch: 'feature',
  mapping: 'm.yml',
  own: false,
  isAncestor: true,
  ...more,
});
const ours = holder({ branch: 'main', own: true });
const agreeing = { objt: '*PGM', attr: 'RPGLE', gpath: 'SRC', gfile: 'ORD100.RPGLE' };
const refused = (request: PlannedRequest) => filed(request, 'conflict', { objectId: 7, sev: 30, msg: 'locked' });

interface Given extends Partial<OwnershipSources> {
  readonly request?: PlannedRequest;
  readonly holders?: readonly Holder[];
  readonly lost?: boolean;
  readonly stop?: Filing['stop'];
}

interface Came {
  readonly settled: Settled;
  readonly filing: Filing;
  readonly calls: readonly { readonly fields: UpdateFields; readonly content: string | null }[];
}

async function settle(given: Given, ...answers: CallResult[]): Promise<Came> {
  const { request = planned(), holders = [], lost = false, stop = null, ...sources } = given;
  const calls: { fields: UpdateFields; content: string | null }[] = [];
  const filing: Filing = {
    client: {
      create: () => Promise.reject(new Error('no create follows')),
      update: async (fields, content) => {
        const file = content === null ? null : `${content.name}: ${Buffer.from(content.blob as Uint8Array)}`;
        calls.push({ fields, content: file });
        const answer = answers.shift();
        if (answer === undefined) throw new Error('one call too many');
        return answer;
      },
      close: () => Promise.resolve(),
    },
    read: async (oid) => Buffer.from(`content of ${oid}`),
    run: {
      mode: 'none',
      repo: 'ORDERS',
      branch: 'main',
      sha: 'f'.repeat(40),
      vref: '4711-1',
      pipeline: null,
      tkey: '4711-1',
      concurrency: 1,
      attachAs: 'gfile',
      disposition: 'form-data',
    },
    known: [],
    ownership: {
      onConflict: 'prove',
      holdersOf: async (number) => (number === 7 ? holders : []),
      unansweredFor: () => null,
      meantElsewhere: async () => null,
      soleBranch: () => false,
      atHead: async () => false,
      ...sources,
    },
    takenOver: [],
    stop,
    defect: null,
  };
  return { settled: await settleConflict(filing, request, 7, lost, undefined, refused(request)), filing, calls };
}

describe('ours: it is brought up to date', () => {
  test('with all that an update can carry, and the content', async () => {
    const request = planned({ fields: { ...planned().fields, lock: '*YES', srcd: 'Orders', vref: '1.1' } });
    const reply = { request: { rfp: '77', srcd: 'Orders' } };
    const { settled, filing, calls } = await settle({ request, holders: [ours] }, answered(reply));
    expect(calls).toEqual([
      {
        fields: { objectId: 7, attr: 'RPGLE', lock: '*YES', srcd: 'Orders', gpath: 'SRC', gfile: 'ORD100.RPGLE' },
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
    expect(calls).toEqual([{ fields: { objectId: 7 }, content: null }]);
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
    ['cancelled', { kind: 'cancelled' }, { outcome: 'notAttempted', msg: 'the run was cancelled' }],
    ['unreadable', unreadable, { outcome: 'unknown', msg: expect.stringContaining('HTTP 500'), needsPerson: false }],
    ['lost', lostAnswer, { outcome: 'unknown', msg: expect.stringContaining('no answer'), needsPerson: false }],
  ])('an update without an answer (%s); what is known of our create stays known', async (_, result, row) => {
    const unansweredFor = () => intended();
    const { settled, filing } = await settle({ unansweredFor }, answered({ request: agreeing }), result);
    expect(settled).toMatchObject({ row: { ...row, objectId: 7, uncertain: intended() } });
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
        ofBranch: 'feature',
        warnings: ['filed from feature, which is merged here, at c0ffee012345'],
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

  test('that is gone: the refusal, with what is known', async () => {
    const { settled } = await settle({ holders: [elsewhere] });
    expect(settled).toEqual({
      row: {
        ...refused(planned()),
        msg: 'locked – this branch filed it for X/ORD100.RPGLE, which is gone; the ledger has it for ORDERS main at c0ffee012345',
      },
    });
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
      'locked – ORDERS feature may have filed it and has not said so yet',
    ],
    ['on-conflict is fail', { onConflict: 'fail', lost: true }, 'locked – on-conflict is fail'],
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
  const failing = (error: Error) => ({ lost: true, holdersOf: () => Promise.reject(error) });

  test('leaves the request for the next run, which still knows of our create', async () => {
    const { settled, calls } = await settle(failing(new Problem('git', 'the remote hung up', 'Run again.')));
    expect(settled).toEqual({
      row: filed(planned(), 'notAttempted', {
        objectId: 7,
        msg: 'request 7 holds the object, and what to do about it could not be found out: the remote hung up',
        remedy: 'It is tried again with the next run.',
        uncertain: callOf(planned(), null),
      }),
    });
    expect(calls).toEqual([]);
  });

  test('a defect is none of that', async () => {
    await expect(settle(failing(new TypeError('x is undefined')))).rejects.toThrow(TypeError);
  });
});

describe('asked first: a PATCH that carries only the number (design §7 "Conflict")', () => {
  const asking = { fields: { objectId: 7 }, content: null };

  test.each<[string, Given, string]>([
    ['a create whose answer was lost just now', { lost: true }, 'its create was ours; the answer was lost'],
    ['a create of an earlier run', { unansweredFor: () => intended() }, 'its create was ours; the answer was lost'],
    ['a sole branch', { soleBranch: () => true }, 'only this branch files at its level'],
    ['adopt', { onConflict: 'adopt' }, 'taken over by on-conflict adopt'],
  ])('%s: the stored values agree, so it is ours', async (_, given, why) => {
    const { settled, calls } = await settle(given, answered({ request: agreeing }), answered());
    expect(calls).toHaveLength(2);
    expect(calls[0]).toEqual(asking);
    expect(settled).toMatchObject({ row: { outcome: 'updated', warnings: [`request 7 was there already: ${why}`] } });
  });

  test('what was lost just now counts, not what an earlier run sent', async () => {
    const unansweredFor = () => intended({ sent: { ...planned().fields, attr: 'CLLE' } });
    const { settled } = await settle({ lost: true, unansweredFor }, answered({ request: agreeing }), answered());
    expect(settled).toMatchObject({ row: { outcome: 'updated' } });
  });

  test.each<[string, Partial<Reply>, string]>([
    [
      'they differ',
      { request: { attr: 'CLLE' } },
      'it differs from what we would have filed: attr is "CLLE", not "RPGLE"',
    ],
    ['it is refused', { sev: 30, request: agreeing }, 'the service does not let us look at it'],
    ['nothing is shown', {}, 'the service does not let us look at it'],
  ])('%s: theirs', async (_, reply, why) => {
    const { settled, calls } = await settle({ soleBranch: () => true }, answered(reply));
    expect(calls).toEqual([asking]);
    expect(settled).toMatchObject({ row: { outcome: 'conflict', msg: `locked – ${why}` } });
  });

  test.each<[string, CallResult, string]>([
    ['the run is cancelled', { kind: 'cancelled' }, 'the run was cancelled'],
    ['the answer cannot be read', unreadable, 'HTTP 500'],
    ['the service is lost', stopped, 'HTTP 401'],
  ])('%s: left for the next run, which still knows of our create', async (_, result, why) => {
    const { settled, filing, calls } = await settle({ lost: true }, result);
    expect(calls).toEqual([asking]);
    expect(settled).toEqual({
      row: filed(planned(), 'notAttempted', {
        objectId: 7,
        msg: `request 7 holds the object, and the service did not say whose it is: ${why}`,
        remedy: 'It is tried again with the next run.',
        uncertain: callOf(planned(), null),
      }),
    });
    expect(filing.stop).toEqual(result.kind === 'stopped' ? result : null);
  });
});

describe('a create whose answer was lost', () => {
  const request = planned();
  const naming = (rfp: number) => intended({ sent: { ...request.fields, rfp } });
  const lostAfter = (earlier: IntendedCall | null, rfp?: number) =>
    lostCreate({ ownership: { unansweredFor: () => earlier } } as unknown as Filing, request, rfp).sent?.rfp;

  test('keeps the RFP that it named', () => {
    expect(lostAfter(null, 72)).toBe(72);
    expect(lostAfter(null)).toBeUndefined();
  });

  test('of two, only an RFP that both named', () => {
    expect(lostAfter(naming(72), 72)).toBe(72);
    expect(lostAfter(naming(71), 72)).toBeUndefined();
    expect(lostAfter(intended(), 72)).toBeUndefined();
    expect(lostAfter(intended({ sent: null }), 72)).toBeUndefined();
    expect(lostAfter(intended())).toBeUndefined();
  });
});
