/** A `git` first on the path that writes down how it was started, or that is not the Git one hoped for. */
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gitEnv, runEnv } from './support.ts';

/** How one Git process was started by the run. */
export interface Started {
  readonly args: readonly string[];
  /** Names of the GIT_* variables that it was given. */
  readonly variables: readonly string[];
}

function gitOf(folder: string, script: string): Readonly<Record<string, string>> {
  const bin = join(folder, 'watched-bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'git'), `#!/bin/sh\n${script}\n`);
  chmodSync(join(bin, 'git'), 0o755);
  return { ...runEnv, PATH: `${bin}:${gitEnv.PATH}` };
}

/**
 * The Git of this machine; every start is written down. @param refused an argument that it is too old to know.
 * @returns `started`: the processes that the run itself started; `commands`: the same, their arguments joined by blanks;
 * `arguments`: everything that stood in an argument list, of children and grandchildren.
 */
export function watchGit(folder: string, refused = '') {
  // A file each, as several may start at once.
  const logs = join(folder, 'started');
  mkdirSync(logs);
  const env = gitOf(
    folder,
    `for word in "$@"; do [ "$word" = '${refused}' ] && { echo "error: unknown option" >&2; exit 129; }; done
{ printf '%s\\0' "$@"; printf '\\001'; env -0 | grep -zo '^GIT_[A-Z0-9_]*'; } > '${logs}'/$(date +%s%N).$$
PATH='${gitEnv.PATH}' exec git "$@"`,
  );
  const words = (text: string) => text.split('\0').filter((word) => word !== '');
  const started = (): Started[] =>
    readdirSync(logs)
      .sort()
      .map((file) => {
        const [args = '', variables = ''] = readFileSync(join(logs, file), 'utf8').split('\u0001');
        return { args: words(args), variables: words(variables) };
      });
  const commands = () => started().map(({ args }) => args.join(' '));
  const trace = join(folder, 'trace.log');
  const traced = () => {
    const lines = existsSync(trace) ? readFileSync(trace, 'utf8').trim().split('\n') : [];
    return lines.flatMap((line) => (JSON.parse(line) as { argv?: string[] }).argv?.join(' ') ?? []);
  };
  const all = () => [...commands(), ...traced()].join('\n');
  const traceEnv: typeof env = { ...env, GIT_TRACE2_EVENT: trace };
  return { env: traceEnv, started, commands, arguments: all };
}

/** A Git of some version that fails at everything else with these words. */
export function gitOfVersion(folder: string, version: string, words: string): Readonly<Record<string, string>> {
  const fail = `echo '${words}' >&2; exit 129`;
  return gitOf(folder, `[ "$1" = --version ] && { echo 'git version ${version}'; exit 0; }\n${fail}`);
}

/** A path on which there is no Git. */
export function noGit(folder: string): Readonly<Record<string, string>> {
  const bin = join(folder, 'empty');
  mkdirSync(bin);
  return { ...runEnv, PATH: bin };
}
