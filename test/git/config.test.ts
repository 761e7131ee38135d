import { describe, expect, test } from 'vitest';
import { parseRawDiff } from '../../src/git/changes.ts';
import { type ConfigEntry, parseConfigList, readConfigVariables } from '../../src/git/environment.ts';
import { chooseSourcesRemote } from '../../src/git/remote.ts';
import type { Env } from '../../src/host/event.ts';

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
    const needed: ConfigEntry[] = [
      ['credential.helper', 'store'],
      ['core.sshcommand', 'ssh -i key'],
      ['http.proxy', 'http://p'],
      origin,
    ];
    const others: ConfigEntry[] = [
      ['core.autocrlf', 'true'],
      ['core.hookspath', 'hooks'],
      ['diff.external', 'evil'],
      ['filter.lfs.smudge', 'lfs'],
      ['remote.other.url', 'https://h/o'],
      ['remote.origin.promisor', 'true'],
      ['core.fsmonitor', 'evil'],
      ['alias.diff-tree', '!evil'],
    ];
    expect(configOf([...needed, ...others])).toEqual(needed);
  });

  test.each<[ConfigEntry, ConfigEntry[]]>([
    [
      ['remote.origin.url', 'https://user:p%40ss@h:8443/a/b.git'],
      [
        ['remote.origin.url', 'https://h:8443/a/b.git'],
        ['http.https://h:8443/.extraheader', header('user:p@ss')],
        ['http.https://h:8443/.followredirects', 'false'],
      ],
    ],
    [
      ['url.https://u:p@h/.insteadof', 'https://h/'],
      [
        ['url.https://h/.insteadof', 'https://h/'],
        ['http.https://h/.extraheader', header('u:p')],
        ['http.https://h/.followredirects', 'false'],
      ],
    ],
    [
      ['remote.origin.url', 'https://tok%2Fen@h/r.git'],
      [
        ['remote.origin.url', 'https://h/r.git'],
        ['credential.https://h.username', 'tok/en'],
      ],
    ],
    ...['https://h/r.git', 'git@h:r.git', 'ssh://git@h/r', '/srv/a:b@c', 'https://h/a:b@c'].map(
      (url): [ConfigEntry, ConfigEntry[]] => [['remote.origin.url', url], [['remote.origin.url', url]]],
    ),
  ])('user and password leave the address %j and become a header', (entry, expected) => {
    expect(configOf([entry, origin]).filter(([, value]) => value !== origin[1])).toEqual(expected);
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
    expect(configOf([origin], env, 'new')).toEqual([
      origin,
      ...hosts.flatMap((host) => [
        [`http.${host}/.extraheader`, ''],
        [`http.${host}/.extraheader`, header('x-access-token:new')],
      ]),
      ...hosts.map((host) => [`http.${host}/.followredirects`, 'false']),
    ]);
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

  test('where a header goes, no redirect is followed, whatever the repository says', () => {
    const others: ConfigEntry[] = [origin, ['http.proxy', 'http://p'], ['http.https://other/.extraheader', '']];
    const headers: ConfigEntry[] = [
      ['http.https://h/.extraheader', 'x'],
      ['http.extraHeader', 'y'],
    ];
    const redirects: ConfigEntry[] = [
      ['http.followRedirects', 'true'],
      ['http.https://h/acme/.followredirects', 'true'],
    ];
    expect(configOf([...redirects, ...others, ...headers])).toEqual([
      ...others,
      ...headers,
      ['http.https://h/.followredirects', 'false'],
      ['http.followredirects', 'false'],
    ]);
    expect(configOf(others)).toEqual(others);
  });

  test('what the environment carries', () => {
    const env = {
      GIT_CONFIG_COUNT: '2',
      GIT_CONFIG_KEY_0: 'http.proxy',
      GIT_CONFIG_VALUE_0: 'http://p',
      GIT_CONFIG_KEY_1: 'x.y',
    };
    expect(readConfigVariables(env)).toEqual([['http.proxy', 'http://p']]);
    expect(readConfigVariables({ GIT_CONFIG_COUNT: 'many' })).toEqual([]);
    expect(readConfigVariables({ ...env, GIT_CONFIG_COUNT: '99999999999' })).toEqual([['http.proxy', 'http://p']]);
    expect(readConfigVariables({ ...env, GIT_CONFIG_COUNT: '0' })).toEqual([]);
    const several = { GIT_CONFIG_COUNT: '11', GIT_CONFIG_KEY_10: 'a.c', GIT_CONFIG_VALUE_10: '10' };
    const outOfOrder = { ...several, GIT_CONFIG_KEY_9: 'a.b', GIT_CONFIG_VALUE_9: '9', GIT_CONFIG_KEY_11: 'a.d' };
    expect(readConfigVariables(outOfOrder)).toEqual([
      ['a.b', '9'],
      ['a.c', '10'],
    ]);
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
