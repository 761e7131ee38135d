import { describe, expect, test } from 'vitest';
import { broughtInScene } from './brought-in.cases.ts';
import { git } from './support.ts';

/** What a push brought in from the default branch (design §3 "Not another branch's changes"). */

const { at, on, atop, merge, own, begin } = broughtInScene();

describe('nothing', () => {
  test('where the other branch went on, too', async () => {
    const root = begin();
    const main = atop(root, { A: 'main\n' });
    const base = atop(root, { F: '1\n' });
    expect(await own(main, { base, head: atop(base, { F: '2\n' }) })).toBeNull();
  });

  test('where the two share nothing', async () => {
    const root = begin();
    git(at().work, 'checkout', '--quiet', '--orphan', 'alone');
    const alone = at().commit({ A: null, B: null, X: 'x\n' });
    expect(await own(root, { base: alone, head: atop(alone, { X: 'y\n' }) })).toBeNull();
  });
});

describe('a merge of the other branch', () => {
  test('what was edited while merging is the branch’s own, as it differs', async () => {
    const root = begin();
    const main = atop(root, { A: 'main\n', B: 'main\n' });
    const base = atop(root, { F: '1\n' });
    on(merge(base, main));
    const head = at().commit({ A: 'by hand\n' });
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

  test('by a rebase onto what was merged of others there', async () => {
    const root = begin();
    const third = atop(root, { T: 't\n' });
    const main = merge(atop(root, { A: 'main\n' }), third);
    const base = atop(root, { F: '1\n' });
    expect(await own(main, { base, head: atop(main, { F: '1\n' }) })).toEqual({ shared: main, own: ['F'] });
  });
});

describe('the other branch is moved forward to the branch', () => {
  test('where the push began there, nobody can tell who made it', async () => {
    const root = begin();
    const earlier = atop(root, { F: '1\n' });
    const head = atop(earlier, { F2: '2\n' });
    expect(await own(earlier, { base: root, head })).toEqual({ shared: earlier, own: ['F2'] });
  });
});
