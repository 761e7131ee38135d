import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, expect, test } from 'vitest';
import { isOver, leaseMs, type ProcessName, type RunUnderWay } from '../../src/ledger/lease.ts';
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

test.runIf(!isLinux)('elsewhere nothing can be told: the lease counts', () => {
  expect(thisMachine('me')).toBeNull();
});
