import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { broughtIn } from '../../src/git/brought-in.ts';
import { openObjects } from '../../src/git/objects.ts';
import { openRepository } from '../../src/git/repository.ts';
import { emptyTree } from '../../src/git/tree.ts';
import { makeClone } from './clones.ts';
import { git, type Remote, remote, runEnv } from './support.ts';

/** What a push brought in from the default branch (design §3 "Not another branch's changes"). */

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
  await using objects = openObjects(repository);
  const brought = await broughtIn(repository, objects, { pushed: null, ...range }, 'main');
  return brought === null ? null : { shared: brought.shared, own: [...brought.own].sort() };
}

/** Two files on main, from which the branch begins. */
const begin = () => origin.commit({ A: 'a\n', B: 'b\n' });

describe('nothing', () => {
  test('where the branch only went on', async () => {
    const root = begin();
    const base = atop(root, { F: '1\n' });
    expect(await own(root, { base, head: atop(base, { F: '2\n' }) })).toBeNull();
  });

  test('where the other branch went on, too', async () => {
    const root = begin();
    const main = atop(root, { A: 'main\n' });
    const base = atop(root, { F: '1\n' });
    expect(await own(main, { base, head: atop(base, { F: '2\n' }) })).toBeNull();
  });

  test('where the other branch is not there', async () => {
    const root = begin();
    expect(await own(null, { base: root, head: atop(root, { F: '1\n' }) })).toBeNull();
  });

  test('where the two share nothing', async () => {
    const root = begin();
    git(origin.work, 'checkout', '--quiet', '--orphan', 'alone');
    const alone = origin.commit({ A: null, B: null, X: 'x\n' });
    expect(await own(root, { base: alone, head: atop(alone, { X: 'y\n' }) })).toBeNull();
  });
});

describe('a merge of the other branch', () => {
  test('brings in what is there; what the branch has made stays its own', async () => {
    const root = begin();
    const main = atop(root, { A: 'main\n' });
    const base = atop(root, { F: '1\n' });
    const head = merge(base, main);
    expect(await own(main, { base, head })).toEqual({ shared: main, own: ['F'] });
  });

  test('what was edited while merging is the branch’s own, as it differs', async () => {
    const root = begin();
    const main = atop(root, { A: 'main\n', B: 'main\n' });
    const base = atop(root, { F: '1\n' });
    on(merge(base, main));
    const head = origin.commit({ A: 'by hand\n' });
    expect(await own(main, { base, head })).toEqual({ shared: main, own: ['A', 'F'] });
  });

  test('what both have made alike is the branch’s own, too', async () => {
    const root = begin();
    const main = atop(root, { A: 'alike\n', B: 'main\n' });
    const head = merge(atop(root, { A: 'alike\n' }), main);
    expect(await own(main, { base: root, head })).toEqual({ shared: main, own: ['A'] });
  });

  test('what the other branch squashed of it stays its own', async () => {
    const root = begin();
    const branch = atop(root, { F: '1\n' });
    const squash = atop(root, { F: '1\n', B: 'main\n' });
    const head = merge(branch, squash);
    expect(await own(squash, { base: root, head })).toEqual({ shared: squash, own: ['F'] });
  });

  test('what the other branch merged of it stays its own', async () => {
    const root = begin();
    const branch = atop(root, { F: '1\n' });
    const main = merge(atop(root, { B: 'main\n' }), branch);
    // The branch goes on from where it was, and takes main in.
    const head = merge(atop(branch, { F2: '2\n' }), main);
    expect(await own(main, { base: root, head })).toEqual({ shared: main, own: ['F', 'F2'] });
  });

  test('of a third branch is nobody’s of the two: it differs', async () => {
    const root = begin();
    const third = atop(root, { T: 't\n' });
    const main = atop(root, { A: 'main\n' });
    const head = merge(merge(atop(root, { F: '1\n' }), third), main);
    expect(await own(main, { base: root, head })).toEqual({ shared: main, own: ['F', 'T'] });
  });
});

describe('the branch is moved to the other one', () => {
  test('forward: nothing is its own', async () => {
    const root = begin();
    const main = atop(atop(root, { A: 'main\n' }), { B: 'main\n' });
    expect(await own(main, { base: root, head: main })).toEqual({ shared: main, own: [] });
  });

  test('forward, and goes on', async () => {
    const root = begin();
    const main = atop(root, { A: 'main\n' });
    expect(await own(main, { base: root, head: atop(main, { F: '1\n' }) })).toEqual({ shared: main, own: ['F'] });
  });

  test('forward, by a merge of it there: what it has made before stays its own', async () => {
    const root = begin();
    const branch = atop(root, { F: '1\n' });
    const main = merge(atop(root, { A: 'main\n' }), branch);
    expect(await own(main, { base: branch, head: main })).toEqual({ shared: main, own: [] });
  });

  test('by a rebase: what it has made anew is its own, and nothing else', async () => {
    const root = begin();
    const main = atop(root, { A: 'main\n' });
    const base = atop(root, { F: '1\n' });
    expect(await own(main, { base, head: atop(main, { F: '1\n' }) })).toEqual({ shared: main, own: ['F'] });
  });

  test('by a rebase onto what was merged of others there', async () => {
    const root = begin();
    const third = atop(root, { T: 't\n' });
    const main = merge(atop(root, { A: 'main\n' }), third);
    const base = atop(root, { F: '1\n' });
    expect(await own(main, { base, head: atop(main, { F: '1\n' }) })).toEqual({ shared: main, own: ['F'] });
  });
});

describe('the other branch is moved forward to the branch', () => {
  test('what was on the branch before this push is its own', async () => {
    const root = begin();
    const earlier = atop(root, { F: '1\n' });
    const head = atop(earlier, { F2: '2\n' });
    expect(await own(earlier, { base: root, head, pushed: earlier })).toEqual({ shared: earlier, own: ['F', 'F2'] });
  });

  test('where the push began there, nobody can tell who made it', async () => {
    const root = begin();
    const earlier = atop(root, { F: '1\n' });
    const head = atop(earlier, { F2: '2\n' });
    expect(await own(earlier, { base: root, head })).toEqual({ shared: earlier, own: ['F2'] });
  });
});

test('from nothing: all that the other branch has came from there', async () => {
  const root = begin();
  const main = atop(root, { A: 'main\n' });
  const head = atop(main, { F: '1\n' });
  expect(await own(main, { base: emptyTree.sha1, head })).toEqual({ shared: main, own: ['F'] });
});
