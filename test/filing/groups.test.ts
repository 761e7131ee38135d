import { describe, expect, test } from 'vitest';
import type { CallResult } from '../../src/client/results.ts';
import type { FilingRun } from '../../src/filing/filing.ts';
import { chooseRfpGroup } from '../../src/filing/rfp.ts';
import { toGitPath } from '../../src/git/git-path.ts';
import type { CreateFields } from '../../src/interface/fields.ts';
import type { Standing, Tried } from '../../src/ledger/record.ts';
import type { PlannedRequest } from '../../src/plan/planned.ts';
import { checkOut, planned, standing, tried, withdrawing } from '../checkout/support.ts';
import {
  type AskedObject,
  answered,
  fileAll,
  type Given,
  held,
  lockRefusal,
  lostAnswer,
  movedOn,
  refusedAs,
  scriptedRun,
  stopped,
} from './scripted.ts';

/** How the objects of a push get into their RFP, one after the other (design §7 "One push, one RFP"). */

const { user: _, ...userless } = planned().fields;
const named = (objn: string, more: Partial<PlannedRequest> = {}): PlannedRequest => {
  const gfile = `${objn}.RPGLE`;
  const fields = { ...(more.fields ?? planned().fields), objn, gfile };
  return planned({ path: toGitPath(`SRC/${gfile}`), identity: { ...planned().identity, objn }, ...more, fields });
};
type Known = { readonly stands?: Partial<Standing>; readonly tried?: readonly Tried[] };
const asking = (request: PlannedRequest, { stands, tried = [] }: Known = {}): AskedObject => {
  const { identity, fields } = request;
  const path = request.path.text;
  const at = stands === undefined ? null : standing({ path, fields, ...stands });
  return {
    should: { kind: request.dependent ? 'compiled' : 'request', request },
    known: checkOut({ ...identity, stands: at, tried }),
  };
};
const create = (objn: string, ...calls: Tried[]) => asking(named(objn), { tried: calls });
const update = (objn: string, objectId: number, rfp = 0, ...calls: Tried[]) =>
  asking(named(objn), { stands: { objectId, rfp }, tried: calls });
const made = (objectId: number, rfp?: number) =>
  answered({ msg: 'Request created', request: { objectId, ...(rfp !== undefined && { rfp }) } });
const joined = (rfp: number) => answered({ request: { rfp } });
const no = refusedAs('no');
const noAfterLost = answered({ sev: 30, msg: 'no' }, true);
const run: FilingRun = { ...scriptedRun, mode: 'per-push' };
const pipeline = { pipe: 'JENKINS1', pipa: 'PIPE', tkey: '4711-1' };

type How = Partial<FilingRun> & Pick<Given, 'onConflict'> & { readonly rfps?: readonly (readonly [string, number])[] };
type Row = [string, AskedObject[], How, CallResult[], string];

/** Files them; calls as `A *NEW keys` (a create), `#7 *YES 77` or `out #7`, rows as `A 7 77` (created in an RFP) or `rejected A`. */
async function file(objects: readonly AskedObject[], how: How, answers: readonly CallResult[]) {
  const { onConflict = 'prove', rfps = [], ...more } = how;
  const filing = { rfps: new Map(rfps), run: { ...run, ...more } };
  const came = await fileAll(objects, { onConflict, filing }, ...answers);
  const words = (...all: unknown[]) => all.filter((word) => word).join(' ');
  const calls = came.calls.map(({ fields }) => {
    const { objn, objectId, arfp, rfp, pipe, lock } = fields as CreateFields & { objectId?: number };
    return lock === '*NO' ? `out #${objectId}` : words(objn ?? `#${objectId}`, arfp, rfp, pipe && 'keys');
  });
  const rows = came.filed
    .flatMap((one) => one.rows)
    .map(({ outcome, request, objectId, rfp }) =>
      words(outcome === 'created' ? '' : outcome, request.identity.objn, objectId, rfp),
    );
  return { ...came, text: `${calls.join(', ')}: ${rows.join(', ')}` };
}

const play = async (...[, objects, how, answers, expected]: Row) => {
  const came = await file(objects, how, answers);
  if (came.defect !== null) throw came.defect;
  expect(came.text).toBe(expected);
};

