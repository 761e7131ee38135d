import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { escapes } from '../src/secret-spellings.ts';
import { createSafeText, listSecrets, Secrets } from '../src/secrets.ts';

const token = 'to<k>&n"/+=.*(0815';
const secrets = new Secrets([token, undefined, 'abc']);

/** What HTML calls its signs. */
const names: Readonly<Record<string, string>> = {
  ...{ '<': 'lt', '>': 'gt', '&': 'amp', '"': 'quot', '/': 'sol', '+': 'plus', '=': 'equals', '.': 'period' },
  ...{ '*': 'ast', '(': 'lpar' },
};

/** The token with each character that is no letter or digit spelled by its number. */
const each = (spell: (code: number) => string) => token.replaceAll(/[^a-z0-9]/gi, (char) => spell(char.charCodeAt(0)));

describe('a secret is hidden', () => {
  test.each([
    ['as it is', token],
    ['in JSON', JSON.stringify(token)],
    ['in an address', encodeURIComponent(token)],
    ['in HTML', token.replaceAll(/[&<>"]/g, (sign) => `&${names[sign]};`)],
    ['in HTML by decimal numbers', each((code) => `&#${code};`)],
    ['in HTML by hexadecimal ones', each((code) => `&#x${code.toString(16).toUpperCase()};`)],
    ['in JSON by numbers', each((code) => `\\u${code.toString(16).padStart(4, '0')}`)],
    ['in JSON with escaped slashes', JSON.stringify(token).replaceAll('/', '\\/')],
    ['in an address with lower-case numbers', each((code) => `%${code.toString(16).padStart(2, '0')}`)],
    ['in an address that keeps its slashes', encodeURIComponent(token).replaceAll('%2F', '/')],
    ['in JSON in JSON', JSON.stringify(JSON.stringify(token).slice(1, -1)).slice(1, -1)],
    ['in an address in an address', encodeURIComponent(encodeURIComponent(token))],
    ['in HTML in HTML', each((code) => `&amp;#${code};`)],
    ['in JSON in HTML', JSON.stringify(token).slice(1, -1).replaceAll('&', '&amp;').replaceAll('"', '&quot;')],
    ['twice', `${token}${token}`],
  ])('%s', (_, text) => {
    expect(secrets.hide(`before ${text} behind`)).toMatch(/^before "?(\*\*\*)+"? behind$/);
  });

  /** The token with every character escaped, letters and digits too, once for each row of the table. */
  const all = (spell: (code: number) => string) => [...token].map((char) => spell(char.charCodeAt(0))).join('');
  const hex = (code: number, digits = 2) => code.toString(16).padStart(digits, '0');
  const octal = (lead: string) => all((code) => `${lead}${code.toString(8).padStart(3, '0')}`);
  const examples: Readonly<Record<keyof typeof escapes, readonly string[]>> = {
    'in JSON by number': [all((code) => `\\u${hex(code, 4)}`), all((code) => `\\\\u${hex(code, 4).toUpperCase()}`)],
    'in a script by number': [all((code) => `\\x${hex(code)}`), all((code) => `\\u{${hex(code, 30)}}`)],
    'behind a backslash': [
      all((code) => (/\w/.test(String.fromCharCode(code)) ? '' : '\\') + String.fromCharCode(code)),
    ],
    'in an address': [all((code) => `%${hex(code)}`), all((code) => `%2525${hex(code).toUpperCase()}`)],
    'in a script by octal number': [octal('\\'), octal('\\\\')],
    'in HTML by decimal number': [
      all((code) => `&#${code};`),
      all((code) => `&amp;amp;#${'0'.repeat(30)}${code};`),
      all((code) => `&#${code}`),
    ],
    'in HTML by hexadecimal number': [
      all((code) => `&#x${hex(code)};`),
      all((code) => `&amp;#X${hex(code, 30)};`),
      all((code) => `&#x${hex(code)}`),
    ],
    'in HTML by name': [
      token.replaceAll(/[^a-z0-9]/gi, (char) => `&${names[char]};`),
      token.replaceAll(/[&<>"]/g, (char) => `&amp;${names[char]?.toUpperCase()}`),
      token.replaceAll('&', '&AMP;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&amp;quot;'),
    ],
  };

  describe.each(Object.entries(examples))('%s', (_, texts) => {
    test.each(texts)('%s', (text) => {
      expect(secrets.hide(`before ${text} behind`)).toBe('before *** behind');
      const mixed = token.slice(0, 5) + text.slice(text.length / 2);
      expect(secrets.hide(mixed)).toBe(mixed);
    });

    test.each(texts)('cut: %s', (text) => {
      expect(secrets.hideCut(`before ${text.slice(0, -3)}`)).toBe('before ***');
    });
  });

  test('escapes inside of others, of different kinds', () => {
    const inJson = all((code) => `\\u${hex(code, 4)}`);
    expect(secrets.hide(encodeURIComponent(inJson))).toBe('***');
    expect(secrets.hide(JSON.stringify(all((code) => `&#x${hex(code)};`)))).toBe('"***"');
    expect(secrets.hide(encodeURIComponent(all((code) => `&amp;#${code};`)))).toBe('***');
  });

  test('every sign that has a name in HTML', () => {
    const signs = new Secrets([`!"#$%&'()*+,./:;<=>?@[\\]^_\`{|}`]);
    const spelled = 'excl quot num dollar percnt amp apos lpar rpar ast plus comma period sol colon semi lt equals gt';
    const more = 'quest commat lsqb bsol rsqb Hat lowbar grave lcub verbar rcub';
    const html = (words: string) => words.replaceAll(/\w+ ?/g, (name) => `&${name.trim()};`);
    expect(signs.hide(html(`${spelled} ${more}`))).toBe('***');
    const others = new Secrets(['[]_`*{||}`']);
    const otherNames = 'lbrack rbrack UnderBar grave midast lbrace vert VerticalLine rbrace DiacriticalGrave';
    expect(others.hide(html(otherNames))).toBe('***');
  });

  test('letters that are no escape stay, beside a secret too', () => {
    const escaped = all((code) => `%${hex(code)}`);
    expect(secrets.hide(`C:\\temp 100% &c. ${escaped} \\x %zz &`)).toBe('C:\\temp 100% &c. *** \\x %zz &');
  });

  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const inUrl = (text: string) => Buffer.from(text).toString('base64url');
  test.each([
    ['base64', base64(token)],
    ['base64 for addresses', inUrl(token)],
    ['base64 of an address', base64(encodeURIComponent(token))],
    ['base64 of JSON', base64(JSON.stringify({ token }))],
    ['base64 of base64', base64(base64(token))],
    ['base64 of a header', base64(`Authorization: Basic ${base64(`user:${token}`)}`)],
    ['base64 for addresses of base64', inUrl(base64(token))],
    ['base64 in an address', encodeURIComponent(base64(token))],
    ['base64 in an address, each character', base64(token).replaceAll(/./g, (char) => `%${hex(char.charCodeAt(0))}`)],
    ['base64 in JSON', base64(token).replaceAll('/', '\\/')],
  ])('in %s', (_, text) => {
    const rest = secrets.hide(text);
    expect(rest).toContain('***');
    // What is left of it are the ends that depend on what stands beside it, and padding.
    expect(rest.replace('***', '').length).toBeLessThan(text.length - base64(token).length / 2);
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
    const clean = { rows: [{ a: 'nothing', b: [1, null] }] };
    expect(secrets.hideIn(clean)).toBe(clean);
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
    ...{ FILE_CHECKOUTS_TOKEN: ' one-token ', FILE_CHECKOUTS_GIT_TOKEN: 'two-token', CI_JOB_TOKEN: 'three-token' },
    ...{ HTTPS_PROXY: 'http://me:four-word@proxy.example:3128', http_proxy: 'me:five-word@proxy.example' },
    ...{ ALL_PROXY: 'socks5://proxy.example:1080', FILE_CHECKOUTS_URL: 'https://ibmi.example.com' },
  };
  const found = listSecrets(env).filter((secret) => secret !== undefined);
  expect(found).toEqual(['one-token', 'two-token', 'three-token', 'four-word', 'five-word']);
});

describe('safe text', () => {
  const safe = createSafeText('to"ken/1');

  test('the token is masked as it is, in JSON and in a URL', () => {
    expect(safe('a to"ken/1 b to\\"ken/1 c to%22ken%2F1')).toBe('a *** b *** c ***');
  });

  test('a text that ends in the midst of the token, as an answer that was cut, does not show that much of it', () => {
    const long = createSafeText('secret-token-0815');
    expect(long('it says: secret-token-08')).toBe('it says: ***');
    expect(long('it says: secret-t')).toBe('it says: ***');
    expect(long('a secret')).toBe('a secret');
    expect(safe('a to\\"ken')).toBe('a ***');
  });

  test('one printable line', () => {
    expect(safe('a\r\nb\x1b[31m\u2028c\u202ed\t\te ')).toBe('a b [31m c d e');
  });

  test('short, and no character cut in two', () => {
    expect(safe('x'.repeat(500))).toBe(`${'x'.repeat(197)}...`);
    expect(safe('😀'.repeat(100), 6)).toBe('😀...');
    expect(safe('abcd', 4)).toBe('abcd');
  });

  test('no matter what comes: printable, within the limit, without the token', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', ' ', '\n', '\x1b', '\u2028', '😀', 'to', '"', 'ken/1'), maxLength: 50 }),
        fc.nat({ max: 30 }),
        (text, at) => {
          const shown = safe(`${text.slice(0, at)}to"ken/1${text.slice(at)}`, 20);
          expect(shown).not.toContain('to"ken/1');
          expect(shown.length).toBeLessThanOrEqual(20);
          expect(shown).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
        },
      ),
    );
  });
});
