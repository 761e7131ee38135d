import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileMapping } from '../../src/mapping/compile.ts';
import { explainMatch, matchFile } from '../../src/mapping/match.ts';
import type { Mapping } from '../../src/mapping/schema.ts';

type Rules = NonNullable<Mapping['rules']>;

const run = { repo: 'ORDERS', branch: 'main' };
const compile = (rules: Rules) => compileMapping({ version: 1, rules } as Mapping);

/** The same question without the index: every rule in turn. */
function plainly(mapping: ReturnType<typeof compile>, path: string): string | undefined {
  return explainMatch(mapping, { path, ...run }).find(({ matched }) => matched)?.rule;
}

function indexed(mapping: ReturnType<typeof compile>, path: string): string | undefined {
  const match = matchFile(mapping, { path, ...run });
  return match.kind === 'unmapped' ? undefined : match.rule;
}

describe('the indexed rules', () => {
  const directories = ['', 'a', 'A', 'a/b', 'b', 'a/b/a', 'x.pf'];
  const ends = [
    'x',
    'x.pf',
    'X.PF',
    '.pf',
    'a.pf.pf',
    'x.p\u017f',
    'x.\u212a',
    'a.k',
    'a.lf',
    'x.',
    'x.p\u00e4',
    'a.b/x',
  ];
  const gpaths = ['', '*', '**', 'a/**', '**/a', 'a/*', '{dir}', '{a,b}', '{dir}/**/a', 'a*'];
  const gfiles = [
    '*',
    '*.pf',
    '*.PF',
    '*.{pf,lf}',
    '{name}.k',
    'x*',
    '*.p?',
    '*.p[fs]',
    '*.p\u00c4',
    'x.',
    '*.ps',
    '*{.pf,}',
  ];
  const paths = [
    '**',
    '**/*.pf',
    'a/**',
    'a/b/*.lf',
    '{dir}/{name}.pf',
    '{a,b/**}/x*',
    'x.pf',
    '{a/**,b}/*.{k,pf}',
    'x.pf/**',
  ];

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
          found.set(rule, (found.get(rule) ?? 0) + 1);
        }
      }),
      { numRuns: 700 },
    );
    for (const rule of [undefined, 'rules[0]', 'rules[3]']) expect(found.get(rule) ?? 0).toBeGreaterThan(20);
  });

  test('an extension in letters that only ignoring case makes equal is found too', () => {
    const mapping = compile([{ match: { gfile: '*.ks' }, skip: true }]);
    expect(indexed(mapping, 'x.\u212a\u017f')).toBe('rules[0]');
    expect(indexed(mapping, 'x.ks2')).toBeUndefined();
  });

  test('are few for a file', () => {
    const mapping = compile([
      { match: { gpath: 'a/**', gfile: '*.pf' }, skip: true },
      { match: { path: 'a/**/*.{pf,lf}' }, skip: true },
      { match: { path: 'b/**' }, skip: true },
      { match: { gfile: 'README*' }, skip: true },
    ]);
    const names = (path: string, gpath: string, gfile: string) =>
      mapping.rulesFor({ path, gpath, gfile }).map(({ rule }) => rule);
    expect(names('a/x.lf', 'a', 'x.lf')).toEqual(['rules[1]', 'rules[3]']);
    expect(names('a/x.PF', 'a', 'x.PF')).toEqual(['rules[0]', 'rules[1]', 'rules[3]']);
    expect(names('b/c/x.pf', 'b/c', 'x.pf')).toEqual(['rules[2]', 'rules[3]']);
    expect(names('b', '', 'b')).toEqual(['rules[2]', 'rules[3]']);
    expect(names('c/x', 'c', 'x')).toEqual(['rules[3]']);
  });
});
