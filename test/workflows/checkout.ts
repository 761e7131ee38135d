/** actions/checkout over real Git: a shallow fetch of one commit into a folder of the workspace. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';

export interface CheckoutInput {
  /** A bare repository. */
  readonly remote: string;
  /** A commit, a branch or a tag; empty: the default branch. */
  readonly ref: string;
  readonly workspace: string;
  readonly path: string;
  /** 0: the whole history. */
  readonly depth: number;
}

/** Only what Git needs: nothing of the machine's own configuration. */
export function gitEnvironment(): Record<string, string> {
  return { PATH: process.env.PATH ?? '', HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1' };
}

/**
 * Checks out.
 * @throws when the folder lies outside the workspace, or the remote does not have the ref.
 */
export function checkOut({ remote, ref, workspace, path, depth }: CheckoutInput): void {
  const dir = resolve(workspace, path);
  if (dir !== workspace && !dir.startsWith(`${workspace}/`)) throw new Error(`${path} lies outside the workspace`);
  if (dir !== workspace) rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: dir, env: gitEnvironment(), encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  git('init', '--quiet', '--initial-branch=main');
  git('remote', 'add', 'origin', `file://${remote}`);
  const shallow = depth === 0 ? [] : [`--depth=${depth}`];
  git('fetch', '--quiet', '--no-tags', ...shallow, 'origin', ref === '' ? 'HEAD' : ref);
  git('checkout', '--quiet', '--force', '--detach', 'FETCH_HEAD');
}
