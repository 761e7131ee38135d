import { afterEach, beforeEach } from 'vitest';
import { broughtIn } from '../../src/git/brought-in.ts';
import { emptyTree } from '../../src/git/empty-tree.ts';
import { openRepository } from '../../src/git/repository.ts';
import { makeClone } from './clones.ts';
import { git, type Remote, remote, runEnv } from './support.ts';

/** What a push brought in from the default branch (design §3 "Not another branch's changes"). */

/** Gives each test a remote of its own, and what makes commits there. */
export function broughtInScene() {
  let origin: Remote;
  beforeEach(() => {
    origin = remote();
  });
  afterEach(() => origin[Symbol.dispose]());

  const on = (start: string) => git(origin.work, 'checkout', '--quiet', '--detach', start);
  /** A commit on top of another. */
  function atop(start: string, files: Readonly<Record<string, string | null>>): string {
    on(start);
    return origin.commit(files);
  }
  /** Merges one commit into another. */
  function merge(into: string, from: string): string {
    on(into);
    git(origin.work, 'merge', '--quiet', '--no-ff', '-m', 'merge', from);
    return git(origin.work, 'rev-parse', 'HEAD');
  }

  /** What is the branch's own, in a clone as actions/checkout makes it; null: nothing was brought in. */
  async function own(main: string | null, range: { base: string; head: string; pushed?: string | null }) {
    if (main !== null) origin.push(main, 'main');
    origin.push(range.base === emptyTree.sha1 ? range.head : range.base, 'base');
    origin.push(range.head, 'f');
    const dir = makeClone('depth1', origin, { ref: 'f', head: range.head });
    using repository = await openRepository({ repoDir: dir, env: runEnv });
    const brought = await broughtIn(repository, { pushed: null, ...range }, 'main');
    return brought === null ? null : { shared: brought.shared, own: [...brought.own].sort() };
  }

  /** What commits of the branch's own added. */
  async function added(main: string, range: { base: string; head: string }) {
    origin.push(main, 'main');
    origin.push(range.base, 'base');
    origin.push(range.head, 'f');
    using repository = await openRepository({ repoDir: origin.work, env: runEnv });
    const brought = await broughtIn(repository, { pushed: null, ...range }, 'main');
    return brought === null ? null : [...brought.added].sort();
  }

  /** Two files on main, from which the branch begins. */
  const begin = () => origin.commit({ A: 'a\n', B: 'b\n' });
  return { at: () => origin, on, atop, merge, own, added, begin };
}
