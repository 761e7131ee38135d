import { execFile } from 'node:child_process';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What a runner checks out. */
export interface Checkout {
  readonly remote: string;
  readonly format: 'sha1' | 'sha256';
  readonly branch: string;
  readonly commit: string;
  readonly depth: 'depth-1' | 'full';
  /** The mapping file that lies in the work tree. */
  readonly mapping: string;
}

/** Makes a clone as a runner does: the one commit, or all branches with their history. */
export async function checkOut(dir: string, told: Checkout): Promise<void> {
  const { remote, format, branch, commit, depth, mapping } = told;
  await run('git', ['init', '--quiet', '--initial-branch=main', `--object-format=${format}`, dir]);
  const all = '+refs/heads/*:refs/remotes/origin/*';
  const config = `\n[remote "origin"]\nurl = ${remote}\nfetch = ${all}\n[gc]\nauto = 0\n`;
  appendFileSync(join(dir, '.git', 'config'), config);
  const ref = `+${commit}:refs/remotes/origin/${branch}`;
  const what = depth === 'full' ? ['origin', all, commit] : ['--depth=1', 'origin', ref];
  await run('git', ['fetch', '--quiet', '--no-tags', ...what], { cwd: dir });
  await run('git', ['checkout', '--quiet', '--force', '-B', branch, commit], { cwd: dir });
  writeFileSync(join(dir, '.file-checkouts.yml'), mapping);
}
