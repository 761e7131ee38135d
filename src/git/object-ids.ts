import { hash } from 'node:crypto';

/** OIDs of the empty tree, which every Git knows. */
export const emptyTree = {
  sha1: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  sha256: '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321',
} as const;

/** True for the OID of the empty tree, in either format; it is the base of a first import. */
export function isEmptyTree(oid: string): boolean {
  return oid === emptyTree.sha1 || oid === emptyTree.sha256;
}

export type ObjectFormat = 'sha1' | 'sha256';

/** Returns an object as Git hashes it for its OID: `<type> <size>`, NUL, then its content; not compressed. */
export function encodeObject(type: 'blob' | 'tree' | 'commit', content: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]);
}

/** Computes the OID that Git gives a content as a blob. */
export function hashBlob(content: Uint8Array, objectFormat: ObjectFormat): string {
  return hash(objectFormat, encodeObject('blob', content));
}
