import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toGitPath } from '../../src/git/git-path.ts';
import { makePlan } from '../../src/plan/make-plan.ts';
import { listTargets, type Mapper } from '../../src/plan/mapper.ts';
import { listedFiles } from '../git/listed-files.ts';
import { changesOf, mapperOf, planOf, rules, sides } from './support.ts';

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
  ...'{name|upper} {part} X{part|lower} {end|upper}Y X{gfile}Y {part}{end} {part}{part} {team}'.split(' '),
  ...'{{x} FIXED X{ext}'.split(' '),
];
function mayMake({ makers }: Mapper, objn: string, path: string): boolean {
  const at = path.lastIndexOf('/') + 1;
  return makers(['ELSE', objn])?.(path.slice(at), path.slice(0, at)) ?? true;
}

const word = fc.stringMatching(/^[a-zA-Z$#@\u00e4\u00df\u212a]{0,4}$/);

test.each(templates)('no file that makes an object is passed over: objn %s', (objn) => {
  const mapper = mapperOf(mapping(objn), 'ord/main');
  fc.assert(
    fc.property(word, word, word, (folder, part, end) => {
      for (const path of [`${folder}/${part}_${end}.x`, `web/${folder}-${part}.${end}`, `${part}.${end}`]) {
        for (const { fields } of listTargets(mapper(toGitPath(path)))) {
          for (const name of [fields.objn ?? '', (fields.objn ?? '').toLowerCase()]) {
            expect(mayMake(mapper, name, path), `${name} of ${path}`).toBe(true);
          }
        }
      }
    }),
  );
});

const byCapture = (objn: string) => `version: 1
repo: ORDERS
branches: [{ branch: "{team}/main", appl: ORD, lvl: 50 }]
rules:
  - { match: { gpath: "src/**", gfile: "{part}.PF" }, request: &same { objt: "*PGM", objn: "${objn}" } }
  - { match: { gfile: "{part}.{LF,pgm.Rpgle}" }, request: *same }
  - { match: { gfile: ["X{part}.x", "{part}"] }, request: *same }
`;

const ending = fc.constantFrom(...'.PF .pf .LF .lf .PGM.RPGLE .pgm.Rpgle .x .b.PF .- .\u212a'.split(' '), '');

test.each(['{part}', 'X{part|lower}', '{part|upper}.Y', '{name}', '{stem|upper}', '{ext}', '{gfile}'])(
  'no file is passed over that a capture names: objn %s',
  (objn) => {
    const mapper = mapperOf(byCapture(objn), 'ord/main');
    const names = fc.tuple(fc.constantFrom('', 'x', 'X'), word, ending).map((parts) => parts.join(''));
    let passedOver = 0;
    fc.assert(
      fc.property(fc.constantFrom('src', 'web/a'), names, (folder, name) => {
        fc.pre(name !== '');
        const path = `${folder}/${name}`;
        for (const { fields } of listTargets(mapper(toGitPath(path)))) {
          expect(mayMake(mapper, fields.objn ?? '', path), `${fields.objn} of ${path}`).toBe(true);
        }
        if (!mayMake(mapper, 'OTHER', path)) passedOver += 1;
      }),
      { numRuns: 50 },
    );
    expect(passedOver).toBeGreaterThan(10);
  },
);

test.each<[string, string, string]>([
  ['a word that stands elsewhere in the path, too', '{part}', '{ path: "**/{part}/*.PF" }'],
  ['a pattern with more than one variable', '{part}', '{ gfile: "{part}_*.PF" }'],
  ['a number', '{task}', '{ gfile: "{task}.PF" }'],
  ['letters beyond ASCII', '{part}', '{ gfile: "{part}\u212a.PF" }'],
  ['a folder', '{gpath}', '{ gfile: "*.PF" }'],
])('what the name of a file does not tell is looked for in its whole path: %s', (_, objn, rule) => {
  const mapper = mapperOf(mapping(objn, rule), 'ord/main');
  const found = ['cust/x.PF', 'a/xCusty.PF', 'a/ORD.PF'].filter((path) => mayMake(mapper, 'CUST', path));
  expect(found).toEqual(['cust/x.PF', 'a/xCusty.PF']);
});

test('of many objects that are deleted or new, those that other files make are found as of few', () => {
  const at = (folder: string, many: number) =>
    Object.fromEntries(Array.from({ length: many }, (_, n) => [`${folder}/QRPGLESRC/P${n}.PGM.RPGLE`, `${n}`]));
  const before = { ...at('old', 300), ...at('other', 50), 'old/X.PF': 'x' };
  const after = { ...at('other', 150), 'old/X.PF': 'x' };
  const plan = planOf(before, after);
  const outcomes = Map.groupBy(plan.requests, ({ reason, obstacle }) => `${reason} ${obstacle?.outcome ?? ''}`);
  // What moved is neither new nor deleted; fifty are made by others as before.
  expect([...outcomes].map(([what, of]) => [what, of.length])).toEqual([
    ['*MIGRATE ', 100],
    ['*DELETE ', 150],
  ]);
  expect(Map.groupBy(plan.leftOut, ({ because }) => because.code).get('stillMade')).toHaveLength(50);
  const changes = changesOf(before, after);
  const mapper = Object.assign(mapperOf(rules), { makers: () => null });
  const headFiles = () => listedFiles(sides(after));
  expect(makePlan({ changes, headFiles, mapper, deletes: 'request', known: [] })).toEqual(plan);
});

test('so many names are not searched for that one expression of them would take longer, or end the process', () => {
  const { makers } = mapperOf(mapping('{part}', '{ path: "**/{part}/*.PF" }'), 'ord/main');
  const names = (count: number) => Array.from({ length: count }, (_, n) => `NAME${n}`.padEnd(50, 'X'));
  expect(makers(names(100))?.('A.PF', `a/${names(100).at(-1)}/`)).toBe(true);
  expect(makers(names(100))?.('A.PF', 'a/NAME/')).toBe(false);
  expect(makers(names(1000))).toBeNull();
});
