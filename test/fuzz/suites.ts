/** The property tests of the suites, which are there already, with other seeds. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import * as fc from 'fast-check';
import { plainSubject } from './subject.ts';

const root = join(import.meta.dirname, '../..');

/** Test files with properties of fast-check. */
export const propertyTests: readonly string[] = globSync('test/**/*.test.ts', { cwd: root })
  .filter((file) => readFileSync(join(root, file), 'utf8').includes('fc.assert('))
  .sort();

interface Ended {
  readonly failed: boolean;
  readonly output: string;
}

/** Runs one test file as `npm test` does, with this seed for its properties. */
function runSeeded(file: string, seed: number): Promise<Ended> {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', '--config', 'test/fuzz/seeded.config.ts', '--root', root, file];
  const env = { ...process.env, FUZZ_SEED: String(seed), NO_COLOR: '1' };
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: root, env, maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
      resolve({ failed: error !== null, output: stripVTControlCharacters(`${stdout}\n${stderr}`) });
    });
  });
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
