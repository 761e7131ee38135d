import { describe, expect, test } from 'vitest';
import { inTurns } from './group.ts';
import { type Pair, type Row, rowOf, spreadOf } from './row.ts';
import { tableJson, tableMarkdown } from './table.ts';

/** The benchmark itself, without a clock: what it makes of figures, and what it prints. */

const heading = { name: 'plan-3', what: 'plan 3 files', unit: 'ms' } as const;
const pairOf = (measured: number, floor: number): Pair => ({ measured, floor });
const pairs = [pairOf(60, 30), pairOf(100, 20), pairOf(40, 40)];
const machine = { date: '2026-11-21', node: '24.21.0', git: '2.39.5', cpus: 2 };

test('the median of an even number of rounds lies between the two in the middle', () => {
  expect(spreadOf([5, 1, 3])).toEqual({ min: 1, median: 3, max: 5 });
  expect(spreadOf([4, 1, 3, 10])).toEqual({ min: 1, median: 3.5, max: 10 });
});

describe('a row', () => {
  test('has the ratio of the medians, and the spread of the ratios of its rounds', () => {
    expect(rowOf(heading, pairs)).toEqual({
      ...{ ...heading, measured: 60, floor: 30, ratio: 2, spread: { min: 1, max: 5 }, target: null, met: null },
      runs: 3,
    });
  });

  test.each([
    [{ of: 'ratio', atMost: 2 }, true],
    [{ of: 'ratio', atMost: 1.99 }, false],
    [{ of: 'ratio', atLeast: 2 }, true],
    [{ of: 'ratio', atLeast: 2.01 }, false],
    [{ of: 'measured', atMost: 60 }, true],
    [{ of: 'measured', atMost: 59 }, false],
  ] as const)('with the target %j: met is %j', (target, met) => {
    expect(rowOf({ ...heading, target }, pairs)).toMatchObject({ target, met });
  });

  test('may have no floor, but not for some rounds only', () => {
    const without = pairs.map(({ measured }) => ({ measured, floor: null }));
    expect(rowOf(heading, without)).toMatchObject({ measured: 60, floor: null, ratio: null, spread: null });
    expect(() => rowOf(heading, [...pairs, ...without])).toThrow('plan-3: some rounds have no floor');
    expect(() => rowOf(heading, [])).toThrow('plan-3: no round was counted');
  });
});

test('both sides take turns, and so does who goes first; the first round is not counted', async () => {
  const order: string[] = [];
  const side = (name: string) => () => Promise.resolve(order.push(name));
  expect(await inTurns(2, side('a'), side('b'))).toEqual([pairOf(4, 3), pairOf(5, 6)]);
  expect(order.join('')).toBe('abbaab');
});

describe('the table', () => {
  const rows: readonly Row[] = [
    rowOf({ ...heading, target: { of: 'ratio', atMost: 1.6 } }, pairs),
    rowOf({ name: 'memory', what: 'peak memory', unit: 'MiB', target: { of: 'measured', atMost: 150 } }, [
      { measured: 131.4, floor: null },
    ]),
  ];

  test('for the page', () => {
    expect(tableMarkdown(rows, machine).split('\n').slice(2, 5)).toEqual([
      '| row | what | measured | floor | unit | ratio | spread | runs | target | verdict |',
      '| --- | --- | ---: | ---: | --- | ---: | --- | ---: | --- | --- |',
      '| plan-3 | plan 3 files | 60 | 30 | ms | 2.00 | 1.00 to 5.00 | 3 | <= 1.6x | MISSED |',
    ]);
  });

  test('for programs', () => {
    expect(JSON.parse(tableJson(rows, machine))).toEqual({ version: 1, ...machine, rows });
  });
});
