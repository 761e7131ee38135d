/**
 * The seal of a record (design §8 "Sealed"). Everyone who can push can also write the notes ref, so a record is believed only with a MAC
 * that nobody makes without a secret of the runs. It is over bytes as they are kept, and is verified before anything is read of them.
 */
import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** What a run may seal and verify with. */
export interface SealSecrets {
  /** FILE_CHECKOUTS_LEDGER_SECRET: for tokens that rotate, or that differ by level. */
  readonly ledgerSecret?: string | undefined;
  /** The service's token, which seals where there is no other secret. */
  readonly token?: string | undefined;
  /** FILE_CHECKOUTS_LEDGER_SECRET_PREVIOUS: what sealed before one of these was changed. */
  readonly ledgerSecretPrevious?: string | undefined;
}

/** Keys of 32 bytes. */
export interface SealKeys {
  /** What these sealed is believed; the first one seals what is written. */
  readonly present: readonly [Buffer, ...Buffer[]];
  /** The same, but it is sealed again only once the service has taken the token. */
  readonly earlier: readonly Buffer[];
}

/** Whose seal bytes carry; null: none that this run can verify. */
export type Sealed = 'present' | 'earlier' | null;

/** Derives a run's keys: ledger secret, else token, seals; they and an earlier secret verify. null for an earlier secret alone, or none. */
export function deriveSealKeys({ ledgerSecret, token, ledgerSecretPrevious }: SealSecrets): SealKeys | null {
  const [seals, ...others] = deriveKeys(ledgerSecret, token);
  return seals === undefined ? null : { present: [seals, ...others], earlier: deriveKeys(ledgerSecretPrevious) };
}

/** Derives a key from each secret that is given and not empty, in their order. */
function deriveKeys(...secrets: (string | undefined)[]): Buffer[] {
  const given = secrets.flatMap((secret) => secret || []);
  return given.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', 'file-checkouts ledger record 1', 32)));
}

/** How a head file ends: the line of its seal, and the end of the JSON object. */
const sealedEnd = /,\n"seal": "([0-9a-f]{64})"\n\}\n$/;
const endLength = `,\n"seal": "${'0'.repeat(64)}"\n}\n`.length;

/** Returns the text of a JSON object, as formatLines writes it, with the seal by the first present key as its last property. */
export function withSeal(text: string, { present: [seals] }: SealKeys): string {
  return `${text.slice(0, -'\n}\n'.length)},\n"seal": "${hashWithKey(text, seals).toString('hex')}"\n}\n`;
}

/** Verifies the seal at the end of a head file. Returns which keys fit it; null: it has no seal, there are no keys, or none fits. */
export function verifySeal(bytes: Uint8Array, keys: SealKeys | null): Sealed {
  const [, seal] = sealedEnd.exec(Buffer.from(bytes.subarray(-endLength)).toString('latin1')) ?? [];
  if (seal === undefined || keys === null) return null;
  const given = Buffer.from(seal, 'hex');
  const content = Buffer.concat([bytes.subarray(0, -endLength), Buffer.from('\n}\n')]);
  const fits = (key: Buffer) => timingSafeEqual(given, hashWithKey(content, key));
  if (keys.present.some(fits)) return 'present';
  return keys.earlier.some(fits) ? 'earlier' : null;
}

/** Returns the HMAC-SHA-256 of a content under a key, as 32 bytes. */
const hashWithKey = (content: string | Uint8Array, key: Buffer) => createHmac('sha256', key).update(content).digest();

/** Returns the SHA-256 in lower-case hex. By it a sealed file vouches for the files beside it. */
export const hashContent = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');
