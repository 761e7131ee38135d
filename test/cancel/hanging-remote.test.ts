import { execFileSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Stage } from '../runs/support.ts';

test('a remote that hangs does not keep a cancelled run from its report', async () => {
  await using stage = await Stage.open();
  const before = stage.commit('Import', { 'A.RPGLE': 'a' });
  const head = stage.commit('Change', { 'A.RPGLE': 'b' });
  const ssh = join(stage.repository.dir, '.git', 'hanging-ssh');
  const hangs = `${ssh}-hangs`;
  execFileSync('mkfifo', [hangs]);
  // Only the first of them tells: nobody would hear a second one.
  writeFileSync(ssh, `#!/bin/sh\nmkdir '${ssh}-once' 2>/dev/null && echo hangs >'${hangs}'\nexec sleep 20\n`);
  chmodSync(ssh, 0o755);
  stage.repository.git('config', 'remote.origin.url', 'ssh://host.example/repository.git');
  const cancel = new AbortController();
  const told = readFile(hangs).then(() => cancel.abort());
  const waits: number[] = [];
  const report = await stage.file('main', before, head, {
    env: { GIT_SSH: ssh },
    signal: cancel.signal,
    sleep: async (ms) => void waits.push(ms),
  });
  await told;
  expect(report).toMatchObject({ exitCode: 1, error: { code: 'cancelled' }, requests: [] });
  expect(waits).toEqual([8_000]);
});
