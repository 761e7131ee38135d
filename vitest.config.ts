import { defineConfig } from 'vitest/config';
import { Order } from './test/order.ts';

// A busy machine takes its time, also to show a page.
const patient = { testTimeout: 600_000, hookTimeout: 600_000, expect: { poll: { timeout: 30_000 } } };
const runs = 'test/runs/**/*.slow.ts';

export default defineConfig({
  test: {
    // Most tests wait for Git and HTTP: one worker more than the usual two cores keeps them busy; among the slow ones, which
    // also wait for browsers and clocks, two more (package.json).
    maxWorkers: 3,
    globalSetup: ['test/global-setup.ts'],
    sequence: { sequencer: Order },
    projects: [
      {
        extends: true,
        // No quick test replaces a module or keeps one's state, so the files of a worker share them: loading them anew
        // took a third of the time.
        test: {
          name: 'fast',
          include: ['test/**/*.test.ts'],
          setupFiles: ['test/seed.ts'],
          // Most take a moment; a busy machine gives them a hundredth of it.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          isolate: false,
        },
      },
      // The slow ones share them too, and a browser.
      {
        extends: true,
        test: { name: 'slow', include: ['test/**/*.slow.ts'], exclude: [runs], isolate: false, ...patient },
      },
      {
        extends: true,
        // A process is the dearer to start the larger the one that starts it, and these start thousands: a small heap for
        // what is new keeps them at half the size.
        test: { name: 'slow-runs', include: [runs], isolate: false, execArgv: ['--max-semi-space-size=2'], ...patient },
      },
    ],
  },
});
