/** Kinds of clone that CI makes, each as a function from a remote and the pushed commit to a checkout. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { git, type Remote } from './support.ts';

/** What a kind of clone is made from. */
export interface Wish {
  /** The branch or ref that the runner checks out; a commit when it is detached. */
  readonly ref: string;
  readonly head: string;
}

function fetched(origin: Remote, dir: string, wish: Wish, flags: string[]): void {
  git(origin.root, 'init', '--quiet', `--object-format=${git(origin.work, 'rev-parse', '--show-object-format')}`, dir);
  git(dir, 'remote', 'add', 'origin', origin.url);
  git(dir, 'fetch', '--quiet', '--no-tags', ...flags, 'origin', `+${wish.head}:refs/remotes/origin/${wish.ref}`);
}

/** As actions/checkout does it: one commit, a branch made for it. */
function depth1(origin: Remote, dir: string, wish: Wish): void {
  fetched(origin, dir, wish, ['--depth=1']);
  git(dir, 'checkout', '--quiet', '--force', '-B', wish.ref, wish.head);
}

/** As a GitLab runner does it: detached, and the work tree used again. */
function depth20(origin: Remote, dir: string, wish: Wish): void {
  fetched(origin, dir, wish, ['--depth=20']);
  git(dir, 'checkout', '--quiet', '--force', '--detach', wish.head);
}

function full(origin: Remote, dir: string, wish: Wish): void {
  git(origin.root, 'clone', '--quiet', origin.url, dir);
  git(dir, 'fetch', '--quiet', 'origin', wish.head);
  git(dir, 'checkout', '--quiet', '--force', '-B', wish.ref, wish.head);
}

const filtered = (filter: string) => (origin: Remote, dir: string, wish: Wish) => {
  git(origin.root, 'clone', '--quiet', `--filter=${filter}`, '--no-checkout', origin.url, dir);
  git(dir, 'fetch', '--quiet', 'origin', wish.head);
  git(dir, 'checkout', '--quiet', '--force', '--detach', wish.head);
};
const [blobless, treeless] = [filtered('blob:none'), filtered('tree:0')];

function sparse(origin: Remote, dir: string, wish: Wish): void {
  git(origin.root, 'clone', '--quiet', '--filter=blob:none', '--sparse', '--depth=1', '--no-checkout', origin.url, dir);
  git(dir, 'sparse-checkout', 'set', 'nowhere');
  git(dir, 'fetch', '--quiet', '--depth=1', '--filter=blob:none', 'origin', wish.head);
  git(dir, 'checkout', '--quiet', '--force', '--detach', wish.head);
}

/** HEAD and the work tree are at the root commit, not at the pushed one. */
function wrongHead(origin: Remote, dir: string, wish: Wish): void {
  full(origin, dir, wish);
  const first = git(dir, 'rev-list', '--max-parents=0', '--first-parent', wish.head).split('\n')[0] ?? '';
  git(dir, 'checkout', '--quiet', '--force', '-B', 'main', first);
}

/** A runner's folder that was used before: other files, changed files, a changed index, a conflicted merge. */
function dirty(origin: Remote, dir: string, wish: Wish): void {
  depth20(origin, dir, wish);
  const [path = ''] = git(dir, 'ls-files').split('\n');
  writeFileSync(join(dir, path), 'edited, not committed\n');
  writeFileSync(join(dir, 'new.txt'), 'not tracked\n');
  git(dir, 'add', 'new.txt');
  rmSync(join(dir, 'new.txt'));
  git(dir, 'config', 'core.autocrlf', 'true');
  git(dir, 'config', 'diff.noprefix', 'true');
}

function bareMirror(origin: Remote, dir: string): void {
  git(origin.root, 'clone', '--quiet', '--mirror', origin.url, dir);
}

/** Every kind by name. */
export const clones = { full, depth1, depth20, blobless, treeless, sparse, wrongHead, dirty, bareMirror } as const;
export type CloneKind = keyof typeof clones;

/** Makes a clone of a kind beside the remote and gives its directory. */
export function makeClone(kind: CloneKind, origin: Remote, wish: Wish, name: string = kind): string {
  const dir = join(origin.root, name);
  clones[kind](origin, dir, wish);
  return dir;
}
