import fc from 'fast-check';
import { expect, test } from 'vitest';
import { explainMatch } from '../../src/mapping/match.ts';
import { compile, indexed, plainly, type Rules, run } from './indexed.ts';

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

test('the indexed rules find the rule that a plain loop over all rules finds', () => {
  const found = new Map<string | undefined, number>();
  fc.assert(
    fc.property(rules, fc.shuffledSubarray(files, { minLength: 1, maxLength: 12 }), (some, tried) => {
      const mapping = compile(some as Rules);
      for (const path of tried) {
        const rule = plainly(mapping, path);
        expect([path, indexed(mapping, path)]).toEqual([path, rule]);
        expect([path, explainMatch(mapping, { path, ...run }).find((one) => one.matched)?.rule]).toEqual([path, rule]);
        found.set(rule, (found.get(rule) ?? 0) + 1);
      }
    }),
    { numRuns: 200 },
  );
  for (const rule of [undefined, 'rules[0]', 'rules[3]']) expect(found.get(rule) ?? 0).toBeGreaterThan(20);
});
