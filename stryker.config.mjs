import { resolve } from 'node:path';

// Each mutant is tried in a worker of its own, and what it loads is the dearest of it: a fifth less when kept compiled.
process.env.NODE_COMPILE_CACHE = resolve('tmp/mutation/compiled');

/** Mutation testing of the deciding code: `npm run mutate`; CONTRIBUTING says what it covers and how to read it. */
export default {
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutate.config.ts', related: false },
  mutate: [
    'src/host/**/*.ts',
    'src/mapping/**/*.ts',
    // Words for editors, held against the file that ships: nothing is decided there.
    '!src/mapping/examples.ts',
    'src/plan/**/*.ts',
    'src/git/range.ts',
    'src/client/{backoff,retry}.ts',
    'src/filing/{actions,begin,conflict,ownership,rfp,settle}.ts',
  ],
  // Stryker rewrites a tsconfig.json with the compiler's API, which TypeScript 7 does not have; Vitest needs none.
  ignorePatterns: ['/tsconfig.json', '/dist', '/docs', '/examples', '/templates', '/tmp', '.*', '*.md'],
  concurrency: 2,
  thresholds: { high: 95, low: 90, break: 85 },
  incremental: true,
  incrementalFile: 'tmp/mutation/incremental.json',
  tempDirName: 'tmp/mutation/sandbox',
  reporters: ['clear-text', 'json', 'html'],
  clearTextReporter: { allowColor: false, allowEmojis: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: 'tmp/mutation/mutation.json' },
  htmlReporter: { fileName: 'tmp/mutation/mutation.html' },
};
