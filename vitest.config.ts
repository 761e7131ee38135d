import { defineConfig } from 'vitest/config';
import { Order } from './test/order.ts';

export default defineConfig({
  test: {
    // Most tests wait for Git and HTTP: one worker more than the usual two cores keeps them busy.
    maxWorkers: 3,
    globalSetup: ['test/global-setup.ts'],
    sequence: { sequencer: Order },
    // No test replaces a module or keeps one's state, so the files of a worker share them: loading them anew took a third
    // of the time of the quick tests, and a tenth of the others.
    isolate: false,
    projects: [
      {
        extends: true,
        test: { name: 'fast', include: ['test/**/*.test.ts'], testTimeout: 20_000 },
      },
      {
        extends: true,
        test: { name: 'slow', include: ['test/**/*.slow.ts'], testTimeout: 120_000, hookTimeout: 120_000 },
      },
    ],
  },
});
