import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textPath } from '../../src/git/git-path.ts';
import { type Mapper, targetsOf } from '../../src/plan/mapper.ts';
import { mapperOf } from './support.ts';

/** What names alone tell of who makes an object, beside what the mapping then makes. */

const mapping = (objn: string, rule = '{ gfile: "{part}_{end}.*" }') => `version: 1
repo: ORDERS
branches: [{ branch: "{team}/main", appl: ORD, lvl: 50 }]
rules:
  - match: ${rule}
    request: { objt: "*PGM", objn: "${objn}" }
  - match: { path: "web/**" }
    request: { objt: "*IFS" }
`;

const templates = [
  '{name|upper}',
  '{part}',
  'X{part|lower}',
  '{end|upper}Y',
  'X{gfile}Y',
  '{part}{end}',
  '{part}{part}',
  '{team}',
  '{{x}',
  'FIXED',
  'X{ext}',
];
function mayMake({ makersOf }: Mapper, objn: string, path: string): boolean {
  const search = makersOf?.(['ELSE', objn]) ?? null;
  return search === null || path.search(search.pattern) >= 0;
}

const word = fc.stringMatching(/^[a-zA-Z$#@\u00e4\u00df\u212a]{0,4}$/);

test.each(templates)('no file that makes an object is passed over: objn %s', (objn) => {
  const mapper = mapperOf(mapping(objn), 'ord/main');
  fc.assert(
    fc.property(word, word, word, (folder, part, end) => {
      for (const path of [`${folder}/${part}_${end}.x`, `web/${folder}-${part}.${end}`, `${part}.${end}`]) {
        for (const { fields } of targetsOf(mapper(textPath(path)))) {
          for (const name of [fields.objn ?? '', (fields.objn ?? '').toLowerCase()]) {
            expect(mayMake(mapper, name, path), `${name} of ${path}`).toBe(true);
          }
        }
      }
    }),
  );
});

test.each<[string, string, string, string[]]>([
  ['{name|upper}', 'CUST', 'made of the name', ['a/CUST_x.PF', 'a/xCUSTy.PF']],
  ['X{part}', 'XCUST', 'with a piece in front, or as a default', ['a/CUST_x.PF', 'a/xCUSTy.PF']],
  ['FIXED', 'CUST', 'only as a default', ['a/CUST_x.PF', 'a/xCUSTy.PF']],
  ['FIXED', 'FIXED', 'of any', ['a/CUST_x.PF', 'a/xCUSTy.PF', 'b/ORDER.PF']],
  ['{team}', 'CUST', 'of the branch', ['a/CUST_x.PF', 'a/xCUSTy.PF', 'b/ORDER.PF']],
])('objn %s: %s, %s', (objn, name, _, expected) => {
  const mapper = mapperOf(mapping(objn), 'ord/main');
  const paths = ['a/CUST_x.PF', 'a/xCUSTy.PF', 'b/ORDER.PF'];
  expect(paths.filter((path) => mayMake(mapper, name, path))).toEqual(expected);
});

test('a capture of the repository need not stand in the path', () => {
  const mapper = mapperOf(mapping('{part}', '{ repo: "{part}S" }'), 'ord/main');
  expect(mayMake(mapper, 'ORDER', 'a/b.PF')).toBe(true);
});
