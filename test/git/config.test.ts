import { describe, expect, test } from 'vitest';
import { parseRawDiff } from '../../src/git/changes.ts';
import { type ConfigEntry, parseConfigList, readConfigVariables } from '../../src/git/environment.ts';
import { chooseSourcesRemote } from '../../src/git/remote.ts';
import type { Env } from '../../src/host/event.ts';

/** Entries of a configuration, each as `key value`. */
const at = (...lines: string[]): ConfigEntry[] =>
  lines.map((line) => [line.replace(/ .*/, ''), line.slice(line.indexOf(' ') + 1)]);
const header = (text: string) => `AUTHORIZATION: basic ${Buffer.from(text).toString('base64')}`;

describe('configuration of our own Git processes', () => {
  test('entries of git config --list -z; a key alone means true', () => {
    expect(parseConfigList('a.b\none\ntwo\0c.d\0')).toEqual([
      ['a.b', 'one\ntwo'],
      ['c.d', 'true'],
    ]);
  });

  test('the remote: origin, else the only one, else none', () => {
    const url = (name: string): ConfigEntry => [`remote.${name}.url`, `https://h/${name}`];
    const chosen = (...entries: ConfigEntry[]) => chooseSourcesRemote(entries, {}, undefined);
    expect(chosen(url('up.stream'), url('origin'))).toMatchObject({ name: 'origin' });
    expect(chosen(url('up.stream'))).toMatchObject({ name: 'up.stream', url: 'https://h/up.stream' });
    expect(chosen(url('a'), url('b'))).toBeNull();
    expect(chosen(['remote.origin.fetch', '+x:y'])).toBeNull();
  });
});

