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

/** Chooses the remote of the sources, with its first URL: `origin`, else the only one; null: there is none, or several. */
export function chooseRemote(entries: readonly ConfigEntry[]): { name: string; url: string } | null {
  const urls = new Map<string, string>();
  for (const [key, value] of entries) {
    const name = /^remote\.(.+)\.url$/.exec(key)?.[1];
    if (name !== undefined && !urls.has(name)) urls.set(name, value);
  }
  const [name = ''] = urls.size === 1 ? urls.keys() : ['origin'];
  const url = urls.get(name);
  return url === undefined ? null : { name, url };
}

const carried = /^(http\.|credential\.|url\.|core\.(sshcommand|askpass)$|ssh\.|protocol\.)/;

/**
 * Selects what a fetch or push from the scratch repository needs of the user's configuration: how to authenticate and how
 * to reach the remote (actions/checkout keeps its credential there, tied to that git directory).
 * @param remote its name; entries of other remotes are left out. null: those of all are.
 */
export function carriedConfig(entries: readonly ConfigEntry[], remote: string | null): ConfigEntry[] {
  const ofRemote = new RegExp(`^remote\\.${RegExp.escape(remote ?? '')}\\.(url|pushurl|proxy|proxyauthmethod)$`);
  return entries.filter(([key]) => carried.test(key) || (remote !== null && ofRemote.test(key)));
}

/** Formats the HTTP header of basic authentication. */
export function basicHeader(user: string, password: string): string {
  return `AUTHORIZATION: basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

/**
 * Takes user and password out of the HTTP addresses of remotes and of `url.<address>.*` keys (GitLab's checkout has its
 * job token there), and adds an entry that authenticates instead: Git gives an address to its helper programs as an
 * argument, where every process of the machine can read it. Entries without either stay as they are.
 */
export function withoutUserinfo(entries: readonly ConfigEntry[]): ConfigEntry[] {
  return entries.flatMap(([key, value]): ConfigEntry[] => {
    const inKey = /^url\./.test(key) ? splitUserinfo(key.slice('url.'.length)) : null;
    if (inKey !== null) return [[`url.${inKey.url}`, value], inKey.instead];
    const inValue = /^remote\..*\.(url|pushurl)$/.test(key) ? splitUserinfo(value) : null;
    return inValue === null ? [[key, value]] : [[key, inValue.url], inValue.instead];
  });
}

/**
 * Splits an HTTP address with a user into the address without, and the entry that holds user and password instead: a
 * header; without a password the user name alone, for a credential helper. null: an address without a user.
 */
function splitUserinfo(url: string): { url: string; instead: ConfigEntry } | null {
  const parts = /^(https?:\/\/)([^/@:]*)(?::([^/@]*))?@(([^/]+).*)$/i.exec(url);
  if (parts === null) return null;
  const [, scheme = '', user = '', password, rest = '', host = ''] = parts;
  const instead: ConfigEntry =
    password === undefined
      ? [`credential.${scheme}${host}.username`, decodePercents(user)]
      : [`http.${scheme}${host}/.extraheader`, basicHeader(decodePercents(user), decodePercents(password))];
  return { url: `${scheme}${rest}`, instead };
}

/** Decodes `%40` and the like; a text with a broken one stays as it is. */
function decodePercents(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Formats the variable in which Git itself hands `-c` on: every version reads it (`GIT_CONFIG_COUNT` came with 2.31). */
export function configEnvironment(entries: readonly ConfigEntry[]): Record<string, string> {
  // As Git quotes for a shell: inside of single quotes all is plain but `'` and `!`.
  const quote = (text: string) => `'${text.replace(/['!]/g, "'\\$&'")}'`;
  // One word ends its key at the first `=`; a key that holds one takes two words, as Git has it since 2.31.
  const words = entries.map(([key, value]) =>
    key.includes('=') ? `${quote(key)}=${quote(value)}` : quote(`${key}=${value}`),
  );
  return { GIT_CONFIG_PARAMETERS: words.join(' ') };
}
