import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSandbox, listFirstParentCommits } from '../../src/commands/rehearsal/sandbox.ts';

const input = { env: process.env, signal: new AbortController().signal };

/** What an action leaves in the directory for temporary files. */
async function leftBy(act: () => Promise<unknown>): Promise<string[]> {
  const before = process.env.TMPDIR;
  const dir = mkdtempSync(join(tmpdir(), 'file-checkouts-sandbox-'));
  process.env.TMPDIR = dir;
  try {
    await act();
    return readdirSync(dir);
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    rmSync(dir, { recursive: true });
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
  expect(
    await leftBy(() =>
      expect(createSandbox(input, { repoDir: '/nowhere/at-all' })).rejects.toThrow('cannot be copied'),
    ),
  ).toEqual([]);
});

test('a repository whose name begins as an option does is a name', async () => {
  await expect(createSandbox(input, { repoDir: '--help' })).rejects.toThrow('--help cannot be copied');
});
