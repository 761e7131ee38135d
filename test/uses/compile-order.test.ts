import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deriveCompileOrder } from '../../src/uses/compile-order.ts';

/** Files by what they use: `a: b c`. */
function order(uses: Readonly<Record<string, string>>, paths = Object.keys(uses)) {
  const { places, circles } = deriveCompileOrder(paths, (path) =>
    (uses[path] ?? '').split(' ').filter((one) => one !== ''),
  );
  const ofPaths = Object.fromEntries(paths.map((path) => [path, places.get(path)]));
  return { places: ofPaths, circles: circles.map((circle) => circle.join(' ')) };
}

test.each<[string, Record<string, string>, Record<string, number>, string[]]>([
  ['nothing', {}, {}, []],
  ['files that use nothing', { a: '', b: '' }, { a: 1, b: 1 }, []],
  ['a chain', { a: 'b', b: 'c', c: '' }, { a: 3, b: 2, c: 1 }, []],
  ['a diamond', { a: 'b c', b: 'd', c: 'd', d: '' }, { a: 3, b: 2, c: 2, d: 1 }, []],
  ['the longest way counts', { a: 'b d', b: 'c', c: 'd', d: '' }, { a: 4, b: 3, c: 2, d: 1 }, []],
  ['what is not of the RFP does not count', { a: 'x b', b: 'y' }, { a: 2, b: 1 }, []],
  ['itself does not count', { a: 'a b', b: '' }, { a: 2, b: 1 }, []],
  ['a circle shares one', { a: 'b', b: 'c', c: 'b d', d: '' }, { a: 3, b: 2, c: 2, d: 1 }, ['b c']],
  ['two circles', { a: 'b', b: 'a c', c: 'd', d: 'c' }, { a: 2, b: 2, c: 1, d: 1 }, ['a b', 'c d']],
])('%s', (_, uses, places, circles) => {
  expect(order(uses)).toEqual({ places, circles });
});

test.each([
  ['a chain', null],
  ['a circle', 0],
])('%s of 5,000 files', (_, last) => {
  const count = 5000;
  const paths = Array.from({ length: count }, (_, n) => `n${n}`);
  const { places, circles } = deriveCompileOrder(paths, (path) => {
    const next = Number(path.slice(1)) + 1;
    if (next < count) return [`n${next}`];
    return last === null ? [] : [`n${last}`];
  });
  expect(places.get('n0')).toBe(last === null ? count : 1);
  expect(circles.map((circle) => circle.length)).toEqual(last === null ? [] : [count]);
});

const name = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g');
const graph = fc.dictionary(name, fc.uniqueArray(name, { maxLength: 4 }), { maxKeys: 7 });

test('a use goes upwards, except in a circle; the order of the input never matters', () => {
  fc.assert(
    fc.property(graph, (uses) => {
      const paths = Object.keys(uses);
      const { places, circles } = deriveCompileOrder(paths, (path) => uses[path] ?? []);
      const circleOf = (path: string) => circles.findIndex((circle) => circle.includes(path));
      for (const [path, used] of paths.flatMap((path) => (uses[path] ?? []).map((used) => [path, used] as const))) {
        if (!paths.includes(used) || path === used) continue;
        const [here = 0, there = 0] = [places.get(path), places.get(used)];
        if (circleOf(path) >= 0 && circleOf(path) === circleOf(used)) expect(here).toBe(there);
        else expect(here).toBeGreaterThan(there);
      }
      const again = deriveCompileOrder(paths.toReversed(), (path) => (uses[path] ?? []).toReversed());
      expect(Object.fromEntries(again.places)).toEqual(Object.fromEntries(places));
      expect(again.circles).toEqual(circles);
    }),
  );
});
