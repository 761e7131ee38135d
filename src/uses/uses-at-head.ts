import { Problem } from '../errors.ts';
import { ensureBlobs } from '../git/fetch.ts';
import { textPath } from '../git/git-path.ts';
import { filesWith, linesWith } from '../git/grep.ts';
import type { Objects } from '../git/objects.ts';
import type { Repository } from '../git/repository.ts';
import { isFile, type TreeSide } from '../git/tree.ts';
import { type Mapper, targetsOf } from '../plan/mapper.ts';
import type { Seek, Unknown } from './affected.ts';
import { bindingWords } from './binding.ts';
import type { FoundLines } from './found-lines.ts';
import { isTarget, languageIn, madeObjects, type ObjectsOf, pathOfTarget } from './made-objects.ts';
import { includePathsOf } from './relative-path.ts';
import { type Resolve, resolver } from './resolve.ts';
import { type ReadSource, type Sources, seekUsers } from './seek-users.ts';
import { linesFinder, sourceText, type Texts, textsOfSmall } from './small-tree.ts';
import { mostNames } from './sought-words.ts';
import { filesCreatedBy, type Language, pathspecsOf, saidBy } from './source-uses.ts';

/** The sources of a tree, and what they say. */
export interface SourceFiles {
  /** The files in a language in which sources use others. */
  readonly paths: () => readonly string[];
  /** The language of a file; null: it uses nothing. */
  readonly languageOf: (path: string) => Language | null;
  readonly objectsOf: ObjectsOf;
  readonly resolve: Resolve;
  /** What a source says; nothing of one that is not there. Each is read once. */
  readonly read: (path: string) => Promise<ReadSource>;
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
  /** The sources that say what objects are bound from. */
  readonly binding: Sources['binding'];
  /** The SQL sources in which one of some names stands: they may create a file that is called so. */
  readonly scripts: (names: readonly string[]) => Promise<readonly string[] | Unknown>;
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
  const { languageOf, paths } = sources;
  const blobs = () => oidsOf(paths());
  const inGit = async (sought: Parameters<Sources['search']>[0], languages: readonly Language[]) => {
    const patternsIn = { commit, pathspecs: pathspecsOf(['DDS']), blobs };
    const [lines, files] = await Promise.all([
      linesWith(repository, sought.words, { commit, pathspecs: pathspecsOf(languages), blobs }),
      filesWith(repository, sought.patterns, patternsIn),
    ]);
    if ('unknown' in lines) return lines;
    if ('unknown' in files) return files;
    const whole = files.flatMap(({ raw, text }) => (raw === null ? [[text, []] as const] : []));
    return [...lines.flatMap(([{ raw, text }, found]) => (raw === null ? [[text, found] as const] : [])), ...whole];
  };
  const search = async (
    sought: Parameters<Sources['search']>[0],
    languages: readonly Language[] = [],
  ): Promise<FoundLines | Unknown> => {
    if (sought.words.includes('')) {
      await sources.bring(paths());
      return new Map(paths().map((path) => [path, []]));
    }
    const small = await texts().catch(unknown);
    if (small !== null && 'unknown' in small) return small;
    const found = small === null ? await inGit(sought, languages) : linesOf(small, sought);
    if ('unknown' in found) return found;
    const isSearched = (language: Language | null) =>
      language !== null && (languages.length === 0 || languages.includes(language));
    return new Map(found.filter(([path]) => isSearched(languageOf(path))));
  };
  const among = async (words: readonly string[], languages: readonly Language[]) => {
    const found = words.length === 0 ? new Map() : await search({ words, patterns: [] }, languages);
    return 'unknown' in found ? found : [...found.keys()];
  };
  let bound: ReturnType<Sources['binding']> | null = null;
  const binding = () => {
    bound ??= among(hasCl(paths(), languageOf) ? bindingWords : [], ['CL']).then((found) =>
      'unknown' in found ? found : [...paths().filter((path) => says(languageOf(path))), ...found],
    );
    return bound;
  };
  const scripts: UsesAtHead['scripts'] = (names) => {
    const own: readonly Language[] = paths().some((path) => languageOf(path) === 'file') ? ['file'] : [];
    return among(names.length > mostNames ? [''] : names, ['SQL', ...own]);
  };
  return { ...sources, binding, scripts, seek: seekUsers({ ...sources, search, binding }) };
}

