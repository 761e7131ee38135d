import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listChanges } from '../../src/git/changes.ts';
import { type GitPath, pathKey } from '../../src/git/git-path.ts';
import { Objects } from '../../src/git/objects.ts';
import { openRepository, type Repository } from '../../src/git/repository.ts';
import { treeFiles } from '../../src/git/tree.ts';
import { makePlan } from '../../src/plan/make-plan.ts';
import { mapperOf } from '../plan/support.ts';
import { gitBytes, type Remote, remote, runEnv } from './support.ts';

/** Files of a tree by name; names, contents and kinds from small pools, so that moves and clashes are frequent. */
type Tree = Readonly<Record<string, { readonly mode: string; readonly content: string }>>;

const names = ['a.x', 'A.x', 'b.x', 'd/a.x', 'd/b.x', 'd/e/a.x', 'docs/r.md', 'docs/a.x', 'x\ny', 'm\u00fc.x', ' s'];
const kinds = ['100644', '100644', '100644', '100755', '120000', '160000'];
const tree: fc.Arbitrary<Tree> = fc.dictionary(
  fc.constantFrom(...names),
  fc.record({ mode: fc.constantFrom(...kinds), content: fc.constantFrom('', 'one\n', 'two\n') }),
);

/** The mapping of the property: `docs` is skipped, an object is named by the file name. */
const mapper = mapperOf(`version: 1
branches: [{ branch: "**", appl: A, lvl: 1 }]
rules:
  - { match: { path: "docs/**" }, skip: docs }
  - { match: { path: "**" }, request: { objt: "*PGM", objn: "{gfile|upper}" } }
`);

const quoted = (name: string) => `"${name.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;

function line(mode: string, content: string, name: string): string {
  if (mode === '160000') return `M 160000 ${(content.length + 1).toString().repeat(40)} ${quoted(name)}\n`;
  return `M ${mode} inline ${quoted(name)}\ndata ${Buffer.byteLength(content)}\n${content}\n`;
}

/** Commits every tree in one process. */
function commitAll(origin: Remote, trees: readonly Tree[]): string[] {
  const stream = trees.map((files, n) => {
    const lines = Object.entries(files).map(([name, { mode, content }]) =>
      line(mode, content || (mode === '120000' ? 'z' : ''), name),
    );
    return `commit refs/heads/t${n}\ncommitter J <j@example.com> 0 +0000\ndata 0\ndeleteall\n${lines.join('')}\n`;
  });
  gitBytes(origin.work, ['fast-import', '--quiet'], `${stream.join('')}done\n`);
  const refs = trees.map((_, n) => `refs/heads/t${n}`);
  return gitBytes(origin.work, ['rev-parse', ...refs])
    .toString()
    .trim()
    .split('\n');
}

/** What differs, told by another road than the one under test: no renames, and a parser of its own. */
function differing(one: string, other: string): string[] {
  const fields = gitBytes(origin.work, ['diff-tree', '-r', '-z', '--name-only', '--no-renames', one, other]).toString();
  return fields.split('\0').filter((name) => name !== '');
}

/** Old names of the files that moved; such an entry is accounted for under its new name. */
function movedAway(one: string, other: string): Set<string> {
  const fields = gitBytes(origin.work, ['diff-tree', '-r', '-z', '--name-status', '-M100%', one, other])
    .toString()
    .split('\0');
  return new Set(fields.filter((_, n) => fields[n - 1] === 'R100'));
}

let origin: Remote;
let repository: Repository;
let objects: Objects;
beforeAll(async () => {
  origin = remote();
  repository = await openRepository({ repoDir: origin.work, env: runEnv });
  objects = new Objects(repository);
});
afterAll(async () => {
  objects[Symbol.dispose]();
  repository[Symbol.dispose]();
  origin[Symbol.dispose]();
});

test('whatever two trees hold, every entry of their difference is accounted for, and nothing else', async () => {
  const pairs = fc.sample(fc.tuple(tree, tree), { numRuns: 35, seed: 20261121 });
  const oids = commitAll(origin, pairs.flat());
  let entries = 0;
  for (const [n] of pairs.entries()) {
    const [one = '', other = ''] = oids.slice(2 * n, 2 * n + 2);
    const files = await treeFiles(objects, other);
    const changes = await listChanges(repository, one, other);
    const plan = makePlan({ changes, headFiles: () => files, mapper, deletes: 'request', known: [] });
    const rows = [...plan.requests, ...plan.leftOut];
    const key = (path: GitPath | null) => (path === null ? [] : [pathKey(path)]);
    const named = rows.flatMap(({ path }) => key(path));
    const accounted = new Set([...named, ...rows.flatMap(({ previousPath }) => key(previousPath))]);
    const expected = differing(one, other);
    const moved = movedAway(one, other);
    const missing = expected.filter((name) => !accounted.has(name) && !moved.has(name));
    expect(
      { missing, foreign: [...accounted].filter((name) => !expected.includes(name)) },
      JSON.stringify(pairs[n]),
    ).toEqual({ missing: [], foreign: [] });
    expect(new Set(named).size, JSON.stringify(pairs[n])).toBe(named.length);
    entries += expected.length;
  }
  expect(entries).toBeGreaterThan(120);
});
