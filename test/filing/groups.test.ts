import { describe, expect, test } from 'vitest';
import type { CallResult } from '../../src/client/results.ts';
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
  held,
  heldAs,
  lostAnswer,
  movedOn,
  refusedAs,
  scriptedRun,
  stopped,
} from './scripted.ts';

/** How the objects of a push get into their RFP, one after the other (design §7 "One push, one RFP"). */

const { user: _, ...userless } = planned().fields;
const named = (objn: string, more: Partial<PlannedRequest> = {}): PlannedRequest => {
  const fields = { ...(more.fields ?? planned().fields), objn, gfile: `${objn}.RPGLE` };
  const identity = { ...planned().identity, objn };
  return planned({ path: toGitPath(`SRC/${fields.gfile}`), identity, ...more, fields });
};
const asking = (request: PlannedRequest, calls: readonly Tried[] = [], stands: Partial<Standing> | null = null) => {
  const { identity, fields, dependent, path } = request;
  const at = stands && standing({ path: path.text, fields, objectId: 5, ...stands });
  const should = { kind: dependent ? 'compiled' : 'request', request } as const;
  return { should, known: checkOut({ ...identity, stands: at, tried: calls }) };
};

const compiled = { reason: '*RECOMPILE', blob: null, dependent: { causes: {}, waitsFor: [] } } as const;
const lostDelete = tried({ reason: '*DELETE', fields: named('A').fields });
const lostUserless = tried({ fields: { ...userless, objn: 'A', gfile: 'A.RPGLE' } });
/** Objects that one letter and its marks do not tell: deleted, withdrawn, compiled (`use…`), in RFP 12, or of another user before (`was…`). */
const special: Readonly<Record<string, AskedObject>> = {
  deleteD: asking(named('D', { reason: '*DELETE', blob: null }), [tried({ reason: '*DELETE' })]),
  afterDeleteA: asking(named('A'), [lostDelete]),
  outA: asking(named('A'), [tried({ objectId: 5 }), withdrawing({ objectId: 5 })], { rfp: 70 }),
  drawnU: asking(named('U'), [withdrawing({ objectId: 5 })], { rfp: 70 }),
  'useA#5@70': asking(named('A', compiled), [], { rfp: 70, reason: '*RECOMPILE' }),
  'useA?': asking(named('A', compiled), [tried()]),
  'useA!?': asking(named('A', { ...compiled, fields: userless }), [lostUserless]),
  A12: asking(named('A'), [tried({ group: '12' })]),
  C12: asking(named('C'), [tried({ group: '12' })]),
  'B!wasB': asking(named('B', { fields: userless }), [], { rfp: 70, fields: named('B').fields }),
  'BwasB!': asking(named('B'), [], { rfp: 70, fields: userless }),
};
/** `A` is created, `A#5@70` updated in RFP 70; `!`: its user is not mapped, `?`: an ended run got no answer about it. */
function toObject(text: string): AskedObject {
  const [, objn = '', mark, number, rfp] = /^([A-Z])(!?)(#5)?(?:@(70))?\??$/.exec(text) ?? [];
  const request = named(objn, mark ? { fields: userless } : {});
  const call = tried({ objectId: number ? 5 : null, fields: request.fields });
  return special[text] ?? asking(request, text.endsWith('?') ? [call] : [], number ? { rfp: Number(rfp ?? 0) } : null);
}

const stored = { ...named('A').fields, rfp: 77 };
const answers: Readonly<Record<string, CallResult>> = {
  ...{ held, lost: lostAnswer, stopped, gone: movedOn, no: refusedAs('no'), done: answered() },
  ...{ noAfterLost: answered({ sev: 30, msg: 'no' }, true), heldAfterLost: heldAs(7, true) },
  ...{ shown: answered({ request: stored }), shownInNone: answered({ request: { ...stored, rfp: 0 } }) },
  ...{ other: answered({ request: { attr: 'CLLE' } }), noNumber: answered(), words: answered({ msg: 'into RFP 77' }) },
  ...{ jane: answered({ request: { user: 'JANE' } }), joe: answered({ request: { user: 'JOE' } }) },
  mind: answered({ sev: 20, msg: 'Mind', request: { objectId: 8 } }),
  mind77: answered({ sev: 20, msg: 'Mind', request: { rfp: 77 } }),
};
/** `7@77`: about request 7, in RFP 77. */
function toAnswer(text: string): CallResult {
  const [, objectId, rfp] = /^(\d*)@?(\d*)$/.exec(text) ?? [];
  return answers[text] ?? answered({ request: { ...(objectId && { objectId }), ...(rfp && { rfp }) } });
}

const run = { ...scriptedRun, mode: 'per-push' } as const;
const group = chooseRfpGroup(named('A'), run) ?? '';
/** Words: `keys` of a pipeline, `fail` on conflict, a mode, or the RFP that an earlier run has opened. */
function toGiven(text: string) {
  const words = text.split(' ');
  const mode = words.includes('44') ? 44 : words.includes('per-branch') ? 'per-branch' : run.mode;
  const pipeline = words.includes('keys') ? { pipe: 'JENKINS1', pipa: 'PIPE', tkey: '4711-1' } : null;
  const rfps = new Map([...(words.includes('in70') ? [[group, 70] as const] : []), ['12', 12]]);
  return {
    onConflict: words.includes('fail') ? 'fail' : 'prove',
    filing: { rfps, run: { ...run, mode, pipeline } },
  } as const;
}

const join = (...all: unknown[]) => all.filter((word) => word).join(' ');
const list = (text: string, by = ', ') => text.trim().split(by);

/** Files objects. A call is told as `A *NEW keys` (a create), `#7 *YES 77` or `out #7`, a row as `A 7 77` (created in 77) or `rejected A`. */
async function file(objects: string, how: string, given: readonly string[]) {
  const came = await fileAll(list(objects, ' ').map(toObject), toGiven(how.trim()), ...given.map(toAnswer));
  if (came.defect !== null) throw came.defect;
  const calls = came.calls.map(({ fields }) => {
    const { objn, objectId, arfp, rfp, pipe, lock } = fields as CreateFields & { objectId?: number };
    return lock === '*NO' ? `out #${objectId}` : join(objn ?? `#${objectId}`, arfp, rfp, pipe && 'keys');
  });
  const all = came.filed.flatMap(({ rows }) => rows);
  const rows = all.map(({ outcome, request, objectId, rfp }) =>
    join(outcome !== 'created' && outcome, request.identity.objn, objectId, rfp),
  );
  return { ...came, calls, rows };
}

/** Each line: a promise, the objects, how they are filed, each call with its answer, and the rows. */
function promise(text: string) {
  test.each(
    text
      .trim()
      .split('\n')
      .map((line) => list(line, '|')),
  )('%s', async (_name, objects = '', how = '', told = '', rows = '') => {
    const steps = list(told).map((step) => list(step, '='));
    const came = await file(
      objects,
      how,
      steps.map(([, answer = '']) => answer.trim()),
    );
    expect(came.calls).toEqual(steps.map(([call = '']) => call.trim()));
    expect(came.rows).toEqual(list(rows));
  });
}

describe('the first that can opens the RFP, with the keys of the pipeline; the others join it', () => {
  promise(`
    a create | A B C | keys | A *NEW keys = 7@77, B *YES 77 = 8@77, C *YES 77 = 9@77 | A 7 77, B 8 77, C 9 77
    per branch | A B | keys per-branch | A *AUTO keys = 7@77, B *YES 77 = 8@77 | A 7 77, B 8 77
    refused: the next | A B C | keys | A *NEW keys = no, B *NEW keys = 8@77, C *YES 77 = 9@77 | rejected A, B 8 77, C 9 77
    held: the next | A B | | A *NEW = held, B *NEW = 8@77 | conflict A 7, B 8 77
    also where none is taken over | A B | fail | A *NEW = held, B *NEW = 8@77 | conflict A 7, B 8 77
    refused, after an ended run tried it | A? B | | A *NEW = no, B *NEW = 8@77 | rejected A, B 8 77
    also where none is taken over | A? B | fail | A *NEW = no, B *NEW = 8@77 | rejected A, B 8 77
    held by what another made | A? B | | A *NEW = held, #7 = other, B *NEW = 8@77 | conflict A 7, B 8 77
    also what only compiles | useA? B | | A *NEW = held, #7 = other, B *NEW = 8@77 | covered A 7, B 8 77
    a number: all join it | A B | 44 | A *YES 44 = 7, B *YES 44 = 8 | A 7, B 8
    with keys on a create | A B C | keys 44 | A *YES 44 keys = no, B *YES 44 keys = 8@44, C *YES 44 = 9@44 | rejected A, B 8 44, C 9 44
    the answer names no RFP | A B | | A *NEW = 7, B *AUTO = 8@77 | A 7, B 8 77
    it names it in words | A B | | A *NEW = words, B *YES 77 = 8@77 | A 77, B 8 77
    what an ended run tried to update | B A#5? C | keys | #5 *NEW = @77, B *YES 77 keys = 8@77, C *YES 77 = 9@77 | B 8 77, updated A 5 77, C 9 77
    or to create or delete, first | U#5 C deleteD R? | | R *NEW = 7@77, D *YES 77 = 8@77, C *YES 77 = 9@77, #5 *YES 77 = @77 | updated U 5 77, C 9 77, D 8 77, R 7 77
    what is in an RFP stays there | A#5@70 B | | #5 = @70, B *NEW = 8@77 | updated A 5 70, B 8 77
    also what an ended run may have updated | A#5@70? B | | #5 = @70, B *NEW = 8@77 | updated A 5 70, B 8 77
    but not what one may have taken out | outA | | #5 *NEW = @77 | updated A 5 77
    after creates | drawnU B | | B *NEW = 8@77, #5 *YES 77 = @77 | updated U 5 77, B 8 77
    what has moved on is created with the others | A#5@70 B | | #5 = gone, A *NEW = 7@77, B *YES 77 = 8@77 | A 7 77, B 8 77
    also what only compiles | useA#5@70 B | | #5 = gone, A *NEW = 7@77, B *YES 77 = 8@77 | A 7 77, B 8 77
    what an ended run made in an RFP stays there | A? B | keys | A *NEW keys = held, #7 = shown, #7 = @77, B *YES 77 = 8@77 | updated A 7 77, B 8 77
    also if its update is lost | A? B | keys | A *NEW keys = held, #7 = shown, #7 = lost, B *YES 77 = 8@77 | unknown A 7, B 8 77
    what it made in none joins one | A? | keys | A *NEW keys = held, #7 = shownInNone, #7 *NEW = @78 | updated A 7 78
    what is withdrawn from an RFP is created there | afterDeleteA | keys | A *NEW keys = held, #7 = shown, out #7 = done, A *YES 77 = 8@77 | withdrawn A 7, A 8 77
    from none: in its own | afterDeleteA | keys | A *NEW keys = held, #7 = shownInNone, out #7 = done, A *NEW keys = 8@78 | withdrawn A 7, A 8 78
    per branch too | afterDeleteA | keys per-branch | A *AUTO keys = held, #7 = shown, out #7 = done, A *AUTO keys = 8@77 | withdrawn A 7, A 8 77
  `);
});

describe('where an RFP may have been opened and nobody knows, no second one is: the rest is left to the next run', () => {
  promise(`
    a lost answer | A B | | A *NEW = lost | unknown A, notAttempted B
    per branch the others find it | A B C | keys per-branch | A *AUTO keys = lost, B *AUTO = 8@77, C *YES 77 = 9@77 | unknown A, B 8 77, C 9 77
    refused after a lost answer | A B | | A *NEW = noAfterLost | rejected A, notAttempted B
    held after a lost answer | A B | | A *NEW = heldAfterLost, #7 = other | conflict A 7, notAttempted B
    held, and nobody asks whose it is | A? B | fail | A *NEW = held | conflict A 7, notAttempted B
    held, and whose it is is not told | A? B | | A *NEW = held, #7 = lost | notAttempted A 7, notAttempted B
  `);

  test('the row says so; of a stopped run it says why that stopped', async () => {
    const msgs = async (...given: Parameters<typeof file>) => (await file(...given)).filed.at(-1)?.rows[0]?.msg;
    const why = 'it is not known whether the RFP of this push was opened: the next run files the rest';
    expect(await msgs('A B', '', ['lost'])).toBe(why);
    expect(await msgs('A B', '', ['stopped'])).toBe('HTTP 401');
    expect(await msgs('A!? B! C!', '', ['held', 'shown', 'stopped'])).toBe('HTTP 401');
  });
});

describe('an RFP of an earlier run', () => {
  promise(`
    is joined, without keys | A B | keys in70 | A *YES 70 = 7@70, B *YES 70 = 8@70 | A 7 70, B 8 70
    it refuses all: another, with keys | A B C#5 | keys in70 | A *YES 70 = no, B *YES 70 = no, #5 *YES 70 = no, A *NEW keys = 7@77, B *YES 77 = 8@77, #5 *YES 77 = @77 | A 7 77, B 8 77, updated C 5 77
    and what has moved on is created there | C#5 | in70 | #5 *YES 70 = gone, C *YES 70 = no, C *NEW = 8@77 | C 8 77
    it refuses one | A B | in70 | A *YES 70 = no, B *YES 70 = 8@70 | rejected A, B 8 70
    it may have taken one | A B | in70 | A *YES 70 = noAfterLost, B *YES 70 = no | rejected A, rejected B
    one is held | A B | in70 | A *YES 70 = held, B *YES 70 = no | conflict A 7, rejected B
    a named one gets keys, also another for it | A12 B C12 | keys | A *YES 12 keys = 7@12, B *NEW keys = 8@77, C *YES 12 = no, C *NEW keys = 9@78 | A 7 12, B 8 77, C 9 78
  `);

  test('stays known where all are in it', async () => {
    expect([...(await file('A12', 'keys', ['7@12'])).rfps]).toEqual([['12', 12]]);
  });
});

describe('the leader may have been made, and the user to prove it is not known', () => {
  const once = 'A *NEW keys = held, #7 = shown, B *NO = 8, A *NEW keys = held, #7 = shown';
  const later = 'C *NO = 8, A *NEW = held, #7 = shown';
  promise(`
    a create in no RFP tells it: ours, and that joins | A!? B! | keys | ${once}, #8 = jane, #7 = @77, #8 *YES 77 = @77 | updated A 7 77, B 8 77
    theirs, and that opens one | A!? B! | keys | ${once}, #8 = joe, #8 *NEW = @78 | conflict A 7, B 8 78
    it cannot join: a second row says so | A!? B! | keys | ${once}, #8 = jane, #7 = @77, #8 *YES 77 = no | updated A 7 77, B 8, rejected B 8
    it is asked, and does not tell | A!? B! | keys | ${once}, #8 = lost | conflict A 7, B 8, notAttempted B
    of what only compiles | useA!? B! | keys | ${once}, #8 = jane, #8 *YES 77 = @77 | covered A 7, B 8 77
    the first that is not refused tells it | A!? B! C! | | A *NEW = held, #7 = shown, B *NO = no, ${later}, #8 = joe, #8 *NEW = @78 | conflict A 7, rejected B, C 8 78
    creates go before updates | A!? B!#5 C! | | A *NEW = held, #7 = shown, ${later}, #8 = jane, #7 = @77, #5 *YES 77 = @77, #8 *YES 77 = @77 | updated A 7 77, updated B 5 77, C 8 77
    of two the first opens one | A!? B!#5? C! | | A *NEW = held, #7 = shown, #5 = @0, ${later}, #8 = joe, #5 *NEW = @78, #8 *YES 78 = @78 | conflict A 7, updated B 5 78, C 8 78
    nothing tells it: no second RFP | A!? B!#5 | | A *NEW = held, #7 = shown, #5 = @0 | conflict A 7, updated B 5, notAttempted B
    nor what has no number | A!? B! | | A *NEW = held, #7 = shown, B *NO = noNumber | conflict A 7, B, notAttempted B
    in a named RFP nothing is opened | A!? B! | 44 | A *YES 44 = held, #7 = shown, B *YES 44 = 8@44 | conflict A 7, B 8 44
    what has a user of its own does not tell | B A!? | | B *NEW = 8@78, A *NEW = held, #7 = shown | B 8 78, conflict A 7
    an update has told it | B!#5@70 A!? | | #5 = jane, A *NEW = held, #7 = shown, #7 = @77 | updated B 5 70, updated A 7 77
    but not of what had a user | B!wasB A!? | | #5 = jane, A *NEW = held, #7 = shown | updated B 5 70, conflict A 7
    nor of what gets one | BwasB! A!? | | #5 = jane, A *NEW = held, #7 = shown | updated B 5 70, conflict A 7
    nor is told what a compilation met | useA? B | | A *NEW = held, #7 = lost, B *NO = 8 | covered A 7, B 8, notAttempted B
    the run is stopped | A!? B! | | A *NEW = held, #7 = shown, B *NO = stopped | conflict A 7, notAttempted B
  `);

  test('what warns in both calls of a row is told once, and the RFP is known', async () => {
    const told = ['held', 'shown', 'mind', 'held', 'shown', 'jane', '@77', 'mind77'];
    const { filed, rfps } = await file('A!? B!', '', told);
    expect(filed[1]?.rows).toMatchObject([{ outcome: 'created', warnings: ['Mind'], used: { rfp: 77 } }]);
    expect(rfps.get(chooseRfpGroup(named('A', { fields: userless }), run) ?? '')).toBe(77);
  });

  test('what could not join its RFP is tried by the next run', async () => {
    const { filed } = await file('A!? B!', '', ['held', 'shown', '8', 'held', 'shown', 'jane', '@77', 'no']);
    const open = [{ does: 'file', objectId: 8 }];
    expect(filed[1]?.checkOut).toMatchObject({ stands: { objectId: 8, rfp: 0 }, tried: open });
  });
});

test('each object is reported once, also one whose create waits for the others', async () => {
  expect((await file('A#5@70 B C#5@70', '', ['gone', '@70', '8@77', '7@77'])).ended).toEqual(['C', 'A', 'B']);
});
