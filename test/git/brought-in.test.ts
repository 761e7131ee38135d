import { describe, expect, test } from 'vitest';
import { emptyTree } from '../../src/git/empty-tree.ts';
import { broughtInScene } from './brought-in.cases.ts';

/** What a push brought in from the default branch (design §3 "Not another branch's changes"). */

const { atop, merge, own, added, begin } = broughtInScene();

describe('nothing', () => {
  test('where the branch only went on', async () => {
    const root = begin();
    const base = atop(root, { F: '1\n' });
    expect(await own(root, { base, head: atop(base, { F: '2\n' }) })).toBeNull();
  });

  test('where the other branch is not there', async () => {
    const root = begin();
    expect(await own(null, { base: root, head: atop(root, { F: '1\n' }) })).toBeNull();
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
});

describe('the branch is moved to the other one', () => {
  test('forward: nothing is its own', async () => {
    const root = begin();
    const main = atop(atop(root, { A: 'main\n' }), { B: 'main\n' });
    expect(await own(main, { base: root, head: main })).toEqual({ shared: main, own: [] });
  });

  test('by a rebase: what it has made anew is its own, and nothing else', async () => {
    const root = begin();
    const main = atop(root, { A: 'main\n' });
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
});

test('from nothing: all that the other branch has came from there', async () => {
  const root = begin();
  const main = atop(root, { A: 'main\n' });
  const head = atop(main, { F: '1\n' });
  expect(await own(main, { base: emptyTree.sha1, head })).toEqual({ shared: main, own: ['F'] });
});

describe('what the branch itself added', () => {
  test('is that still once the other branch has merged it', async () => {
    const root = begin();
    const head = atop(root, { F: '1\n', A: 'own\n' });
    const main = merge(atop(root, { B: 'main\n' }), head);
    expect(await added(main, { base: root, head })).toEqual(['F']);
  });

  test('is not what came with a merge, though a commit took it away and another put it back', async () => {
    const root = begin();
    const main = atop(root, { G: 'main\n' });
    const merged = merge(atop(root, { F: '1\n' }), main);
    const head = atop(atop(merged, { G: null }), { G: 'own\n' });
    expect(await added(main, { base: root, head })).toEqual(['F']);
  });
});