const says = (language: Language | null) =>
  language === 'Rules.mk' || language === 'makefile' || language === 'commands';

const hasCl = (paths: readonly string[], languageOf: SourceFiles['languageOf']) =>
  paths.some((path) => languageOf(path) === 'CL');

function linesOf(texts: Texts, sought: Parameters<Sources['search']>[0]): (readonly [string, readonly string[]])[] {
  const find = linesFinder(sought);
  return [...texts].flatMap(([path, text]) => {
    const lines = find(text);
    return lines === null ? [] : [[path, lines] as const];
  });
}

/** The sources of a tree, as usesAtHead prepares them. */
export async function sourcesOf(
  repository: Repository,
  mapper: Mapper,
  { tree, deleted }: ListedTree,
): Promise<SearchableFiles> {
  const files = new Map(tree.filter(isFile).flatMap(({ path, oid }) => (path.raw === null ? [[path.text, oid]] : [])));
  const oidsOf = (paths: readonly string[]) => [...new Set(paths.flatMap((path) => files.get(path) ?? []))];
  const objectsOf = cached((path) =>
    isTarget(path) ? [] : madeObjects(targetsOf(mapper(textPath(path))).map(({ fields }) => fields)),
  );
  const languageOf = languageIn(objectsOf);
  let sources: readonly string[] | null = null;
  const paths = () => {
    sources ??= [...files.keys()].filter((path) => languageOf(path) !== null);
    return sources;
  };
  const bring = async (paths: readonly string[]) => {
    await ensureBlobs(repository, oidsOf(paths), (oid) => paths.find((path) => files.get(path) === oid));
  };
  let held: Promise<Texts | null> | null = null;
  const texts = () => {
    held ??= textsOfSmall(repository, files, (path) => languageOf(path) !== null);
    return held;
  };
  const text = async (path: string) => (await held)?.get(path) ?? textOf(repository.objects, files.get(path));
  const projects = [...files.keys()].filter((path) => /(^|\/)iproj\.json$/i.test(path));
  const readProjects = () => Promise.all(projects.map(async (path) => includePathsOf(path, await text(path))));
  // If these cannot be read, the sources cannot either, and the caller that reads them gets the error.
  const includePaths = await bring(projects).then(readProjects, none);
  const others = othersSaid();
  const named = { paths: [...files.keys()], deleted, includePaths: includePaths.flat(), others: others.of };
  const resolve = resolver({ ...named, objectsOf, mayMake: mapper.makers });
  const read = cached(async (path): Promise<ReadSource> => {
    const content = await text(path);
    const language = languageOf(path);
    const source = { said: saidBy(path, content, language), creates: filesCreatedBy(path, content, language) };
    others.add(path, source);
    return source;
  });
  return {
    paths,
    languageOf,
    objectsOf,
    resolve,
    read,
    text,
    bring,
    isThere: (path) => files.has(path),
    oidsOf,
    texts,
  };
}

/** What no file is called like, as far as sources were read: what SQL creates, and what only makefiles and commands make. */
function othersSaid() {
  const created = new Map<string, Set<string>>();
  const targets = new Set<string>();
  const of: NonNullable<Parameters<typeof resolver>[0]['others']> = ({ name, type }) => {
    if (type === '*FILE' || type === null) return [...(created.get(name.toUpperCase()) ?? [])].toSorted();
    const path = pathOfTarget({ name: name.toUpperCase(), type });
    return targets.has(path) ? [path] : [];
  };
  const add = (path: string, { said, creates }: ReadSource) => {
    for (const name of creates) created.set(name, (created.get(name) ?? new Set()).add(path));
    for (const target of said.flatMap((one) => one.targets ?? [])) targets.add(pathOfTarget(target));
  };
  return { of, add };
}

function none(error: unknown): never[] {
  if (error instanceof Problem) return [];
  throw error;
}

function unknown(error: unknown): Unknown {
  if (error instanceof Problem) return { unknown: error.message };
  throw error;
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
