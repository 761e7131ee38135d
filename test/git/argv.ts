/** Watches the argument lists of every Git process of a run, and of the processes that Git itself starts. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Env } from '../../src/host/event.ts';
import { gitEnv, runEnv } from './support.ts';

export interface Watch {
  readonly env: Env;
  /** One entry for each process that was started by the run itself: its arguments, joined by blanks. */
  commands(): string[];
  /** Everything that stood in an argument list, of children and grandchildren. */
  arguments(): string;
}

/** Puts a `git` first on the path that writes its arguments down, and has Git trace what it starts. */
export function watchArguments(folder: string): Watch {
  const bin = join(folder, 'watched-bin');
  const log = join(folder, 'argv.log');
  const trace = join(folder, 'trace.log');
  mkdirSync(bin);
  // One write for each, as several may start at once.
  const script = `#!/bin/sh\nprintf '%s\\n' "$(printf '%s ' "$@" | tr '\\n' ' ')" >> '${log}'\nPATH='${gitEnv.PATH}' exec git "$@"\n`;
  writeFileSync(join(bin, 'git'), script);
  chmodSync(join(bin, 'git'), 0o755);
  const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '');
  return {
    env: { ...runEnv, PATH: `${bin}:${gitEnv.PATH}`, GIT_TRACE2_EVENT: trace },
    commands: () =>
      read(log)
        .split('\n')
        .filter((line) => line !== ''),
    arguments: () => {
      const lines = read(trace)
        .split('\n')
        .filter((line) => line !== '');
      const events = lines.map((line) => JSON.parse(line) as { event: string; argv?: string[] });
      const traced = events.flatMap(({ argv }) => (argv === undefined ? [] : [argv.join(' ')]));
      return [read(log), ...traced].join('\n');
    },
  };
}
