/** File names: each changed file of a push is in a request or left out, whatever bytes its name holds. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { createClient } from '../../src/client/create-client.ts';
import { type Change, listChanges } from '../../src/git/changes.ts';
import { checkSendablePath, decodeGitPath, type GitPath } from '../../src/git/git-path.ts';
import { Objects } from '../../src/git/objects.ts';
import { openRepository, type Repository } from '../../src/git/repository.ts';
import { readTreeFiles } from '../../src/git/tree.ts';
import { splitPath } from '../../src/mapping/names.ts';
import { folder, runEnv } from '../git/support.ts';
import { demo } from '../service/helper.ts';
import { filedPushes } from './filed-pushes.ts';
import { importTrees, makeOwnRemote, type NamedEntry, oddPaths, treePairs } from './name-trees.ts';
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

const contents = fc.constantFrom('', 'one\n', '\r\n--b--\r\n', '\0\xff');

/** What the name allows to be sent is stored under it, byte for byte, or refused in words. */
const sentAndStored = fc.asyncProperty(oddPaths, contents, async (name, content) => {
  const path = decodeGitPath(Buffer.from(name, 'latin1'));
  fc.pre(checkSendablePath(path) === null);
  const { gpath, gfile } = splitPath(path.text);
  await using service = await demo();
  const { url } = service;
  const options = { url, token: 'demo-token', timeoutSeconds: 10, concurrency: 1, proxyEnv: {} };
  const client = await createClient(options);
  const fields = { appl: 'ORD', lvl: 10, objn: 'X', objt: '*PGM', attr: 'RPGLE', repo: 'ORDERS', branch: 'main' };
  const bytes = Buffer.from(content, 'latin1');
  const part = { name: gfile, blob: bytes, disposition: 'form-data' } as const;
  const result = await client.create({ ...fields, gpath, gfile }, part);
  await client.close();
  assert.ok(result.reply);
  if (result.reply.sev === 30) {
    assert.notEqual(result.reply.msg, '');
    assert.deepEqual(service.inspect().requests, []);
    return;
  }
  const [request] = service.inspect().requests;
  assert.deepEqual([request?.gpath, request?.gfile], [gpath, gfile]);
  const stored = service
    .inspectContent(request?.objectId ?? 0)
    .map((file) => Buffer.from(file.bytes).toString('latin1'));
  assert.deepEqual(stored, [content], result.reply.msg);
});

export const names: Subject = {
  name: 'names',
  open: async (): Promise<OpenSubject> => {
    const scratch = folder();
    const dirs = ['read', 'filed'].map((name) => join(scratch.path, name));
    dirs.forEach(makeOwnRemote);
    const [read = '', filed = ''] = dirs;
    const repository = await openRepository({ repoDir: read, env: runEnv });
    const objects = new Objects(repository);
    return {
      properties: [
        { name: 'read', holds: readAsTheyAre(read, repository, objects) },
        { name: 'sent', holds: sentAndStored },
        { name: 'filed', holds: filedPushes(filed, scratch.path) },
      ],
      [Symbol.asyncDispose]: async () => {
        objects[Symbol.dispose]();
        repository[Symbol.dispose]();
        scratch[Symbol.dispose]();
      },
    };
  },
};
