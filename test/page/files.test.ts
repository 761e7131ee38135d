import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { filesModule, pageFolder, pageModule } from '../../scripts/page-files.ts';
import { pageFiles } from '../../src/service/page/files.ts';

test('files.ts is made from browser/', () => {
  expect(readFileSync(pageModule, 'utf8'), 'run npm run generate').toBe(filesModule());
});

test('what is served is what stands in browser/, byte for byte', () => {
  const names = readdirSync(pageFolder);
  expect(names.length).toBeGreaterThan(5);
  for (const name of names) expect(pageFiles.get(name)).toBe(readFileSync(`${pageFolder}/${name}`, 'utf8'));
  expect(pageFiles.size).toBe(names.length);
});
