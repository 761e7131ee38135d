import { describe, expect, test } from 'vitest';
import type { Should } from '../../src/checkout/next.ts';
import type { CallResult } from '../../src/client/results.ts';
import { Problem } from '../../src/errors.ts';
import type { FilingSetup } from '../../src/filing/filing.ts';
import { GitFailure } from '../../src/git/failure.ts';
import { toGitPath } from '../../src/git/git-path.ts';
import type { Standing } from '../../src/ledger/record.ts';
import { checkOut, holder, planned, standing, tried, withdrawing } from '../checkout/support.ts';
import { type AskedObject, answered, fileAll, fileOne, held, heldAs, movedOn, refusedAs, stopped } from './scripted.ts';

/** What a create comes to that is refused because request 7 holds the object (design §7 "Conflict", §8). */

const { fields } = planned();
const agreeing = answered({ request: { ...fields } });
/** Our record has request 7 for another object, or as it was before the mapping changed. */
const ours = (more: Partial<Standing> = {}) => ({ ownStanding: (n: number) => (n === 7 ? standing(more) : null) });
const unmerged = holder({ merged: false });
/** A create of an ended run got no answer. */
const lost = checkOut({ tried: [tried()] });
const asking: AskedObject = { should: { kind: 'request', request: planned() } };
const held7 = 'ORD/50 ORD100 *PGM is held by request 7';
const locked = 'Target Object already locked by another request';
const ofX = 'X/ORD100.RPGLE';
const created8 = answered({ msg: 'Request created', request: { objectId: 8 } });
const updatedAs = (why: string) => ({ outcome: 'updated', warnings: [`${existed}: ${why}`] });
const existed = 'this run updated request 7, which existed already';
const says = (text: string) => expect.stringContaining(text);
const ask7 = { method: 'PATCH', fields: { objectId: 7 }, content: null };

/** Files the object, whose create is refused; gives the calls that follow. */
async function meet(given: Partial<AskedObject>, ...answers: CallResult[]) {
  const came = await fileOne({ ...asking, ...given }, held, ...answers);
  return { ...came, calls: came.calls.slice(1) };
}

describe('ours: it is brought up to date', () => {
  test('with all that an update can carry, and the content', async () => {
    const request = planned({ fields: { ...fields, lock: '*YES', srcd: 'Orders', vref: '1.1' } });
    const reply = { request: { rfp: '77', srcd: 'Orders' } };
    const came = await meet({ should: { kind: 'request', request }, ...ours() }, answered(reply));
    const { rows, calls, believed, ahead, ended } = came;
    expect([ahead, ended.calls.length]).toEqual([[], 1]);
    const sent = { attr: 'RPGLE', user: 'JANE', lock: '*YES', srcd: 'Orders', gpath: 'SRC', gfile: 'ORD100.RPGLE' };
    expect(calls).toEqual([{ ...ask7, fields: { objectId: 7, ...sent }, content: 'ORD100.RPGLE: content of new' }]);
    const row = { ...updatedAs('the ledger has it for this file'), objectId: 7, rfp: 77, used: reply.request };
    expect(rows).toMatchObject([row]);
    expect(believed).toMatchObject({ stands: { objectId: 7, blob: 'new', rfp: 77 }, tried: [] });
  });

  test.each<[string, Partial<AskedObject>, CallResult[]]>([
    ['by the record', ours(), []],
    ['by a lost create', { known: lost }, [agreeing]],
    ['of a branch that is merged here', { holders: [holder()] }, []],
  ])('%s, but it has moved on: the object is free, so the request is created', async (_, given, answers) => {
    const { rows, believed } = await meet(given, ...answers, movedOn, created8);
    expect(rows).toMatchObject([{ outcome: 'created', objectId: 8, vref: '4711-1.1.2' }]);
    expect(believed).toMatchObject({ stands: { objectId: 8 }, tried: [] });
    const again = await meet(given, ...answers, movedOn, held);
    expect(again.rows).toMatchObject([{ outcome: 'conflict', objectId: 7, needsPerson: true }]);
  });

  test('for another file that stands at head: a collision', async () => {
    const isAtHead = async (path: string) => path === ofX;
    const { rows, calls } = await meet({ ...ours({ path: ofX }), isAtHead });
    const msg = 'ORD/50 ORD100 *PGM is request 7, filed for X/ORD100.RPGLE, which is still there';
    const remedy = 'Set another objn, objt or attr for one of the two files in the mapping, or skip it.';
    expect(rows).toMatchObject([{ outcome: 'collision', objectId: 7, msg, remedy }]);
    expect(calls).toEqual([]);
  });

  test('of another reason: withdrawn, written down first, and filed again; but once', async () => {
    const other = ours({ reason: '*DELETE' });
    const { rows, calls, ahead, believed } = await meet(other, answered(), created8);
    const sent = calls.map(({ method, fields: { arfp, lock } }) => [method, arfp, lock].join(' '));
    expect(sent).toEqual(['PATCH *NO *NO', 'POST *NO ']);
    expect(ahead).toMatchObject([{ does: 'withdraw', objectId: 7 }]);
    const again = { outcome: 'created', objectId: 8, vref: '4711-1.1.2' };
    expect(rows).toMatchObject([{ outcome: 'withdrawn', objectId: 7, reason: '*DELETE' }, again]);
    expect(believed).toMatchObject({ stands: { objectId: 8 }, tried: [] });
    const again7 = await meet(other, answered(), held);
    const left = says('request 7, filed from this branch before, which can no longer be updated');
    const conflict = { outcome: 'conflict', objectId: 7, needsPerson: true, msg: left };
    expect(again7.rows).toMatchObject([{ outcome: 'withdrawn' }, conflict]);
    const again9 = await meet({ ownStanding: () => standing({ reason: '*DELETE' }) }, answered(), heldAs(9));
    expect(again9.rows).toMatchObject([{ outcome: 'withdrawn' }, { ...conflict, objectId: 9, msg: says('request 9') }]);
    expect(again9.calls.length).toBe(2);
  });
});

