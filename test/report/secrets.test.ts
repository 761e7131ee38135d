import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Secrets, secretsOf } from '../../src/report/secrets.ts';

const token = 'to<k>&n"/+=.*(0815';
const secrets = new Secrets([token, undefined, 'abc']);

describe('a secret is hidden', () => {
  test.each([
    ['as it is', token],
    ['in JSON', JSON.stringify(token)],
    ['in an address', encodeURIComponent(token)],
    [
      'in HTML',
      token.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
    ],
    ['twice', `${token}${token}`],
  ])('%s', (_, text) => {
    expect(secrets.hide(`before ${text} behind`)).toMatch(/^before "?(\*\*\*)+"? behind$/);
  });

  test('inside of base64, wherever it begins', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 20 }), fc.string({ maxLength: 20 }), (before, behind) => {
        const header = Buffer.from(`${before}${token}${behind}`).toString('base64');
        const rest = secrets.hide(header).split('***');
        expect(rest).toHaveLength(2);
        // What is left before it holds less than a character of the secret: six bits.
        expect((rest[0] ?? '').length * 6).toBeLessThan(Buffer.byteLength(before) * 8 + 6);
      }),
    );
  });

  test('at any depth of a record, in its names too; what is no text stays', () => {
    const record = { a: [token, 1, null, true], [token]: { b: `x ${token}` } };
    expect(secrets.hideIn(record)).toEqual({ a: ['***', 1, null, true], '***': { b: 'x ***' } });
  });

  test('the longer of two first', () => {
    expect(new Secrets(['token', 'token-of-git']).hide('token-of-git token')).toBe('*** ***');
  });
});

test('other texts stay as they are, and a text of three characters is no secret', () => {
  expect(secrets.hide('abc to k 0815')).toBe('abc to k 0815');
  expect(new Secrets().hide(token)).toBe(token);
});

test('the environment: tokens, and passwords of proxies', () => {
  const env = {
    FILE_CHECKOUTS_TOKEN: ' one-token ',
    FILE_CHECKOUTS_GIT_TOKEN: 'two-token',
    CI_JOB_TOKEN: 'three-token',
    HTTPS_PROXY: 'http://me:four-word@proxy.example:3128',
    http_proxy: 'me:five-word@proxy.example',
    ALL_PROXY: 'socks5://proxy.example:1080',
    FILE_CHECKOUTS_URL: 'https://ibmi.example.com',
  };
  const found = secretsOf(env).filter((secret) => secret !== undefined);
  expect(found).toEqual(['one-token', 'two-token', 'three-token', 'four-word', 'five-word']);
});
