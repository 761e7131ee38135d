import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bundles, runBundle } from '../e2e/support/bundle.ts';
import { watchGit } from '../git/watched-git.ts';
import { done, echoing, json, page } from './echo.ts';
import { filesIn, leaks, objectsOf } from './leaks.ts';
import * as runs from './secret-runs.ts';

const { act, cli, gitToken, Place, proxyPassword, secrets, token, useRepository, withoutMasks } = runs;

/**
 * The token of the service and the Git token in no output, whoever echoes them (design §7 "The token is masked first
 * thing and appears in no output", interface §5): what is printed, every file, the ledger, argument lists. Answers of the
 * service are in secrets.slow.ts.
 */

useRepository();

test('a proxy that demands a login and echoes what it was sent', async () => {
  using place = new Place();
  await using proxy = await echoing(page(407));
  const http_proxy = `http://me:${proxyPassword}@127.0.0.1:${proxy.port}`;
  const https = await cli(place, 'https://ibmi.example.com/change', { https_proxy: http_proxy });
  const http = await act(place, 'http://ibmi.example.com/change', { http_proxy, 'INPUT_ALLOW-HTTP': 'true' });
  for (const ended of [https, withoutMasks(http)]) {
    expect(ended.code).toBe(4);
    expect(leaks(secrets, place.left(ended))).toEqual([]);
  }
});

test('a Git server that refuses and echoes the header that it was sent', async () => {
  using place = new Place();
  await using server = await echoing((response, echo) => {
    const decoded = Buffer.from(echo.split(' ')[1] ?? '', 'base64').toString();
    response.writeHead(403, { 'content-type': 'text/plain' }).end(`not for ${echo} that is ${decoded}\n`);
  });
  await using service = await echoing(json(200, { rtn: { sev: '10', msg: 'Request created' }, request: done }));
  const clone = join(place.temp, 'clone');
  runs.repository.git('clone', '--quiet', runs.repository.remote, clone);
  runs.repository.git('-C', clone, 'remote', 'set-url', 'origin', `${server.url}/orders.git`);
  const ended = await act(place, service.url, { GITHUB_WORKSPACE: clone, GITHUB_SERVER_URL: server.url }, clone);
  expect(ended.stdout).toContain('the ledger cannot be used');
  expect(ended.stdout).toContain('x-access-token:***');
  expect(leaks(secrets, place.left(withoutMasks(ended)))).toEqual([]);
});

test('argument lists and environments of Git processes', async () => {
  using place = new Place();
  await using service = await echoing(json(200, { rtn: { sev: '10', msg: 'Request created' }, request: done }));
  const watched = mkdtempSync(join(place.temp, 'watched-'));
  const watch = watchGit(watched);
  const environments = join(watched, 'environments');
  const bin = join(watched, 'bin');
  mkdirSync(bin);
  const script = `#!/bin/sh\nenv >> '${environments}'\nPATH='${watch.env.PATH}' exec git "$@"\n`;
  writeFileSync(join(bin, 'git'), script, { mode: 0o755 });
  const { PATH: _, ...trace } = watch.env as Record<string, string>;
  const ended = await act(place, service.url, { ...trace, PATH: `${bin}:${process.env.PATH}` });
  expect(ended.code).toBe(0);
  expect(watch.commands().length).toBeGreaterThan(3);
  expect(leaks(secrets, { arguments: watch.arguments() })).toEqual([]);
  const seen = filesIn(watched)[environments] ?? '';
  expect(seen).toContain('GIT_DIR=');
  expect(leaks([token], { environments: seen })).toEqual([]);
});

/** Breaks the program from inside, with a message that holds the token. */
const broken = `data:text/javascript,${encodeURIComponent(
  'Map.groupBy = () => { throw new TypeError("boom " + (process.env.INPUT_TOKEN ?? process.env.FILE_CHECKOUTS_TOKEN)); };',
)}`;

test('a defect, with its stack', async () => {
  using place = new Place();
  await using service = await echoing(page(500));
  const env = { NODE_OPTIONS: `--import ${broken}` };
  const action = await act(place, service.url, env);
  const line = await cli(place, service.url, env);
  expect(action.stdout).toContain('boom ***');
  expect(line.stderr).toContain('boom ***');
  for (const ended of [withoutMasks(action), line]) {
    expect(ended.stdout + ended.stderr).toMatch(/TypeError: boom \*\*\*.*at /s);
    expect(ended.code).toBe(1);
    expect(leaks(secrets, place.left(ended))).toEqual([]);
  }
});

test('a run that is killed leaves files without them', async () => {
  using place = new Place();
  const { promise: arrived, resolve: called } = Promise.withResolvers<void>();
  await using service = await echoing(() => called());
  const args = [bundles.cli, 'file', '--branch', 'main', '--base', runs.base, '--head', runs.head];
  const env = {
    ...{ PATH: process.env.PATH, TMPDIR: place.temp, FILE_CHECKOUTS_URL: service.url },
    ...{ FILE_CHECKOUTS_TOKEN: token, FILE_CHECKOUTS_GIT_TOKEN: gitToken },
  };
  const child = spawn(process.execPath, args, { cwd: runs.repository.dir, env, stdio: 'ignore' });
  await arrived;
  const left = filesIn(place.temp);
  child.kill('SIGKILL');
  await new Promise((resolve) => child.once('close', resolve));
  expect(Object.keys(left).length).toBeGreaterThan(2);
  expect(leaks(secrets, { ...left, ...filesIn(place.temp), ledger: objectsOf(runs.repository.remote) })).toEqual([]);
});

describe('what a user gives by mistake', () => {
  test('a password in --url is refused, and stands neither in the message nor in the ledger', async () => {
    using place = new Place();
    const url = `https://me:${proxyPassword}@ibmi.example.com/change`;
    const [line, action] = [await cli(place, url), await act(place, url, { 'INPUT_LEDGER-KEY': '' })];
    expect([line.code, action.code]).toEqual([2, 2]);
    for (const ended of [line, withoutMasks(action)]) expect(leaks(secrets, place.left(ended))).toEqual([]);
  });

  test.each(['--token', '--git-token'])('%s is no option, and its value is not repeated', async (option) => {
    const ended = await runBundle(bundles.cli, ['file', option, token], { cwd: runs.repository.dir });
    expect(ended.code).toBe(2);
    expect(leaks(secrets, { ...ended, code: '' })).toEqual([]);
  });

  test('a token of several lines', async () => {
    using place = new Place();
    const env = { FILE_CHECKOUTS_TOKEN: `${token}\n${token}`, INPUT_TOKEN: `${token}\n${token}` };
    const line = await cli(place, 'http://127.0.0.1:9', env);
    const action = await act(place, 'http://127.0.0.1:9', env);
    expect([line.code, action.code]).toEqual([2, 2]);
    const [mask = '', ...rest] = action.stdout.split('\n');
    expect(mask).toBe(`::add-mask::${token}%0A${token}`);
    expect(leaks([token], { stdout: line.stdout, stderr: line.stderr, action: rest.join('\n') })).toEqual([]);
  });
});

test('the token file is read, and neither copied nor quoted', async () => {
  using place = new Place();
  await using service = await echoing(page(401));
  const file = join(place.temp, 'token.txt');
  writeFileSync(file, `${token}\n`);
  const ended = await cli(place, service.url, { FILE_CHECKOUTS_TOKEN: '', FILE_CHECKOUTS_TOKEN_FILE: file });
  rmSync(file);
  expect(existsSync(file)).toBe(false);
  expect(ended.code).toBe(4);
  expect(leaks(secrets, place.left(ended))).toEqual([]);
});
