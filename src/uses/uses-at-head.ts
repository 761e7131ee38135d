import { setImmediate } from 'node:timers/promises';
import { Problem } from '../errors.ts';
import { ensureBlobs } from '../git/fetch.ts';
import { textPath } from '../git/git-path.ts';
import { linesLike, linesWith } from '../git/grep.ts';
import type { Objects } from '../git/objects.ts';
import type { Repository } from '../git/repository.ts';
import { isFile, type TreeFiles } from '../git/tree.ts';
import { type Mapper, targetsOf } from '../plan/mapper.ts';
import { type Seek, toUnknown, type Unknown } from './affected.ts';
import { bindingWords } from './binding.ts';
import { cached, once } from './cached.ts';
import type { FoundLines } from './found-lines.ts';
import { isTarget, languageIn, madeObjects, pathOfTarget } from './made-objects.ts';
import { includePathsOf } from './relative-path.ts';
import { resolver } from './resolve.ts';
import { type ReadSource, type Sources, seekUsers } from './seek-users.ts';
import { linesFinder, sourceText, type Texts, textsOfSmall } from './small-tree.ts';
import { mostNames } from './sought-words.ts';
import { filesCreatedBy, type Language, pathspecsOf, saidBy } from './source-uses.ts';

/** The sources of a tree, and the uses that they state. */
export interface SourceFiles extends Omit<Sources, 'search' | 'binding'> {
  /** Returns the files in languages whose sources use others. */
  readonly paths: () => readonly string[];
  /** Returns the content of a source. */
  readonly text: (path: string) => Promise<string>;
  /** Returns the OID of a file of the tree; null: there is none, or a link, or a submodule. */
  readonly oidOf: (path: string) => string | null;
}

/** Sources that can be searched. */
interface SearchableFiles extends SourceFiles {
  readonly oidsOf: (paths: readonly string[]) => readonly string[];
  /** Returns the sources of a small tree, read once; null: the tree is large. @throws Problem('git') if one cannot be read. */
  readonly texts: () => Promise<Texts | null>;
}

/** What the sources of a commit use (design §13). */
export interface UsesAtHead extends SourceFiles {
  readonly seek: Seek;
  /** The sources that say what objects are bound from. */
  readonly binding: Sources['binding'];
  /** Finds the SQL sources that have one of these names: they may create a file of that name. */
  readonly scripts: (names: readonly string[]) => Promise<readonly string[] | Unknown>;
}

export interface ListedTree {
  readonly tree: Pick<TreeFiles, 'all'> & Partial<TreeFiles>;
  /** Files that a push deleted: a name means one of them if no other file fits. */
  readonly deleted: readonly string[];
}

/** A commit whose sources are read. */
export interface Head extends ListedTree {
  /** OID of the commit, or of its tree. */
  readonly commit: string;
}

/**
 * Prepares to read the sources of a commit; nothing is read or listed yet. A small tree is then read whole and searched
 * in memory, a large one by Git. `seek` returns any Problem as `unknown`, `binding` and `scripts` that of a search.
 */
export function usesAtHead(repository: Repository, mapper: Mapper, { commit, ...head }: Head): UsesAtHead {
  const { oidsOf, texts, ...sources } = sourcesOf(repository, mapper, head);
  const { languageOf, paths } = sources;
  const blobs = () => oidsOf(paths());
  const halves = once(() => halvesOf(paths()));
  const inGit = async (sought: Parameters<Sources['search']>[0], languages: readonly Language[]) => {
    const patternsIn = { commit, pathspecs: pathspecsOf(['DDS']), blobs };
    const some = pathspecsOf(languages);
    const [files, ...parts] = await Promise.all([
      linesLike(repository, sought.patterns, patternsIn),
      ...halves().map((half) => linesWith(repository, sought.words, { commit, pathspecs: [...some, ...half], blobs })),
    ]);
    if ('unknown' in files) return files;
    const unknown = parts.find((part) => 'unknown' in part);
    if (unknown !== undefined) return unknown;
    const lines = parts.flatMap((part) => ('unknown' in part ? [] : part));
    if (files.length === 0) return lines;
    const whole = new Map(files.map(([path]) => [path, [] as readonly string[]]));
    return [...lines.filter(([path]) => !whole.has(path)), ...whole];
  };
  const search = async (
    sought: Parameters<Sources['search']>[0],
    languages: readonly Language[] = [],
  ): Promise<FoundLines | Unknown> => {
    if (sought.words.includes('')) {
      await sources.bring(paths());
      return paths().map((path) => [path, []]);
    }
    const small = await texts().catch(toUnknown);
    if (small !== null && 'unknown' in small) return small;
    if (small === null) return inGit(sought, languages);
    const find = linesFinder(sought);
    return [...small].flatMap(([path, text]) => {
      const lines = find(text);
      return lines === null ? [] : [[path, lines] as const];
    });
  };
  const among = async (words: readonly string[], languages: readonly Language[]) => {
    const found = words.length === 0 ? [] : await search({ words, patterns: [] }, languages);
    if ('unknown' in found) return found;
    const isSearched = (language: Language | null) => language !== null && languages.includes(language);
    return [...found].flatMap(([path]) => (isSearched(languageOf(path)) ? [path] : []));
  };
  const binding = once(async () => {
    const found = await among(paths().some((path) => languageOf(path) === 'CL') ? bindingWords : [], ['CL']);
    return 'unknown' in found ? found : [...paths().filter((path) => says(languageOf(path))), ...found];
  });
  const scripts: UsesAtHead['scripts'] = (names) => {
    const own: readonly Language[] = paths().some((path) => languageOf(path) === 'file') ? ['file'] : [];
    return among(names.length > mostNames ? [''] : names, ['SQL', ...own]);
  };
  return { ...sources, binding, scripts, seek: seekUsers({ ...sources, search, binding }) };
}

