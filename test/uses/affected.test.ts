import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Affected, findAffected, type Seek } from '../../src/uses/affected.ts';
import type { Edge } from '../../src/uses/reach.ts';
import { spent } from '../spent.ts';
import { edge, objectsFrom } from './support.ts';

/** Files by what they make: the letters in front of the name say it. */
const objectsOf = (path: string) => {
  const type = /^(pf|mod|srv|pgm|dir)/i.exec(path)?.[0] ?? '';
  const types: Record<string, string> = { pf: '*FILE', mod: '*MODULE', srv: '*SRVPGM', pgm: '*PGM', dir: '*BNDDIR' };
  return objectsFrom({ [path]: type in types ? `${path} ${types[type]}` : `${path} *OTHER` })(path).filter(
    () => type !== '',
  );
};

/** A seek over known edges. */
function seekIn(edges: readonly Edge[]): Seek {
  return async (paths) => edges.filter(({ used }) => paths.includes(used));
}

async function affected(changed: readonly string[], edges: readonly Edge[]) {
  const files = changed.map((path) => ({ path: path.replace(/^-/, ''), deleted: path.startsWith('-') }));
  const found = await findAffected(files, objectsOf, seekIn(edges));
  if ('unknown' in found) throw new Error(found.unknown);
  return found;
}

/** `pgm1 *RECOMPILE: file lf1 pf1`, each way from the affected file to the changed one; `!`: only reported, `?`: ambiguous. */
function lines(found: readonly Affected[]): string[] {
  return found.map(({ path, reason, because, onlyReported, ambiguous }) => {
    const ways = because.map(({ path: changed, use, via, deleted }) => {
      return [use, ...via, `${deleted ? '-' : ''}${changed}`].join(' ');
    });
    return `${path} ${reason}${onlyReported ? '!' : ''}${ambiguous ? '?' : ''}: ${ways.join(', ')}`;
  });
}

const shop = [
  ...'pgm1 include inc1; pgm2 include inc2; inc2 include inc1; pgm1 file pf1; pflf1 file pf1'.split('; '),
  ...'pgm3 file pflf1; mod1 include inc2; pgm4 bind mod1; srv1 bind mod2; pgm5 bind srv1'.split('; '),
  ...'pgm6 bind dir1; dir1 bind mod3; inc6 bind dir1; pgm7 include inc6; mod7 bind dir1'.split('; '),
  ...'srv1 bind own.bnd path; pgm8 include loop1; loop1 include loop2; loop2 include loop1'.split('; '),
  ...'pgm9 include both ?; pgm9 bind mod3'.split('; '),
].map(edge);

test.each<[string, string[], string[]]>([
  ['nothing that is used', ['pgm1', 'README.md'], []],
  [
    'an include, and the include of an include',
    ['inc1'],
    [
      'mod1 *RECOMPILE: include inc2 inc1',
      'pgm1 *RECOMPILE: include inc1',
      'pgm2 *RECOMPILE: include inc2 inc1',
      'pgm4 *UPDATE: bind mod1 inc2 inc1',
    ],
  ],
  [
    'a physical file, its logical files, their programs',
    ['pf1'],
    ['pflf1 *RECOMPILE: file pf1', 'pgm1 *RECOMPILE: file pf1', 'pgm3 *RECOMPILE: file pflf1 pf1'],
  ],
  ['a module, and the program that binds it', ['mod1'], ['pgm4 *UPDATE: bind mod1']],
  ['a module of a service program, whose users stay as they are', ['mod2'], ['srv1 *UPDATE: bind mod2']],
  ['the implementation of a service program alone', ['srv1'], []],
  ['its exports', ['own.bnd'], ['pgm5 *UPDATE: bind srv1 own.bnd', 'srv1 *UPDATE: bind own.bnd']],
  [
    'a module in a binding directory, also through an include of control options',
    ['mod3'],
    ['pgm6 *UPDATE: bind dir1 mod3', 'pgm7 *UPDATE: bind inc6 dir1 mod3', 'pgm9 *UPDATE: bind mod3'],
  ],
  ['a binding directory alone', ['dir1'], []],
  ['a circle', ['loop1'], ['pgm8 *RECOMPILE: include loop1']],
  ['a circle, from its other end', ['loop2'], ['pgm8 *RECOMPILE: include loop1 loop2']],
  [
    'both ways: to recompile wins',
    ['both', 'mod3'],
    ['pgm6 *UPDATE: bind dir1 mod3', 'pgm7 *UPDATE: bind inc6 dir1 mod3', 'pgm9 *RECOMPILE?: include both, bind mod3'],
  ],
  [
    'what the push itself changes is in it only for others, and passes on',
    ['mod1', 'inc1', 'pgm1'],
    [
      'mod1 *RECOMPILE: include inc2 inc1',
      'pgm1 *RECOMPILE: include inc1',
      'pgm2 *RECOMPILE: include inc2 inc1',
      'pgm4 *UPDATE: bind mod1, bind mod1 inc2 inc1',
    ],
  ],
  [
    'a deleted include: only reported',
    ['-inc2'],
    ['mod1 *RECOMPILE!: include -inc2', 'pgm2 *RECOMPILE!: include -inc2', 'pgm4 *UPDATE!: bind mod1 -inc2'],
  ],
  [
    'deleted and changed: what is changed decides',
    ['-both', 'mod3'],
    ['pgm6 *UPDATE: bind dir1 mod3', 'pgm7 *UPDATE: bind inc6 dir1 mod3', 'pgm9 *UPDATE?: bind mod3, include -both'],
  ],
])('%s', async (_, changed, expected) => {
  expect(lines(await affected(changed, shop))).toEqual(expected);
});

