import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

/** What each file imports of the others; a type alone counts too. */
const imports = new Map(
  globSync('src/**/*.ts').map((file) => {
    const lines = readFileSync(file, 'utf8').matchAll(/^(?:import|export)\b[^;]*?\bfrom '(\.[^']+)'/gm);
    const others = [...lines].map(([, from = '']) => normalize(join(dirname(file), from)));
    return [file, new Set(others)] as const;
  }),
);

/** What is left when files that lead nowhere, and files that nobody leads to, are taken away again and again. */
function inCircles(arrows: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  let left = new Map(arrows);
  for (let before = -1; before !== left.size; ) {
    before = left.size;
    const known = new Set([...left.values()].flatMap((others) => [...others]));
    left = new Map(
      left.entries().filter(([file, others]) => known.has(file) && others.values().some((one) => left.has(one))),
    );
  }
  return [...left.keys()];
}

test('no file knows itself by way of others', () => {
  expect(inCircles(imports)).toEqual([]);
});

test('a circle is found, and what leads to it and from it is none', () => {
  const arrows = { start: ['a'], a: ['b'], b: ['c'], c: ['a', 'end'], end: [] };
  const named = new Map(Object.entries(arrows).map(([file, others]) => [file, new Set(others)]));
  expect(inCircles(named)).toEqual(['a', 'b', 'c']);
  expect(imports.get('src/run/flow.ts')).toContain('src/run/input.ts');
});
