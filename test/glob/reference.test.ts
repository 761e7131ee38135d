import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileGlob, GlobError } from '../../src/glob/compile-glob.ts';
import { matchGlob } from '../../src/glob/match.ts';
import { matchPath, type Name, type Part, written } from './reference.ts';

const parts = fc.constantFrom<Part>(
  '*',
  '?',
  { word: 'a' },
  { word: 'b-c' },
  { word: 'd' },
  { number: 'lvl' },
  { number: 'task' },
  ...['x', 'y', '1', '-', '.', '"', '(', ')', '|', '\\', '*', '[', '}', 'xy', '\\\\'].map((text) => ({ text })),
);
const names = fc.oneof({ arbitrary: fc.array(parts, { minLength: 1, maxLength: 6 }), weight: 3 }, fc.constant('**'));
const patterns = fc.array(names as fc.Arbitrary<Name>, { minLength: 1, maxLength: 5 });
const isStar = (part: Part | undefined) => part === '*';

/** A name that the parts match, mostly. */
function grow(name: Name, at: () => number): string {
  const pick = (...texts: string[]) => texts[at() % texts.length] ?? '';
  if (name === '**') return pick('x', 'x/y', '1/x/-', '.x');
  return name
    .map((part) => {
      if (part === '?') return pick('x', '1', '-');
      if (part === '*') return pick('', 'x', '1-x', 'xyx');
      if ('text' in part) return part.text;
      return 'word' in part ? pick('x', '-', 'x1', 'y.x-1') : pick('1', '12', '111');
    })
    .join('');
}

test('matches and captures what the plainest reading of a pattern does', () => {
  const seen = { matched: 0, not: 0, refused: 0 };
  fc.assert(
    fc.property(patterns, fc.array(fc.nat(), { minLength: 1 }), fc.boolean(), (pattern, numbers, cut) => {
      fc.pre(pattern.every((name) => name === '**' || !name.some((part, at) => isStar(part) && isStar(name[at + 1]))));
      let next = 0;
      const at = () => numbers[next++ % numbers.length] ?? 0;
      const path = pattern.map((name) => grow(name, at)).join('/');
      const held = cut ? path.slice(0, -1) : path;
      // Git has no such names: empty, or steps up and to the same place.
      fc.pre(held.split('/').every((name) => !['', '.', '..'].includes(name)));
      try {
        const found = matchGlob(compileGlob(written(pattern), false), held);
        expect(found).toEqual(matchPath(pattern, held));
        seen[found === null ? 'not' : 'matched'] += 1;
      } catch (error) {
        if (!(error instanceof GlobError)) throw error;
        seen.refused += 1;
        expect(error.message).toMatch(/twice|two numbers/);
      }
    }),
    { numRuns: 2000 },
  );
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(100);
});
