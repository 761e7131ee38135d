import { expect, test } from 'vitest';
import { setAside } from '../../src/plan/set-aside.ts';
import { changesOf, type Tree } from './support.ts';

const newer = { code: 'skip', why: 'newer' } as const;

const aside = (before: Tree, after: Tree, goes: readonly string[]) => {
  const { kept, leftOut } = setAside(changesOf(before, after), (key) => goes.includes(key), newer);
  return {
    kept: kept.map((change) => [change.before?.path.text ?? null, change.after?.path.text ?? null]),
    leftOut: leftOut.map(({ path, previousPath, because }) => [path.text, previousPath?.text ?? null, because]),
  };
};

test.each<[string, Tree, Tree, string[], unknown[], unknown[]]>([
  ['nothing goes', {}, { a: '1' }, ['b'], [[null, 'a']], []],
  ['an added file', {}, { a: '1' }, ['a'], [], [['a', null, newer]]],
  ['an edited file', { a: '1' }, { a: '2' }, ['a'], [], [['a', null, newer]]],
  ['a deleted file', { a: '1' }, {}, ['a'], [], [['a', null, newer]]],
  ['both names of a rename', { a: '1' }, { b: '1' }, ['a', 'b'], [], [['b', 'a', newer]]],
  [
    'the old name of a rename: the new one stands by itself',
    { a: '1' },
    { b: '1' },
    ['a'],
    [['b', 'b']],
    [['a', null, newer]],
  ],
  ['the new name of a rename: the old one is gone', { a: '1' }, { b: '1' }, ['b'], [['a', null]], [['b', null, newer]]],
])('%s', (_, before, after, goes, kept, leftOut) => {
  expect(aside(before, after, goes)).toEqual({ kept, leftOut });
});
