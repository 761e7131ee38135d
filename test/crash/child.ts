import { spawn } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Env } from '../../src/host/event.ts';
import { keptInMemory } from '../kept-in-memory.ts';

/** How a child process ended. */
export interface ChildEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stderr: string;
}

/** A bundle that runs as a child process and can be signalled. */
export interface Child {
  readonly ended: Promise<ChildEnd>;
  isAlive(): boolean;
  /** What it has said so far. */
  stderr(): string;
  /** Sends a signal; false when the process was over. */
  signal(name: NodeJS.Signals): boolean;
}

/** Takes the bundles as they are now, so that a build in between changes nothing; gives the path of the command line. */
export function keepBundle(folder: string): string {
  cpSync('dist', join(folder, 'dist'), { recursive: true });
  return join(folder, 'dist', 'cli.mjs');
}

/** Starts a bundle with nothing of the machine's own CI variables; `tmp` takes what a killed process leaves behind. */
export function startBundle(
  bundle: string,
  args: readonly string[],
  told: { readonly env: Env; readonly cwd: string; readonly tmp: string },
): Child {
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, GIT_CONFIG_NOSYSTEM: '1', ...keptInMemory(), TMPDIR: told.tmp, ...told.env };
  const child = spawn(process.execPath, [bundle, ...args], { env, cwd: told.cwd, stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString('utf8');
  });
  // `close` would wait for processes that outlive a killed one.
  const ended = new Promise<ChildEnd>((done, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => done({ code, signal, stderr }));
  });
  const isAlive = () => child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  return { ended, isAlive, stderr: () => stderr, signal: (name) => isAlive() && child.kill(name) };
}

/** The end of a child, which is killed when it takes longer than `ms`. */
export async function endWithin(child: Child, ms: number): Promise<ChildEnd> {
  const over = new AbortController();
  void wait(ms, undefined, { signal: over.signal, ref: false }).then(
    () => child.signal('SIGKILL'),
    () => {},
  );
  const end = await child.ended;
  over.abort();
  return end;
}
