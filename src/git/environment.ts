import { type ConfigEntry, configEnvironment } from './config.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Configuration of every process of ours. */
const quiet: readonly ConfigEntry[] = [
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['core.hooksPath', '/dev/null'],
  ['advice.detachedHead', 'false'],
  // Not --no-relative, which came with Git 2.28, as this setting did.
  ['diff.relative', 'false'],
  // The default since Git 2.26: a server then sends any commit it has, not only the tips of its refs.
  ['protocol.version', '2'],
];

const notGit = /^(?!GIT_|EDITOR$|VISUAL$|PAGER$|SSH_ASKPASS$)/;
/** GIT_* variables by which a runner's administrator sets Git up; the rest would redirect our processes. */
const keptGit =
  /^GIT_(SSH|SSH_COMMAND|SSH_VARIANT|SSL_[A-Z_]+|ASKPASS|PROXY_COMMAND|EXEC_PATH|ALLOW_PROTOCOL|HTTP_[A-Z_]+|CONFIG_(GLOBAL|SYSTEM|NOSYSTEM)|TRACE2?[A-Z_]*|CURL_VERBOSE)$/;

/** What of the environment of the run Git's processes see. */
export function baseEnvironment(env: Env): Record<string, string> {
  const out: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && (notGit.test(name) || keptGit.test(name))) out[name] = value;
  }
  return { ...out, GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0' };
}

/** Configuration that the environment of the run carries itself (`GIT_CONFIG_COUNT`), as proxies and certificates. */
export function configOfEnvironment(env: Env): ConfigEntry[] {
  const count = Number(env.GIT_CONFIG_COUNT ?? 0);
  const entries: ConfigEntry[] = [];
  for (let n = 0; n < count; n += 1) {
    const key = env[`GIT_CONFIG_KEY_${n}`];
    const value = env[`GIT_CONFIG_VALUE_${n}`];
    if (key !== undefined && value !== undefined) entries.push([key, value]);
  }
  return entries;
}

/** The environment of one process: the kept variables, the repository, our configuration and `extra`. */
export function processEnvironment(
  base: Readonly<Record<string, string>>,
  gitDir: string,
  extra: readonly ConfigEntry[],
): Record<string, string> {
  return { ...base, GIT_DIR: gitDir, ...configEnvironment([...quiet, ...extra]) };
}

/** Names of the variables that simple-git must be told to hand on. */
export function namesToAllow(env: Readonly<Record<string, string>>): string[] {
  return Object.keys(env).filter((name) => !notGit.test(name));
}
