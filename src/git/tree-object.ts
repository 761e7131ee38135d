import type { Objects } from './objects.ts';

/** One entry of a tree object: a name and what it names. */
export interface TreeEntry {
  readonly name: string;
  readonly oid: string;
}

/** Takes a tree object apart: `mode SP name NUL oid`, the OID in binary. */
function parseTreeObject(bytes: Buffer, oidBytes: 20 | 32): TreeEntry[] {
  const entries: TreeEntry[] = [];
  for (let at = 0; at < bytes.length; ) {
    const blank = bytes.indexOf(32, at);
    const end = bytes.indexOf(0, blank);
    if (blank < 0 || end < 0) throw new Error('a tree object ends in the middle of an entry');
    const name = bytes.toString('utf8', blank + 1, end);
    entries.push({ name, oid: bytes.toString('hex', end + 1, end + 1 + oidBytes) });
    at = end + 1 + oidBytes;
  }
  return entries;
}

/**
 * What a directory of a commit holds, read through the process that reads contents, so that it costs no other.
 *
 * @param commit OID of a commit. @param path without slashes at its ends.
 * @returns an empty list when the commit has no such directory.
 */
export async function readDirectory(
  objects: Objects,
  objectFormat: 'sha1' | 'sha256',
  commit: string,
  path: string,
): Promise<TreeEntry[]> {
  const name = `${commit}:${path}`;
  const [info] = await objects.info([name]);
  if (info?.type !== 'tree') return [];
  const bytes = Buffer.from(await (await objects.read(name)).arrayBuffer());
  return parseTreeObject(bytes, objectFormat === 'sha1' ? 20 : 32);
}
