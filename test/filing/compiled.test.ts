import { describe, expect, test } from 'vitest';
import type { Should } from '../../src/checkout/next.ts';
import type { CallResult } from '../../src/client/results.ts';
import { toGitPath } from '../../src/git/git-path.ts';
import type { Standing } from '../../src/ledger/record.ts';
import { checkOut, path, planned, standing } from '../checkout/support.ts';
import { answered, fileAll, fileOne, held, lostAnswer, movedOn, refusedAs, stopped } from './scripted.ts';

/** Requests that only compile (design §13): an open one is asked for, and causes are filed first. */

const fields = { ...planned().fields, csqo: 5 };
const compiling = (more: object = {}, waitsFor: readonly string[] = []) =>
  planned({ reason: '*RECOMPILE', blob: null, fields, dependent: { causes: {}, waitsFor }, ...more });
const created = answered({ msg: 'Request created', request: { objectId: 8 } });

describe('what stands compiles the object: it is asked whether it is still open', () => {
  const ask = { objectId: 7 };
  const own = { reason: '*RECOMPILE', blob: null, fields, user: 'JANE', rfp: 77 } as const;
  const inOrder3 = { ...own, fields: { ...fields, csqo: 3 } };
  const { csqo: _, ...unordered } = fields;
  const refused = { outcome: 'rejected', objectId: 7, msg: 'no' };
  const kept = { outcome: 'unchanged', objectId: 7, rfp: 77, sev: 10, msg: 'Request updated', used: null };
  const reply = { rfp: '78', user: 'JOE' };
  test.each<[string, Partial<Standing>, object, CallResult[], object[], object, object | null]>([
    ['it is', own, {}, [answered()], [ask], kept, own],
    [
      'it is elsewhere',
      own,
      {},
      [answered({ request: reply })],
      [ask],
      { rfp: 78, used: reply },
      { rfp: 78, user: 'JOE' },
    ],
    [
      'its place in the compile order changes',
      inOrder3,
      {},
      [answered()],
      [{ ...ask, csqo: 5 }],
      { ...kept, outcome: 'updated' },
      own,
    ],
    ['none is mapped any more', inOrder3, { fields: unordered }, [answered()], [ask], kept, inOrder3],
    [
      'that of a migration stays',
      { ...inOrder3, reason: '*MIGRATE' },
      {},
      [answered()],
      [ask],
      { ...kept, msg: 'request 7 (*MIGRATE) of this branch compiles it' },
      { reason: '*MIGRATE', fields: inOrder3.fields },
    ],
    [
      'it has moved on',
      own,
      {},
      [movedOn, created],
      [ask, { objn: 'ORD100' }],
      { outcome: 'created', objectId: 8 },
      { objectId: 8 },
    ],
    [
      'it has moved on, and still holds the object',
      own,
      {},
      [movedOn, held],
      [ask, { objn: 'ORD100' }],
      { outcome: 'conflict', objectId: 7, needsPerson: true },
      null,
    ],
    ['it is refused', own, {}, [refusedAs('no')], [ask], refused, own],
    ['no answer', own, {}, [lostAnswer], [ask], { outcome: 'unknown', objectId: 7, needsPerson: false }, own],
    ['stopped', own, {}, [stopped], [ask], { outcome: 'notAttempted', objectId: 7 }, own],
  ])('%s', async (_name, was, more, answers, sent, row, stands) => {
    const should: Should = { kind: 'compiled', request: compiling(more) };
    const came = await fileOne({ should, known: checkOut({ stands: standing(was) }) }, ...answers);
    expect(came.calls.map((call) => call.fields)).toMatchObject(sent);
    expect(came.calls[0]?.fields).toEqual(sent[0]);
    expect(came.rows).toMatchObject([row]);
    expect(came.believed ?? { stands: null, tried: [] }).toMatchObject({
      stands,
      tried: answers.includes(lostAnswer) ? [{ does: 'file', objectId: 7 }] : [],
    });
    expect(came.ended.isSent).toBe(!answers.includes(stopped));
  });
});

describe('a compilation goes after the files that cause it', () => {
  const other = 'SRC/OTHER.RPGLE';
  const cause = planned({ path: toGitPath('INC.RPGLE'), identity: { ...planned().identity, objn: 'INC' } });
  const refusal = refusedAs('no');
  test.each<[string, waitsFor: string[], previous: string | null, CallResult[], calls: number, left: string[]]>([
    ['filed: it is sent', ['INC.RPGLE'], null, [created, created], 2, []],
    ['not filed: it waits', ['INC.RPGLE', other], null, [refusal], 1, ['INC.RPGLE']],
    ['nor under its old name', [other], other, [refusal], 1, [other]],
    ['only withdrawn: it waits', ['INC.RPGLE'], 'withdrawn', [answered(), refusal], 2, ['INC.RPGLE']],
    ['another is not filed: it is sent', [other], null, [refusal, created], 2, []],
    ['its own file is left to the run of the tip', [path], null, [created], 1, [path]],
  ])('%s', async (_, waitsFor, previous, answers, calls, left) => {
    const isOther = previous === 'withdrawn';
    const known = isOther
      ? checkOut({ objn: 'INC', stands: standing({ path: 'INC.RPGLE', reason: '*DELETE' }) })
      : null;
    const request = { ...cause, previousPath: previous === null || isOther ? null : toGitPath(previous) };
    const all = [
      { should: { kind: 'compiled', request: compiling({}, waitsFor) } as const },
      { should: { kind: 'request', request } as const, known },
    ];
    const came = await fileAll(all, {}, ...answers);
    expect([came.calls.length, came.filed[0]?.waitsFor, came.defect]).toEqual([calls, left, null]);
    expect(came.filed[0]?.rows.length).toBe(left.length === 0 ? 1 : 0);
    expect(came.ended).toEqual(['INC', 'ORD100']);
  });
});
