/** The floor of what runs Git: the same processes, and calls, from an otherwise empty program. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gitEnv } from '../git/support.ts';
import type { Program } from './timed.ts';

/** One Git process to start. */
export interface GitProcess {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** A file with what it reads; null: nothing. */
  readonly input: string | null;
  /** A folder of objects that are in its repository before it starts; null: it needs no more than there are. */
  readonly objects: string | null;
  /** The exit code it is to have. */
  readonly code: number;
}

/** One call to make; `body` in base64. */
export interface Call {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A plain Git process with arguments, in a repository. */
export function gitProcess(cwd: string, args: readonly string[], input: string | null = null): GitProcess {
  return { args, cwd, env: gitEnv, input, objects: null, code: 0 };
}

/** The program that starts these processes and makes these calls; its list is written to a folder. */
export function replayOf(folder: string, name: string, git: readonly GitProcess[], calls: readonly Call[]): Program {
  const file = join(folder, `${name}.json`);
  writeFileSync(file, JSON.stringify({ git, calls }));
  return { args: [join(import.meta.dirname, 'floors/replay.cjs'), file], cwd: folder, env: gitEnv };
}