const compiled = { reason: '*RECOMPILE', blob: null, dependent: { causes: {}, waitsFor: [] } } as const;
const [a, b, c] = [create('A'), create('B'), create('C')];
/** Their RFP was opened by an earlier run. */
const inSeventy = [[chooseRfpGroup(named('A'), run) ?? '', 70]] as const;
const heldAfterLost = answered({ sev: 30, msg: lockRefusal, existingObjectId: 7 }, true);
const another = answered({ request: { attr: 'CLLE' } });

describe('the first that can opens the RFP, with the keys of the pipeline; the others join it', () => {
  const [keys, branch] = [{ pipeline }, { pipeline, mode: 'per-branch' as const }];
  const [first, second, third] = [made(7, 77), made(8, 77), made(9, 77)];
  const deleted = asking(named('D', { reason: '*DELETE', blob: null }), { tried: [tried({ reason: '*DELETE' })] });
  test.each<Row>([
    ['a create', [a, b, c], keys, [first, second, third], 'A *NEW keys, B *YES 77, C *YES 77: A 7 77, B 8 77, C 9 77'],
    ['per branch', [a, b], branch, [first, second], 'A *AUTO keys, B *YES 77: A 7 77, B 8 77'],
    [
      'refused: the next',
      [a, b, c],
      keys,
      [no, second, third],
      'A *NEW keys, B *NEW keys, C *YES 77: rejected A, B 8 77, C 9 77',
    ],
    ['held by another: the next', [a, b], {}, [held, second], 'A *NEW, B *NEW: conflict A 7, B 8 77'],
    [
      'also where none is taken over',
      [a, b],
      { onConflict: 'fail' },
      [held, second],
      'A *NEW, B *NEW: conflict A 7, B 8 77',
    ],
    [
      'refused, after an ended run tried it',
      [create('A', tried()), b],
      {},
      [no, second],
      'A *NEW, B *NEW: rejected A, B 8 77',
    ],
    [
      'keys go on a create, also in a named RFP',
      [a, b, c],
      { ...keys, mode: 44 },
      [no, made(8, 44), made(9, 44)],
      'A *YES 44 keys, B *YES 44 keys, C *YES 44: rejected A, B 8 44, C 9 44',
    ],
    ['the answer names no RFP', [a, b], {}, [made(7), second], 'A *NEW, B *AUTO: A 7, B 8 77'],
    [
      'it names it in words',
      [a, b],
      {},
      [answered({ msg: 'Request created into RFP 77' }), second],
      'A *NEW, B *YES 77: A 77, B 8 77',
    ],
    [
      'an update that an ended run tried, before creates',
      [b, update('A', 7, 0, tried({ objectId: 7 })), c],
      keys,
      [joined(77), second, third],
      '#7 *NEW, B *YES 77 keys, C *YES 77: B 8 77, updated A 7 77, C 9 77',
    ],
    [
      'creates that one tried, before all',
      [update('U', 5), c, deleted, create('R', tried())],
      {},
      [first, second, third, joined(77)],
      'R *NEW, D *YES 77, C *YES 77, #5 *YES 77: updated U 5 77, C 9 77, D 8 77, R 7 77',
    ],
    [
      'what is in an RFP stays there',
      [update('A', 5, 70), b],
      {},
      [joined(70), second],
      '#5, B *NEW: updated A 5 70, B 8 77',
    ],
    [
      'unless it may have been taken out',
      [update('A', 5, 70, tried({ objectId: 5 }), withdrawing({ objectId: 5 }))],
      {},
      [joined(77)],
      '#5 *NEW: updated A 5 77',
    ],
    [
      'what has moved on is created with the others',
      [update('A', 5, 70), b],
      {},
      [movedOn, first, second],
      '#5, A *NEW, B *YES 77: A 7 77, B 8 77',
    ],
    [
      'what it made in an RFP is updated there, and the others join it',
      [create('A', tried()), b],
      keys,
      [held, answered({ request: { user: 'JANE', rfp: 77 } }), joined(77), made(8, 77)],
      'A *NEW keys, #7, #7, B *YES 77: updated A 7 77, B 8 77',
    ],
    [
      'what it made in none joins one',
      [create('A', tried())],
      keys,
      [held, answered({ request: { user: 'JANE', rfp: 0 } }), joined(77)],
      'A *NEW keys, #7, #7 *NEW: updated A 7 77',
    ],
    [
      'what is compiled and has moved on too',
      [asking(named('A', compiled), { stands: { objectId: 5, rfp: 70, reason: '*RECOMPILE' } }), b],
      {},
      [movedOn, first, second],
      '#5, A *NEW, B *YES 77: A 7 77, B 8 77',
    ],
    [
      'which it tells even without an answer',
      [create('A', tried()), b],
      keys,
      [held, answered({ request: { user: 'JANE', rfp: 77 } }), lostAnswer, made(8, 77)],
      'A *NEW keys, #7, #7, B *YES 77: unknown A 7, B 8 77',
    ],
    [
      'what may have been updated stays there',
      [update('A', 5, 70, tried({ objectId: 5 })), b],
      {},
      [joined(70), second],
      '#5, B *NEW: updated A 5 70, B 8 77',
    ],
    [
      'what holds it is of another',
      [create('A', tried()), b],
      {},
      [held, another, second],
      'A *NEW, #7, B *NEW: conflict A 7, B 8 77',
    ],
    [
      'refused, where none is taken over',
      [create('A', tried()), b],
      { onConflict: 'fail' },
      [no, second],
      'A *NEW, B *NEW: rejected A, B 8 77',
    ],
    [
      'what compiles it is of another',
      [asking(named('A', compiled), { tried: [tried()] }), b],
      {},
      [held, another, second],
      'A *NEW, #7, B *NEW: covered A 7, B 8 77',
    ],
    [
      'what was withdrawn from none opens one',
      [asking(named('A'), { tried: [tried({ reason: '*DELETE', fields: named('A').fields })] })],
      keys,
      [held, answered({ request: { user: 'JANE' } }), answered(), made(8, 70)],
      'A *NEW keys, #7, out #7, A *NEW keys: withdrawn A 7, A 8 70',
    ],
    [
      'what was withdrawn for it gives its RFP',
      [asking(named('A'), { tried: [tried({ reason: '*DELETE', fields: named('A').fields })] })],
      keys,
      [held, answered({ request: { user: 'JANE', rfp: 70 } }), answered(), made(8, 70)],
      'A *NEW keys, #7, out #7, A *YES 70: withdrawn A 7, A 8 70',
    ],
    [
      'per branch it does not',
      [asking(named('A'), { tried: [tried({ reason: '*DELETE', fields: named('A').fields })] })],
      branch,
      [held, answered({ request: { user: 'JANE', rfp: 70 } }), answered(), made(8, 70)],
      'A *AUTO keys, #7, out #7, A *AUTO keys: withdrawn A 7, A 8 70',
    ],
  ])('%s', play);
});

