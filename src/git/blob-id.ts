import { createHash } from 'node:crypto';

/** Returns the OID that Git gives a content. */
export function blobId(content: Uint8Array, objectFormat: 'sha1' | 'sha256'): string {
  return createHash(objectFormat).update(`blob ${content.length}\0`).update(content).digest('hex');
}
