import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { version } from '../../src/version.ts';

/** Issue 24: one command that works from a clone. On Windows it is file-checkouts.cmd, which ci.yml runs. */

const root = mkdtempSync(join(tmpdir(), 'file-checkouts launcher-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A clone with a bundle that says which Node runs it and what it is given; without what npm ci brings. */
const clone = join(root, 'a clone');
mkdirSync(join(clone, 'dist'), { recursive: true });
copyFileSync('file-checkouts', join(clone, 'file-checkouts'));
writeFileSync(join(clone, 'dist/cli.mjs'), '');

/** A folder with a Node of a version, which says its name, and what it is to run without the path of the clone. */
function nodeIn(folder: string, name: string, says: string): string {
  mkdirSync(folder, { recursive: true });
  const script = `#!/bin/sh\n[ "$1" = --version ] && { echo ${says}; exit; }\nprintf '%s|' ${name} "$@"\nexit 3\n`;
  writeFileSync(join(folder, 'node'), script, { mode: 0o755 });
  return folder;
}
const tools = join(root, 'tools');
mkdirSync(tools);
for (const name of ['sh', 'dirname', 'readlink', 'cat']) symlinkSync(`/usr/bin/${name}`, join(tools, name));

function call(command: string, path: readonly string[], cwd = root) {
  const around = { cwd, env: { PATH: [...path, tools].join(':') }, encoding: 'utf8' } as const;
  const { status: code, stdout, stderr } = spawnSync(command, ['plan', 'a b', '$x', '*'], around);
  return { code, stdout, stderr };
}
const ran = (name: string) => ({ code: 3, stdout: `${name}|${clone}/dist/cli.mjs|plan|a b|$x|*|`, stderr: '' });

test.each(['v24.0.0', 'v25.1.0', 'v31.0.0'])(
  'Node %s of the PATH runs it, with its words and its exit code',
  (says) => {
    expect(call(join(clone, 'file-checkouts'), [nodeIn(join(root, says), 'path', says)])).toEqual(ran('path'));
  },
);

test('with the clone on the PATH, and by links that lead to it', () => {
  const node = nodeIn(join(root, 'new'), 'path', 'v24.21.0');
  expect(call('file-checkouts', [clone, node])).toEqual(ran('path'));
  mkdirSync(join(root, 'bin'));
  symlinkSync('../a clone/file-checkouts', join(root, 'bin/near'));
  symlinkSync(join(root, 'bin/near'), join(root, 'bin/far'));
  expect(call('far', [join(root, 'bin'), node])).toEqual(ran('path'));
  expect(call('./file-checkouts', [node], clone)).toEqual(ran('path'));
});

test('neither the PATH nor npm ci has one: what was found, and what to do', () => {
  const old = nodeIn(join(root, 'old'), 'path', 'v20.20.2');
  const ended = call(join(clone, 'file-checkouts'), [old]);
  expect(ended).toMatchObject({ code: 2, stdout: '' });
  expect(ended.stderr).toContain('needs Node.js 24 or newer, and found v20.20.2 on the PATH');
  expect(ended.stderr).toContain(`run npm ci once in ${clone}`);
  expect(call(join(clone, 'file-checkouts'), []).stderr).toContain('found none on the PATH');
});

test('an older Node of the PATH, and npm ci has brought one', () => {
  nodeIn(join(clone, 'node_modules/.bin'), 'brought', 'v24.21.0');
  const old = nodeIn(join(root, 'old'), 'path', 'v20.20.2');
  expect(call(join(clone, 'file-checkouts'), [old])).toEqual(ran('brought'));
});

test('from this very clone', () => {
  const ended = spawnSync(resolve('file-checkouts'), ['--version'], { cwd: root, encoding: 'utf8' });
  expect(ended).toMatchObject({ status: 0, stdout: `${version}\n` });
});

test('the one for Windows runs the same bundle with the same two, and has line ends that its shell reads', () => {
  const text = readFileSync('file-checkouts.cmd', 'utf8');
  expect(text).not.toMatch(/[^\r]\n/);
  expect(text).toContain('if %%v geq 24 set "node=node"');
  expect(text).toContain('"%~dp0node_modules\\.bin\\node.cmd"');
  expect(text).toContain('"%node%" "%~dp0dist\\cli.mjs" %*');
  // A path with a closing bracket would end a block.
  expect(text.split('\r\n').filter((line) => /^\s*\(|\($/.test(line))).toEqual([]);
  expect(readFileSync('.github/workflows/ci.yml', 'utf8')).toContain('.\\file-checkouts.cmd rehearse');
});