/** Sources of more characters block this thread for a while, so each has a turn of its own: a cancellation is heard between. */
const longSource = 50_000;

/** Bytes of a tree from which on a repository counts as large, however few of its files are sources. */
const largeTree = 200_000;

/** How many characters of a name may tell in which half of the files it is. */
const longestStart = 12;

/**
 * Returns pathspecs that leave out one or the other half of the files, so that two processes can search at once: a file is
 * in the first half if a certain character of its name is one of some. An empty one alone if no character halves them.
 */
export function halvesOf(paths: readonly string[]): (readonly string[])[] {
  const names = paths.map((path) => path.slice(path.lastIndexOf('/') + 1).toLowerCase());
  for (let place = 0; place < longestStart; place += 1) {
    const counts = new Map<string, number>();
    for (const name of names) counts.set(name.charAt(place), (counts.get(name.charAt(place)) ?? 0) + 1);
    let most = 0;
    let some = '';
    for (const [char, count] of counts) {
      if (!/[a-z0-9]/.test(char) || most + count > paths.length * 0.6) continue;
      most += count;
      some += char;
    }
    if (most < paths.length * 0.4) continue;
    const without = (glob: string) => `:(exclude,icase,glob)**/${glob}`;
    const start = '?'.repeat(place);
    const shorter = Array.from({ length: place }, (_, n) => without('?'.repeat(n + 1)));
    return [[...shorter, without(`${start}[!${some}]*`)], [without(`${start}[${some}]*`)]];
  }
  return [[]];
}

const says = (language: Language | null) =>
  language === 'Rules.mk' || language === 'makefile' || language === 'commands';

/**
 * Prepares to read the sources of a tree; nothing is read or listed yet. Links, submodules and files whose path is no text are
 * left out. What a source creates can be resolved once it is read. `read` throws once the signal aborts.
 */
export function sourcesOf(repository: Repository, mapper: Mapper, { tree, deleted }: ListedTree): SearchableFiles {
  const files = once(() => {
    const oids = new Map<string, string>();
    for (const side of tree.all()) if (side.path.raw === null && isFile(side)) oids.set(side.path.text, side.oid);
    return oids;
  });
  const oidsOf = (paths: readonly string[]) => [...new Set(paths.flatMap((path) => files().get(path) ?? []))];
  const objectsOf = cached((path: string) =>
    isTarget(path) ? [] : madeObjects(targetsOf(mapper(textPath(path))).map(({ fields }) => fields)),
  );
  const languageOf = languageIn(objectsOf);
  const paths = once(() => [...files().keys()].filter((path) => languageOf(path) !== null));
  const bring = async (paths: readonly string[]) => {
    await ensureBlobs(repository, oidsOf(paths), (oid) => paths.find((path) => files().get(path) === oid));
  };
  let held: Promise<Texts | null> | null = null;
  const texts = () => {
    const isLarge = (tree.bytes ?? 0) > largeTree;
    held ??= isLarge ? Promise.resolve(null) : textsOfSmall(repository, files(), (path) => languageOf(path) !== null);
    return held;
  };
  const text = async (path: string) => (await held)?.get(path) ?? textOf(repository.objects, files().get(path));
  const others = othersSaid();
  const resolve = once(async () => {
    const all = [...files().keys()];
    const projects = all.filter((path) => /(^|\/)iproj\.json$/i.test(path));
    const readProjects = () => Promise.all(projects.map(async (path) => includePathsOf(path, await text(path))));
    // If these cannot be read, the sources cannot either, and the caller that reads them gets the error.
    const includePaths = await bring(projects).then(readProjects, noneIfProblem);
    const named = { paths: all, deleted, includePaths: includePaths.flat(), others: others.of };
    return resolver({ ...named, objectsOf, mayMake: mapper.makers });
  });
  let turns: Promise<void> = Promise.resolve();
  const read = cached(async (path: string): Promise<ReadSource> => {
    const content = await text(path);
    if (content.length > longSource) {
      turns = turns.then(() => setImmediate());
      await turns;
    }
    repository.signal?.throwIfAborted();
    const language = languageOf(path);
    const source = { said: saidBy(path, content, language), creates: filesCreatedBy(path, content, language) };
    others.add(path, source);
    return source;
  });
  return {
    paths,
    languageOf,
    objectsOf,
    resolver: resolve,
    read,
    text,
    bring,
    oidOf: (path) => files().get(path) ?? null,
    oidsOf,
    texts,
  };
}

/**
 * Collects objects without a file of their name. `add` notes what a source creates (SQL) or names as target (makefiles,
 * commands). `of` returns the sources that create a file or an untyped object, sorted; else the pathOfTarget, if noted.
 */
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

function noneIfProblem(error: unknown): never[] {
  if (error instanceof Problem) return [];
  throw error;
}

async function textOf(objects: Objects, oid: string | undefined): Promise<string> {
  if (oid === undefined) return '';
  const content = await objects.content(oid);
  return sourceText(content instanceof Blob ? Buffer.from(await content.arrayBuffer()) : content);
}
