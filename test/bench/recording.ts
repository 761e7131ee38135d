/** Writes down which Git processes and calls a run makes, so that its floor can make the same. */
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Call, type GitProcess, replayOf } from './replay.ts';
import { type Program, timed } from './timed.ts';

const floors = join(import.meta.dirname, 'floors');

/** A run that was written down. */
export interface Recording {
  /** Starts its Git processes, one after the other: any that ran at the same time now wait for each other. */
  readonly replay: Program;
  /** As `replay`, and makes its calls too. */
  readonly replayWithCalls: Program;
  /** Puts the scratch repositories of the run back, as they were before their first process. */
  reset(): void;
}

/** Where a run that is to be recorded keeps its temporary files: the floor needs them at the same place. */
export function temporaryFolder(folder: string): string {
  const tmp = join(folder, 'tmp');
  mkdirSync(tmp, { recursive: true });
  return tmp;
}

/** A `git` first on the path of the program, which writes down how it was started. */
function watchedPath(folder: string, path: string): string {
  const bin = join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  const quoted = [process.execPath, join(floors, 'record-git.mjs'), folder, path].map((word) => `'${word}'`).join(' ');
  writeFileSync(join(bin, 'git'), `#!/bin/sh\nexec ${quoted} "$@"\n`);
  chmodSync(join(bin, 'git'), 0o755);
  return `${bin}:${path}`;
}

/** The processes in the order of their starts. The last ones may still be writing when the run has ended. */
async function recorded(folder: string): Promise<GitProcess[]> {
  const files = readdirSync(folder)
    .sort()
    .map((name) => join(folder, name, 'process.json'));
  for (let n = 0; n < 100 && !files.every((file) => existsSync(file)); n += 1) await setTimeout(50);
  return files.map((file) => JSON.parse(readFileSync(file, 'utf8')) as GitProcess);
}

/** Runs the program once. `folder`: an absolute one for the record, whose `tmp` is the program's TMPDIR. */
export async function record(program: Program, folder: string): Promise<Recording> {
  const callsFile = join(folder, 'calls.json');
  await timed({
    cwd: program.cwd,
    args: ['--import', join(floors, 'record-calls.mjs'), ...program.args],
    env: { ...program.env, PATH: watchedPath(folder, program.env.PATH ?? ''), CALLS_FILE: callsFile },
  });
  const git = await recorded(join(folder, 'processes'));
  const calls = JSON.parse(readFileSync(callsFile, 'utf8')) as Call[];
  const scratch = join(folder, 'scratch');
  return {
    replay: replayOf(folder, 'replay', git, []),
    replayWithCalls: replayOf(folder, 'replay-with-calls', git, calls),
    reset: () => {
      const tmp = join(folder, 'tmp');
      rmSync(tmp, { recursive: true, force: true });
      mkdirSync(tmp);
      if (existsSync(scratch)) cpSync(scratch, tmp, { recursive: true });
    },
  };
}
