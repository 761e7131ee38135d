import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { componentFile, componentInputs } from '../../scripts/gitlab-component.ts';
import { listOptionRows, toEnvVariable } from '../../src/options.ts';
import { TestRepository } from '../e2e/support/repository.ts';
import type { Inputs } from './pipeline.ts';

const [, body] = parseAllDocuments(componentFile()).map((document) => ('toJS' in document ? document.toJS() : null));
const [job] = Object.values(body as Record<string, { script: string[]; variables: Record<string, unknown> }>);
const script = (job?.script ?? []).join('\n');
const inputs = componentInputs();
const inScript = Object.keys(inputs).filter((name) => script.includes(`$[[ inputs.${name} ]]`));

/** True where GitLab lets a component have this value for an input; else it makes no pipeline. */
function isAllowed(name: string, value: string): boolean {
  const { regex, options, type } = inputs[name] ?? {};
  if (type !== 'string') return false;
  return options?.includes(value) ?? (regex === undefined || new RegExp(regex).test(value));
}

/** The script as GitLab makes it: the text of each input in its place. */
function filled(given: Inputs): string {
  return script.replaceAll(/\$\[\[ inputs\.([\w-]+) \]\]/g, (_, name: string) => {
    const value = given[name];
    if (typeof value === 'string' && !isAllowed(name, value)) throw new Error(`${name} is refused`);
    return String(value ?? inputs[name]?.default);
  });
}

const root = realpathSync(mkdtempSync(join(tmpdir(), 'file-checkouts-script-')));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A program outside of the checkout, as `cli-command` names it. */
function tool(text: string): string {
  const file = join(mkdtempSync(join(root, 'tool-')), 'tool');
  writeFileSync(file, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  return file;
}

/** A program that says what it is called with, a word a line, and what it is told by environment. */
const says = tool('for word; do echo "$word"; done; env | grep ^FILE_CHECKOUTS_');

interface Around {
  readonly env?: Readonly<Record<string, string>>;
  /** Makes the checkout what it is. */
  readonly prepare?: (dir: string) => void;
}

/** Runs the script of the job in a shell, in a checkout of its own. */
function runScript(shell: string, given: Inputs, { env = {}, prepare = () => {} }: Around = {}) {
  const dir = mkdtempSync(join(root, 'work-'));
  const temp = mkdtempSync(join(root, 'temp-'));
  mkdirSync(join(dir, '.git'));
  writeFileSync(join(dir, 'old.xml'), 'of an earlier job');
  prepare(dir);
  const { PATH = '' } = process.env;
  const around = { PATH, HOME: dir, TMPDIR: temp, ...env };
  const input = filled({ 'cli-command': says, ...given });
  const { status, stdout, stderr } = spawnSync(shell, { input, cwd: dir, env: around, encoding: 'utf8' });
  expect(readdirSync(temp), stderr).toEqual([]);
  return { dir, status, stdout, stderr, words: stdout.trimEnd().split('\n') };
}

/** Files that the attack would make, wherever its command ran. */
const touched = () => readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('pwned'));

const shells = ['sh', 'bash'].filter((shell) => existsSync(`/bin/${shell}`));