test('what cannot be known is not guessed', async () => {
  const seek: Seek = async () => ({ unknown: 'contents are missing' });
  const found = await findAffected([{ path: 'inc1', deleted: false }], objectsOf, seek);
  expect(found).toEqual({ unknown: 'contents are missing' });
});

test('of many causes the ten nearest are named, and none that was deleted takes the place of another', async () => {
  const all = Array.from({ length: 30 }, (_, n) => `inc${String(n).padStart(2, '0')}`);
  const edges = all.map((path) => edge(`pgm1 include ${path}`));
  const [found] = await affected([...all.slice(0, 15).map((path) => `-${path}`), ...all.slice(15)], edges);
  expect(found?.because.map(({ path }) => path)).toEqual(all.slice(15, 25));
  expect(found?.because.some(({ deleted }) => deleted)).toBe(false);
});

const name = fc
  .tuple(fc.constantFrom('pf', 'mod', 'srv', 'pgm', 'dir', 'inc', 'x.bnd'), fc.nat(2))
  .map(([kind, n]) => (kind === 'x.bnd' ? `x${n}.bnd` : kind + n));
const edges = fc.array(
  fc.record({
    ...{ user: name, used: name, kind: fc.constantFrom('include', 'file', 'bind'), byObject: fc.boolean() },
    ambiguous: fc.boolean(),
  }) as fc.Arbitrary<Edge>,
  { maxLength: 30 },
);
const changes = fc
  .uniqueArray(name, { maxLength: 6 })
  .map((paths) => paths.map((path, n) => (n % 3 === 2 ? `-${path}` : path)));

test('the order of the input never matters', async () => {
  const shuffled = <Of>(all: readonly Of[]) => fc.shuffledSubarray([...all], { minLength: all.length });
  const orders = fc
    .tuple(changes, edges)
    .chain(([changed, all]) => fc.tuple(shuffled(changed), shuffled(all), fc.constant([changed, all] as const)));
  await fc.assert(
    fc.asyncProperty(orders, async ([otherChanged, otherAll, [changed, all]]) => {
      expect(await affected(otherChanged, otherAll)).toEqual(await affected(changed, all));
    }),
  );
});

test('what uses a changed or recompiled file is affected', async () => {
  await fc.assert(
    fc.asyncProperty(changes, edges, async (changed, all) => {
      const own = changed.map((path) => path.replace('-', ''));
      const found = await affected(changed, all);
      const recompiled = found.filter(({ reason }) => reason === '*RECOMPILE').map(({ path }) => path);
      const compiled = new Set([...own, ...recompiled]);
      for (const { user, used, kind } of all) {
        const usable = !used.startsWith('pgm') && !used.startsWith('srv') && !used.startsWith('dir');
        if (!compiled.has(used) || own.includes(user)) continue;
        if (kind === 'bind' && used.startsWith('mod') && /^(pgm|srv)/.test(user)) {
          const paths = found.map(({ path }) => path);
          expect(paths, `${user} bind ${used}`).toContain(user);
        }
        const passes = kind === 'include' ? usable : kind === 'file' && used.startsWith('pf');
        if (!passes || objectsOf(user).length === 0) continue;
        expect(compiled, `${user} ${kind} ${used}`).toContain(user);
      }
    }),
  );
});

test('every way goes along the uses, and ends at a changed file', async () => {
  await fc.assert(
    fc.asyncProperty(changes, edges, async (changed, all) => {
      for (const { path, because, onlyReported } of await affected(changed, all)) {
        expect(because.length).toBeGreaterThan(0);
        expect(because.map((cause) => cause.path)).not.toContain(path);
        expect(onlyReported).toBe(because.every(({ deleted }) => deleted));
        for (const { path: source, via, deleted } of because) {
          expect(changed).toContain(deleted ? `-${source}` : source);
          const way = [path, ...via, source];
          for (const [n, user] of way.slice(0, -1).entries()) {
            expect(all.some((one) => one.user === user && one.used === way[n + 1])).toBe(true);
          }
        }
      }
    }),
  );
});

test('ways are the shortest ones', async () => {
  const include = fc.constantFrom('inc0', 'inc1', 'inc2', 'inc3', 'inc4', 'inc5', 'mod0', 'mod1');
  const graph = fc.array(fc.record({ user: include, used: include }), { maxLength: 16 });
  await fc.assert(
    fc.asyncProperty(include, graph, async (changed, pairs) => {
      const all = pairs.map(({ user, used }) => edge(`${user} include ${used}`));
      const far = new Map<string, number>([[changed, 0]]);
      for (let round = 1; round < 9; round += 1) {
        const reached = pairs.filter(({ user, used }) => far.get(used) === round - 1 && !far.has(user));
        for (const { user } of reached) far.set(user, round);
      }
      const found = await affected([changed], all);
      const mods = [...far.keys()].filter((path) => path.startsWith('mod') && path !== changed);
      expect(found.map(({ path }) => path)).toEqual(mods.toSorted());
      for (const { path, because } of found) expect(because[0]?.via.length).toBe((far.get(path) ?? 0) - 1);
    }),
  );
});

test('an import of thousands of files over a repository of thousands', async () => {
  const includes = Array.from({ length: 2000 }, (_, n) => `inc${n}`);
  const all = includes.flatMap((path, n) =>
    [0, 1, 2, 3, 4].map((k) => edge(`pgm${(n * 7 + k) % 9000} include ${path}`)),
  );
  const took = await spent(async () => expect((await affected(includes, all)).length).toBeGreaterThan(5000));
  expect(took).toBeLessThan(5000);
});
