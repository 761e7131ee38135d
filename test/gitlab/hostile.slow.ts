/** What a branch may commit to have a program of its own run with the service's token: the component runs none of it. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { version } from '../../src/version.ts';
import { TestRepository } from '../e2e/support/repository.ts';
import { folder } from '../git/support.ts';
import { consumerFile, Pipelines } from './pipeline.ts';
import { startRegistry } from './registry.ts';

const token = 'TheTokenOfTheService0815';

/** Says what it was started with, where GitLab collects it. */
const honest = `import { writeFileSync } from 'node:fs';
const { FILE_CHECKOUTS_TOKEN, FILE_CHECKOUTS_DOTENV, ...env } = process.env;
writeFileSync(FILE_CHECKOUTS_DOTENV, 'FILE_CHECKOUTS_CREATED=1\\n');
const told = Object.fromEntries(Object.entries(env).filter(([name]) => /URL|REMOTE|ALLOW_HTTP/.test(name)));
console.log(JSON.stringify({ words: process.argv.slice(2), cwd: process.cwd(), told }));
console.log('has the token: ' + (FILE_CHECKOUTS_TOKEN === '${token}'));
`;

/** A commit full of traps; each leaves the mark when it is run. */
function hostile(mark: string, evilRegistry: string): Record<string, string> {
  const shell = `#!/bin/sh\nenv >>'${mark}'\nexit 1\n`;
  const node = `require('node:fs').appendFileSync(${JSON.stringify(mark)}, 'node');\n`;
  const programs = ['git', 'node', 'npm', 'npx', 'file-checkouts', 'mktemp', 'rm', 'env', 'printf'];
  return {
    ...Object.fromEntries(programs.flatMap((name) => [`node_modules/.bin/${name}`, name].map((file) => [file, shell]))),
    'node_modules/file-checkouts/package.json': '{"name":"file-checkouts","version":"0.1.0","bin":"cli.js"}',
    'node_modules/file-checkouts/cli.js': `#!/usr/bin/env node\n${node}`,
    '.npmrc': `registry=${evilRegistry}\nscript-shell=${mark}\nnode-options=--require ./evil.cjs\n`,
    'package.json': `{"name":"x","scripts":{"preinstall":"touch '${mark}'"},"dependencies":{}}`,
    'evil.cjs': node,
    'QRPGLESRC/A.PGM.RPGLE': '**free\n',
  };
}

/** What a project may well have: the tools of its own checkout first on the PATH of the job. */
const toolsFirst =
  'file-checkouts:\n  before_script:\n    - export PATH="$PWD/node_modules/.bin:./node_modules/.bin:.:$PATH"\n';

test('the program comes from the registry of the inputs, in an empty folder, and nothing of the checkout runs', async () => {
  using place = folder();
  using project = new TestRepository();
  for (const name of ['good', 'evil']) mkdirSync(join(place.path, name));
  const mark = join(place.path, 'mark');
  await using good = await startRegistry(join(place.path, 'good'), version, honest);
  const evilProgram = `import { appendFileSync } from 'node:fs'; appendFileSync(${JSON.stringify(mark)}, 'evil');`;
  await using evil = await startRegistry(join(place.path, 'evil'), version, evilProgram);
  const inputs = { 'cli-command': '', 'npm-registry': good.url, url: 'https://ibmi.example.com/change' };
  const commit = { ...hostile(mark, evil.url), '.gitlab-ci.yml': `${consumerFile(inputs)}${toolsFirst}` };
  const programs = Object.keys(commit).filter((file) => /^(node_modules\/\.bin\/)?[a-z-]+$/.test(file));
  const sha = project.commit('Traps', commit);
  project.git('update-index', '--chmod=+x', ...programs);
  project.git('commit', '--quiet', '--amend', '--no-edit');
  project.push();
  const pipelines = new Pipelines(project, { FILE_CHECKOUTS_TOKEN: token });
  const head = project.git('rev-parse', 'HEAD');
  expect(head).not.toBe(sha);
  const variables = {
    ...{ FILE_CHECKOUTS_CLI_COMMAND: './file-checkouts', FILE_CHECKOUTS_VERSION: '6.6.6' },
    ...{ FILE_CHECKOUTS_URL: evil.url, FILE_CHECKOUTS_ALLOW_HTTP: 'true', FILE_CHECKOUTS_LEDGER_REMOTE: evil.url },
    ...{ FILE_CHECKOUTS_NPM_REGISTRY: evil.url, npm_config_registry: evil.url },
    ...{ npm_config_node_options: '--require ./evil.cjs', NODE_OPTIONS: '' },
  };
  const ran = await pipelines.run({ source: 'push', branch: 'main', sha: head }, variables, ['file-checkouts']);
  expect(ran.code, ran.stdout + ran.stderr).toBe(0);
  expect(existsSync(mark) ? readFileSync(mark, 'utf8') : '').toBe('');
  expect(evil.asked).toEqual([]);
  expect(good.asked).toEqual(['/file-checkouts', '/package.tgz']);
  expect(ran.stdout).toContain('has the token: true');
  const said = JSON.parse(/\{"words.*\}/.exec(ran.stdout)?.[0] ?? '{}');
  const told = { FILE_CHECKOUTS_URL: inputs.url, FILE_CHECKOUTS_LEDGER_REMOTE: '', FILE_CHECKOUTS_ALLOW_HTTP: 'false' };
  expect(said.told).toMatchObject(told);
  expect(said.words).toEqual(['file', expect.stringMatching(/^--repo-dir=/)]);
  const repository = said.words[1].slice('--repo-dir='.length);
  expect(said.cwd.startsWith(repository)).toBe(false);
  expect(existsSync(said.cwd)).toBe(false);
  expect(ran.has('file-checkouts.env')).toBe(true);
});
