import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchGlob } from '../../src/glob/match.ts';
import { compileMapping } from '../../src/mapping/compile.ts';
import { explainMatch, matchFile } from '../../src/mapping/match.ts';
import { pathParts } from '../../src/mapping/names.ts';
import type { Mapping } from '../../src/mapping/schema.ts';

type Rules = NonNullable<Mapping['rules']>;

const run = { repo: 'ORDERS', branch: 'main' };
const compile = (rules: Rules) => compileMapping({ version: 1, rules } as Mapping);

/** The same question without the index and without the lists: every pattern of every rule in turn. */
function plainly(mapping: ReturnType<typeof compile>, path: string): string | undefined {
  const subjects = { ...pathParts(path), ...run };
  return mapping.rules?.find(({ parts }) =>
    parts.every(({ part, globs }) => globs.some((glob) => matchGlob(glob, subjects[part]) !== null)),
  )?.rule;
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
          expect([path, explainMatch(mapping, { path, ...run }).find((one) => one.matched)?.rule]).toEqual([
            path,
            rule,
          ]);
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

  test('a long list of names costs as much as one pattern, and says the same as trying each', () => {
    const names = Array.from({ length: 3000 }, (_, n) => `N${n}.RPGLE`);
    const lists: Rules = [
      { match: { gfile: [...names, 'Kä.rpgle', '\u212aELVIN.rpgle', 'X*.rpgle'] }, skip: true },
      { match: { path: [...names.map((name) => `D${name}/m.c`), 'a/{b}.c', 'top.c'] }, skip: true },
      { match: { gpath: ['', ...names.map((name) => `G${name}`)] }, skip: true },
    ];
    const mapping = compile(lists);
    const wins = (path: string) => [indexed(mapping, path), plainly(mapping, path)];
    for (const [path, rule] of [
      ['q/n2999.rpgle', 'rules[0]'],
      ['q/n3000.rpgle', undefined],
      ['q/kÄ.RPGLE', 'rules[0]'],
      ['q/kelvin.rpgle', 'rules[0]'],
      ['q/x1.rpgle', 'rules[0]'],
      ['dn7.rpgle/M.C', 'rules[1]'],
      ['dn7.rpgle/n.c', undefined],
      ['A/z.c', 'rules[1]'],
      ['top.c', 'rules[1]'],
      ['gn5.rpgle/any', 'rules[2]'],
      ['any', 'rules[2]'],
    ] as const) {
      expect([path, ...wins(path)]).toEqual([path, rule, rule]);
    }
    const before = process.cpuUsage();
    for (let n = 0; n < 40_000; n++) matchFile(mapping, { path: `q/N${n}.RPGLE`, ...run });
    const { user, system } = process.cpuUsage(before);
    // One by one it takes the best part of a minute.
    expect((user + system) / 1000).toBeLessThan(3000);
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