describe('of a branch that is merged here', () => {
  test.each([
    ['lives: it keeps its own', false, null],
    ['is gone: it moves', true, { objectId: 7, commit: 'c0ffee0123456789' }],
  ] as const)('the same content, and the branch %s; no call is made', async (_, gone, stands) => {
    const one = holder({ gone }, { stands: standing({ blob: 'new', rfp: 77 }) });
    const { rows, calls, believed, ended } = await meet({ known: lost, holders: [one] });
    const warnings = [
      'filed from feature, which is merged into this branch, at c0ffee012345; it still belongs to that branch',
    ];
    expect(rows).toMatchObject([{ outcome: 'unchanged', objectId: 7, rfp: 77, warnings }]);
    expect(calls).toEqual([]);
    expect(believed?.stands ?? null).toEqual(stands === null ? null : expect.objectContaining(stands));
    expect(believed?.tried ?? []).toEqual([]);
    expect([ended.taken, ended.calls.length]).toEqual([gone ? [one] : [], 1]);
  });

  test('it has moved on: taken over as the update is written down, no matter what comes of it', async () => {
    const { rows, ahead, believed } = await meet({ holders: [holder()] }, answered());
    expect(ahead).toMatchObject([{ does: 'file', objectId: 7 }]);
    const warnings = [expect.anything(), says('still belongs to branch feature')];
    expect(rows).toMatchObject([{ outcome: 'updated', warnings }]);
    expect(believed).toMatchObject({ stands: { objectId: 7 }, tried: [] });
    const refused = await meet({ holders: [holder()] }, refusedAs('no'));
    expect(refused.believed).toMatchObject({ stands: { objectId: 7, blob: 'old' }, tried: [] });
  });

  test('what the first push of this branch found stays known, where it was there at the fork', async () => {
    const request = planned({
      before: { [ofX]: 'x', 'Y.RPGLE': 'y' },
      fields: { ...fields, repo: 'ORDERS', branch: 'main' },
    });
    const one = holder(
      {},
      { stands: standing({ fields: { ...fields, branch: 'feature' } }), before: { 'Z.RPGLE': 'z' } },
    );
    const given = {
      should: { kind: 'request', request } as const,
      holders: [one],
      isAtFork: async (at: string) => at === ofX,
    };
    const { believed, ended } = await meet(given, answered());
    expect(believed?.before).toEqual({ 'Z.RPGLE': 'z', [ofX]: 'x' });
    expect(believed?.stands?.fields.branch).toBe('feature');
    expect(ended.calls).toMatchObject([{ objectId: null }, { objectId: 7 }]);
    const known = checkOut({ before: { 'W.RPGLE': 'w' }, tried: [tried()] });
    expect((await meet({ ...given, known }, answered())).believed).toMatchObject({
      before: known.before,
      stands: { objectId: 7 },
    });
    const elsewhere = await meet(
      { ...ours({ path: ofX, fields: { ...fields, branch: 'old' } }), should: given.should },
      answered(),
    );
    expect(elsewhere.believed?.stands?.fields.branch).toBe('old');
  });

  test('of another reason: withdrawn there, and filed again', async () => {
    const one = holder({}, { stands: standing({ reason: '*DELETE', path: ofX }) });
    const { rows } = await meet({ holders: [one] }, answered(), created8);
    expect(rows[0]).toMatchObject({ path: toGitPath(ofX), warnings: [] });
    expect(rows.map(({ outcome, objectId }) => `${outcome} ${objectId}`)).toEqual(['withdrawn 7', 'created 8']);
  });

  test('a run of it is under way: it is waited for, and looked at again', async () => {
    let waits = 0;
    const waitForOther = async () => {
      waits += 1;
      return waits < 3;
    };
    const busy = { holders: [holder({ busy: '5-1' })] };
    const { rows } = await meet({ ...busy, filing: { waitForOther } });
    expect(rows).toMatchObject([{ outcome: 'notAttempted', msg: says('and run 5-1 of feature is filing it') }]);
    expect(waits).toBe(3);
  });
});

