import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compiledVariable } from './kept-in-memory.ts';

/** Where Linux keeps files in memory. */
const memory = '/dev/shm';
const enough = 2 ** 30;

/**
 * Fails at once on another Node than the one the package brings along (see scripts/need-node.mjs).
 *
 * The tests make thousands of small repositories: in memory that takes a quarter less of the processors, and no test
 * waits for a disk. So does what Node.js has compiled, for the next start of the same program. Without such a place they
 * are where temporary files always are. @returns what removes them.
 */
export default function setup(): (() => void) | undefined {
  if (!process.versions.node.startsWith('24.')) {
    throw new Error(`the tests need Node 24, this is ${process.versions.node}: use npm test`);
  }
  // A process is the dearer to start the more memory the one that starts it keeps: what is freed goes back at once.
  Object.assign(process.env, {
    MALLOC_ARENA_MAX: '1',
    MALLOC_TRIM_THRESHOLD_: '131072',
    MALLOC_MMAP_THRESHOLD_: '65536',
  });
  if (process.env.TMPDIR !== undefined) return undefined;
  const folder = folderInMemory();
  if (folder === null) return undefined;
  process.env.TMPDIR = folder;
  process.env[compiledVariable] = join(folder, 'compiled');
  return () => rmSync(folder, { recursive: true, force: true });
}

/** A folder in memory, with room for the tests and where a program can be run (containers often have neither). */
function folderInMemory(): string | null {
  try {
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize < enough) return null;
    const folder = mkdtempSync(join(memory, 'file-checkouts-'));
    const program = join(folder, 'program');
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
    if (spawnSync(program).status === 0) return folder;
    rmSync(folder, { recursive: true });
  } catch {
    // No such place on this machine.
  }
  return null;
}