describe('where an RFP may have been opened and nobody knows, no second one is: the rest is left to the next run', () => {
  const left = 'notAttempted B';
  test.each<Row>([
    ['a lost answer', [a, b], {}, [lostAnswer], `A *NEW: unknown A, ${left}`],
    [
      'per branch the others find it',
      [a, b, c],
      { pipeline, mode: 'per-branch' },
      [lostAnswer, made(8, 77), made(9, 77)],
      'A *AUTO keys, B *AUTO, C *YES 77: unknown A, B 8 77, C 9 77',
    ],
    ['refused after a lost answer', [a, b], {}, [noAfterLost], `A *NEW: rejected A, ${left}`],
    ['held after a lost answer', [a, b], {}, [heldAfterLost, another], `A *NEW, #7: conflict A 7, ${left}`],
    [
      'held, and nobody asks whose it is',
      [create('A', tried()), b],
      { onConflict: 'fail' },
      [held],
      `A *NEW: conflict A 7, ${left}`,
    ],
    [
      'held, and whose it is is not told',
      [create('A', tried()), b],
      {},
      [held, lostAnswer],
      `A *NEW, #7: notAttempted A 7, ${left}`,
    ],
  ])('%s', play);

  test('the row says so; of a stopped run it says why that stopped', async () => {
    const msgs = async (answer: CallResult) => (await file([a, b], {}, [answer])).filed[1]?.rows.map(({ msg }) => msg);
    expect(await msgs(lostAnswer)).toEqual([
      'it is not known whether the RFP of this push was opened: the next run files the rest',
    ]);
    expect(await msgs(stopped)).toEqual(['HTTP 401']);
  });
});

