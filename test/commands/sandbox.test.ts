import { readdirSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { createSandbox, listFirstParentCommits } from '../../src/commands/rehearsal/sandbox.ts';
import { folder } from '../git/support.ts';

const input = { env: process.env, signal: new AbortController().signal };

/** What an action leaves in the directory for temporary files. */
async function leftBy(act: () => Promise<unknown>): Promise<string[]> {
  using place = folder();
  vi.stubEnv('TMPDIR', place.path);
  try {
    await act();
    return readdirSync(place.path);
  } finally {
    vi.unstubAllEnvs();
  }
}

test('a sandbox is gone when it is no longer used', async () => {
  const left = await leftBy(async () => {
    using sandbox = await createSandbox(input, { branch: 'main' });
    expect(await sandbox.work('symbolic-ref', 'HEAD')).toBe('refs/heads/main\n');
    expect(await sandbox.remote('symbolic-ref', 'HEAD')).toBe('refs/heads/main\n');
    expect(await listFirstParentCommits(sandbox.remote, 10)).toEqual([]);
  });
  expect(left).toEqual([]);
});

test('what cannot be made leaves nothing behind', async () => {
  expect(await leftBy(() => expect(createSandbox(input, { branch: 'a\0b' })).rejects.toThrow())).toEqual([]);
  const copied = () => expect(createSandbox(input, { repoDir: '/nowhere/at-all' })).rejects.toThrow('cannot be copied');
  expect(await leftBy(copied)).toEqual([]);
});

test('a repository whose name begins as an option does is a name', async () => {
  await expect(createSandbox(input, { repoDir: '--help' })).rejects.toThrow('--help cannot be copied');
});