describe.each(shells)('in %s', (shell) => {
  test('the command is called with what to do, and where', () => {
    const given = { mapping: 'maps/one.yml', 'ca-file': '/etc/ca.pem', url: 'https://ibmi.example.com/change' };
    const command = { 'cli-command': `${says} one  two`, 'allow-http': true };
    const { dir, words, status } = runScript(shell, { ...given, ...command });
    expect(words.slice(0, 4)).toEqual(['one', 'two', 'file', `--repo-dir=${dir}`]);
    const told = [
      ...[`MAPPING=${dir}/maps/one.yml`, `URL=${given.url}`, 'CA_FILE=/etc/ca.pem', 'ALLOW_HTTP=true'],
      ...[`REPORT=${dir}/file-checkouts-report.json`, `DOTENV=${dir}/file-checkouts.env`],
    ];
    expect(words).toEqual(expect.arrayContaining(told.map((word) => `FILE_CHECKOUTS_${word}`)));
    expect(status).toBe(0);
  });

  test('a merge request is planned, no matter what the input and the variable say', () => {
    const env = { CI_MERGE_REQUEST_IID: '7', FILE_CHECKOUTS_COMMAND: 'release' };
    expect(runScript(shell, {}, { env }).words[0]).toBe('plan');
    expect(runScript(shell, { command: 'plan' }).words[0]).toBe('plan');
  });

  test('a mapping in a commit is no path of the checkout', () => {
    const { words } = runScript(shell, { mapping: 'origin/main:.file-checkouts.yml' });
    expect(words).toContain('FILE_CHECKOUTS_MAPPING=origin/main:.file-checkouts.yml');
  });

  test('its exit code is that of the job', () => {
    expect(runScript(shell, { 'cli-command': tool('exit 4') }).status).toBe(4);
  });

  test.each([[{}], [{ TMPDIR: 'out' }], [{ TMPDIR: 'missing' }]])(
    'it runs in an empty folder, which is gone afterwards: %o',
    (env) => {
      const prepare = (dir: string) => mkdirSync(join(dir, 'out'));
      const { dir, words } = runScript(shell, { 'cli-command': tool('pwd; ls -A') }, { env, prepare });
      expect(words).toHaveLength(1);
      expect(words[0]).not.toContain(dir);
      expect(existsSync(words[0] ?? '')).toBe(false);
    },
  );

  test('no variable chooses the program, where a token goes, or what is filed where', () => {
    const variables = Object.fromEntries(inScript.map((name) => [toEnvVariable(name), says]));
    const { words } = runScript(shell, {}, { env: variables });
    const options = listOptionRows('file').filter(({ name }) => inScript.includes(name) && name !== 'repo-dir');
    expect(options.length).toBeGreaterThan(20);
    for (const { name } of options) {
      const [told, ...more] = words.filter((word) => word.startsWith(`${toEnvVariable(name)}=`));
      const given = ['mapping', 'report', 'html', 'junit', 'dotenv'].includes(name) ? '' : inputs[name]?.default;
      if (given !== '') expect(told).toBe(`${toEnvVariable(name)}=${given}`);
      expect([told?.includes(says), ...more]).toEqual([false]);
    }
    for (const name of ['LEDGER_SECRET', 'LEDGER_SECRET_PREVIOUS', 'CLI_COMMAND', 'VERSION', 'NPM_REGISTRY'])
      expect(words.filter((word) => word.startsWith(`FILE_CHECKOUTS_${name}=`))).toEqual([]);
  });

  test.each([
    ['ledger-secret', 'FILE_CHECKOUTS_LEDGER_SECRET'],
    ['ledger-secret-previous', 'FILE_CHECKOUTS_LEDGER_SECRET_PREVIOUS'],
  ])('the input %s lets a secret count', (name, variable) => {
    const { words } = runScript(shell, { [name]: true }, { env: { [variable]: 'of the project' } });
    expect(words).toContain(`${variable}=of the project`);
  });

  test('nor what else Git, Node and a shell load, trust and send', () => {
    const ofGit = ['SSH_COMMAND', 'CONFIG_GLOBAL', 'EXEC_PATH', 'TEMPLATE_DIR', 'PROXY_COMMAND', 'ASKPASS', 'DIR'];
    const ofNode = [
      ...['NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS', 'NODE_PATH', 'OPENSSL_CONF', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
    ];
    const others = ['HOME', 'XDG_CONFIG_HOME', 'SSH_ASKPASS', 'PAGER', 'GITHUB_SERVER_URL', 'GITHUB_EVENT_PATH'];
    const names = [...ofGit.map((name) => `GIT_${name}`), ...ofNode, ...others, 'place', 'server', 'repository'];
    const env = Object.fromEntries(names.map((name) => [name, '/evil']));
    const { stdout, status } = runScript(shell, { 'cli-command': tool('env') }, { env });
    expect(stdout).not.toContain('/evil');
    expect(status).toBe(0);
  });

  const cloned = (url: string) => (dir: string) =>
    writeFileSync(join(dir, '.git/config'), `[remote "origin"]\n\turl = ${url}\n`);
  test.each([
    ['the one that was cloned', 'https://gitlab.example', 'https://gitlab.example/sub', 'https://gitlab.example'],
    ['another', 'https://gitlab.example', 'https://evil.example', ''],
    ['its name before another', 'https://gitlab.example', 'https://gitlab.example@evil.example', ''],
    ['its name in another', 'https://gitlab.example', 'https://gitlab.example.evil.example', ''],
    ['without TLS', 'https://gitlab.example', 'http://gitlab.example', ''],
    ['none', 'https://gitlab.example', '', ''],
  ])('the Git tokens go to the server that was cloned from, where CI_SERVER_URL says %s', (_, clone, said, server) => {
    const around = {
      env: { CI_SERVER_URL: said },
      prepare: cloned(`${clone.replace('//', '//gitlab-ci-token:x@')}/acme/orders.git`),
    };
    const shows = tool('echo "$CI_PROJECT_NAME $CI_PROJECT_PATH $CI_PROJECT_URL"; echo "server:$CI_SERVER_URL"');
    const forged = { CI_PROJECT_NAME: 'p', CI_PROJECT_PATH: 'acme/p', CI_PROJECT_URL: `${clone}/acme/p` };
    const { words } = runScript(shell, { 'cli-command': shows }, { ...around, env: { ...around.env, ...forged } });
    expect(words).toEqual([`orders acme/orders ${clone}/acme/orders`, `server:${server}`]);
    const named = { 'cli-command': shows, 'server-url': 'https://other.example/gitlab' };
    if (said === clone) expect(runScript(shell, named, around).words[1]).toBe(`server:${named['server-url']}`);
    if (server !== '') return;
    const refused = runScript(shell, { 'cli-command': shows, 'mapping-repository': 'group/mapping' }, around);
    expect([refused.status, refused.stdout]).toEqual([2, '']);
  });

  test('of the checkout no folder stays on the path, and no relative one', () => {
    const link = join(mkdtempSync(join(root, 'link-')), 'link');
    const prepare = (dir: string) => {
      mkdirSync(join(dir, 'node_modules/.bin'), { recursive: true });
      for (const name of ['git', 'rm', 'mktemp', 'env', 'node']) {
        writeFileSync(join(dir, 'node_modules/.bin', name), '#!/bin/sh\ntouch pwned\n', { mode: 0o755 });
      }
      symlinkSync(join(dir, 'node_modules/.bin'), link);
      symlinkSync(mkdtempSync(join(root, 'beside-')), join(dir, 'out'));
    };
    const bin = '$PWD/node_modules/.bin';
    const own = `PATH="${bin}:$PWD/out:$PWD:./node_modules/.bin:.::${link}:/${bin}:/proc/self/root${bin}:$PATH"\n`;
    const dir = mkdtempSync(join(root, 'work-'));
    prepare(dir);
    const input = own + filled({ 'cli-command': tool('echo "$PATH"') });
    const { PATH = '' } = process.env;
    const { stdout } = spawnSync(shell, { input, cwd: dir, env: { PATH, HOME: dir }, encoding: 'utf8' });
    const there = PATH.split(':').filter((folder) => existsSync(folder));
    expect(stdout.trim().split(':')).toEqual(there);
    expect(touched()).toEqual([]);
  });

  test('no input is a shell: what would end its quotes is refused, or arrives', () => {
    const attacks = [`'; touch pwned; '`, '"; touch pwned; "', '$(touch pwned)', '`touch pwned`', 'a\\'];
    for (const value of [...attacks, 'a\ntouch pwned\n', '* ; touch pwned & #', '-x']) {
      const allow = inScript.filter((name) => name !== 'cli-command' && isAllowed(name, value));
      const { status, stderr } = runScript(shell, Object.fromEntries(allow.map((name) => [name, value])));
      expect([status, stderr, touched()], value).toEqual([0, '', []]);
      if (isAllowed('cli-command', value)) runScript(shell, { 'cli-command': value });
      expect(touched(), `the command: ${value}`).toEqual([]);
    }
    expect(inScript.filter((name) => isAllowed(name, `a'b"`))).toEqual([]);
  });

  test('an address is what the include says; a path may name a variable', () => {
    for (const name of ['url', 'ledger-remote', 'npm-registry', 'cli-command', 'server-url']) {
      expect(isAllowed(name, '$CHANGE_URL'), name).toBe(false);
    }
    const env = { COMPANY_CA: '/builds/ca of us.pem' };
    const { words } = runScript(shell, { 'ca-file': '$COMPANY_CA' }, { env });
    expect(words).toContain('FILE_CHECKOUTS_CA_FILE=/builds/ca of us.pem');
  });

  test('no * of the command is read as files', () => {
    expect(runScript(shell, { 'cli-command': `${says} * ;` }).words.slice(0, 2)).toEqual(['*', ';']);
  });

  test.each(['report', 'html', 'junit', 'dotenv'])('%s of an earlier job is gone', (report) => {
    const { dir } = runScript(shell, { [report]: 'old.xml' });
    expect(existsSync(join(dir, 'old.xml'))).toBe(false);
  });

  test.each(['sub/kept.xml', 'sub//kept.xml', 'in/../sub/./kept.xml', 'in/link/kept.xml'])(
    'nothing is deleted through a folder that a commit has made a link: %s',
    (report) => {
      const beside = mkdtempSync(join(root, 'beside-'));
      writeFileSync(join(beside, 'kept.xml'), 'of somebody else');
      const prepare = (dir: string) => {
        mkdirSync(join(dir, 'in'));
        for (const name of ['sub', 'in/link']) symlinkSync(beside, join(dir, name));
      };
      const { status } = runScript(shell, { report, html: report, 'cli-command': tool('exit 0') }, { prepare });
      expect([status, readdirSync(beside)]).toEqual([0, ['kept.xml']]);
    },
  );
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

  const shows = tool('echo "$FILE_CHECKOUTS_MAPPING"; cat "$FILE_CHECKOUTS_MAPPING"');
  const shown = (given: Inputs, around: Around = {}) => {
    const own = { 'mapping-repository': 'group/mapping', 'server-url': `file://${here}`, 'cli-command': shows };
    return runScript('sh', { ...own, ...given }, around);
  };
  const place = '.git/file-checkouts-mapping';

  test.each([
    ['its default branch', {}, `${place}/.file-checkouts.yml\ntwo`],
    ['a tag', { 'mapping-ref': 'v1' }, `${place}/.file-checkouts.yml\none`],
    ['a commit', { 'mapping-ref': first }, `${place}/.file-checkouts.yml\none`],
    ['another file', { mapping: 'sites/north.yml' }, `${place}/sites/north.yml\nnorth`],
  ])('%s', (_, given: Inputs, expected) => {
    const { dir, stdout, stderr } = shown(given);
    expect({ stdout, stderr }).toEqual({ stdout: `${dir}/${expected}`, stderr: '' });
  });

  test('no variable leads it elsewhere, or has a program run', () => {
    const evil = mkdtempSync(join(root, 'evil-'));
    const program = join(evil, 'hooks/post-checkout');
    mkdirSync(join(evil, 'hooks'));
    for (const file of [program, join(evil, 'git-upload-pack')])
      writeFileSync(file, `#!/bin/sh\ntouch '${evil}/pwned'\n`, { mode: 0o755 });
    const settings = `[core]\n\thooksPath = ${evil}/hooks\n[url "file://${evil}/"]\n\tinsteadOf = file://${here}/\n`;
    for (const name of ['.gitconfig', 'config']) writeFileSync(join(evil, name), settings);
    mkdirSync(join(evil, 'git'));
    writeFileSync(join(evil, 'git/config'), settings);
    const env = {
      ...{ HOME: evil, XDG_CONFIG_HOME: evil, CI_SERVER_URL: `file://${evil}`, CI_PROJECT_PATH: 'evil' },
      ...{ GIT_CONFIG_GLOBAL: `${evil}/config`, GIT_CONFIG_SYSTEM: `${evil}/config`, GIT_TEMPLATE_DIR: evil },
      ...{ GIT_EXEC_PATH: evil, GIT_SSH_COMMAND: program, GIT_DIR: evil, GIT_ALTERNATE_OBJECT_DIRECTORIES: evil },
      ...{ GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'core.hooksPath', GIT_CONFIG_VALUE_0: `${evil}/hooks` },
      GIT_CONFIG_PARAMETERS: `'core.hooksPath=${evil}/hooks'`,
    };
    const { dir, stdout } = shown({}, { env });
    expect(stdout).toBe(`${dir}/${place}/.file-checkouts.yml\ntwo`);
    expect(touched()).toEqual([]);
  });

  test.each([
    ['looks like an option of Git', '--upload-pack=touch pwned;'],
    ['is not there', 'no-such-branch'],
  ])('a ref that %s ends the job before anything is filed', (_, ref) => {
    const { status, stdout } = shown({ 'mapping-ref': ref });
    expect(status).not.toBe(0);
    expect([stdout, touched()]).toEqual(['', []]);
  });
});

test('the token of the job goes to Git by a helper, never on a command line or to a file', () => {
  expect(script.match(/CI_JOB_TOKEN/g)).toHaveLength(1);
  expect(script).toContain(`'!f() { echo username=gitlab-ci-token; echo "password=$CI_JOB_TOKEN"; }; f'`);
});
