import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Most tests wait for Git and HTTP: one worker more than the usual two cores keeps them busy.
    maxWorkers: 3,
    globalSetup: ['test/global-setup.ts'],
    projects: [
      { extends: true, test: { name: 'fast', include: ['test/**/*.test.ts'], testTimeout: 20_000 } },
      {
        extends: true,
        test: { name: 'slow', include: ['test/**/*.slow.ts'], testTimeout: 120_000, hookTimeout: 120_000 },
      },
    ],
  },
});
