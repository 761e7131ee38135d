import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { version } from '../../src/version.ts';
import { keptInMemory } from '../kept-in-memory.ts';

/** Issue 7 point 4: `npm pack` gives a package that runs without anything else, and carries neither tests nor Node. */

const root = mkdtempSync(join(tmpdir(), 'file-checkouts-package-'));
const team = join(root, 'team');
const env = {
  PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
  HOME: root,
  ...keptInMemory(),
  // No network: what the package does not carry is not there.
  npm_config_offline: 'true',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  npm_config_update_notifier: 'false',
};
const run = (cwd: string, command: string, ...args: string[]) =>
  execFileSync(command, args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1e8 });

interface Packed {
  readonly filename: string;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}
let packed: Packed;

beforeAll(() => {
  const said = run(process.cwd(), 'npm', 'pack', '--json', '--ignore-scripts', '--pack-destination', root);
  [packed] = JSON.parse(said) as [Packed];
  mkdirSync(team);
  // Else npm installs into the nearest folder above that has one.
  writeFileSync(join(team, 'package.json'), '{ "private": true }\n');
  run(team, 'npm', 'install', '--ignore-scripts', join(root, packed.filename));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('carries what runs, its schemas and its licences; no tests, no sources, no Node', () => {
  const paths = packed.files.map(({ path }) => path);
  const needed = ['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md', 'action.yml', 'dist/LICENSES.txt'];
  expect(paths).toEqual(expect.arrayContaining(needed));
  const ours =
    /^(dist\/([\w-]+|chunks\/[\w-]+)\.mjs|dist\/chunks\/(browser|status-page)\/[\w-]+\.(js|css|svg)|dist\/LICENSES\.txt|(docs|examples|schema)\/[\w.-]+\.(md|json|yml)|examples\/Jenkinsfile|[\w.]+\.(md|json|yml)|LICENSE)$/;
  expect(paths.filter((path) => !ours.test(path))).toEqual([]);
  expect(packed.unpackedSize).toBeLessThan(6_000_000);
  const shipped = paths.filter((path) => path.startsWith('dist/')).map((path) => path.slice('dist/'.length));
  const built = readdirSync('dist', { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.'));
  expect(shipped.sort()).toEqual(built.sort());
});

test('brings no other package along', () => {
  expect(readdirSync(join(team, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['file-checkouts']);
  const manifest = JSON.parse(readFileSync(join(team, 'node_modules/file-checkouts/package.json'), 'utf8'));
  expect(manifest).not.toHaveProperty('dependencies');
});

test('npx file-checkouts runs: help, version, and a rehearsal files five pushes and prints what the service then holds', () => {
  expect(run(team, 'npx', 'file-checkouts', '--version')).toBe(`${version}\n`);
  // What npx has found is what it starts.
  const program = join(team, 'node_modules/.bin/file-checkouts');
  expect(run(team, program, '--help')).toContain('Usage: file-checkouts COMMAND');
  const { status, stdout, stderr } = spawnSync(program, ['rehearse'], { cwd: team, env, encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout.match(/^=== push \d of 5/gm)).toHaveLength(5);
  for (const [push, came] of [
    ['1', '4 created'],
    ['2', '2 created'],
    ['3', '2 updated'],
  ]) {
    expect(stdout).toMatch(new RegExp(`push ${push}(?:(?!=== push)[\\s\\S])*${came}`));
  }
  expect(stdout).toMatch(/updated .*SEARCH\/ORDSRCH\.SQLRPGLE \(was QRPGLESRC\/ORDSRCH\.SQLRPGLE\)/);
  expect(stdout).toMatch(/created +\*DELETE .*ORD900/);
  expect(stdout).toMatch(
    /push 5[\s\S]*created +\*RECOMPILE ORD\/10 ORD100 \*PGM #\d+ RFP \d+[\s\S]*1 created; 1 left out/,
  );
  expect(stdout).toContain('affected: 1 object\n  ORD/10 ORD100 *PGM (*RECOMPILE, created): uses ORDTEXTS\n');
  expect(stdout).toContain('attached ORDSRCH.SQLRPGLE');
  expect(stdout).toContain('project CUST/12/1');
});

test('the schema that a mapping names is in it', () => {
  const schema = readFileSync(join(team, 'node_modules/file-checkouts/schema/mapping.schema.json'), 'utf8');
  expect(JSON.parse(schema)).toHaveProperty('$schema');
});
