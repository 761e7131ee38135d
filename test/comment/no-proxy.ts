import { afterAll, beforeAll, vi } from 'vitest';

/** The library chooses its proxy by these when it is loaded; a developer's own proxy has no part in a file of tests. */
export function withoutProxy(): void {
  beforeAll(() => {
    for (const name of ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY']) vi.stubEnv(name, undefined);
  });
  afterAll(() => void vi.unstubAllEnvs());
}
