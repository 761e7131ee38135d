import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ensureBlobs } from '../../src/git/blobs.ts';
import { openRepository } from '../../src/git/repository.ts';
import { runIn } from '../events/support.ts';
import { pushOf } from '../host/support.ts';
import { git, gitBytes, type Remote, remote, runEnv } from './support.ts';

/** A content in a clone whose remote cannot be reached, and where the clone keeps it. */
function looseContent({ work }: Remote) {
  const oid = gitBytes(work, ['hash-object', '-w', '--stdin'], 'lonely\n').toString('utf8').trim();
  git(work, 'remote', 'set-url', 'origin', '/nowhere/at/all.git');
  const file = join(work, '.git', 'objects', oid.slice(0, 2), oid.slice(2));
  chmodSync(file, 0o644);
  return { oid, file };
}

async function trouble(origin: Remote, oid: string): Promise<unknown> {
  using repository = await openRepository({ repoDir: origin.work, env: runEnv });
  return await ensureBlobs(repository, [oid], () => 'A.RPGLE').catch((error: unknown) => error);
}

describe('a content that cannot be had', () => {
  test('is damaged: which object, of which file, and what Git says of it', async () => {
    using origin = remote();
    const { oid, file } = looseContent(origin);
    writeFileSync(file, 'garbage');
    expect(await trouble(origin, oid)).toMatchObject({
      code: 'git',
      message: expect.stringMatching(`^object ${oid} \\(A\\.RPGLE\\) could not be read: error: inflate: `),
      remedy: expect.stringContaining('git fsck'),
    });
  });

  test('is missing in a clone that should have it; only a partial one lacks contents', async () => {
    using origin = remote();
    const { oid, file } = looseContent(origin);
    rmSync(file);
    const why = "fatal: '/nowhere/at/all.git' does not appear to be a git repository";
    expect(await trouble(origin, oid)).toMatchObject({
      message: `object ${oid} (A.RPGLE) is not in this clone and could not be fetched: ${why}`,
      remedy: expect.stringContaining('git fsck'),
    });
    git(origin.work, 'config', 'remote.origin.promisor', 'true');
    expect(await trouble(origin, oid)).toMatchObject({
      message: `1 file contents that this partial clone lacks could not be fetched: ${why}`,
      remedy: expect.stringContaining('--filter'),
    });
    git(origin.work, 'remote', 'remove', 'origin');
    expect(await trouble(origin, oid)).toMatchObject({
      message: `object ${oid} (A.RPGLE) is not in this clone and could not be fetched: the repository has no remote to fetch from`,
    });
  });
});

test('a run names the file of a damaged content', async () => {
  using origin = remote();
  const base = origin.commit({ README: 'r\n' });
  const { oid, file } = looseContent(origin);
  const head = origin.commit({ 'A.RPGLE': 'lonely\n' });
  writeFileSync(file, 'garbage');
  const told = pushOf(base, head);
  const report = await runIn(origin.work, told, { ledger: 'off', base, head });
  const message = expect.stringContaining(`object ${oid} (A.RPGLE) could not be read`);
  expect(report).toMatchObject({ exitCode: 3, error: { code: 'git', message } });
});
