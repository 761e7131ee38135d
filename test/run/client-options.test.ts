import { expect, test } from 'vitest';
import { type GivenOptions, withDefaults } from '../../src/options.ts';
import { buildClientOptions } from '../../src/run/input.ts';

test('--timeout: the client waits as long, two minutes if nothing is said', () => {
  const log = { info: () => {}, notice: () => {} };
  const around = {
    token: 'demo-token',
    proxyEnv: {},
    version: '0',
    signal: new AbortController().signal,
    log,
    sleep: async () => {},
  };
  const waits = (given: GivenOptions) =>
    buildClientOptions({ ...around, options: withDefaults({ url: 'https://h.example', ...given }) }).timeoutSeconds;
  expect([waits({}), waits({ timeout: 9 })]).toEqual([120, 9]);
});
