import { describe, expect, test } from 'vitest';
import { filed } from '../../src/checkout/outcome.ts';
import { explainAffected, toReportDependents } from '../../src/report/dependents.ts';
import { toReportRequest } from '../../src/report/report-json.ts';
import { dependent, recompiled } from './affected-support.ts';
import { planned } from './support.ts';

const use = 'include' as const;
const cause = (path: string, ...via: string[]) => ({ path, use, via });

describe('why', () => {
  test.each([
    [['A', 'B', 'C'], 'uses A and B and C'],
    [['A', 'B', 'C', 'D'], 'uses A and B and C, and 1 other changed file'],
    // More than ten are not told.
    [[...'ABCDEFGHIJ'], 'uses A and B and C, and 7 other changed files or more'],
  ])('of changed files %j', (paths, why) => {
    expect(explainAffected(dependent('P', { because: paths.map((path) => cause(path)) }))).toBe(why);
  });

  test.each([
    [['bind', 'include'] as const, 'binds A, and uses B'],
    [['include', 'bind'] as const, 'uses A, and binds B'],
  ])('of one that is bound, and one that is used: %j', (uses, why) => {
    const because = uses.map((of, n) => ({ ...cause('AB'.charAt(n)), use: of }));
    expect(explainAffected(dependent('P', { because }))).toBe(why);
  });

  test.each([
    [3, 'uses V0, which uses V1, which uses V2, which uses Z'],
    [4, 'uses V0, which uses V1, which uses V2, which uses V3, which uses Z'],
    [5, 'uses V0, which uses V1, which uses V2, which uses 2 others on the way to Z'],
    [500, 'uses V0, which uses V1, which uses V2, which uses 497 others on the way to Z'],
  ])('by way of %i files', (count, why) => {
    const via = Array.from({ length: count }, (_, n) => `inc/V${n}.RPGLEINC`);
    expect(explainAffected(dependent('P', { because: [cause('Z.RPGLEINC', ...via)] }))).toBe(why);
  });

  test.each([
    ['q/ORD100.PGM.RPGLE', 'ORD100'],
    ['ORD100-Entry.RPGLE', 'ORD100'],
    ['.hidden', '.hidden'],
    ['INC', 'INC'],
  ])('%j is called %s', (path, name) => {
    expect(explainAffected(dependent('P', { because: [cause(path)] }))).toBe(`uses ${name}`);
  });
});

test('the place of the request is that of its object, type and reason', () => {
  const identity = { appl: 'ORD', lvl: 50, type: '*PGM', objn: 'A', rpth: null };
  const fields = { objt: '*PGM' };
  const asked = planned('A.RPGLE', { identity, fields, reason: '*RECOMPILE' });
  const others = [
    filed(planned('A.PF', { identity: { ...identity, type: '*FILE' }, fields: { objt: '*FILE' } }), 'created'),
    filed({ ...asked, reason: '*UPDATE' }, 'withdrawn'),
    recompiled('B', 'created'),
  ];
  const row = {
    ...{ path: 'A.RPGLE', identity, objt: '*PGM', reason: '*RECOMPILE' as const, onlyReported: false },
    because: [{ ...cause('INC'), deleted: false }],
    ...{ ambiguous: false, leftOut: null },
  };
  const placeIn = (rows: readonly ReturnType<typeof filed>[], request: typeof asked | null) =>
    toReportDependents([{ ...row, request }], rows.map(toReportRequest)).map((one) => one.request);
  expect(placeIn([...others, filed(asked, 'created')], asked)).toEqual([3]);
  expect(placeIn(others, asked)).toEqual([null]);
  // Without a type in the mapping the identity has the attribute, and the service answers with a type.
  const byAttribute = { ...asked, identity: { ...identity, type: 'RPGLE' }, fields: { attr: 'RPGLE' } };
  const answered = { ...filed(byAttribute, 'created'), used: { objt: '*PGM' } };
  expect(placeIn([...others, answered], byAttribute)).toEqual([3]);
  expect(placeIn([filed(asked, 'created')], null)).toEqual([null]);
  expect(toReportDependents([{ ...row, request: null }], [])).toEqual([
    {
      ...{ path: 'A.RPGLE', appl: 'ORD', lvl: 50, objn: 'A', objt: '*PGM', reason: '*RECOMPILE', request: null },
      because: [{ path: 'INC', use: 'include', via: [] }],
    },
  ]);
});
