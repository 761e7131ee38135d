/** Mappings as trees: right ones, nearly right ones, and the texts that say them. */
import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { stringify } from 'yaml';
import { demoMapping } from '../e2e/support/mapping.ts';
import { editedTree } from './mutations.ts';

const page = (name: string) => readFileSync(new URL(`../../docs/${name}.md`, import.meta.url), 'utf8');

/** Every whole mapping of the documentation. */
export const documented: readonly string[] = [
  demoMapping,
  ...['mapping', 'cookbook'].flatMap((name) =>
    Array.from(page(name).matchAll(/^```yaml\n([\s\S]*?)^```$/gm), ([, text = '']) => text).filter((text) =>
      /^version: 1$/m.test(text),
    ),
  ),
];

const soup = fc
  .array(
    fc.constantFrom(
      ...['*', '**', '/', '?', '{word}', '{lvl}', '{task}', '{a,b}', '{x,{y,z*}}', '[a-z]', '[!/]', '[', ']', '{', '}'],
      ...['\\', '\\*', 'a', 'A', '.', '-', ',', '!', '(', ')', '|', '+', '1', ' ', '\u00e4', '\u0130', '"', '$', '^'],
    ),
    { maxLength: 10 },
  )
  .map((pieces) => pieces.join(''));

/** Patterns of the mapping, and what somebody could take for one. */
export const patterns = fc.oneof(
  fc.constantFrom('**', '*.PGM.RPGLE', 'src/**', '{name}.{ext}', '**/*.{pf,lf}', 'docs/**', '*.rpgle'),
  fc.constantFrom('main', '*', 'ORD*', '', 'a/b', 'src/{dir}/*.RPGLE', '{objn}-{lvl}.x', 'feature/{proj}'),
  soup,
);

const templates = fc.oneof(
  fc.constantFrom('X', '{name|upper}', '{stem}{ext}', '{gfile}', '{gpath}', '{{x', '{sha}-{run}'),
  fc.constantFrom('{path|lower}', '{branch}', '<OPEN>'),
);
const text = fc.oneof(
  templates,
  fc.constantFrom('{proj}', '{word}', '{lvl}', '*YES', '*NO', '*BRANCH', '*NEW', '', ' ', '10', '{', '*SAME'),
);
const value = fc.oneof({ arbitrary: text, weight: 4 }, fc.constantFrom<number | null>(1, 10, 0, null));

/** Fields of a level; `open` means text fields. Values of lists are right, and numbers are numbers. */
function fieldsOf(open: fc.Arbitrary<unknown>): fc.Arbitrary<object> {
  const number = fc.constantFrom<unknown>(10, 50, '50', null, '<LVL>');
  return fc.record(
    {
      ...{ appl: fc.oneof(fc.constant('ORD'), open), lvl: number, objn: open },
      ...{ objt: fc.constantFrom('*PGM', '*IFS', '*REMOTE', '{ext|upper}', null), attr: open },
      ...{ rpth: fc.constantFrom('/x', '/{gpath}'), srcn: open },
      ...{ rsn: fc.constantFrom<unknown>('*MIGRATE', '*DELETE', '*UPDATE', null), user: open, folb: open },
      ...{ copy: fc.constant('*NO'), gfile: open, proj: fc.oneof(fc.constantFrom('*BRANCH', 'CUST', null), open) },
      ...{ lock: fc.constantFrom<unknown>('*YES', '*NO', null), vref: open },
    },
    { requiredKeys: [] },
  );
}

const directories = fc.constantFrom('**', 'src/**', 'docs/**', 'a/b', '*', '', '[a-b]', 'src/*');
const fileNames = fc.constantFrom('*.PGM.RPGLE', '*.{pf,lf}', '*', '*x', '[a-b]*', '{stem}.pf', '?*');
const branchNames = fc.constantFrom('main', '**', 'feat*', 'feature/{proj}', 'x', 'feat-{proj}-{task}.{stsk}');

