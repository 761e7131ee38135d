/** Programs of the checkout are none that we run: its folders are on no search path of the program. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { guardPath } from '../../src/environment.ts';
import { type Folder, folder } from './support.ts';

/** Returns a search path as the guard leaves it. */
function guarded(path: string, folders: readonly string[]): string {
  const env: Record<string, string> = { PATH: path };
  guardPath(env, folders);
  return env.PATH ?? '';
}

/** A checkout with a submodule and a committed link, a folder of tools beside it, and links from there into it. */
function machine(it: Folder) {
  const at = (...names: string[]) => join(it.path, ...names);
  const folders = ['work/.git', 'work/node_modules/.bin', 'work/sub/bin', 'tools', 'other'];
  for (const name of folders) mkdirSync(at(name), { recursive: true });
  writeFileSync(at('work/sub/.git'), 'gitdir: ../.git/modules/sub\n');
  symlinkSync(at('work/node_modules/.bin'), at('to-bin'));
  symlinkSync(at('work'), at('to-work'));
  symlinkSync(at('other'), at('work/out'));
  const kept = (entries: readonly string[], ...from: string[]) =>
    guarded(entries.join(delimiter), from).split(delimiter);
  return { at, kept };
}

describe('of the search path', () => {
  test('what lies in the checkout goes, however it is named', () => {
    using it = folder();
    const { at, kept } = machine(it);
    const bad = [
      at('work'),
      at('work/node_modules/.bin'),
      `${at('work/node_modules/.bin')}/`,
      `"${at('work')}"`,
      at('tools/../work/sub/bin'),
      at('work/not-there-yet'),
      at('to-bin'),
      at('to-work/sub'),
      at('work/out'),
      at('to-work/out'),
    ];
    for (const entry of bad) expect(kept([at('tools'), entry], at('work')), entry).toEqual([at('tools')]);
  });

  test.each(['', '.', './node_modules/.bin', '..', 'tools'])('the relative folder %j goes', (entry) => {
    using it = folder();
    const { at, kept } = machine(it);
    expect(kept([entry, at('tools')], at('other'))).toEqual([at('tools')]);
  });

  test('a run in a folder of the checkout, in a submodule, or through a link is one in the checkout', () => {
    using it = folder();
    const { at, kept } = machine(it);
    for (const from of ['work/node_modules', 'work/sub', 'to-work', 'to-bin']) {
      expect(kept([at('work/node_modules/.bin'), at('tools')], at(from)), from).toEqual([at('tools')]);
    }
    expect(kept([at('work/sub/bin'), at('tools')], at('other'), at('work'))).toEqual([at('tools')]);
  });

  test('nor may the checkout around it, or another work tree of the same repository, have its programs there', () => {
    using it = folder();
    const { at, kept } = machine(it);
    const tree = (name: string, dotGit: string) => {
      for (const place of [`${name}/bin`, `work/.git/worktrees/${name}`]) mkdirSync(at(place), { recursive: true });
      writeFileSync(at(name, '.git'), `gitdir: ${at('work/.git/worktrees', name)}\n`);
      writeFileSync(at('work/.git/worktrees', name, 'commondir'), '../..\n');
      writeFileSync(at('work/.git/worktrees', name, 'gitdir'), `${dotGit}\n`);
    };
    tree('one', at('one/.git'));
    tree('two', '../../../../two/.git');
    mkdirSync(at('work/vendor/lib/.git'), { recursive: true });
    mkdirSync(at('work/vendor/lib/bin'));
    const bad = ['work/node_modules/.bin', 'work/vendor/lib/bin', 'one/bin', 'two/bin'].map((name) => at(name));
    for (const from of ['one', 'two', 'work', 'work/vendor/lib']) {
      expect(kept([...bad, at('tools')], at(from)), from).toEqual([at('tools')]);
    }
    expect(kept([at('tools'), at('two/bin')], at('other'))).toEqual([at('tools'), at('two/bin')]);
  });

  test('the rest stays as it is and in its order, also what is not there or lies beside', () => {
    using it = folder();
    const { at, kept } = machine(it);
    const good = [at('tools'), at('work-tools'), at('not-there'), at('other')];
    expect(kept(good, at('work'))).toEqual(good);
  });

  test('a current folder that is no checkout goes itself, and nothing below it', () => {
    using it = folder();
    const { at, kept } = machine(it);
    expect(kept([it.path, at('tools')], it.path)).toEqual([at('tools')]);
  });

  test('nothing left is no empty path, which would be the current folder', () => {
    using it = folder();
    const { at } = machine(it);
    expect(guarded(at('work'), [at('work')])).toBe('/nonexistent');
  });
});
