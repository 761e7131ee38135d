import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { componentFile } from '../../scripts/gitlab-component.ts';
import { TestRepository } from '../e2e/support/repository.ts';

const [, body] = parseAllDocuments(componentFile()).map((document) => ('toJS' in document ? document.toJS() : null));
const [job] = Object.values(body as Record<string, { script: string[]; variables: Record<string, unknown> }>);
const script = (job?.script ?? []).join('\n');

const root = mkdtempSync(join(tmpdir(), 'file-checkouts-script-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Runs the script of the job in a shell, in a folder of its own; what is not given is empty, as with the component. */
function runScript(shell: string, given: Readonly<Record<string, string>>) {
  const dir = mkdtempSync(join(root, 'work-'));
  mkdirSync(join(dir, '.git'));
  writeFileSync(join(dir, 'old.xml'), 'of an earlier job');
  const empty = Object.fromEntries(Object.keys(job?.variables ?? {}).map((name) => [name, '']));
  const { PATH = '' } = process.env;
  const env = { PATH, HOME: dir, ...empty, FILE_CHECKOUTS_COMMAND: 'file', CI_SERVER_URL: `file://${root}`, ...given };
  const { status, stdout, stderr } = spawnSync(shell, { input: script, cwd: dir, env, encoding: 'utf8' });
  return { dir, status, stdout, stderr };
}

/** Files that the attack would make, wherever its command ran. */
const touched = (dir: string) =>
  readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('pwned'));

const shells = ['sh', 'bash'].filter((shell) => existsSync(`/bin/${shell}`));
const attack = '$(touch pwned)`touch pwned`; touch pwned & "\' \n touch pwned';

describe.each(shells)('in %s', (shell) => {
  test('the command is called with what to do', () => {
    const { stdout, status } = runScript(shell, {
      FILE_CHECKOUTS_CLI_COMMAND: 'echo one  two',
      FILE_CHECKOUTS_COMMAND: 'plan',
    });
    expect({ stdout, status }).toEqual({ stdout: 'one two plan\n', status: 0 });
  });

  test('without one the program is fetched at its version', () => {
    const bin = mkdtempSync(join(root, 'bin-'));
    writeFileSync(join(bin, 'npx'), '#!/bin/sh\necho npx "$@"\n', { mode: 0o755 });
    const { stdout } = runScript(shell, { PATH: `${bin}:${process.env.PATH}`, FILE_CHECKOUTS_VERSION: '1.2.3' });
    expect(stdout).toBe('npx --yes file-checkouts@1.2.3 file\n');
  });

  test('its exit code is that of the job', () => {
    expect(runScript(shell, { FILE_CHECKOUTS_CLI_COMMAND: 'sh -c', FILE_CHECKOUTS_COMMAND: 'exit 4' }).status).toBe(4);
  });

  test('no variable is read as shell, and no * as files', () => {
    const names = Object.keys(job?.variables ?? {}).filter((name) => name !== 'FILE_CHECKOUTS_MAPPING_REPOSITORY');
    const given = Object.fromEntries(names.map((name) => [name, attack]));
    const { dir, status, stdout } = runScript(shell, { ...given, FILE_CHECKOUTS_CLI_COMMAND: `echo * ${attack}` });
    expect(status).toBe(0);
    expect(stdout).toContain('* $(touch pwned)`touch pwned`; touch pwned &');
    expect(readdirSync(dir).sort()).toEqual(['.git', 'old.xml']);
  });

  test('a hostile mapping repository is a project that is not there', () => {
    const { dir, status } = runScript(shell, {
      FILE_CHECKOUTS_CLI_COMMAND: 'echo',
      FILE_CHECKOUTS_MAPPING_REPOSITORY: attack,
    });
    expect(status).not.toBe(0);
    expect(touched(dir)).toEqual([]);
  });

  test.each(['REPORT', 'HTML', 'JUNIT', 'DOTENV'])('%s of an earlier job is gone', (report) => {
    const { dir } = runScript(shell, { FILE_CHECKOUTS_CLI_COMMAND: 'echo', [`FILE_CHECKOUTS_${report}`]: 'old.xml' });
    expect(existsSync(join(dir, 'old.xml'))).toBe(false);
  });
});

describe('a mapping repository', () => {
  using repository = new TestRepository();
  repository.commit('One', { '.file-checkouts.yml': 'one', 'sites/north.yml': 'north' });
  repository.push();
  repository.git('tag', 'v1');
  repository.git('push', '--quiet', 'origin', 'v1');
  const first = repository.git('rev-parse', 'HEAD');
  repository.commit('Two', { '.file-checkouts.yml': 'two' });
  repository.push();
  const here = mkdtempSync(join(root, 'server-'));
  repository.git('clone', '--quiet', '--bare', repository.remote, join(here, 'group', 'mapping.git'));

  const shown = (given: Readonly<Record<string, string>>) =>
    runScript('sh', {
      CI_SERVER_URL: `file://${here}`,
      FILE_CHECKOUTS_MAPPING_REPOSITORY: 'group/mapping',
      FILE_CHECKOUTS_CLI_COMMAND: 'sh -c',
      FILE_CHECKOUTS_COMMAND: 'echo "$FILE_CHECKOUTS_MAPPING"; cat "$FILE_CHECKOUTS_MAPPING"',
      ...given,
    });
  const place = '.git/file-checkouts-mapping';

  test.each([
    ['its default branch', {}, `${place}/.file-checkouts.yml\ntwo`],
    ['a tag', { FILE_CHECKOUTS_MAPPING_REF: 'v1' }, `${place}/.file-checkouts.yml\none`],
    ['a commit', { FILE_CHECKOUTS_MAPPING_REF: first }, `${place}/.file-checkouts.yml\none`],
    ['another file', { FILE_CHECKOUTS_MAPPING: 'sites/north.yml' }, `${place}/sites/north.yml\nnorth`],
  ])('%s', (_, given, expected) => {
    const { stdout, stderr } = shown(given);
    expect({ stdout, stderr }).toEqual({ stdout: expected, stderr: '' });
  });

  test('a ref that looks like an option of Git is none', () => {
    const { dir, status, stdout } = shown({ FILE_CHECKOUTS_MAPPING_REF: '--upload-pack=touch pwned;' });
    expect(status).not.toBe(0);
    expect(stdout).toBe('');
    expect(touched(dir)).toEqual([]);
  });

  test('one that is not there ends the job before anything is filed', () => {
    const { status, stdout } = shown({ FILE_CHECKOUTS_MAPPING_REF: 'no-such-branch' });
    expect(status).not.toBe(0);
    expect(stdout).toBe('');
  });
});

test('the token of the job goes to Git by a helper, never on a command line or to a file', () => {
  expect(script.match(/CI_JOB_TOKEN/g)).toHaveLength(1);
  expect(script).toContain(`'!f() { echo username=gitlab-ci-token; echo "password=$CI_JOB_TOKEN"; }; f'`);
});
