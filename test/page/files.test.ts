import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pageFiles } from '../../src/service/page/views.ts';

const folder = 'src/service/page/browser';

test('what is served is what stands in browser/, byte for byte, and what ships is the same', () => {
  const names = readdirSync(folder);
  expect(names.length).toBeGreaterThan(5);
  for (const name of names) {
    const source = readFileSync(`${folder}/${name}`, 'utf8');
    expect(pageFiles.get(name)).toBe(source);
    expect(readFileSync(`dist/chunks/browser/${name}`, 'utf8'), 'run npm run build').toBe(source);
  }
  expect([...pageFiles.keys()].sort()).toEqual([...names, 'page.css'].sort());
  expect(readdirSync('dist/chunks/browser').sort()).toEqual(names);
});
