import { unreadable } from './failure.ts';
import { type GitPath, gitPath, textPath } from './git-path.ts';
import type { Objects } from './objects.ts';

/** What stands at a path of a commit. */
export interface TreeSide {
  readonly path: GitPath;
  /** File mode as Git writes it: 100644, 100755, 120000 (symbolic link), 160000 (submodule). */
  readonly mode: string;
  readonly oid: string;
}

/** True for a regular file; a link, a submodule and nothing at all are none. */
export function isFile(side: Pick<TreeSide, 'mode'> | null): boolean {
  return side?.mode.startsWith('100') === true;
}

/** One entry of a tree object; the bytes of its name as one character each. */
export interface TreeEntry {
  readonly mode: string;
  readonly name: string;
  readonly oid: string;
}

export const directory = '40000';

export const ascii = /^[\u0000-\u007f]*$/;

/** A path out of bytes that were read one character each; most names are the same in every encoding. */
export function pathOfBytes(latin1: string): GitPath {
  return ascii.test(latin1) ? textPath(latin1) : gitPath(Buffer.from(latin1, 'latin1'));
}

export function endsEarly(): Error {
  return new Error('a tree object ends in the middle of an entry');
}

/** Takes a tree object apart: `mode SP name NUL oid`, the OID in binary. @throws Error when it is cut. */
export function parseTree(bytes: Buffer, oidBytes: number): TreeEntry[] {
  // As one text, of which the names are pieces: to decode each takes twice as long.
  const text = bytes.toString('latin1');
  const entries: TreeEntry[] = [];
  for (let at = 0; at < text.length; ) {
    const blank = text.indexOf(' ', at);
    const end = text.indexOf('\0', blank);
    const next = end + 1 + oidBytes;
    if (blank < 0 || end < 0 || next > bytes.length) throw endsEarly();
    // Old tools wrote modes with zeros before them; Git itself reads past these.
    const mode = text.slice(at, blank).replace(/^0+/, '');
    entries.push({ mode, name: text.slice(blank + 1, end), oid: bytes.toString('hex', end + 1, next) });
    at = next;
  }
  return entries;
}

/**
 * Reads a tree by any name that means one, through the process that reads contents, so that it costs no other.
 * @param commit any OID of the repository: all are of one length.
 * @throws Problem('git') when it cannot be read.
 */
async function readTree(objects: Objects, name: string, commit: string): Promise<TreeEntry[]> {
  try {
    const content = await objects.content(name);
    const bytes = content instanceof Blob ? Buffer.from(await content.arrayBuffer()) : content;
    return parseTree(bytes, commit.length / 2);
  } catch (error) {
    throw unreadable('the files of a commit', error);
  }
}

/**
 * What stands in a directory of a commit, and not below it; empty when there is none, or it is larger than `most` bytes.
 * @param commit its OID. @param path without slashes at its ends.
 * @throws Problem('git') when it cannot be read.
 */
export async function listFolder(objects: Objects, commit: string, path: string, most: number): Promise<TreeSide[]> {
  const name = `${commit}:${path}`;
  const [info] = await objects.info([name]);
  if (info?.type !== 'tree' || info.size > most) return [];
  const entries = await readTree(objects, name, commit);
  return entries.map(({ mode, name: file, oid }) => ({ path: pathOfBytes(file), mode, oid }));
}

/**
 * What stands at some paths of a commit; null: nothing, or a directory. Reads only the directories that hold them.
 * @param commit its OID. @param paths as text, without line ends.
 * @throws Problem('git') when a tree cannot be read.
 */
export async function entriesAt(
  objects: Objects,
  commit: string,
  paths: Iterable<string>,
): Promise<Map<string, TreeSide | null>> {
  const found = new Map<string, TreeSide | null>();
  const byFolder = new Map<string, Map<string, string>>();
  for (const path of paths) {
    found.set(path, null);
    const at = path.lastIndexOf('/');
    const folder = path.slice(0, Math.max(at, 0));
    const names = byFolder.get(folder) ?? new Map<string, string>();
    names.set(Buffer.from(path.slice(at + 1)).toString('latin1'), path);
    byFolder.set(folder, names);
  }
  const folders = [...byFolder].map(([folder, names]) => {
    return { name: folder === '' ? `${commit}^{tree}` : `${commit}:${folder}`, names };
  });
  const infos = await objects.info(folders.map(({ name }) => name));
  const there = folders.filter((_, n) => infos[n]?.type === 'tree');
  const trees = await Promise.all(there.map(({ name }) => readTree(objects, name, commit)));
  for (const [n, { names }] of there.entries()) {
    for (const { name, mode, oid } of trees[n] ?? []) {
      const path = mode === directory ? undefined : names.get(name);
      if (path !== undefined) found.set(path, { path: textPath(path), mode, oid });
    }
  }
  return found;
}

/** True for a path at which a file, or a link, stands in a commit. */
export async function standsAt(objects: Objects, commit: string, path: string): Promise<boolean> {
  const [info] = await objects.info([`${commit}:${path}`]);
  return info?.type === 'blob';
}
