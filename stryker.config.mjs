import { resolve } from 'node:path';

// Each mutant is tried in a worker of its own, and what it loads is the dearest of it: a fifth less when kept compiled.
process.env.NODE_COMPILE_CACHE = resolve('tmp/mutation/compiled');

/**
 * Mutation testing of the deciding code: `npm run mutate`. Mutants that survive and are no missing test, because nobody
 * could tell them from the program:
 *
 * - what only saves time: names looked up or tried one by one (pattern-list.ts), what was found before (rule-index.ts,
 *   compile.ts, mapper.ts), files not looked at (mapper.ts, make-plan.ts), nothing asked of empty lists (fields.ts)
 * - what TypeScript asks for and never comes: `?.`, `?? ''`, `?? []`, `!== null` where the value is there
 * - `atKey: false` in a finding: its presence counts
 */
export default {
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutate.config.ts', related: false },
  mutate: [
    'src/host/**/*.ts',
    'src/mapping/**/*.ts',
    'src/plan/**/*.ts',
    'src/run/{choose,range,owe,settle}.ts',
    'src/client/{address,answer-text,call,network-error,results,retry}.ts',
    'src/checkout/**/*.ts',
    'src/filing/**/*.ts',
  ],
  // Stryker rewrites a tsconfig.json with the compiler's API, which TypeScript 7 does not have; Vitest needs none.
  ignorePatterns: ['/tsconfig.json', '/dist', '/docs', '/examples', '/templates', '/tmp', '.*', '*.md'],
  concurrency: 2,
  // The schema of the mapping is made when it is loaded, so that each of its mutants is tried with every test.
  warnings: { slow: false },
  thresholds: { high: 95, low: 90, break: 85 },
  incremental: true,
  incrementalFile: 'tmp/mutation/incremental.json',
  tempDirName: 'tmp/mutation/sandbox',
  reporters: ['clear-text', 'json', 'html'],
  clearTextReporter: { allowColor: false, allowEmojis: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: 'tmp/mutation/mutation.json' },
  htmlReporter: { fileName: 'tmp/mutation/mutation.html' },
};
