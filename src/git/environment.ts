import type { Env } from '../host/event.ts';

/** Configuration for our own Git processes, which travels by environment: never in the user's files or in an argument list. */
export type ConfigEntry = readonly [key: string, value: string];

const quiet: readonly ConfigEntry[] = [
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['advice.detachedHead', 'false'],
  ['advice.graftFileDeprecated', 'false'],
  // Not --no-relative, which came with Git 2.28, as this setting did.
  ['diff.relative', 'false'],
  // The default since Git 2.26: a server then sends any commit it has, not only the tips of its refs.
  ['protocol.version', '2'],
  // A remote that says nothing for five minutes has hung: servers say that they are at work every few seconds.
  ['http.lowSpeedLimit', '1'],
  ['http.lowSpeedTime', '300'],
];

/** What nothing overrules: no program that a repository names is run. */
const held: readonly ConfigEntry[] = [
  ['core.hooksPath', '/dev/null'],
  // Empty, not `false`, which Git before 2.36 takes for a program.
  ['core.fsmonitor', ''],
  // Such an address is a command line.
  ['protocol.ext.allow', 'never'],
  // Not empty, which Git would try to run, and complain of before it says what went wrong.
  ['core.alternateRefsCommand', 'true'],
  // What a person's own pushes do beside them: `only` pushes submodules and not the ledger, and ends well.
  ['push.recurseSubmodules', 'no'],
  ['push.followTags', 'false'],
  ['push.gpgSign', 'false'],
  ['push.pushOption', ''],
  // A signature is verified by the program of `gpg.program`.
  ['log.showSignature', 'false'],
];

/** In any case: on Windows case does not count, and elsewhere Git takes no other for its own. */
const notGit = /^(?!GIT_|EDITOR$|VISUAL$|PAGER$|SSH_ASKPASS$)/i;
/** GIT_* variables by which a runner's administrator sets Git up; the rest would redirect our processes. */
const keptGit =
  /^GIT_(SSH|SSH_COMMAND|SSH_VARIANT|SSL_[A-Z_]+|ASKPASS|PROXY_COMMAND|EXEC_PATH|ALLOW_PROTOCOL|HTTP_[A-Z_]+|CONFIG_(GLOBAL|SYSTEM|NOSYSTEM)|TRACE2?[A-Z_]*|CURL_VERBOSE)$/i;

export type GitEnvironment = Readonly<Record<string, string>>;

/**
 * Makes the whole environment of a Git process: `env` without editors, pagers, SSH_ASKPASS and GIT_* variables, except those by which an
 * administrator sets Git up (less the protocol `ext`). Git then asks nobody at a terminal, writes English, runs no proxy command of the
 * configuration, traces no secrets, and ignores replaced objects and grafts. @param gitDir null if Git is to find the repository. @param
 * config overrules our defaults, not `held`; it must repeat the entries that `env` carries (readConfigVariables), which are dropped.
 */
export function buildGitEnvironment(env: Env, gitDir: string | null, config: readonly ConfigEntry[]): GitEnvironment {
  // Where this is there, the program of core.gitProxy does not count.
  const out: Record<string, string> = { GIT_PROXY_COMMAND: '' };
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || !(notGit.test(name) || keptGit.test(name))) continue;
    // Without the protocol whose addresses are command lines. The PATH was made safe at the door (guardPath).
    const listProtocols = () => value.split(':').filter((protocol) => protocol !== 'ext');
    out[name] = /^GIT_ALLOW_PROTOCOL$/i.test(name) ? listProtocols().join(':') : value;
  }
  return {
    ...out,
    ...{ GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0' },
    // Overrules Git's own configuration of traces.
    ...{ GIT_TRACE2_CONFIG_PARAMS: 'none', GIT_TRACE2_ENV_VARS: 'none', GIT_TRACE_REDACT: '1' },
    ...{ GIT_NO_REPLACE_OBJECTS: '1', GIT_GRAFT_FILE: '/dev/null' },
    ...(gitDir !== null && { GIT_DIR: gitDir }),
    ...buildConfigVariable([...quiet, ...config, ...held]),
  };
}

/** Reads the pairs of GIT_CONFIG_KEY_<n> and GIT_CONFIG_VALUE_<n> with n below GIT_CONFIG_COUNT, by n; leaves out a key without value. */
export function readConfigVariables(env: Env): ConfigEntry[] {
  const count = Number(env.GIT_CONFIG_COUNT ?? 0);
  // By what is there: the count may be anything.
  const found = Object.keys(env).flatMap((name) => /^GIT_CONFIG_KEY_(0|[1-9]\d*)$/.exec(name)?.[1] ?? []);
  const inOrder = found.map(Number).sort((one, other) => one - other);
  return inOrder.flatMap((n): ConfigEntry[] => {
    const { [`GIT_CONFIG_KEY_${n}`]: key, [`GIT_CONFIG_VALUE_${n}`]: value } = env;
    return n < count && key !== undefined && value !== undefined ? [[key, value]] : [];
  });
}

/** Parses `git config --list -z` (`key\nvalue\0` each) in its order; a key without a value gets the text `true`. */
export function parseConfigList(output: string): ConfigEntry[] {
  const entries = output.matchAll(/([^\n\0]+)(?:\n([^\0]*))?\0/g);
  return Array.from(entries, ([, key = '', value = 'true']) => [key, value]);
}

/** Returns the variable GIT_CONFIG_PARAMETERS with these entries in order: every Git reads it, GIT_CONFIG_COUNT only from 2.31 on. */
export function buildConfigVariable(entries: readonly ConfigEntry[]): Record<string, string> {
  // As Git quotes for a shell: inside of single quotes all is plain but `'` and `!`.
  const quote = (text: string) => `'${text.replace(/['!]/g, "'\\$&'")}'`;
  // One word ends its key at the first `=`; a key that holds one takes two words, as Git has it since 2.31.
  const words = entries.map(([key, value]) =>
    key.includes('=') ? `${quote(key)}=${quote(value)}` : quote(`${key}=${value}`),
  );
  return { GIT_CONFIG_PARAMETERS: words.join(' ') };
}