describe('theirs: nothing is called, and the refusal says why', () => {
  test.each<[string, Partial<AskedObject>, string, string?]>([
    [
      'a withdrawal is no create',
      { known: checkOut({ tried: [withdrawing({ objectId: 9 })] }) },
      'This pipeline did not file it, as far as it can tell',
    ],
    ['nothing known', {}, 'This pipeline did not file it, as far as it can tell'],
    [
      'another branch, not merged',
      { holders: [unmerged] },
      'That branch is not merged into this one',
      ', filed by feature of ORDERS at commit c0ffee012345',
    ],
    ['--on-conflict is fail', { onConflict: 'fail', known: lost }, 'It is not taken over, as `--on-conflict` is fail'],
  ])('%s', async (_, given, why, origin = '') => {
    const { rows, calls } = await meet(given);
    expect(rows).toMatchObject([{ outcome: 'conflict', objectId: 7, sev: 30, needsPerson: false, vref: '4711-1.1' }]);
    expect(rows[0]?.msg).toBe(`${held7}${origin}. ${why}. The service says: "${locked}"`);
    expect(calls).toEqual([]);
  });

  test('one that our record has too is named with its file', async () => {
    const { row } = await meet({ ...ours({ reason: '*DELETE' }), holders: [unmerged] });
    expect(row?.msg).toContain('. The ledger has it for SRC/ORD100.RPGLE of this branch, too. The service says');
    expect(row?.remedy).toBe('Have that request completed or deleted at the service, then file again.');
  });

  test.each<[string, Partial<AskedObject>, boolean]>([
    ['what nobody is known to have filed', {}, true],
    ['what a branch has filed', { holders: [unmerged] }, false],
    ['where it is told to fail', { onConflict: 'fail', known: lost }, false],
  ])('a request made by hand may be adopted: %s', async (_, given, isSaid) => {
    expect((await meet(given)).row?.remedy?.includes('--on-conflict adopt') ?? false).toBe(isSaid);
  });

  test.each<[string, Partial<AskedObject>, number]>([
    ['another branch has it in the ledger: what an ended run tried made nothing', { holders: [unmerged] }, 0],
    ['nobody knows whose it is: that run may have made it', { onConflict: 'fail' }, 1],
  ])('%s', async (_, given, open) => {
    const { believed, ended } = await meet({ ...given, known: lost });
    expect([believed?.tried.length ?? 0, ended.calls.length]).toEqual([open, 1]);
  });

  test('how to get one of this branch, where it is taken over', async () => {
    const { row } = await meet({ holders: [{ ...holder(), mapping: '.file-checkouts.yml' }] }, answered());
    const own =
      'If you want this branch to have a request of its own instead, delete request 7 at the service, then file';
    expect(row?.warnings[1]).toContain(own);
    expect(row?.warnings[1]).toMatch(/: file-checkouts release --branch feature$/);
  });

  test('of a branch that is gone, with a mapping of its own and a target set by hand: how to release it', async () => {
    const named = { mapping: 'maps/B.yml appl=ORD lvl=50' };
    const { row } = await meet({ holders: [{ ...holder({ merged: false, gone: true }), ...named }] });
    expect(row?.msg).toContain('filed by feature of ORDERS (a branch that is gone)');
    expect(row?.remedy).toMatch(/release --branch feature --mapping maps\/B\.yml --set appl=ORD --set lvl=50$/);
  });

  test('another branch is not asked what it tried to create when the ledger names the number', async () => {
    const rivals = () => Promise.reject(new Error('asked'));
    expect((await meet({ ...ours(), rivals }, answered())).row?.outcome).toBe('updated');
    expect((await meet({ holders: [holder()], rivals }, answered())).row?.outcome).toBe('updated');
  });

  test('a request that the service does not name is a conflict, too', async () => {
    const { row } = await fileOne(asking, heldAs(null));
    const msg = `ORD/50 ORD100 *PGM is held by another request. The service says: "${locked}"`;
    expect(row).toMatchObject({ outcome: 'conflict', objectId: null, needsPerson: false, msg });
  });
});

