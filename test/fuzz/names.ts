/** File names: each changed file of a push is in a request or left out, no matter which bytes its name holds. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { type Change, listChanges } from '../../src/git/changes.ts';
import type { GitPath } from '../../src/git/git-path.ts';
import { Objects } from '../../src/git/objects.ts';
import { openRepository, type Repository } from '../../src/git/repository.ts';
import { readTreeFiles } from '../../src/git/tree.ts';
import { folder, runEnv } from '../git/support.ts';
import { filedPushes } from './filed-pushes.ts';
import { importTrees, makeOwnRemote, type NamedEntry, treePairs } from './name-trees.ts';
import type { OpenSubject, Subject } from './subject.ts';

const nameOf = ({ text, raw }: GitPath) => (raw ?? Buffer.from(text, 'utf8')).toString('latin1');

/** Names of both sides, where they are not the same in both trees. */
function differing([before, after]: readonly [readonly NamedEntry[], readonly NamedEntry[]]): string[] {
  const known = (entries: readonly NamedEntry[]) =>
    new Map(entries.map(({ name, mode, content }) => [name, `${mode} ${content}`]));
  const [one, other] = [known(before), known(after)];
  const names = new Set([...one.keys(), ...other.keys()]);
  return [...names].filter((name) => one.get(name) !== other.get(name)).sort();
}

function sidesOf(changes: readonly Change[]): string[] {
  const names = changes.flatMap(({ before, after }) => [before, after].flatMap((side) => side ?? []));
  return [...new Set(names.map(({ path }) => nameOf(path)))].sort();
}

/** Trees and differences are read as Git has them, byte for byte. */
function readAsTheyAre(dir: string, repository: Repository, objects: Objects) {
  return fc.asyncProperty(treePairs, async (pair) => {
    const [before = '', after = ''] = importTrees(dir, 'read', pair);
    const listed = (await readTreeFiles(objects, after)).all();
    assert.deepEqual(listed.map(({ path }) => nameOf(path)).sort(), pair[1].map(({ name }) => name).sort());
    assert.deepEqual(sidesOf(await listChanges(repository, before, after)), differing(pair));
  });
}

export const names: Subject = {
  name: 'names',
  open: async (): Promise<OpenSubject> => {
    const stack = new AsyncDisposableStack();
    const scratch = stack.use(folder());
    const dirs = ['read', 'filed'].map((name) => join(scratch.path, name));
    dirs.forEach(makeOwnRemote);
    const [read = '', filed = ''] = dirs;
    const repository = stack.use(await openRepository({ repoDir: read, env: runEnv }));
    const objects = stack.use(new Objects(repository));
    return {
      properties: [
        { name: 'read', holds: readAsTheyAre(read, repository, objects) },
        { name: 'filed', holds: filedPushes(filed, scratch.path) },
      ],
      [Symbol.asyncDispose]: () => stack.disposeAsync(),
    };
  },
};
