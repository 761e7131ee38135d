/** The property tests of the suites, which are there already, with other seeds. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import * as fc from 'fast-check';
import { runBundle } from '../e2e/support/bundle.ts';
import { plainSubject } from './subject.ts';

const root = join(import.meta.dirname, '../..');

/** Test files with properties of fast-check. */
export const propertyTests: readonly string[] = globSync('test/**/*.test.ts', { cwd: root })
  .filter((file) => readFileSync(join(root, file), 'utf8').includes('fc.assert('))
  .sort();

/** Runs one test file as `npm test` does, with this seed for its properties. */
async function runSeeded(file: string, seed: number) {
  const args = ['run', '--config', 'test/fuzz/seeded.config.ts', '--root', root, file];
  const env = { ...(process.env as Record<string, string>), FUZZ_SEED: String(seed), NO_COLOR: '1' };
  const ended = await runBundle(join(root, 'node_modules/vitest/vitest.mjs'), args, { cwd: root, env });
  return { failed: ended.code !== 0, output: stripVTControlCharacters(`${ended.stdout}\n${ended.stderr}`) };
}

const seeds = fc.noShrink(fc.nat());

export const suites = plainSubject('suites', [
  {
    name: 'seeded',
    holds: fc.asyncProperty(fc.constantFrom(...propertyTests), seeds, async (file, seed) => {
      const { failed, output } = await runSeeded(file, seed);
      assert.ok(!failed, `${file} fails with seed ${seed}:\n${output.slice(-6000)}`);
    }),
  },
]);
