import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { bundles } from '../e2e/support/bundle.ts';
import { folder, runEnv } from '../git/support.ts';
import { keptInMemory } from '../kept-in-memory.ts';

test.skipIf(process.platform === 'win32').each([
  ['the command line', bundles.cli, 'plan'],
  ['the action', bundles.action, ''],
])('a current folder that is gone is said, with what to do: %s', (_, door, command) => {
  using place = folder();
  const script = 'mkdir gone && cd gone && rmdir ../gone && exec "$@"';
  const args = [process.execPath, door, command].filter((arg) => arg !== '');
  const env = { ...runEnv, ...keptInMemory(), GITHUB_WORKSPACE: place.path };
  const ended = spawnSync('sh', ['-c', script, 'sh', ...args], { cwd: place.path, env, encoding: 'utf8' });
  const said = 'the current folder is gone, or this account may not see it';
  expect(ended.stdout + ended.stderr).toMatch(new RegExp(`${said}(%0A|\\n.*)Change to an existing folder`));
  expect(ended.status).toBe(2);
});
