import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileGlob, GlobError } from '../../src/glob/compile-glob.ts';
import { matchGlob } from '../../src/glob/match.ts';
import { bounded, quickest as quickestOf } from '../spent.ts';
import '../seed.ts';

/** The first compilation does not count. */
function quickest(glob: string, text: string, tries: number): number {
  const compiled = compileGlob(glob, true);
  return quickestOf(() => matchGlob(compiled, text), tries);
}

const captures = (count: number, after: string) => Array.from({ length: count }, (_, n) => `{c${n}}${after}`).join('');
const numbers = ['lvl', 'task', 'stsk', 'rfp', 'csqo'];

describe('no match takes over 50 ms', () => {
  // Git and file systems know no longer name than 255 and no longer path than 4,096 bytes.
  test.each([
    ['stars', `${'*a'.repeat(490)}*c*`, 'a'.repeat(255)],
    ['stars before a number', '*{lvl}a*b', '1'.repeat(255)],
    ['numbers between stars', `*${numbers.map((name) => `{${name}}-*`).join('')}x`, '1-'.repeat(127)],
    ['captures', `${captures(60, 'a')}[c]`, 'a'.repeat(255)],
    ['captures side by side', `${captures(60, '')}[c]`, 'a'.repeat(255)],
    ['single characters', `*${'?'.repeat(200)}b*${'?'.repeat(50)}c*`, 'a'.repeat(255)],
    ['names with stars', `${'*a*a/'.repeat(150)}[c]`, `${'aaa/'.repeat(150)}a`],
    ['names with numbers', `${'*a*/'.repeat(60)}*{lvl}/*{task}/*{rfp}/x`, `${'aa/'.repeat(60)}111/111/111/y`],
    ['globstars', `${'**/a/'.repeat(60)}[c]`, `${'a/'.repeat(2047)}a`],
    ['globstars and stars', `${'**/*a*a*a/'.repeat(60)}[c]`, `${'aaaaaa/'.repeat(580)}a`],
    ['choices', `${'{*a,*aa}'.repeat(8)}[c]`, 'a'.repeat(255)],
    ['choices and a number', `**/*{lvl}${'{a,b}'.repeat(8)}`, '1'.repeat(255)],
  ])('%s', (_, glob, text) => {
    expect(bounded(() => matchGlob(compileGlob(glob, true), text))).toBeNull();
    expect(quickest(glob, text, 5)).toBeLessThan(50);
  });

  test('any pattern on any name of 255 characters', () => {
    const pieces = [
      ...['*', '*a', '*1', '?', '/', '/**/', 'a', '1', '.', '-', '[a-c]', '[!b]', '{a,aa}', '{*,a*}', '{*a,}'],
    ];
    const words = ['x', 'y', 'z', ...numbers].map((word) => `{${word}}`);
    const glob = fc
      .array(fc.constantFrom(...pieces, ...words), { maxLength: 40 })
      .map((parts) => parts.filter((part, at) => !words.includes(part) || parts.indexOf(part) === at).join(''));
    const name = fc
      .tuple(fc.array(fc.constantFrom('a', '1', 'aa1', '1-', '.', 'b'), { minLength: 1, maxLength: 3 }), fc.nat(3))
      .map(([parts, slashes]) => parts.join('').repeat(255).slice(0, 255).concat('/').repeat(slashes).concat('a'));
    let tried = 0;
    fc.assert(
      fc.property(glob, name, (pattern, text) => {
        try {
          expect(quickest(pattern, text, 3)).toBeLessThan(50);
          tried += 1;
        } catch (error) {
          if (!(error instanceof GlobError)) throw error;
        }
      }),
      { numRuns: 300 },
    );
    expect(tried).toBeGreaterThan(170);
  });
});
