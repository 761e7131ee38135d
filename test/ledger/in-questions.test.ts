import { expect, test } from 'vitest';
import { inQuestions, mostInQuestion } from '../../src/ledger/in-questions.ts';

const most = mostInQuestion;

test.each<[string, number[], number[][]]>([
  ['nothing', [], []],
  ['small ones together', [1, 2, 3], [[1, 2, 3]]],
  ['as many as go into one', [most - 1, 1, 1], [[most - 1, 1], [1]]],
  ['a long one by itself', [1, most + 1, 1, 1], [[1], [most + 1], [1, 1]]],
  ['empty ones behind a full one', [most, 0, 1], [[most, 0], [1]]],
  ['one of which no size is known', [Number.POSITIVE_INFINITY, 1], [[Number.POSITIVE_INFINITY], [1]]],
])('%s', (_, sizes, questions) => {
  expect(inQuestions(sizes, (size) => size)).toEqual(questions);
});
