import { describe, expect, test } from 'vitest';
import { chooseGitTokens } from '../../src/environment.ts';
import { buildLedgerRemote, requireLedgerPlace } from '../../src/git/remote.ts';

const url = 'https://git.example.com/team/ledger.git';

describe('the address of the ledger', () => {
  test.each([url, 'git@git.example.com:team/ledger.git', 'ssh://git@git.example.com/x', '../ledger.git', 'C:\\ledger'])(
    '%s is taken as it is',
    (given) => {
      expect(requireLedgerPlace(given, 'token')).toEqual({ url: given, token: 'token' });
    },
  );

  test.each([
    ['https://me:secret@git.example.com/x', 'a user name or a password'],
    ['https://me@git.example.com/x', 'a user name or a password'],
    ['ssh://git:secret@git.example.com/x', 'a user name or a password'],
    ['ext::sh -c id', 'no address of a repository'],
    ['http://git.example.com/x', 'over plain http'],
  ])('%s is refused, and no password is repeated', (given, why) => {
    expect(() => requireLedgerPlace(given, 'token')).toThrow(why);
    expect(() => requireLedgerPlace(given, 'token')).not.toThrow('secret');
  });

  test('plain http goes without a token, and on this machine', () => {
    expect(requireLedgerPlace('http://git.example.com/x', undefined).token).toBeUndefined();
    expect(requireLedgerPlace('http://127.0.0.1:8080/x', 'token').token).toBe('token');
  });
});

test('of the configuration only what says how a host is reached goes along', () => {
  const header = 'AUTHORIZATION: basic c291cmNl';
  const { name, config: kept } = buildLedgerRemote(
    [
      ['http.proxy', 'http://proxy:3128'],
      ['http.https://git.example.com/.sslCAInfo', '/ca.pem'],
      ['http.https://git.example.com/.extraheader', 'AUTHORIZATION: basic c291cmNl'],
      ['http.extraheader', 'AUTHORIZATION: basic c291cmNl'],
      ['http.cookiefile', '/cookies'],
      ['http.sslkey', '/key.pem'],
      ['credential.helper', 'store'],
      ['url.https://x:source@git.example.com/.insteadof', 'https://git.example.com/'],
      ['core.sshcommand', 'ssh -i source'],
      ['remote.origin.url', 'https://git.example.com/team/sources.git'],
    ],
    { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'http.extraheader', GIT_CONFIG_VALUE_0: header },
    { url, token: 'ledger' },
  );
  expect(JSON.stringify(kept)).not.toMatch(/c291cmNl|cookies|key\.pem|store|source/);
  const reached = { 'http.proxy': 'http://proxy:3128', 'http.https://git.example.com/.sslCAInfo': '/ca.pem' };
  expect(kept.slice(0, 3)).toEqual(Object.entries({ ...reached, [`remote.${name}.url`]: url }));
});

test('nor of the environment', () => {
  const env = { PATH: '/bin', GIT_ASKPASS: '/askpass' };
  expect(buildLedgerRemote([], env, { url, token: 'ledger' }).env).toEqual({ PATH: '/bin' });
  // Without a token of its own this machine may know one.
  expect(buildLedgerRemote([], env, { url, token: undefined }).env).toEqual(env);
});

describe('which token is for which remote', () => {
  const apart = { 'ledger-remote': url };
  const [git, ledger] = [{ FILE_CHECKOUTS_GIT_TOKEN: 'G' }, { FILE_CHECKOUTS_LEDGER_TOKEN: 'L' }];
  test.each<[string, Parameters<typeof chooseGitTokens>, [string | undefined, string | undefined]]>([
    ['one remote', [{}, { ...git, ...ledger }], ['G', undefined]],
    ['one remote, by input', [{}, git, { gitToken: 'I' }], ['I', undefined]],
    ['two remotes, one token: the ledger’s', [apart, git], [undefined, 'G']],
    ['two remotes, two tokens', [apart, { ...git, ...ledger }], ['G', 'L']],
    ['two remotes, the ledger’s by name', [apart, ledger], [undefined, 'L']],
    ['the action: the job’s own is for the sources', [apart, git, { gitToken: 'I' }], ['I', 'G']],
    ['the action, both by input', [apart, {}, { gitToken: 'I', ledgerToken: 'M' }], ['I', 'M']],
  ])('%s', (_, given, [gitToken, ledgerToken]) => {
    expect(chooseGitTokens(...given)).toEqual({ gitToken, ledgerToken });
  });
});
