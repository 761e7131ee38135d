import { Problem } from '../errors.ts';
import { presentBlobs } from '../git/fetch.ts';
import { textPath } from '../git/git-path.ts';
import { filesWith, type SearchedFor } from '../git/grep.ts';
import type { Objects } from '../git/objects.ts';
import type { Repository } from '../git/repository.ts';
import { isFile, type TreeSide } from '../git/tree.ts';
import { type Mapper, targetsOf } from '../plan/mapper.ts';
import type { Seek, Unknown } from '../uses/affected.ts';
import { madeObjects, type ObjectsOf } from '../uses/made-objects.ts';
import { includePathsOf } from '../uses/relative-path.ts';
import { type Resolve, resolver } from '../uses/resolve.ts';
import { rulesMkUses } from '../uses/rules-mk.ts';
import { type SaidUses, type Sources, seekUsers } from '../uses/seek-users.ts';
import { languageOf, usesOf } from '../uses/source-uses.ts';
import { matcherOf, sourceText, type Texts, textsOfSmall } from './small-tree.ts';

/** The sources of a tree, and what they say. */
export interface SourceFiles {
  /** The files in a language in which sources use others. */
  readonly paths: () => readonly string[];
  readonly objectsOf: ObjectsOf;
  readonly resolve: Resolve;
  /** What a source says; each is read once. */
  readonly read: (path: string) => Promise<readonly SaidUses[]>;
  /** The content of a source. */
  readonly text: (path: string) => Promise<string>;
  /** Fetches, in one request, those that a partial clone lacks. @throws Problem('git') when one cannot be had. */
  readonly bring: (paths: readonly string[]) => Promise<void>;
  /** True for a file of the tree that is not a link or a submodule. */
  readonly isThere: (path: string) => boolean;
}

/** The same, to be searched. */
interface SearchableFiles extends SourceFiles {
  readonly oidsOf: (paths: readonly string[]) => readonly string[];
  /** The sources of a small tree, read once; null: the tree is large. @throws Problem('git') when one cannot be had. */
  readonly texts: () => Promise<Texts | null>;
}

/** What the sources of a commit use (design §13). */
export interface UsesAtHead extends SourceFiles {
  readonly seek: Seek;
}

export interface ListedTree {
  readonly tree: readonly TreeSide[];
  /** Files that a push deleted: a name that only they would answer means them. */
  readonly deleted: readonly string[];
}

/** A commit whose sources are looked into. */
export interface Head extends ListedTree {
  /** OID of the commit, or of its tree. */
  readonly commit: string;
}

/** Prepares to look into the sources of a commit; nothing is read yet but the `iproj.json` files. */
export async function usesAtHead(
  repository: Repository,
  mapper: Mapper,
  { commit, ...head }: Head,
): Promise<UsesAtHead> {
  const { oidsOf, texts, ...sources } = await sourcesOf(repository, mapper, head);
  const search: Sources['search'] = async (sought, pathspecs) => {
    const small = await texts().catch(unknown);
    if (small !== null && 'unknown' in small) return small;
    if (small !== null) return pathsWith(small, sought);
    const blobs = () => oidsOf(sources.paths());
    const found = await filesWith(repository, sought, { commit, pathspecs, blobs });
    if ('unknown' in found) return found;
    return found.flatMap(({ raw, text: path }) => (raw === null && languageOf(path) !== null ? [path] : []));
  };
  return { ...sources, seek: seekUsers({ ...sources, search }) };
}

function pathsWith(texts: Texts, sought: SearchedFor): string[] {
  const matches = matcherOf(sought);
  return [...texts].flatMap(([path, text]) => (matches(text) ? [path] : []));
}

/** The sources of a tree, as usesAtHead prepares them. */
export async function sourcesOf(
  repository: Repository,
  mapper: Mapper,
  { tree, deleted }: ListedTree,
): Promise<SearchableFiles> {
  const files = new Map(tree.filter(isFile).flatMap(({ path, oid }) => (path.raw === null ? [[path.text, oid]] : [])));
  const oidsOf = (paths: readonly string[]) => [...new Set(paths.flatMap((path) => files.get(path) ?? []))];
  const paths = () => [...files.keys()].filter((path) => languageOf(path) !== null);
  const bring = async (paths: readonly string[]) => {
    await presentBlobs(repository, oidsOf(paths), (oid) => paths.find((path) => files.get(path) === oid));
  };
  let held: Promise<Texts | null> | null = null;
  const texts = () => {
    held ??= textsOfSmall(repository, files);
    return held;
  };
  const text = async (path: string) => (await held)?.get(path) ?? textOf(repository.objects, files.get(path));
  const objectsOf = cached((path) => madeObjects(targetsOf(mapper(textPath(path))).map(({ fields }) => fields)));
  const projects = [...files.keys()].filter((path) => /(^|\/)iproj\.json$/i.test(path));
  const readProjects = () => Promise.all(projects.map(async (path) => includePathsOf(path, await text(path))));
  // If these cannot be read, the sources cannot either, and the caller that reads them gets the error.
  const includePaths = await bring(projects).then(readProjects, none);
  const named = { paths: [...files.keys()], deleted, includePaths: includePaths.flat() };
  const resolve = resolver({ ...named, objectsOf, mayMake: mapper.makers?.search });
  const read = cached(async (path) => said(path, await text(path)));
  return { paths, objectsOf, resolve, read, text, bring, isThere: (path) => files.has(path), oidsOf, texts };
}

function none(error: unknown): never[] {
  if (error instanceof Problem) return [];
  throw error;
}

function unknown(error: unknown): Unknown {
  if (error instanceof Problem) return { unknown: error.message };
  throw error;
}

/** What a source says. */
export function said(path: string, text: string): SaidUses[] {
  return languageOf(path) === 'Rules.mk'
    ? rulesMkUses(text).map(({ target, uses }) => ({ target, uses }))
    : [{ target: null, uses: usesOf(path, text) }];
}

async function textOf(objects: Objects, oid: string | undefined): Promise<string> {
  if (oid === undefined) return '';
  const content = await objects.content(oid);
  return sourceText(content instanceof Blob ? Buffer.from(await content.arrayBuffer()) : content);
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
