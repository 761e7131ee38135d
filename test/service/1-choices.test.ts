import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { choices } from '../../src/service/choices.ts';
import { choicesTable } from '../../src/service/reference.ts';
import { proofsOfCalls } from './1-choices/calls.ts';
import { proofsOfPlaces } from './1-choices/places.ts';
import { proofsOfRequests } from './1-choices/requests.ts';
import { proofsOfRfps } from './1-choices/rfps.ts';

/** By topic; a choice without a proof fails, and so does a proof of what is no choice any more. */
const proofs = new Map([...proofsOfCalls, ...proofsOfRequests, ...proofsOfPlaces, ...proofsOfRfps]);

test('§1 to §9 every choice has one proof', () => {
  expect([...proofs.keys()].sort()).toEqual(choices.map(({ topic }) => topic).sort());
});

test.each(choices)('our choice, $topic: $choice', ({ topic }) => proofs.get(topic)?.());

test('docs/service.md shows the table of choices', () => {
  const page = readFileSync('docs/service.md', 'utf8');
  const shown = /<!-- choices -->\n([\s\S]*?)\n<!-- \/choices -->/.exec(page)?.[1];
  expect(shown).toBe(choicesTable());
});