describe('what the ledger refuses to have written down is not sent', () => {
  const deletes = standing({ reason: '*DELETE' });
  const released: Should = { kind: 'nothing', request: planned({ reason: '*DELETE', blob: null }), follows: true };
  test.each<[string, Partial<AskedObject>, CallResult[], number | null]>([
    ['a takeover', { holders: [holder()] }, [held], 7],
    ['a withdrawal of another reason', { holders: [holder({}, { stands: deletes })] }, [held], 7],
    ['that of a create that got no answer', { should: released, known: lost }, [held, agreeing], 7],
    [
      'a delete in place of what has moved on',
      { should: released, known: checkOut({ stands: standing() }) },
      [movedOn],
      null,
    ],
  ])('%s', async (_, given, answers, objectId) => {
    const writeAhead = async () => new Problem('ledger', 'another run has the branch', 'Run again.');
    const came = await fileOne({ ...asking, ...given, filing: { writeAhead } }, ...answers);
    const msg = 'another run has the branch';
    expect(came.rows).toMatchObject([{ outcome: 'notAttempted', objectId, msg, remedy: 'Run again.' }]);
    expect(came.calls.length).toBe(answers.length);
    expect(came.believed?.stands ?? null).toBeNull();
  });

  test('a withdrawal is written down with the create that follows', async () => {
    const written: unknown[] = [];
    const writeAhead: FilingSetup['writeAhead'] = async ({ tried: calls }, ...more) => {
      written.push(calls, ...more);
      return null;
    };
    const one = holder({}, { stands: deletes });
    await meet({ known: checkOut({ tried: [tried()] }), holders: [one], filing: { writeAhead } }, answered(), created8);
    const create = { does: 'file', objectId: null };
    expect(written).toMatchObject([
      [
        { ...create, run: '1-1' },
        { ...create, run: '4711-1' },
      ],
      { does: 'withdraw', objectId: 7 },
      one,
    ]);
  });
});

test('a defect while the holder is looked for stops the run', async () => {
  const { defect } = await fileAll([asking], { rivals: () => Promise.reject(new TypeError('x')) }, held);
  expect(defect?.message).toBe('x');
});

test('what Git would not tell leaves the request for the next run, which still knows of our create', async () => {
  for (const error of [new Problem('git', 'no remote', 'Run again.'), new GitFailure('no remote', 'fetch', 128)]) {
    const { rows, believed, calls } = await meet({ known: lost, rivals: () => Promise.reject(error) });
    const msg = `request 7 holds the object, and it is not known whose it is: ${error.message}`;
    expect(rows).toMatchObject([{ outcome: 'notAttempted', objectId: 7, msg, remedy: 'The next run tries again.' }]);
    expect([calls, believed?.tried]).toEqual([[], [tried()]]);
  }
});

const others = [tried({ objectId: 9, run: '2-1' }), withdrawing({ objectId: 9, run: '3-1' })];
const beside = checkOut({ tried: [tried(), ...others] });
describe('asked first: a PATCH that carries only the number', () => {
  test.each<[string, Partial<AskedObject>, string]>([
    ['a create whose answer was lost', { known: lost }, 'this branch created it, and the answer was lost'],
    ['beside other calls', { known: beside }, 'this branch created it, and the answer was lost'],
    ['a sole branch', { isSoleBranch: () => true }, 'only this branch files at its level'],
    ['adopt', { onConflict: 'adopt' }, 'taken over by `--on-conflict adopt`'],
  ])('%s: the stored values agree, so it is ours', async (_, given, why) => {
    const { row, calls, believed } = await meet(given, agreeing, answered());
    expect(calls).toHaveLength(2);
    expect(calls[0]).toEqual(ask7);
    expect(row).toMatchObject(updatedAs(why));
    const run = given.known !== undefined ? '1-1' : '4711-1';
    expect(believed).toMatchObject({ stands: { objectId: 7, run }, tried: [] });
  });

  test.each<[string, CallResult, string]>([
    ['they differ', answered({ request: { ...fields, attr: 'CLLE' } }), 'attr is "CLLE", not "RPGLE"'],
    [
      'it is refused',
      answered({ sev: 30, msg: 'Not authorized', request: { ...fields } }),
      'This run may not read that request',
    ],
    ['nothing is shown', answered(), 'This run may not read that request'],
  ])('%s: theirs', async (_, answer, why) => {
    const { row, calls } = await meet({ isSoleBranch: () => true }, answer);
    expect(calls).toEqual([ask7]);
    expect(row).toMatchObject({ outcome: 'conflict', msg: says(why) });
  });

  test('the service is lost: left for the next run, which still knows of our create', async () => {
    const { rows, stop, calls, believed } = await meet({ known: lost }, stopped);
    expect(calls).toEqual([ask7]);
    expect(rows).toMatchObject([{ outcome: 'notAttempted', objectId: 7, msg: says('HTTP 401') }]);
    expect(believed?.tried).toEqual([tried()]);
    expect(stop?.code).toBe('token');
  });
});

