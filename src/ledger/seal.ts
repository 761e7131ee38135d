/**
 * The seal of a record (design §8 "Sealed"). Everyone who can push to any branch can also write the notes ref, so a record
 * is believed only with a MAC that nobody makes without a secret of the runs.
 */
import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { Problem } from '../errors.ts';
import type { LedgerRecord } from './record.ts';
import { recordPieces } from './record-pieces.ts';

export interface SealSecrets {
  /** FILE_CHECKOUTS_LEDGER_SECRET: for tokens that rotate, or that differ by level. */
  readonly ledgerSecret?: string | undefined;
  readonly token?: string | undefined;
}

/** Keys of 32 bytes: the first one seals, each of them fits. */
export type SealKeys = readonly [Buffer, ...Buffer[]];

/** Files beside a record: the SHA-256 of each, in lower-case hex, and how many bytes it has. */
export interface Marks {
  readonly digests: readonly string[];
  readonly sizes: readonly number[];
}

/** A record as it is kept: with the marks of its parts, and of its long lists by name, and its seal in lower-case hex. */
export interface KeptRecord extends LedgerRecord, Partial<Marks> {
  readonly long?: Readonly<Record<string, Marks>>;
  readonly seal?: string;
}

/** The keys that a run has by its secrets; null without any. The token fits too where a secret of its own was given later. */
export function sealKeys({ ledgerSecret, token }: SealSecrets): SealKeys | null {
  const [first, ...others] = [ledgerSecret, token].filter((secret) => secret !== undefined && secret !== '');
  return first === undefined ? null : [keyOf(first), ...others.map(keyOf)];
}

function keyOf(secret: string | undefined): Buffer {
  return Buffer.from(hkdfSync('sha256', secret ?? '', '', 'file-checkouts ledger record 1', 32));
}

/** A record, and a part of one, has at most so many bytes: what is larger is refused unread. */
export const mostBytes = 16 * 1024 * 1024;

/**
 * The record with its seal: an HMAC-SHA-256 of its text without one, which names service, repository, mapping and branch.
 *
 * @throws Problem('ledger') for a record that would not be read again.
 */
export function sealed(record: KeptRecord, [key]: SealKeys): KeptRecord {
  const { seal: _, ...rest } = record;
  const { mac, characters } = macOf(rest, key);
  if (characters > mostBytes) {
    const message = 'what this run would remember is larger than 16 MiB';
    throw new Problem('ledger', message, 'File fewer changes at once, by --base and --head or --paths.');
  }
  return { ...rest, seal: mac.toString('hex') };
}

/** True for a record that somebody with one of the keys has sealed, as it stands. */
export function fitsSeal(record: KeptRecord, keys: SealKeys): boolean {
  const { seal, ...rest } = record;
  if (seal === undefined || seal.length !== 64) return false;
  const given = Buffer.from(seal, 'hex');
  return keys.some((key) => {
    const { mac } = macOf(rest, key);
    return given.length === mac.length && timingSafeEqual(given, mac);
  });
}

/** How a record ends that was written with its seal: as it was sealed, but for the line of the seal. */
const sealedEnd = /,\n"seal": "([0-9a-f]{64})"\n\}\n$/;
const endLength = `,\n"seal": "${'0'.repeat(64)}"\n}\n`.length;

/**
 * The same for the bytes that are kept, before anything is read of them: true only for a text that is, byte for byte, one
 * that was sealed. One that is written in another way may be sealed all the same.
 */
export function fitsAsWritten(bytes: Uint8Array, keys: SealKeys): boolean {
  const content = bytes.subarray(0, -endLength);
  const [, seal] = sealedEnd.exec(Buffer.from(bytes.subarray(-endLength)).toString('latin1')) ?? [];
  if (seal === undefined) return false;
  const given = Buffer.from(seal, 'hex');
  return keys.some((key) => timingSafeEqual(given, createHmac('sha256', key).update(content).update('\n}\n').digest()));
}

function macOf(record: KeptRecord, key: Buffer): { mac: Buffer; characters: number } {
  const mac = createHmac('sha256', key);
  let characters = 0;
  for (const piece of recordPieces(record)) {
    characters += piece.length;
    mac.update(piece);
  }
  return { mac: mac.digest(), characters };
}

/** The SHA-256 of a text that comes in pieces, and its bytes. */
export function digestOf(pieces: Iterable<string | Uint8Array>): { readonly digest: string; readonly size: number } {
  const hash = createHash('sha256');
  let size = 0;
  for (const piece of pieces) {
    hash.update(piece);
    size += Buffer.byteLength(piece);
  }
  return { digest: hash.digest('hex'), size };
}
