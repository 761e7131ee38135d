import { toMessage } from '../errors.ts';
import type { AttemptStop } from './results.ts';

/** The `code` is one of Node or undici, or TIMEOUT, PROXY_LOGIN, PROXY_REFUSED, PROXY_BUSY, UNKNOWN. */
export type NetworkError = ReturnType<typeof describeError>;

const certificateCodes = new Set(
  `DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_VERIFY_LEAF_SIGNATURE
   UNABLE_TO_GET_ISSUER_CERT UNABLE_TO_GET_ISSUER_CERT_LOCALLY UNABLE_TO_DECRYPT_CERT_SIGNATURE
   INVALID_CA INVALID_PURPOSE HOSTNAME_MISMATCH ERR_TLS_CERT_ALTNAME_INVALID UND_ERR_PRX_TLS`.split(/\s+/),
);

/** Codes of a plain http port that was addressed with https. */
const notTlsCodes = new Set(['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG', 'ERR_SSL_HTTP_REQUEST']);

const wordsByCode: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ENOTFOUND: 'the host name is not known',
  EAI_AGAIN: 'the name server does not answer',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network of the host cannot be reached',
  ETIMEDOUT: 'no connection was made in time',
  UND_ERR_CONNECT_TIMEOUT: 'no connection was made in time',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  UND_ERR_SOCKET: 'the connection was cut',
  UND_ERR_PRX_CONN: 'the connection to the proxy was cut',
};

/** Returns the stop (`certificate`, `address`, `proxy`) for the code of a NetworkError that no retry helps; null for any other code. */
export function findLastingStop(code: string): AttemptStop | null {
  if (certificateCodes.has(code) || /^(CERT|CRL)_/.test(code)) return 'certificate';
  if (notTlsCodes.has(code)) return 'address';
  if (code === 'PROXY_LOGIN' || code === 'PROXY_REFUSED') return 'proxy';
  return null;
}

/** True for an error of undici about wrong use of it, which is a bug of this program; false for a refusal by a proxy. */
export function isOwnBug(error: unknown): boolean {
  const codes = ['UND_ERR_INVALID_ARG', 'UND_ERR_NOT_SUPPORTED', 'UND_ERR_INVALID_RETURN_VALUE'];
  return parseProxyStatus(error) === null && codes.includes(findErrorCode(error) ?? '');
}

/** Describes anything thrown: its code (`PROXY_...` for a refusal by a proxy, `UNKNOWN` for none), and why, a clause not masked yet. */
export function describeError(error: unknown) {
  const status = parseProxyStatus(error);
  if (status === 407) return { code: 'PROXY_LOGIN', why: 'the proxy demands a login (HTTP 407)' };
  if (status !== null) {
    const code = status >= 500 || status === 429 ? 'PROXY_BUSY' : 'PROXY_REFUSED';
    return { code, why: `the proxy refuses to connect to the service (HTTP ${status})` };
  }
  const code = findErrorCode(error) ?? 'UNKNOWN';
  if (code.startsWith('HPE_')) return { code, why: `the answer is not HTTP (${code})` };
  const words = wordsByCode[code] ?? toMessage(error);
  return { code, why: code === 'TIMEOUT' ? words : `${words} (${code})` };
}

/** Returns the error of a call that is out of time; `describeError` reads it as `TIMEOUT`. */
export function createTimeoutError(seconds: number): Error {
  return Object.assign(new Error(`no answer came within ${seconds} s`), { code: 'TIMEOUT' });
}

/** Returns the `code` of an error if it is a text, else null. Does not look at its cause. */
function findErrorCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}

/** Returns the HTTP status of a proxy that refuses the tunnel, which undici has only in its message; null for another error. */
function parseProxyStatus(error: unknown): number | null {
  const match = /^Proxy (?:response|Authentication Required) \((\d{3})\)/.exec(toMessage(error));
  return match?.[1] === undefined ? null : Number(match[1]);
}