describe('an RFP of an earlier run', () => {
  const named12 = (objn: string) => create(objn, tried({ group: '12' }));
  const keys = { pipeline };
  test.each<Row>([
    [
      'is joined, without keys',
      [a, b],
      { ...keys, rfps: inSeventy },
      [made(7, 70), made(8, 70)],
      'A *YES 70, B *YES 70: A 7 70, B 8 70',
    ],
    [
      'it refuses all: they go into another, with keys',
      [a, b, update('C', 5)],
      { ...keys, rfps: inSeventy },
      [no, no, no, made(7, 77), made(8, 77), joined(77)],
      'A *YES 70, B *YES 70, #5 *YES 70, A *NEW keys, B *YES 77, #5 *YES 77: A 7 77, B 8 77, updated C 5 77',
    ],
    [
      'what has moved on there is created in another',
      [update('C', 5)],
      { rfps: inSeventy },
      [movedOn, no, made(8, 77)],
      '#5 *YES 70, C *YES 70, C *NEW: C 8 77',
    ],
    ['it refuses one', [a, b], { rfps: inSeventy }, [no, made(8, 70)], 'A *YES 70, B *YES 70: rejected A, B 8 70'],
    [
      'it may have taken one',
      [a, b],
      { rfps: inSeventy },
      [noAfterLost, no],
      'A *YES 70, B *YES 70: rejected A, rejected B',
    ],
    ['one is held', [a, b], { rfps: inSeventy }, [held, no], 'A *YES 70, B *YES 70: conflict A 7, rejected B'],
    [
      'a named one gets keys, and its own again where it is closed',
      [named12('A'), b, named12('C')],
      { ...keys, rfps: [['12', 12]] },
      [made(7, 12), made(8, 77), no, made(9, 78)],
      'A *YES 12 keys, B *NEW keys, C *YES 12, C *NEW keys: A 7 12, B 8 77, C 9 78',
    ],
  ])('%s', play);
});

const of = (objn: string, known?: Known) => asking(named(objn, { fields: userless }), known);
const group = chooseRfpGroup(named('A', { fields: userless }), run);
const lostOnce: Known = {
  tried: [tried({ fields: { ...named('A').fields, user: undefined as never }, group, run: '4711-0' })],
};
const lost = of('A', lostOnce);
const shown = answered({ request: { ...named('A').fields, rfp: 77 } });
const [jane, joe] = [answered({ request: { user: 'JANE' } }), answered({ request: { user: 'JOE' } })];
const keys = { pipeline };
const once = 'A *NEW keys, #7, B *NO';
const again = `${once}, A *NEW keys, #7, #8`;

