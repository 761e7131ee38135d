import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { listOptionRows } from '../../src/options.ts';
import { version } from '../../src/version.ts';

const read = (file: string) => readFileSync(file, 'utf8');

const hashOf = (file: string) => createHash('sha256').update(read(file)).digest('hex');

function files(dir: string): Record<string, string> {
  const all = readdirSync(dir, { recursive: true, encoding: 'utf8' });
  const names = all.filter((name) => /\.(mjs|js|css|svg)$/.test(name)).sort();
  return Object.fromEntries(names.map((name) => [name, hashOf(join(dir, name))]));
}

test('dist is what the sources build, byte for byte', () => {
  const dir = mkdtempSync(join(tmpdir(), 'file-checkouts-dist-'));
  const rolldown = 'node_modules/rolldown/bin/cli.mjs';
  execFileSync(process.execPath, [rolldown, '-c', 'rolldown.config.ts', '--dir', dir], { stdio: 'pipe' });
  const built = files(dir);
  rmSync(dir, { recursive: true });
  expect(Object.keys(built).length).toBeGreaterThan(3);
  expect(files('dist'), 'run npm run build').toEqual(built);
});

test('the version is one', () => {
  expect(JSON.parse(read('package.json')).version).toBe(version);
});

test('action.yml runs the bundle on node24 and has every option as an input', () => {
  const action = parse(read('action.yml'));
  expect(action.runs).toEqual({ using: 'node24', main: 'dist/action.mjs' });
  const inputs = listOptionRows('file')
    .map(({ name }) => name)
    .filter((name) => name !== 'token-file');
  expect(Object.keys(action.inputs).sort()).toEqual(
    [...inputs, 'command', 'github-token', 'ledger-secret', 'ledger-secret-previous', 'ledger-token', 'token'].sort(),
  );
});

test('the mapping and the workflow in the README are valid', async () => {
  const { loadMapping } = await import('../../src/mapping/load.ts');
  const blocks = [...read('README.md').matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text]) => text ?? '');
  const mapping = blocks.find((text) => text.startsWith('version: 1'));
  expect(loadMapping(mapping ?? '', 'README.md').rules).toHaveLength(3);
  const workflow = parse(blocks.find((text) => /^name:/m.test(text)) ?? '');
  const inputs = Object.keys(parse(read('action.yml')).inputs);
  for (const name of Object.keys(workflow.jobs.file.steps[1].with)) expect(inputs).toContain(name);
});
