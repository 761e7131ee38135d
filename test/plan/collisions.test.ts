import { expect, test } from 'vitest';
import { planOf, planTexts } from './support.ts';

/** A file's ending is the reason of its request. */
const mapping = 'version: 1\nrequest: { appl: ORD, lvl: 50, objt: "*FILE", rsn: "*{ext}" }';
const collision = (...others: string[]) => `collision: ORD/50 X *FILE is also built from ${others.join(', ')}`;
const covered = (reason: string) => `covered: ORD/50 X *FILE is migrated from A/X.MIGRATE, so no ${reason} is needed`;
const [a, b, c, d, e] = ['A/X.MIGRATE', 'B/x.MIGRATE', 'C/X.MIGRATE', 'D/X.MIGRATE', 'E/X.MIGRATE'];
const unsendable = 'A\n/X.MIGRATE';
const refused = expect.stringMatching(/^rejected: rsn is /);

test.each<[what: string, obstacles: Readonly<Record<string, unknown>>]>([
  [
    'two files collide, in any case, and each names the other; the rest is filed',
    { [a]: collision(b), [b]: collision(a), 'Y.MIGRATE': 'filed' },
  ],
  [
    'of many files the first three are named, and the rest counted',
    {
      ...{ [a]: collision(b, c, `${d} and 1 more`), [b]: collision(a, c, `${d} and 1 more`) },
      ...{ [c]: collision(a, b, `${d} and 1 more`), [d]: collision(a, b, `${c} and 1 more`) },
      [e]: collision(a, b, `${c} and 1 more`),
    },
  ],
  [
    'a file whose name cannot be sent still is one of two, keeps its own reason, and covers nothing',
    { [unsendable]: 'unsendable: its name holds control characters', 'X.RECOMPILE': collision(unsendable) },
  ],
  ['what can only be refused names no object', { 'A/X.LF': refused, 'B/X.LF': refused, [c]: 'filed' }],
  [
    'compilations beside a migration are covered',
    { [a]: 'filed', 'X.RECOMPILE': covered('*RECOMPILE'), 'X.UPDATE': covered('*UPDATE') },
  ],
  [
    'a compilation beside two migrations is covered, and they collide',
    { [a]: collision(b), [b]: collision(a), 'X.UPDATE': covered('*UPDATE') },
  ],
  ['two compilations collide', { 'X.RECOMPILE': collision('X.UPDATE'), 'X.UPDATE': collision('X.RECOMPILE') }],
])('%s', (_, obstacles) => {
  const { requests } = planOf({}, Object.fromEntries(Object.keys(obstacles).map((path) => [path, path])), { mapping });
  const textOf = (found: (typeof requests)[number]['obstacle']) => (found ? `${found.outcome}: ${found.why}` : 'filed');
  expect(Object.fromEntries(requests.map(({ path, obstacle }) => [path.text, textOf(obstacle)]))).toEqual(obstacles);
});

test('a whole tree that makes one object is told in short, in no time', () => {
  const files = Array.from({ length: 3000 }, (_, n) => [`${n}/X.BND`, `${n}`]);
  const { requests } = planOf({}, Object.fromEntries(files));
  expect(requests.every(({ obstacle }) => obstacle?.outcome === 'collision')).toBe(true);
  expect(Math.max(...requests.map(({ obstacle }) => obstacle?.why.length ?? 0))).toBeLessThan(120);
});

test('another type, an open one, and another relative path do not collide', () => {
  const files = ['A/X.BND', 'A/X.PF', 'A/X.SQLRPGLE', 'web/a/i.html', 'web/b/i.html'];
  const { requests } = planOf({}, Object.fromEntries(files.map((path) => [path, path])));
  expect(requests.map(({ obstacle }) => obstacle)).toEqual(Array(6).fill(null));
});

test('two requests of one file for one object collide too', () => {
  const mapping = 'version: 1\nrules: [{ match: { path: "**" }, requests: [{ attr: A }, { attr: A }] }]\n';
  const set = ['appl=ORD', 'lvl=10'];
  const { requests } = planOf({}, { 'X.BND': '1' }, { mapping, set });
  expect(requests.map(({ obstacle }) => obstacle?.why)).toEqual(Array(2).fill('ORD/10 X A is also built from X.BND'));
});

test('a file that is deleted, and one that stays untouched, collide with nothing', () => {
  const plan = planOf({ 'A/X.BND': '1', 'B/X.BND': '2', 'C/X.BND': '3' }, { 'A/X.BND': 'edited', 'C/X.BND': '3' });
  const stillMade = 'B/X.BND: deleted, but ORD/50 X *SRVPGM is also built from A/X.BND';
  expect(planTexts(plan)).toEqual(['*MIGRATE ORD/50 X *SRVPGM <- A/X.BND', stillMade]);
});
