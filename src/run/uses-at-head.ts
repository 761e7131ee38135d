import { textPath } from '../git/git-path.ts';
import { filesWith } from '../git/grep.ts';
import type { Objects } from '../git/objects.ts';
import type { Repository } from '../git/repository.ts';
import { isFile, type TreeSide } from '../git/tree.ts';
import { type Mapper, targetsOf } from '../plan/mapper.ts';
import type { Seek } from '../uses/affected.ts';
import { madeObjects, type ObjectsOf } from '../uses/made-objects.ts';
import { includePathsOf } from '../uses/relative-path.ts';
import { type Resolve, resolver } from '../uses/resolve.ts';
import { rulesMkUses } from '../uses/rules-mk.ts';
import { type SaidUses, type Sources, seekUsers } from '../uses/seek-users.ts';
import { languageOf, usesOf } from '../uses/source-uses.ts';

/** What the sources of a commit use (design §13). */
export interface UsesAtHead {
  readonly objectsOf: ObjectsOf;
  readonly resolve: Resolve;
  /** Finds the users of files. */
  readonly seek: Seek;
  /** What a source says; each is read once. */
  readonly read: (path: string) => Promise<readonly SaidUses[]>;
  /** True for a file of the commit that is not a link or a submodule. */
  readonly isThere: (path: string) => boolean;
}

/** A commit whose sources are looked into. */
export interface Head {
  /** OID of the commit. */
  readonly commit: string;
  /** All of its entries. */
  readonly tree: readonly TreeSide[];
  /** Files that a push deleted: a name that only they would answer means them. */
  readonly deleted: readonly string[];
}

/** Prepares to look into the sources of a commit; nothing is read yet but the `iproj.json` files. */
export async function usesAtHead(
  repository: Repository,
  objects: Objects,
  mapper: Mapper,
  { commit, tree, deleted }: Head,
): Promise<UsesAtHead> {
  const files = new Map(tree.filter(isFile).flatMap(({ path, oid }) => (path.raw === null ? [[path.text, oid]] : [])));
  const text = async (path: string) => textOf(objects, files.get(path));
  const objectsOf = cached((path) => madeObjects(targetsOf(mapper(textPath(path))).map(({ fields }) => fields)));
  const projects = [...files.keys()].filter((path) => /(^|\/)iproj\.json$/i.test(path));
  const includePaths = await Promise.all(projects.map(async (path) => includePathsOf(path, await text(path))));
  const resolve = resolver({ paths: [...files.keys()], deleted, objectsOf, includePaths: includePaths.flat() });
  const read = cached(async (path) => said(path, await text(path)));
  const sources = () => [...files].flatMap(([path, oid]) => (languageOf(path) === null ? [] : [oid]));
  const grep: Sources['grep'] = async (sought, pathspecs) => {
    const found = await filesWith(repository, objects, sought, { commit, pathspecs, blobs: sources });
    if ('unknown' in found) return found;
    return found.flatMap(({ raw, text: path }) => (raw === null && languageOf(path) !== null ? [path] : []));
  };
  const seek = seekUsers({ objectsOf, resolve, grep, read });
  return { objectsOf, resolve, seek, read, isThere: (path) => files.has(path) };
}

function said(path: string, text: string): SaidUses[] {
  return languageOf(path) === 'Rules.mk'
    ? rulesMkUses(text).map(({ target, uses }) => ({ target, uses }))
    : [{ target: null, uses: usesOf(path, text) }];
}

/** Sources are of many encodings; the names in them are in ASCII, or in UTF-8. */
async function textOf(objects: Objects, oid: string | undefined): Promise<string> {
  if (oid === undefined) return '';
  const content = await objects.content(oid);
  const bytes = content instanceof Blob ? Buffer.from(await content.arrayBuffer()) : content;
  const text = bytes.toString('utf8');
  return text.includes('\ufffd') ? bytes.toString('latin1') : text;
}

function cached<T>(make: (path: string) => T): (path: string) => T {
  const known = new Map<string, T>();
  return (path) => {
    const found = known.get(path);
    if (found !== undefined) return found;
    const made = make(path);
    known.set(path, made);
    return made;
  };
}
