/** actions/checkout over real Git: a shallow fetch of one commit into a folder of the workspace. */
import { mkdirSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { git } from '../git/support.ts';

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

/**
 * Checks out.
 * @throws when the folder lies outside the workspace, or the remote does not have the ref.
 */
export function checkOut({ remote, ref, workspace, path, depth }: CheckoutInput): void {
  const dir = resolve(workspace, path);
  if (dir !== workspace && !dir.startsWith(`${workspace}/`)) throw new Error(`${path} lies outside the workspace`);
  if (dir !== workspace) rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  git(dir, 'init', '--quiet', '--initial-branch=main');
  git(dir, 'remote', 'add', 'origin', `file://${remote}`);
  const shallow = depth === 0 ? [] : [`--depth=${depth}`];
  git(dir, 'fetch', '--quiet', '--no-tags', ...shallow, 'origin', ref === '' ? 'HEAD' : ref);
  git(dir, 'checkout', '--quiet', '--force', '--detach', 'FETCH_HEAD');
}
