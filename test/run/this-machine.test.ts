import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, expect, test } from 'vitest';
import { type IntendedCall, isOver, leaseMs, type ProcessName, type RunUnderWay } from '../../src/ledger/lease.ts';
import { thisMachine } from '../../src/run/this-machine.ts';
import { folder } from '../git/support.ts';

const isLinux = process.platform === 'linux';
const now = new Date('2026-11-22T10:00:00Z');

/** Another process of this machine, as its lease names it; it lives until it is killed. */
async function other(instance: string, { marks = true, goOn = 'setInterval(() => {}, 1000);', dir = tmpdir() } = {}) {
  const script = `import { thisMachine } from './src/run/this-machine.ts';
    const machine = thisMachine(${JSON.stringify(instance)});
    if (${marks}) machine.leaveMark();
    console.log(JSON.stringify(machine.process));
    ${goOn}`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, TMPDIR: dir },
  });
  const ended = once(child, 'exit');
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await ended;
  };
  return { run: { process: JSON.parse(said.toString()) as ProcessName, instance }, end, ended };
}

describe.runIf(isLinux)('a run on this machine', () => {
  const me = thisMachine('me');

  test('lives, and is gone once it is killed', async () => {
    const { run, end } = await other('killed');
    expect(me?.isGone(run)).toBe(false);
    await end('SIGKILL');
    expect(me?.isGone(run)).toBe(true);
    const under: RunUnderWay = {
      ...run,
      ...{ run: '4-1', id: '4', attempt: 1, head: 'a'.repeat(40), calls: [] },
      until: new Date(now.getTime() + leaseMs).toISOString(),
    };
    const name = { run: '5-1', id: '5', attempt: 1, instance: 'me' };
    expect(isOver(under, name, now)).toBe(false);
    expect(isOver(under, { ...name, ...(me === null ? {} : { machine: me }) }, now)).toBe(true);
  });

  test('what it had sent may still arrive: an update, or a create without a lock, is waited for', async () => {
    const { run, end } = await other('sent');
    await end('SIGKILL');
    const call = {
      appl: 'ORD',
      lvl: 50,
      type: '*PGM',
      objn: 'A',
      rpth: null,
      path: 'A',
      reason: '*MIGRATE',
      blob: null,
    };
    const update: IntendedCall = { ...call, reason: '*MIGRATE', objectId: 10001, sent: null, added: false };
    const create = { ...update, objectId: null, sent: { lock: '*YES' } } as const;
    const isOver = (one: IntendedCall, seconds: number, asks = me) =>
      asks?.isOver({ ...run, calls: [one] }, new Date(now.getTime() + seconds * 1000));
    expect([isOver(create, 0), isOver({ ...create, sent: { lock: '*NO' } }, 0)]).toEqual([true, false]);
    const later = thisMachine('later');
    expect([0, 4, 5].map((seconds) => isOver(update, seconds, later))).toEqual([false, false, true]);
    expect(later?.isGone(run)).toBe(true);
  });

  test('a number that was given again is another process', async () => {
    const { run, end } = await other('recycled');
    expect(me?.isGone({ ...run, process: { ...run.process, started: '1' } })).toBe(true);
    await end('SIGKILL');
  });

  test('of another machine or container, or a copy of this one, nothing is known', async () => {
    const [{ run, end }, unmarked] = await Promise.all([other('elsewhere'), other('copy', { marks: false })]);
    await Promise.all([end('SIGKILL'), unmarked.end('SIGKILL')]);
    expect(me?.isGone({ ...run, process: { ...run.process, host: 'another' } })).toBe(false);
    expect(me?.isGone(unmarked.run)).toBe(false);
    expect(me?.isGone({ instance: 'elsewhere' })).toBe(false);
  });

  test('the host means nothing to a reader', () => {
    expect(me?.process.host).toMatch(/^[0-9a-f]{24}$/);
  });

  test('what it leaves is gone with it, unless it was killed', async () => {
    using place = folder();
    const ending = await other('ending', { dir: place.path, goOn: 'process.exit(0);' });
    await ending.ended;
    expect(readdirSync(place.path)).toEqual([]);
    const { end } = await other('killed', { dir: place.path });
    await end('SIGKILL');
    expect(readdirSync(place.path)).toEqual([expect.stringMatching(/^file-checkouts-run-[0-9a-f]{24}$/)]);
  });
});

/** What a process says of a run, started by `sh` with this script before it; `ask` sees `machine` and `run`. */
function saidIn(before: string, ask: string, run: object = {}): string {
  const script = `import { thisMachine } from '${process.cwd()}/src/run/this-machine.ts';
    const machine = thisMachine('asking');
    const run = JSON.parse(process.argv[1]);
    console.log(${ask});`;
  const node = [process.execPath, '--input-type=module-typescript', '-e', script, JSON.stringify(run)];
  // A folder that every user may read.
  const env = { ...process.env, TMPDIR: '/tmp' };
  return execFileSync('unshare', ['-m', 'sh', '-c', before, 'sh', ...node], { encoding: 'utf8', env }).trim();
}

const hidden = 'mount -t proc -o hidepid=2 proc /proc && exec setpriv --reuid=65534 --regid=65534 --clear-groups "$@"';
const isRoot = (script: string) =>
  isLinux && spawnSync('unshare', ['-m', 'sh', '-c', script, 'sh', 'true'], { stdio: 'ignore' }).status === 0;

describe.runIf(isRoot(hidden))('where /proc does not show all', () => {
  test('a run of another user that is hidden (hidepid) is not gone', async () => {
    const { run, end } = await other('hidden', { dir: '/tmp' });
    const living = saidIn(hidden, 'machine.isGone(run)', run);
    await end('SIGKILL');
    expect([living, saidIn(hidden, 'machine.isGone(run)', run)]).toEqual(['false', 'true']);
  });

  test('with the numbers of another namespace nothing can be told', () => {
    expect(saidIn('exec unshare --pid --fork "$@"', 'machine')).toBe('null');
    expect(saidIn('exec unshare --pid --fork --mount-proc "$@"', 'machine.process.pid')).toBe('1');
  });
});

test.runIf(!isLinux)('elsewhere nothing can be told: the lease counts', () => {
  expect(thisMachine('me')).toBeNull();
});
