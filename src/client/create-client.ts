import { setTimeout as wait } from 'node:timers/promises';
import { getCACertificates } from 'node:tls';
import { Problem, toMessage } from '../errors.ts';
import type { CreateFields, UpdateFields } from '../interface/fields.ts';
import { readRegularFile } from '../regular-file.ts';
import { createSafeText } from '../secrets.ts';
import { buildResourceUrl } from './address.ts';
import { type CallSetting, type CallTerms, makeCall } from './call.ts';
import { buildBody, type Content } from './multipart.ts';
import { openTransport, type TransportOptions } from './transport.ts';

export interface ClientOptions extends Partial<CallTerms>, Omit<TransportOptions, 'url' | 'ca' | 'signal'> {
  /** Base URL of the service; it may have a path. */
  readonly url: string;
  /** PEM file of further certificates to trust. */
  readonly caFile?: string;
  readonly allowHttp?: boolean;
}

export type Client = Awaited<ReturnType<typeof createClient>>;

/**
 * Creates a client for one service; nothing is sent before the first call. Calls do not reject for a failure of network or service: their
 * `CallResult` says what went wrong. The caller closes it. @throws Problem('usage') for an invalid URL, token, CA file or proxy address
 */
export async function createClient(options: ClientOptions) {
  const url = buildResourceUrl(options.url, options.allowHttp);
  const terms = { ...defaults, ...options };
  requireValidToken(options.token);
  const transport = await openTransport({ ...terms, url, ca: readCertificates(options.caFile) });
  const safe = createSafeText(options.token);
  const setting: CallSetting = { ...terms, transport, url: url.href, safe, seen: { noUpdates: false } };
  return {
    /** Creates an object request: POST, interface §4.1. With lock *NO a lost call is not repeated: it could make a second one. */
    create: (fields: CreateFields, content: Content | null) => {
      const how = { label: `create ${fields.objn ?? ''}`, isHarmless: fields.lock !== '*NO' };
      return makeCall(setting, { method: 'POST', body: buildBody(fields, content), ...how });
    },
    /** Updates an object request: PATCH, interface §4.2. */
    update: (fields: UpdateFields, content: Content | null) => {
      const { objectId } = fields;
      const how = { label: `update ${objectId}`, isHarmless: true, objectId };
      return makeCall(setting, { method: 'PATCH', body: buildBody(fields, content), ...how });
    },
    /** Closes the connections once the attempts under way have ended. */
    close: transport.close,
  };
}

const defaults: CallTerms = {
  sleep: (ms, signal) => wait(ms, undefined, { signal }).catch(() => {}),
  random: Math.random,
  signal: undefined,
  log: () => {},
  once: false,
  findStop: async () => null,
};

/** Accepts a token of printable ASCII without blanks. @throws Problem('usage') for any other, or none; it is not quoted */
function requireValidToken(token: string): void {
  if (/^[\x21-\x7e]+$/.test(token)) return;
  const what = token === '' ? 'is empty' : 'holds blanks, line ends or non-ASCII characters';
  const remedy = 'Give the token alone, without quotes or line ends, by FILE_CHECKOUTS_TOKEN or `--token-file`.';
  throw new Problem('usage', `The token of the service ${what}.`, remedy);
}

/**
 * Returns the trusted certificates (PEM): Node's default and those of the file; undefined without a file: Node's default. @throws
 * Problem('usage') if the file cannot be read, is no regular one of at most 4 MiB, or has no line that begins a certificate
 */
function readCertificates(caFile: string | undefined): string[] | undefined {
  if (caFile === undefined) return undefined;
  let pem: string;
  try {
    pem = readRegularFile(caFile, '.').toString('latin1');
  } catch (error) {
    const why = `The CA file ${caFile} cannot be read: ${toMessage(error)}.`;
    throw new Problem('usage', why, 'Give `--ca-file` the path of a readable PEM file.', { cause: error });
  }
  if (!pem.includes('-----BEGIN CERTIFICATE-----')) {
    const remedy = 'Give `--ca-file` a file that has a "-----BEGIN CERTIFICATE-----" block.';
    throw new Problem('usage', `The CA file ${caFile} holds no certificate in PEM form.`, remedy);
  }
  return [...getCACertificates('default'), pem];
}
