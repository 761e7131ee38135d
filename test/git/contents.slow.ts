import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { ensureBlobs } from '../../src/git/blobs.ts';
import { Objects } from '../../src/git/objects.ts';
import { openRepository } from '../../src/git/repository.ts';
import { runIn } from '../events/support.ts';
import { pushOf } from '../host/support.ts';
import { type CloneKind, makeClone } from './clones.ts';
import { serveGit } from './http-remote.ts';
import { commitEntries, entry } from './names.ts';
import { folder, git, gitBytes, type Remote, remote, runEnv } from './support.ts';
import { watchGit } from './watched-git.ts';

const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 12345\n`;
const attributes = [
  '*.txt text eol=crlf',
  '*.id ident',
  '*.u16 text working-tree-encoding=UTF-16',
  '*.big filter=lfs diff=lfs merge=lfs -text',
  '*.none -text export-ignore',
].join('\n');

/** Contents that a work tree would show otherwise, or that a careless reader bends. */
const contents: Record<string, string | Buffer> = {
  '.gitattributes': attributes,
  'crlf.txt': 'one\r\ntwo\r\n',
  'lf.txt': 'one\ntwo\n',
  'mixed.rpgle': 'one\r\ntwo\nthree\r',
  'keyword.id': '$Id$\n',
  'utf.u16': 'ä\n',
  'pointer.big': pointer,
  'empty.rpgle': '',
  'nul.rpgle': Buffer.from([0, 1, 0, 255, 10, 0]),
  'latin1.rpgle': Buffer.from('M\u00fcller\r\n', 'latin1'),
  'bom.rpgle': '\ufeff**free\n',
  'long.rpgle': randomBytes(690_000),
  'huge.rpgle': randomBytes(1_500_000),
  'no-end.rpgle': 'no line end',
};

function withContents(): { origin: Remote; base: string; head: string } {
  const origin = remote();
  const base = commitEntries(origin, [entry('README', 'r\n')], null);
  const entries = Object.entries(contents).map(([path, content]) => entry(path, content));
  const head = commitEntries(origin, entries, base);
  origin.push(head, 'main');
  return { origin, base, head };
}

const shared = withContents();
afterAll(() => shared.origin[Symbol.dispose]());
const kinds: CloneKind[] = ['sparse', 'blobless'];

describe('contents are the blobs, byte for byte', () => {
  test.each(kinds)('%s clone', async (kind) => {
    const { origin, head } = shared;
    const dir = makeClone(kind, origin, { ref: 'main', head });
    git(dir, 'config', 'core.autocrlf', 'true');
    git(dir, 'config', 'core.eol', 'crlf');
    using repository = await openRepository({ repoDir: dir, env: runEnv });
    await using objects = new Objects(repository);
    const paths = Object.keys(contents);
    const oids = paths.map((path) => git(origin.work, 'rev-parse', `${head}:${path}`));
    const infos = await ensureBlobs(repository, oids);
    const blobs = await Promise.all(oids.map((oid) => objects.content(oid)));
    for (const [n, path] of paths.entries()) {
      const bytes = Buffer.from(await new Blob([blobs[n] as Blob]).arrayBuffer());
      expect(bytes.equals(Buffer.from(contents[path] as string)), path).toBe(true);
      expect(infos[n]).toEqual({ type: 'blob', size: bytes.length });
      expect(bytes.equals(gitBytes(origin.remote, ['cat-file', 'blob', oids[n] ?? '']))).toBe(true);
    }
    await expect(objects.content('0123456789'.repeat(4))).rejects.toThrow(/not in the repository/);
  });

  test('a Git LFS pointer is recognised, and nothing else of its size', async () => {
    const { origin, base, head } = shared;
    const dir = makeClone('bareMirror', origin, { ref: 'main', head }, 'for-lfs');
    const told = pushOf(base, head);
    const report = await runIn(dir, told);
    const unsendable = report.requests.filter(({ outcome }) => outcome === 'unsendable');
    expect(unsendable.map(({ path }) => path)).toEqual(['pointer.big']);
    expect(unsendable[0]?.msg).toMatch(/LFS pointer/);
    expect(report.requests.find(({ path }) => path === 'huge.rpgle')?.bytes).toBe(1_500_000);
  });
});

describe('what a partial clone lacks', () => {
  test('comes in one request, up to 400 files', async () => {
    using origin = remote();
    const files = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`P${n}.RPGLE`, `**free // ${n}\n`]));
    const base = origin.commit({ README: 'r\n' });
    const head = origin.commit(files);
    origin.push(head, 'main');
    await using server = await serveGit(origin.root);
    const dir = `${origin.root}/partial`;
    git(origin.root, 'clone', '--quiet', '--filter=blob:none', '--no-checkout', origin.url, dir);
    git(dir, 'config', 'remote.origin.url', `http://${server.host}/remote.git`);
    using watched = folder();
    const watch = watchGit(watched.path);
    const before = server.requests.length;
    const told = pushOf(base, head);
    const report = await runIn(dir, told, {}, { env: watch.env });
    expect(report.requests.map(({ bytes }) => bytes)).not.toContain(null);
    expect(report.requests).toHaveLength(40);
    expect(watch.commands().filter((line) => /(^| )fetch /.test(line))).toHaveLength(1);
    const asked = server.requests.slice(before).filter(({ line }) => line.startsWith('POST'));
    expect(asked.length).toBeLessThanOrEqual(2);
  });
});
