/**
 * Configuration for our own Git processes, handed over by environment: never written to the user's configuration, and
 * no credential ever stands in an argument list.
 */
export type ConfigEntry = readonly [key: string, value: string];

/** Parses `git config --list -z`: `key\nvalue\0` each; a key without a value means true. */
export function parseConfigList(output: string): ConfigEntry[] {
  const entries = output.split('\0').filter((entry) => entry !== '');
  return entries.map((entry) => {
    const end = entry.indexOf('\n');
    return end < 0 ? [entry, 'true'] : [entry.slice(0, end), entry.slice(end + 1)];
  });
}

/** The remote to talk to: `origin`, else the only one there is; null when there is none or the choice is open. */
export function chooseRemote(entries: readonly ConfigEntry[]): { name: string; url: string } | null {
  const urls = new Map<string, string>();
  for (const [key, value] of entries) {
    const name = /^remote\.(.+)\.url$/.exec(key)?.[1];
    if (name !== undefined && !urls.has(name)) urls.set(name, value);
  }
  const [only, ...others] = urls;
  const url = urls.get('origin');
  if (url !== undefined) return { name: 'origin', url };
  return only === undefined || others.length > 0 ? null : { name: only[0], url: only[1] };
}

const carried = /^(http\.|credential\.|url\.|core\.(sshcommand|askpass)$|ssh\.|protocol\.)/;

/**
 * What a fetch or push from the scratch repository needs of the user's configuration: how to authenticate and how to
 * reach the remote (actions/checkout keeps its credential there, tied to that git directory).
 */
export function carriedConfig(entries: readonly ConfigEntry[], remote: string | null): ConfigEntry[] {
  const ofRemote = new RegExp(`^remote\\.${RegExp.escape(remote ?? '')}\\.(url|pushurl|proxy|proxyauthmethod)$`);
  return entries.filter(([key]) => carried.test(key) || (remote !== null && ofRemote.test(key)));
}

/** A header of HTTP by which Git authenticates. */
export function basicHeader(user: string, password: string): string {
  return `AUTHORIZATION: basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

/**
 * Takes user and password out of the addresses (GitLab's checkout has its job token there) and hands them over apart:
 * Git gives an address to its helper programs as an argument, where every process of the machine can read it.
 */
export function withoutUserinfo(entries: readonly ConfigEntry[]): ConfigEntry[] {
  return entries.flatMap(([key, value]): ConfigEntry[] => {
    const inKey = /^url\./.test(key) ? splitUserinfo(key.slice('url.'.length)) : null;
    if (inKey !== null) return [[`url.${inKey.url}`, value], inKey.instead];
    const inValue = /^remote\..*\.(url|pushurl)$/.test(key) ? splitUserinfo(value) : null;
    return inValue === null ? [[key, value]] : [[key, inValue.url], inValue.instead];
  });
}

/** The address without user and password, and the configuration that holds them instead; a helper knows the rest. */
function splitUserinfo(url: string): { url: string; instead: ConfigEntry } | null {
  const parts = /^(https?:\/\/)([^/@:]*)(?::([^/@]*))?@(([^/]+).*)$/i.exec(url);
  if (parts === null) return null;
  const [, scheme = '', user = '', password, rest = '', host = ''] = parts;
  const instead: ConfigEntry =
    password === undefined
      ? [`credential.${scheme}${host}.username`, decoded(user)]
      : [`http.${scheme}${host}/.extraheader`, basicHeader(decoded(user), decoded(password))];
  return { url: `${scheme}${rest}`, instead };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The variable in which Git itself hands `-c` on: every version reads it (`GIT_CONFIG_COUNT` came with 2.31). */
export function configEnvironment(entries: readonly ConfigEntry[]): Record<string, string> {
  return { GIT_CONFIG_PARAMETERS: entries.map(parameterOf).join(' ') };
}

/** One quoted word that ends its key at the first `=`; a key that holds one takes two words, as Git has it since 2.31. */
function parameterOf([key, value]: ConfigEntry): string {
  return key.includes('=') ? `${quoted(key)}=${quoted(value)}` : quoted(`${key}=${value}`);
}

/** As Git quotes for a shell: inside of single quotes all is plain but `'` and `!`. */
function quoted(text: string): string {
  return `'${text.replace(/['!]/g, "'\\$&'")}'`;
}
