/** Services as processes of their own, killed under load. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { verify } from './durability-verify.ts';
import { load, type World } from './durability-world.ts';

const script = fileURLToPath(new URL('durability-child.ts', import.meta.url));

/** Starts a service on a database file; `kill` and `await using` kill it without a warning, and wait for its end. */
export async function start(db: string) {
  const child = spawn(process.execPath, [script, db], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'exit');
  let complaint = '';
  child.stderr.on('data', (data) => {
    complaint += data;
  });
  const url = await Promise.race([
    once(child.stdout, 'data').then(([data]) => String(data).trim()),
    ended.then(() => Promise.reject(new Error(`the service ended: ${complaint}`))),
  ]);
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  return { url, kill, [Symbol.asyncDispose]: kill };
}

/** Waits for so many more answers, or for the end of the load, when all connections were lost. */
export async function answers(world: World, count: number, loading: Promise<void>): Promise<void> {
  const enough = world.answered + count;
  let isOver = false;
  void loading.then(() => {
    isOver = true;
  });
  while (world.answered < enough && world.wrong.length === 0 && !isOver) await sleep(1);
}

/**
 * So often, or so long (milliseconds): starts a service on the file, loads it, kills it after some answers, at a random
 * moment, and compares.
 * @returns everything that did not agree, after the first kill that shows something
 */
export async function killUnderLoad(world: World, db: string, kills: number, patience: number): Promise<string[]> {
  const end = Date.now() + patience;
  const connections = 6;
  for (let done = 0; done < kills && Date.now() < end; done += 1) {
    const child = await start(db);
    const stop = new AbortController();
    const loading = load(world, [child.url], connections, stop.signal);
    await answers(world, 5 + Math.random() * 60, loading);
    await sleep(Math.random() * 4);
    await child.kill();
    stop.abort();
    await loading;
    const wrong = verify(world, db);
    if (wrong.length > 0) return wrong;
  }
  return [];
}
