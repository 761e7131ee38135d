import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { choices } from '../../src/service/choices.ts';
import { choicesTable } from '../../src/service/reference.ts';
import { proofsOfCalls } from './1-choices/calls.ts';
import { proofsOfPlaces } from './1-choices/places.ts';
import { proofsOfRequests } from './1-choices/requests.ts';
import { proofsOfRfps } from './1-choices/rfps.ts';

/** By topic; a choice without a proof fails, and so does a proof of what is no choice any more. */
const allProofs = [...proofsOfCalls, ...proofsOfRequests, ...proofsOfPlaces, ...proofsOfRfps];
const proofs = new Map(allProofs);

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

test.each(choices)('our choice, $topic: $choice', ({ topic }) => proofs.get(topic)?.());

test('docs/service.md shows the table of choices', () => {
  const page = readFileSync('docs/service.md', 'utf8');
  const shown = /<!-- choices -->\n([\s\S]*?)\n<!-- \/choices -->/.exec(page)?.[1];
  expect(shown).toBe(choicesTable());
});
