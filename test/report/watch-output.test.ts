import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { bundles } from '../e2e/support/bundle.ts';
import { runEnv } from '../git/support.ts';
import { keptInMemory } from '../kept-in-memory.ts';

/** A device on which there is no room. */
const full = '/dev/full';

test.skipIf(!existsSync(full)).each([
  ['all was well: 1', bundles.cli, ['--help'], {}, 1],
  ['the action ended worse, which counts', bundles.action, [], { INPUT_COMMAND: 'none' }, 2],
])('output that cannot be written is said in a line, without a stack; %s', (_, door, args, more, code) => {
  const stdout = openSync(full, 'w');
  const env = { ...runEnv, ...keptInMemory(), ...more };
  const ended = spawnSync(process.execPath, [door, ...args], { env, stdio: ['ignore', stdout, 'pipe'] });
  closeSync(stdout);
  expect({ code: ended.status, stderr: ended.stderr.toString('utf8') }).toEqual({
    code,
    stderr: 'error: the output could not be written: ENOSPC: no space left on device, write\n',
  });
});

test('a reader that has seen enough is no trouble', async () => {
  const child = spawn(process.execPath, [bundles.cli, '--help'], { env: runEnv, stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});
