import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { proofsOfCalls } from './1-choices/calls.ts';
import { proofsOfPlaces } from './1-choices/places.ts';
import { proofsOfRequests } from './1-choices/requests.ts';
import { proofsOfRfps } from './1-choices/rfps.ts';

/** By topic; a choice without a proof fails, and so does a proof of what is no choice any more. */
const allProofs = [...proofsOfCalls, ...proofsOfRequests, ...proofsOfPlaces, ...proofsOfRfps];
const proofs = new Map(allProofs);

/** The rows of the table in docs/service.md that says what this service does where the interface is silent. */
const table = readFileSync('docs/service.md', 'utf8').split('| open in the interface | our choice | why |\n')[1] ?? '';
const choices = Array.from(table.matchAll(/^\| (?!---)(.*?) \| (.*?) \| (.*) \|$/gm), ([, topic, choice, why]) => ({
  topic: plain(topic),
  choice: plain(choice),
  why: plain(why),
}));

/** The text of a cell: what would be markup has a backslash before it. */
function plain(cell = ''): string {
  return cell.replace(/\\([*<|_])/g, '$1');
}

test('§1 to §9 every choice has one topic and one proof', () => {
  const topics = choices.map(({ topic }) => topic);
  expect(new Set(topics).size).toBe(topics.length);
  expect(proofs.size).toBe(allProofs.length);
  expect([...proofs.keys()].sort()).toEqual(topics.sort());
});

test('§1 to §9 a choice and its reason are sentences', () => {
  for (const { choice, why } of choices) {
    for (const text of [choice, why]) expect(text).toMatch(/^\S.* .*\.$/);
  }
});

test('the rows are one table, and nothing in a cell is markup', () => {
  const rows = table.trimEnd().split('\n').slice(1);
  expect(choices).toHaveLength(rows.length);
  for (const row of rows) expect(row.match(/(?<!\\)[*<_]/)).toBeNull();
});

test.each(choices)('our choice, $topic: $choice', ({ topic }) => proofs.get(topic)?.());
