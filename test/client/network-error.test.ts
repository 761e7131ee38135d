import { expect, test } from 'vitest';
import { createTimeoutError, describeError, findLastingStop, isOwnBug } from '../../src/client/network-error.ts';

const coded = (code: unknown, message = 'in its own words') => Object.assign(new Error(message), { code });

test.each([
  ['certificate', 'INVALID_CA UNABLE_TO_VERIFY_LEAF_SIGNATURE UND_ERR_PRX_TLS CERT_HAS_EXPIRED CRL_NOT_YET_VALID'],
  ['address', 'ERR_SSL_WRONG_VERSION_NUMBER ERR_SSL_PACKET_LENGTH_TOO_LONG ERR_SSL_HTTP_REQUEST'],
  ['proxy', 'PROXY_LOGIN PROXY_REFUSED'],
  [null, 'PROXY_BUSY ECONNREFUSED TIMEOUT UNKNOWN ERR_SSL_NO_CERT_SET'],
])('lasts, as %s: %s', (stop, codes) => {
  for (const code of codes.split(' ')) expect([code, findLastingStop(code)]).toEqual([code, stop]);
});

test('what often happens to a connection is said in words', () => {
  const common =
    'ECONNREFUSED ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH ETIMEDOUT UND_ERR_CONNECT_TIMEOUT ECONNRESET EPIPE UND_ERR_SOCKET UND_ERR_PRX_CONN';
  for (const code of common.split(' ')) {
    const { why, ...rest } = describeError(coded(code));
    expect(rest).toEqual({ code });
    expect(why).toMatch(/^(the|no) (connection|host|network|name server)\b.* (was|is|does|cannot)\b.* \(\w+\)$/);
    expect(why).toContain(code);
  }
});

const refuses = (status: number) => `the proxy refuses to connect to the service (HTTP ${status})`;
test.each<[unknown, string, string]>([
  [createTimeoutError(5), 'TIMEOUT', 'no answer came within 5 s'],
  [coded('HPE_INVALID_CONSTANT'), 'HPE_INVALID_CONSTANT', 'the answer is not HTTP (HPE_INVALID_CONSTANT)'],
  [coded('ENEW'), 'ENEW', 'in its own words (ENEW)'],
  [coded(5), 'UNKNOWN', 'in its own words (UNKNOWN)'],
  ['a text', 'UNKNOWN', 'a text (UNKNOWN)'],
  [coded('UND_ERR_ABORTED', 'Proxy response (407) !== 200'), 'PROXY_LOGIN', 'the proxy demands a login (HTTP 407)'],
  [coded('X', 'Proxy Authentication Required (407)'), 'PROXY_LOGIN', 'the proxy demands a login (HTTP 407)'],
  [coded('UND_ERR_ABORTED', 'Proxy response (403) !== 200'), 'PROXY_REFUSED', refuses(403)],
  [coded('UND_ERR_ABORTED', 'Proxy response (429) !== 200'), 'PROXY_BUSY', refuses(429)],
  [coded('UND_ERR_ABORTED', 'Proxy response (500) !== 200'), 'PROXY_BUSY', refuses(500)],
  [coded('X', 'No Proxy response (500)'), 'X', 'No Proxy response (500) (X)'],
])('%o is %s: %s', (error, code, why) => {
  expect(describeError(error)).toEqual({ code, why });
});

test('wrong use of undici is a bug of this program; a refusal by a proxy is none', () => {
  const errors = [
    ...['UND_ERR_INVALID_ARG', 'UND_ERR_NOT_SUPPORTED', 'UND_ERR_INVALID_RETURN_VALUE'].map((code) => coded(code)),
    ...[coded('UND_ERR_INVALID_ARG', 'Proxy response (502) !== 200'), coded('UND_ERR_SOCKET'), coded(''), 'a text'],
  ];
  expect(errors.map(isOwnBug)).toEqual([true, true, true, false, false, false, false]);
});
