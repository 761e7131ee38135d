import { defineConfig } from 'vitest/config';

/** The unit tests of the deciding rooms, as mutation testing runs them: no Git, no HTTP, no processes, no set-up. */
export default defineConfig({
  test: {
    include: [
      'test/host/*.test.ts',
      'test/mapping/*.test.ts',
      'test/plan/*.test.ts',
      'test/run/{choose,owe,settle,steps}.test.ts',
      'test/client/{address,answer-text,call,network-error,remedies,retry}.test.ts',
      'test/checkout/*.test.ts',
      'test/report/{annotations,markdown,report,text}.test.ts',
      'test/ledger/key.test.ts',
      'test/filing/*.test.ts',
    ],
    // Random inputs would kill another mutant each time, dear ones would be played for each, and an editor is a process.
    exclude: ['test/*/property.test.ts', 'test/mapping/speed.test.ts', 'test/host/other-ci.test.ts'],
    isolate: false,
    // A busy machine takes its time.
    testTimeout: 60_000,
  },
});