describe('the leader may have been made, and the user to prove it is not known', () => {
  test.each<Row>([
    [
      'a create in no RFP tells it: ours, and that joins it',
      [lost, of('B')],
      keys,
      [held, shown, made(8), held, shown, jane, joined(77), joined(77)],
      `${again}, #7, #8 *YES 77: updated A 7 77, B 8 77`,
    ],
    [
      'theirs, and that opens one',
      [lost, of('B')],
      keys,
      [held, shown, made(8), held, shown, joe, joined(78)],
      `${again}, #8 *NEW: conflict A 7, B 8 78`,
    ],
    [
      'it cannot join: a second row says so',
      [lost, of('B')],
      keys,
      [held, shown, made(8), held, shown, jane, joined(77), no],
      `${again}, #7, #8 *YES 77: updated A 7 77, B 8, rejected B 8`,
    ],
    [
      'that is refused: the next',
      [lost, of('B'), of('C')],
      keys,
      [held, shown, no, made(8), held, shown, joe, joined(78)],
      'A *NEW keys, #7, B *NO, C *NO, A *NEW keys, #7, #8, #8 *NEW: conflict A 7, rejected B, C 8 78',
    ],
    [
      'creates go before updates',
      [lost, of('B', { stands: { objectId: 5 } }), of('C')],
      {},
      [held, shown, made(8), held, shown, jane, joined(77), joined(77), joined(77)],
      'A *NEW, #7, C *NO, A *NEW, #7, #8, #7, #5 *YES 77, #8 *YES 77: updated A 7 77, updated B 5 77, C 8 77',
    ],
    [
      'nothing tells it: no second RFP',
      [lost, of('B', { stands: { objectId: 5 } })],
      {},
      [held, shown, joined(0)],
      'A *NEW, #7, #5: conflict A 7, updated B 5, notAttempted B',
    ],
    [
      'two of them: the first opens it, the other joins',
      [lost, of('B', { stands: { objectId: 5 }, tried: [tried({ objectId: 5 })] }), of('C')],
      keys,
      [held, shown, joined(0), made(8), held, shown, joe, joined(78), joined(78)],
      'A *NEW keys, #7, #5, C *NO, A *NEW keys, #7, #8, #5 *NEW, #8 *YES 78: conflict A 7, updated B 5 78, C 8 78',
    ],
    [
      'it is asked, and does not tell',
      [lost, of('B')],
      keys,
      [held, shown, made(8), held, shown, lostAnswer],
      `${again}: conflict A 7, B 8, notAttempted B`,
    ],
    [
      'in a named RFP nothing is opened',
      [lost, of('B')],
      { mode: 44 },
      [held, shown, made(8, 44)],
      'A *YES 44, #7, B *YES 44: conflict A 7, B 8 44',
    ],
    [
      'that only compiles',
      [asking(named('A', { ...compiled, fields: userless }), lostOnce), of('B')],
      keys,
      [held, shown, made(8), held, shown, jane, joined(77)],
      `${again}, #8 *YES 77: covered A 7, B 8 77`,
    ],
    [
      'that has no number to ask for',
      [lost, of('B')],
      keys,
      [held, shown, answered({ msg: 'Created' })],
      `${once}: conflict A 7, B, notAttempted B`,
    ],
    [
      'that has another user, so it does not tell',
      [b, lost],
      keys,
      [made(8, 78), held, shown],
      'B *NEW keys, A *NEW keys, #7: B 8 78, conflict A 7',
    ],
    [
      'an update has told it',
      [of('B', { stands: { objectId: 5, rfp: 70 } }), lost],
      keys,
      [jane, held, shown, joined(77)],
      '#5, A *NEW keys, #7, #7: updated B 5 70, updated A 7 77',
    ],
    [
      'an update of one with a user does not',
      [of('B', { stands: { objectId: 5, rfp: 70, fields: named('B').fields } }), lost],
      keys,
      [jane, held, shown],
      '#5, A *NEW keys, #7: updated B 5 70, conflict A 7',
    ],
    [
      'nor one that gives it a user',
      [asking(named('B'), { stands: { objectId: 5, rfp: 70, fields: userless } }), lost],
      keys,
      [jane, held, shown],
      '#5, A *NEW keys, #7: updated B 5 70, conflict A 7',
    ],
    [
      'nor does a compilation whose request is not told',
      [asking(named('A', { ...compiled }), { tried: [tried()] }), b],
      keys,
      [held, lostAnswer, made(8)],
      'A *NEW keys, #7, B *NO: covered A 7, B 8, notAttempted B',
    ],
    ['the run is stopped', [lost, of('B')], keys, [held, shown, stopped], `${once}: conflict A 7, notAttempted B`],
  ])('%s', play);
});

test('a number of an RFP: all join it, also where no answer names it', async () => {
  await play('', [a, b], { mode: 44 }, [made(7), made(8)], 'A *YES 44, B *YES 44: A 7, B 8');
});

test('a stopped run says so of all that is left', async () => {
  const { filed } = await file([lost, of('B'), of('C')], {}, [held, shown, stopped]);
  expect(filed.slice(1).map(({ rows }) => rows[0]?.msg)).toEqual(['HTTP 401', 'HTTP 401']);
});

test('what warns of the two calls of one row is told once', async () => {
  const warned = answered({ sev: 20, msg: 'Mind', request: { rfp: 77 } });
  const first = answered({ sev: 20, msg: 'Mind', request: { objectId: 8 } });
  const { filed, rfps } = await file([lost, of('B')], keys, [
    held,
    shown,
    first,
    held,
    shown,
    jane,
    joined(77),
    warned,
  ]);
  expect(filed[1]?.rows).toMatchObject([{ outcome: 'created', warnings: ['Mind'], used: { rfp: 77 } }]);
  expect([...rfps]).toEqual([[group, 77]]);
});

test('a named RFP stays known where all are in it', async () => {
  const { rfps } = await file([create('A', tried({ group: '12' }))], { ...keys, rfps: [['12', 12]] }, [made(7, 12)]);
  expect([...rfps]).toEqual([['12', 12]]);
});

test('what could not join its RFP is tried by the next run', async () => {
  const came = await file([lost, of('B')], keys, [held, shown, made(8), held, shown, jane, joined(77), no]);
  expect(came.filed[1]?.checkOut).toMatchObject({
    stands: { objectId: 8, rfp: 0 },
    tried: [{ does: 'file', objectId: 8 }],
  });
});

test('each object is reported once, also one whose create waits for the others', async () => {
  const { ended } = await file([update('A', 5, 70), b, update('C', 6, 70)], {}, [
    movedOn,
    joined(70),
    made(8, 77),
    made(7, 77),
  ]);
  expect(ended).toEqual(['C', 'A', 'B']);
});
