import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadMapping, MappingError } from '../../src/mapping/load.ts';
import { explainMatch } from '../../src/mapping/match.ts';
import { compile, indexed, plainly, type Rules, run } from './indexed.ts';
import { keys } from './keys.ts';

describe('the indexed rules', () => {
  const directories = ['', 'a', 'A', 'a/b', 'b', 'a/b/a', 'x.pf'];
  const ends = [
    ...['x', 'x.pf', 'X.PF', '.pf', 'a.pf.pf', 'x.p\u017f', 'x.\u212a', 'a.k', 'a.lf', 'x.', 'x.p\u00e4', 'a.b/x'],
  ];
  const gpaths = ['', '*', '**', 'a/**', '**/a', 'a/*', '{dir}', '{a,b}', '{dir}/**/a', 'a*'];
  const gfiles = [
    ...['*', '*.pf', '*.PF', '*.{pf,lf}', '{name}.k', 'x*', '*.p?', '*.p[fs]', '*.p\u00c4', 'x.', '*.ps', '*{.pf,}'],
  ];
  const paths = '** **/*.pf a/** a/b/*.lf {dir}/{name}.pf {a,b/**}/x* x.pf {a/**,b}/*.{k,pf} x.pf/**'.split(' ');

  const globs = (patterns: string[]) => fc.oneof(fc.constantFrom(...patterns), fc.subarray(patterns, { minLength: 1 }));
  const match = fc.oneof(
    fc.record({ path: globs(paths) }),
    fc.record({ gpath: globs(gpaths), gfile: globs(gfiles) }),
    fc.record({ gpath: globs(gpaths) }),
    fc.record({ gfile: globs(gfiles), repo: fc.constantFrom('ORD*', 'WEB') }),
    fc.record({ path: globs(paths), gpath: globs(gpaths), gfile: globs(gfiles) }),
  );
  const rules = fc
    .array(match, { minLength: 1, maxLength: 8, size: 'max' })
    .map((all) => all.map((one) => ({ match: one, skip: true as const })));
  const files = directories.flatMap((directory) => ends.map((end) => (directory === '' ? end : `${directory}/${end}`)));

  test('find the rule that a plain loop over all rules finds', () => {
    const found = new Map<string | undefined, number>();
    fc.assert(
      fc.property(rules, fc.shuffledSubarray(files, { minLength: 1, maxLength: 12 }), (some, tried) => {
        const mapping = compile(some as Rules);
        for (const path of tried) {
          const rule = plainly(mapping, path);
          expect([path, indexed(mapping, path)]).toEqual([path, rule]);
          expect([path, explainMatch(mapping, { path, ...run }).find((one) => one.matched)?.rule]).toEqual([
            path,
            rule,
          ]);
          found.set(rule, (found.get(rule) ?? 0) + 1);
        }
      }),
      { numRuns: 200 },
    );
    for (const rule of [undefined, 'rules[0]', 'rules[3]']) expect(found.get(rule) ?? 0).toBeGreaterThan(20);
  });
});

describe('a mapping file', () => {
  function loads(text: string): void {
    try {
      expect(loadMapping(text, 'm.yml').version).toBe(1);
    } catch (error) {
      if (!(error instanceof MappingError)) throw error;
      expect(error.problems.length).toBeGreaterThan(0);
    }
  }

  test('any text is read or refused', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), loads), { numRuns: 80 });
    const word = fc.constantFrom(
      ...['version: 1', 'rules:', 'match:', 'request:', 'branch:', '- ', '  ', '\n', '\n  ', '{', '}', '[', ']', ','],
      ...['&a ', '*a', '<<: ', '"', "'", '|', '>', '!x', '? ', ': ', 'lvl: 5', 'path: a', '\t', '#', '---', '~'],
      ...['"{x}"', 'skip: x', '__proto__: '],
    );
    const texts = fc.array(word, { maxLength: 25 }).map((words) => words.join(''));
    fc.assert(fc.property(texts, loads), { numRuns: 80 });
  });

  test('any tree of values is read or refused', () => {
    const name = fc.constantFrom(...keys.top, 'match', 'request', 'lvl', 'branch', 'skip');
    const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
    const inside = (tree: fc.Arbitrary<unknown>) =>
      fc.oneof(leaf, fc.array(tree, { maxLength: 3 }), fc.dictionary(name, tree, { maxKeys: 4 }));
    const trees = inside(inside(inside(leaf)));
    const mappings = fc.dictionary(name, trees).map((tree) => JSON.stringify({ version: 1, ...tree }));
    fc.assert(fc.property(mappings, loads), { numRuns: 80 });
  });
});
