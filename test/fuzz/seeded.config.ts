/** For suites.ts: test files as they are, but with the seed of this run for every property in them. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { setupFiles: ['test/seed.ts'], testTimeout: 60_000, maxWorkers: 1, cache: false },
});
