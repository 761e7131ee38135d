/** Two pushes of odd file names, filed for good: what the report says is what Git changed and what the service holds. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { settles } from '../../src/checkout/outcome.ts';
import type { GivenOptions } from '../../src/options.ts';
import type { Report, ReportRequest } from '../../src/report/report-json.ts';
import { runIn } from '../events/support.ts';
import { git, gitBytes } from '../git/support.ts';
import { github, pushed, zeros } from '../host/support.ts';
import { type Demo, demo } from '../service/helper.ts';
import { changedNames, emptyTree, importTrees, type NamedEntry, treePairs } from './name-trees.ts';

const mappingText = `version: 1
branches: [{ branch: main, appl: ORD, lvl: 10 }]
request: { proj: null, attr: RPGLE, objt: "*PGM" }
rules:
  - match: { gfile: "*.md" }
    skip: no source
  - match: { path: "*.rpgle" }
    request: {}
  - match: { gfile: "*a*" }
    request: { objn: "{path}" }
`;

const native = ['appl=ORD', 'lvl=10', 'attr=RPGLE', 'objt=*PGM', 'proj=null'];
const ways = fc.constantFrom('one object a path', 'objects by name', 'by rules');

function optionsOf(way: string, mappingFile: string): GivenOptions {
  if (way === 'by rules') return { mapping: mappingFile };
  return { set: way === 'objects by name' ? native : [...native, 'objn={path}'] };
}

/** Old names of files that were moved as they are: their requests stand under the new name. */
function movedAway(dir: string, base: string, head: string): Set<string> {
  const args = ['diff-tree', '-r', '-z', '--name-status', '-M100%', base, head];
  const fields = gitBytes(dir, args).toString('latin1').split('\0');
  const old = new Set<string>();
  for (let at = 0; at < fields.length - 1; at += fields[at]?.startsWith('R') ? 3 : 2) {
    if (fields[at]?.startsWith('R')) old.add(fields[at + 1] ?? '');
  }
  return old;
}

const nameOf = ({ path, pathBase64 }: Pick<ReportRequest, 'path' | 'pathBase64'>) =>
  (pathBase64 === undefined ? Buffer.from(path) : Buffer.from(pathBase64, 'base64')).toString('latin1');

interface Filed {
  readonly report: Report;
  readonly service: Demo;
  /** Names that Git changed. */
  readonly changed: readonly string[];
  readonly moved: ReadonlySet<string>;
  /** Names that an earlier push left open. */
  readonly earlier: ReadonlySet<string>;
  readonly tree: readonly NamedEntry[];
}

/** Every changed file ended; what ended badly says why; what was created is stored as it is in Git. */
function checkReport({ report, service, changed, moved, earlier, tree }: Filed): void {
  assert.equal(report.error, null);
  const rows = [...report.requests, ...report.leftOut];
  const ended = new Set(rows.map(nameOf));
  const missing = changed.filter((name) => !ended.has(name) && !moved.has(name));
  assert.deepEqual(missing, [], 'files that ended nowhere');
  const foreign = [...ended].filter((name) => !changed.includes(name) && !earlier.has(name));
  assert.deepEqual(foreign, [], 'files that nobody changed');
  for (const row of report.leftOut) assert.notEqual(row.why, '', 'left out without a reason');
  for (const row of report.requests) {
    if (!settles(row.outcome)) assert.ok(row.msg, `${row.outcome} without a reason`);
    else if (row.outcome !== 'withdrawn' && row.reason === '*MIGRATE') checkStored(service, row, nameOf(row), tree);
  }
  assert.equal(report.exitCode, report.requests.every(({ outcome }) => settles(outcome)) ? 0 : 1);
}

function checkStored(service: Demo, row: Report['requests'][number], name: string, tree: readonly NamedEntry[]): void {
  const stored = service.inspect().requests.find(({ objectId }) => objectId === row.objectId);
  const path = [stored?.gpath, stored?.gfile].filter((part) => part !== '').join('/');
  assert.equal(Buffer.from(path).toString('latin1'), name, 'stored under its name');
  const content = service.inspectContent(row.objectId ?? 0).map(({ bytes }) => Buffer.from(bytes).toString('latin1'));
  assert.equal(content.at(-1), tree.find((entry) => entry.name === name)?.content, 'stored byte for byte');
}

/** Files two pushes of a branch, the second after the first. */
export function filedPushes(dir: string, scratch: string): fc.IRawProperty<unknown> {
  const mappingFile = join(scratch, 'mapping.yml');
  writeFileSync(mappingFile, mappingText);
  return fc.asyncProperty(treePairs, ways, async (trees, way) => {
    await using service = await demo();
    git(dir, 'update-ref', '-d', 'refs/notes/check-outs');
    const commits = importTrees(dir, 'main', trees);
    let base: string | null = null;
    const earlier = new Set<string>();
    for (const [n, head] of commits.entries()) {
      git(dir, 'update-ref', 'refs/heads/main', head);
      const told = {
        env: github('push', { GITHUB_RUN_ID: String(n + 1), GITHUB_REPOSITORY: 'acme/ORDERS' }),
        payload: pushed('refs/heads/main', base ?? zeros, head),
      };
      const options = { repo: 'ORDERS', url: service.url, set: [], ...optionsOf(way, mappingFile) };
      const report = await runIn(dir, told, options, { command: 'file', token: 'demo-token' });
      const from = base ?? emptyTree;
      const changed = changedNames(dir, from, head);
      checkReport({ report, service, changed, moved: movedAway(dir, from, head), earlier, tree: trees[n] ?? [] });
      for (const row of report.requests) earlier.add(nameOf(row));
      base = head;
    }
  });
}