/** Mappings of the right form, made of these patterns and values. */
type Any = fc.Arbitrary<unknown>;
function formed(gpath: Any, gfile: Any, branch: Any, open: Any) {
  const fields = fieldsOf(open);
  const parts = { path: fc.oneof(gpath, gfile), gpath, gfile, repo: fc.constantFrom('ORD*', 'WEB'), branch };
  const match = fc.record(parts, { requiredKeys: [] });
  const rule = fc.oneof(
    fc.record({ match, request: fields }),
    fc.record({ match, requests: fc.array(fields, { minLength: 1, maxLength: 2 }) }),
    fc.record({ match, skip: fc.constantFrom<unknown>(true, 'no source') }),
  );
  const branchRule = fc.tuple(branch, fields).map(([pattern, rest]) => ({ ...rest, branch: pattern }));
  return fc.record(
    {
      ...{ version: fc.constant(1), repo: fc.constantFrom('ORDERS', '{x}', ' ') },
      ...{ branches: fc.array(branchRule, { maxLength: 2 }), request: fields, rules: fc.array(rule, { maxLength: 4 }) },
      rfp: fc.constantFrom<unknown>('none', 'per-push', 'per-branch', 7, '7'),
      unmapped: fc.constantFrom('error', 'warn', 'ignore'),
      ...{ deletes: fc.constantFrom('request', 'report', 'ignore'), 'skip-pushers': fc.array(fc.constant('bot')) },
      users: fc.dictionary(fc.string(), fc.constant('JANE')),
      attach: fc.record({ as: fc.constantFrom('gfile', 'srcn', 'objn') }, { requiredKeys: [] }),
    },
    { requiredKeys: ['version'] },
  );
}

const one = (globs: fc.Arbitrary<string>) =>
  fc.oneof({ arbitrary: globs, weight: 3 }, fc.array(globs, { minLength: 1, maxLength: 3 }));

/** Mappings that are right, but for what fields forbid each other now and then. */
export const soundTrees = formed(one(directories), one(fileNames), one(branchNames), templates);
const anyFormed = formed(one(patterns), one(patterns), one(patterns), value);

const names = ['version', 'branches', 'branch', 'rules', 'match', 'request', 'requests', 'skip', 'appl', 'lvl', 'arfp'];
const odd = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, '', 0, -1, 1.5, 1e21, 2 ** 60, '*', '{x}', [], {}, [[]], { a: null }),
  value,
  patterns,
  fc.string({ unit: 'grapheme', maxLength: 6 }),
  fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string({ maxLength: 4 })), value, { maxKeys: 3 }),
  fc.array(value, { maxLength: 3 }),
);

/** Mappings that are right, nearly right, and not. */
export const mappingTrees = fc.oneof({ arbitrary: soundTrees, weight: 3 }, anyFormed, editedTree(soundTrees, odd));

/** Ways to write the same tree. Key order has no meaning in a map, nor have style and quotes. */
export const styles = fc.record({
  as: fc.constantFrom('json', 'block', 'flow'),
  indent: fc.constantFrom(1, 2, 7),
  quotes: fc.constantFrom<'PLAIN' | 'QUOTE_DOUBLE' | 'QUOTE_SINGLE'>('PLAIN', 'QUOTE_DOUBLE', 'QUOTE_SINGLE'),
  lineEnd: fc.constantFrom('\n', '\r\n'),
  mark: fc.constantFrom('', '\uFEFF'),
  turned: fc.boolean(),
});
export type Style = typeof styles extends fc.Arbitrary<infer Of> ? Of : never;

/** The text of a tree in a style. */
export function written(tree: unknown, { as, indent, quotes, lineEnd, mark, turned }: Style): string {
  const ordered = turned ? reversedKeys(tree) : tree;
  const options = {
    ...{ indent, lineWidth: 0, blockQuote: false, defaultStringType: quotes, defaultKeyType: 'PLAIN' as const },
    ...{ collectionStyle: as === 'flow' ? ('flow' as const) : ('any' as const), aliasDuplicateObjects: false },
  };
  const text = as === 'json' ? JSON.stringify(ordered, null, indent) : stringify(ordered, options);
  return `${mark}${text.replaceAll('\n', lineEnd)}`;
}

function reversedKeys(tree: unknown): unknown {
  if (Array.isArray(tree)) return tree.map(reversedKeys);
  if (typeof tree !== 'object' || tree === null) return tree;
  const turned = Object.entries(tree).reverse();
  return Object.fromEntries(turned.map(([name, inside]) => [name, reversedKeys(inside)]));
}
