import { expect, test } from 'vitest';
import { setAside } from '../../src/plan/set-aside.ts';
import { changesOf, type Tree } from './support.ts';

const aside = (before: Tree, after: Tree, goes: readonly string[]) => {
  const because = { kind: 'superseded', why: 'newer' } as const;
  const { kept, leftOut } = setAside(changesOf(before, after), (key) => goes.includes(key), because);
  return {
    kept: kept.map((change) => [change.before?.path.text ?? null, change.after?.path.text ?? null]),
    leftOut: leftOut.map(({ path, previousPath, why, error }) => [path.text, previousPath?.text ?? null, why, error]),
  };
};

test.each<[string, Tree, Tree, string[], unknown[], unknown[]]>([
  ['nothing goes', {}, { a: '1' }, ['b'], [[null, 'a']], []],
  ['an added file', {}, { a: '1' }, ['a'], [], [['a', null, 'newer', false]]],
  ['an edited file', { a: '1' }, { a: '2' }, ['a'], [], [['a', null, 'newer', false]]],
  ['a deleted file', { a: '1' }, {}, ['a'], [], [['a', null, 'newer', false]]],
  ['both names of a rename', { a: '1' }, { b: '1' }, ['a', 'b'], [], [['b', 'a', 'newer', false]]],
  [
    'the old name of a rename: the new one stands by itself',
    { a: '1' },
    { b: '1' },
    ['a'],
    [['b', 'b']],
    [['a', null, 'newer', false]],
  ],
  [
    'the new name of a rename: the old one is gone',
    { a: '1' },
    { b: '1' },
    ['b'],
    [['a', null]],
    [['b', null, 'newer', false]],
  ],
])('%s', (_, before, after, goes, kept, leftOut) => {
  expect(aside(before, after, goes)).toEqual({ kept, leftOut });
});
