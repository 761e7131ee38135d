import { createHash } from 'node:crypto';

/** The OID that Git gives a content, so that a report names a mapping file as Git knows it. */
export function blobId(content: Uint8Array, objectFormat: 'sha1' | 'sha256'): string {
  return createHash(objectFormat).update(`blob ${content.length}\0`).update(content).digest('hex');
}