describe('the user of our requests, where none is mapped', () => {
  const { user: _, ...userless } = fields;
  const should: Should = { kind: 'request', request: planned({ fields: userless }) };
  const known = checkOut({ tried: [tried({ fields: userless })] });
  const learnt = (user: string | null, ...numbers: number[]) => ({ own: async () => ({ user, numbers }) });

  test('is not asked for where all have one', async () => {
    expect((await meet({ known: lost, ...learnt(null, 5) }, agreeing, answered())).calls.length).toBe(2);
  });

  test('is asked for where another branch tried the create without one', async () => {
    const rivals = async () => [{ branch: 'ORDERS feature', tried: known.tried }];
    const { calls } = await meet(
      { known: lost, rivals, ...learnt(null, 5) },
      agreeing,
      answered({ request: { user: 'JOE' } }),
      answered(),
    );
    expect(calls.map((call) => call.fields)).toMatchObject([{ objectId: 7 }, { objectId: 5 }, { objectId: 7 }]);
  });

  test('is not asked for where the service does not show the request', async () => {
    const { calls, row } = await meet({ should, known, ...learnt(null, 5) }, refusedAs('no'));
    expect(calls).toEqual([ask7]);
    expect(row).toMatchObject({ outcome: 'conflict' });
  });
});

describe('what is only to be compiled', () => {
  const request = planned({ reason: '*RECOMPILE', blob: null, dependent: { causes: {}, waitsFor: [] } });
  const should: Should = { kind: 'compiled', request };

  test('whoever holds the object compiles it: nothing of it is touched or asked', async () => {
    const { rows, calls, believed } = await meet({ should });
    expect(rows).toMatchObject([{ outcome: 'covered', objectId: 7, msg: says('nothing more is requested') }]);
    expect([calls, believed]).toEqual([[], null]);
    const unnumbered = checkOut({ stands: standing({ objectId: null }), tried: [tried()] });
    const withdrawn = checkOut({ tried: [withdrawing({ objectId: 9 })] });
    const merged = holder({}, { stands: standing({ reason: '*RECOMPILE' }) });
    for (const given of [{ known: unnumbered }, { known: withdrawn }, { known: lost, holders: [merged] }]) {
      const other = await meet({ should, ...given });
      expect([other.calls, other.rows]).toMatchObject([[], [{ outcome: 'covered' }]]);
      expect(other.believed).toMatchObject(given.known);
    }
  });

  test('another branch holds it, by the ledger: what an ended run tried made nothing', async () => {
    const { rows, believed } = await meet({ should, known: lost, holders: [unmerged] });
    expect([rows.map(({ outcome }) => outcome), believed]).toEqual([['covered'], null]);
  });

  test('it is ours where a create got no answer and the service bears it out', async () => {
    const { rows, believed } = await meet({ should, known: lost }, agreeing);
    expect(rows).toMatchObject([{ outcome: 'covered', objectId: 7 }]);
    expect(believed?.tried).toEqual([tried()]);
    const own = checkOut({ tried: [withdrawing({ objectId: 9 }), tried({ reason: '*RECOMPILE', blob: null })] });
    const again = await meet({ should, known: own }, agreeing, answered());
    expect(again.rows).toMatchObject([{ outcome: 'updated', objectId: 7 }]);
    expect(again.believed).toMatchObject({ stands: { objectId: 7, reason: '*RECOMPILE' }, tried: [] });
  });
});