describe('what a fetch or push of the sources is configured with', () => {
  const origin: ConfigEntry = ['remote.origin.url', 'https://h/r'];
  const configOf = (entries: ConfigEntry[], env: Env = {}, token?: string) =>
    chooseSourcesRemote(entries, env, token)?.config ?? [];

  test('only what it needs; nothing that bends what Git shows', () => {
    const needed = [...at('credential.helper store', 'core.sshcommand ssh -i key', 'http.proxy http://p'), origin];
    const others = at(
      ...['core.autocrlf true', 'core.hookspath hooks', 'diff.external evil', 'filter.lfs.smudge lfs'],
      ...['remote.other.url https://h/o', 'remote.origin.promisor true', 'core.fsmonitor evil', 'alias.fetch !evil'],
    );
    expect(configOf([...needed, ...others])).toEqual(needed);
  });

  const url = 'remote.origin.url';
  const sends = (host: string, login: string) => [
    ...[`http.https://${host}/.extraheader ${header(login)}`, `http.https://${host}/.followredirects false`],
  ];
  test.each<[string, string[]]>([
    [`${url} https://user:p%40ss@h:8443/a/b.git`, [`${url} https://h:8443/a/b.git`, ...sends('h:8443', 'user:p@ss')]],
    ['url.https://u:p@h/.insteadof https://h/', ['url.https://h/.insteadof https://h/', ...sends('h', 'u:p')]],
    [`${url} https://tok%2Fen@h/r.git`, [`${url} https://h/r.git`, 'credential.https://h.username tok/en']],
    ...['https://h/r.git', 'git@h:r.git', 'ssh://git@h/r', '/srv/a:b@c', 'https://h/a:b@c'].map(
      (address): [string, string[]] => [`${url} ${address}`, [`${url} ${address}`]],
    ),
  ])('user and password leave the address %s and become a header', (entry, expected) => {
    expect(configOf([...at(entry), origin]).filter(([, value]) => value !== origin[1])).toEqual(at(...expected));
  });

  test.each<[Env, string[]]>([
    [{}, []],
    [{ GITHUB_SERVER_URL: 'https://github.com' }, ['https://github.com']],
    [{ GITHUB_SERVER_URL: 'https://me:pass@ghe.example:8443/x' }, ['https://ghe.example:8443']],
    [{ CI_SERVER_URL: 'https://gitlab.example/sub' }, ['https://gitlab.example']],
    [{ CI_SERVER_URL: 'http://gitlab.example' }, []],
    [{ CI_SERVER_URL: 'http://127.0.0.1:8080' }, ['http://127.0.0.1:8080']],
    [{ GITHUB_SERVER_URL: 'http://x.localhost', CI_SERVER_URL: 'ssh://git@host' }, []],
    [{ GITHUB_SERVER_URL: 'github.com' }, []],
  ])('with %j the token goes to %j, and first clears what is set for the host', (env, hosts) => {
    const sent = header('x-access-token:new');
    const headers = hosts.flatMap((host) => at(`http.${host}/.extraheader `, `http.${host}/.extraheader ${sent}`));
    const redirects = hosts.flatMap((host) => at(`http.${host}/.followredirects false`));
    expect(configOf([origin], env, 'new')).toEqual([origin, ...headers, ...redirects]);
  });

  test.each<[url: string, host: string, why: RegExp | null]>([
    ['https://github.com/acme/orders', 'https://github.com', null],
    ['https://token@github.com/acme/orders', 'https://github.com', null],
    ['git@github.com:acme/orders', 'https://github.com', null],
    ['/srv/orders.git', '', null],
    ['http://github.com/acme/orders', 'https://github.com', /^the Git token is not sent over plain http$/],
    ['https://github.com.evil.example/a', 'https://github.com', /to https:\/\/github\.com\.evil\.example: .* alone/],
    ['https://github.com@evil.example/a', 'https://github.com', /not sent to https:\/\/evil\.example: /],
    ['https://github.com:444/acme/orders', 'https://github.com', /not sent to https:\/\/github\.com:444: /],
    ['https://github.com/acme/orders', '', /none is named$/],
  ])('%s, where the host is %j: why it has no token', (url, host, expected) => {
    const why = chooseSourcesRemote([['remote.origin.url', url]], { GITHUB_SERVER_URL: host }, 'token')?.tokenStays;
    if (expected === null) expect(why).toBeNull();
    else expect(why).toMatch(expected);
  });

  test('where a header goes, no redirect is followed, no matter what the repository says', () => {
    const others = [origin, ...at('http.proxy http://p', 'http.https://other/.extraheader ')];
    const headers = at('http.https://h/.extraheader x', 'http.extraHeader y');
    const redirects = at('http.followRedirects true', 'http.https://h/acme/.followredirects true');
    const none = at('http.https://h/.followredirects false', 'http.followredirects false');
    expect(configOf([...redirects, ...others, ...headers])).toEqual([...others, ...headers, ...none]);
    expect(configOf(others)).toEqual(others);
  });

  test('what the environment carries', () => {
    const first = { GIT_CONFIG_KEY_0: 'http.proxy', GIT_CONFIG_VALUE_0: 'http://p' };
    const env = { GIT_CONFIG_COUNT: '2', ...first, GIT_CONFIG_KEY_1: 'x.y' };
    expect(readConfigVariables(env)).toEqual([['http.proxy', 'http://p']]);
    expect(readConfigVariables({ GIT_CONFIG_COUNT: 'many' })).toEqual([]);
    expect(readConfigVariables({ ...env, GIT_CONFIG_COUNT: '99999999999' })).toEqual([['http.proxy', 'http://p']]);
    expect(readConfigVariables({ ...env, GIT_CONFIG_COUNT: '0' })).toEqual([]);
    const several = { GIT_CONFIG_COUNT: '11', GIT_CONFIG_KEY_10: 'a.c', GIT_CONFIG_VALUE_10: '10' };
    const outOfOrder = { ...several, GIT_CONFIG_KEY_9: 'a.b', GIT_CONFIG_VALUE_9: '9', GIT_CONFIG_KEY_11: 'a.d' };
    expect(readConfigVariables(outOfOrder)).toEqual(at('a.b 9', 'a.c 10'));
  });
});

describe('the raw difference of two trees', () => {
  const [one, two] = ['1'.repeat(40), '2'.repeat(40)];

  test.each([
    ['cut off in the header', `:100644 100644 ${one}`],
    ['cut off in the name', `:100644 100644 ${one} ${two} M\0na`],
    ['a move without its new name', `:100644 100644 ${one} ${two} R100\0old\0`],
    ['not raw', `M\0a\0`],
    ['a merge', `::100644 100644 100644 ${one} ${one} ${two} MM\0a\0`],
  ])('%s is an error, never fewer changes', (_, text) => {
    expect(() => parseRawDiff(Buffer.from(text))).toThrow(/git diff-tree/);
  });
});
