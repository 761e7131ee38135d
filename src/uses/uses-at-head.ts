import { setImmediate } from 'node:timers/promises';
import { ensureBlobs } from '../git/blobs.ts';
import { toGitPath } from '../git/git-path.ts';
import { findLinesLike, findLinesWith } from '../git/grep.ts';
import type { Repository } from '../git/repository.ts';
import { isFile, type TreeFiles } from '../git/tree.ts';
import type { Mapper } from '../plan/mapper.ts';
import { bindingWords } from './binding.ts';
import { cacheByKey, once } from './cached.ts';
import { findLanguage, isStandInPath, listMadeObjects, toStandInPath } from './made-objects.ts';
import { parseIncludePaths } from './names.ts';
import { createResolver } from './resolve.ts';
import { createLineFinder, decodeSource, readTextsIfSmall, splitInHalves } from './search.ts';
import { createUserSearch, type FoundLines, type ReadSource } from './seek-users.ts';
import { mostNames, type SoughtWords } from './sought-words.ts';
import { type Language, listCreatedFiles, listPathspecs, listStatedUses } from './source-uses.ts';

export type UsesAtHead = ReturnType<typeof openUsesAtHead>;

export type SourceFiles = ReturnType<typeof openSources>;

export interface Head {
  /** OID of the commit, or of its tree. */
  readonly commit: string;
  readonly tree: Pick<TreeFiles, 'all'> & Partial<TreeFiles>;
  /** Files that a push deleted: a name means one of them if no other file fits. */
  readonly deleted: readonly string[];
}

/**
 * Returns functions that read the sources of a commit (as openSources), and search them: `seek` finds the users of files, `binding` all
 * build sources, and CL with commands that bind, `scripts` SQL that may create files. Nothing is read or listed yet.
 */
export function openUsesAtHead(repository: Repository, mapper: Mapper, { commit, ...head }: Head) {
  const sources = openSources(repository, mapper, head);
  const { languageOf, paths } = sources;
  const search = createSourceSearch(repository, commit, sources);
  const findAmong = async (words: readonly string[], languages: readonly Language[]) => {
    const found = words.length === 0 ? [] : await search({ words, patterns: [] }, languages);
    return Array.from(found, ([path]) => path).filter((path) => languages.some((one) => one === languageOf(path)));
  };
  const binding = once(async () => {
    const found = await findAmong(paths().some((path) => languageOf(path) === 'CL') ? bindingWords : [], ['CL']);
    const ofBuilds = paths().filter((path) => ['Rules.mk', 'makefile', 'commands'].includes(languageOf(path) ?? ''));
    return [...ofBuilds, ...found];
  });
  /** Finds the sources of SQL, and `file`, with one of these names: they may create that file. All for over 20 names, none for no names. */
  const scripts = (names: readonly string[]) => {
    const own: readonly Language[] = paths().some((path) => languageOf(path) === 'file') ? ['file'] : [];
    return findAmong(names.length > mostNames ? [''] : names, ['SQL', ...own]);
  };
  return { ...sources, binding, scripts, seek: createUserSearch({ ...sources, search, binding }) };
}

/**
 * Returns a function that finds the sources of a commit with one of the sought words or patterns, and their lines with a word. In a small
 * tree it searches in memory; else by Git, and there only in sources of `languages` (none given: all). For an empty word it returns all
 * sources, without lines, and fetches those that are missing. The function throws Problem('git').
 */
function createSourceSearch(repository: Repository, commit: string, { paths, oidsOf, bring, texts }: SourceFiles) {
  // A prime: names are often numbered in tens.
  const halves = once(() => splitInHalves(paths().filter((_, n) => n % 17 === 0)));
  const searchByGit = (lines: typeof findLinesWith, words: readonly string[], pathspecs: readonly string[]) =>
    lines(repository, words, { commit, pathspecs, blobs: () => oidsOf(paths()) });
  return async (sought: SoughtWords, languages: readonly Language[] = []): Promise<FoundLines> => {
    if (sought.words.includes('')) {
      await bring(paths());
      return paths().map((path) => [path, []]);
    }
    const small = await texts();
    if (small !== null) {
      const find = createLineFinder(sought);
      return [...small].flatMap(([path, text]) => {
        const lines = find(text);
        return lines === null ? [] : [[path, lines] as const];
      });
    }
    const some = listPathspecs(languages);
    const [files, ...parts] = await Promise.all([
      searchByGit(findLinesLike, sought.patterns, listPathspecs(['DDS'])),
      ...halves().map((half) => searchByGit(findLinesWith, sought.words, [...some, ...half])),
    ]);
    return new Map([...parts.flat(), ...files.map(([path]) => [path, []] as const)]);
  };
}

/**
 * Returns functions that read the sources of a tree; nothing is read or listed yet. Links, submodules and files whose
 * path is no text are left out. The resolver knows what a source creates only after `read` of it. `read` throws
 * Problem('git'), Problem('limit') for too many uses, and the reason once the signal of the repository aborts.
 */
export function openSources(repository: Repository, mapper: Mapper, { tree, deleted }: Omit<Head, 'commit'>) {
  const files = once(() => {
    const oids = new Map<string, string>();
    for (const side of tree.all()) if (side.path.raw === null && isFile(side)) oids.set(side.path.text, side.oid);
    return oids;
  });
  /** Returns the OID of a file of the tree; null if there is none, or it is a link or a submodule. */
  const oidOf = (path: string) => files().get(path) ?? null;
  const oidsOf = (paths: readonly string[]) => [...new Set(paths.flatMap((path) => oidOf(path) ?? []))];
  const objectsOf = cacheByKey((path: string) =>
    isStandInPath(path) ? [] : listMadeObjects(mapper.listObjects(toGitPath(path))),
  );
  const languageOf = (path: string) => findLanguage(path, objectsOf);
  /** Returns the files in languages whose sources use others. */
  const paths = once(() => [...files().keys()].filter((path) => languageOf(path) !== null));
  const bring = async (paths: readonly string[]) => {
    await ensureBlobs(repository, oidsOf(paths), (oid) => paths.find((path) => oidOf(path) === oid));
  };
  let held: ReturnType<typeof readTextsIfSmall> | null = null;
  /** Returns the sources of a small tree, read once; null if the tree is large (see readTextsIfSmall). */
  const texts = () => {
    // A repository with so many bytes of a tree counts as large, however few of its files are sources.
    if ((tree.bytes ?? 0) > 200_000) return null;
    held ??= readTextsIfSmall(repository, new Map(paths().map((path) => [path, oidOf(path) ?? ''])));
    return held;
  };
  /** Returns the content of a file; empty if the tree has no such file. */
  const text = async (path: string) => {
    const known = (await held)?.get(path);
    const oid = oidOf(path);
    if (known !== undefined || oid === null) return known ?? '';
    const content = await repository.objects.content(oid);
    return decodeSource(content instanceof Blob ? Buffer.from(await content.arrayBuffer()) : content);
  };
  // The paths that objects without a file of their name have: of a *FILE, the sources that create it; of others, a stand-in path.
  const others = cacheByKey((_object: string) => new Set<string>());
  const resolver = once(async () => {
    const all = [...files().keys()];
    const projects = all.filter((path) => /(^|\/)iproj\.json$/i.test(path));
    await bring(projects);
    const includePaths = await Promise.all(projects.map(async (path) => parseIncludePaths(path, await text(path))));
    return createResolver({
      ...{ paths: all, deleted, objectsOf, mayMake: mapper.makers, includePaths: includePaths.flat() },
      others: ({ name, type }) =>
        [...others(toStandInPath({ name: name.toUpperCase(), type: type ?? '*FILE' }))].toSorted(),
    });
  });
  let turns: Promise<void> = Promise.resolve();
  const read = cacheByKey(async (path: string): Promise<ReadSource> => {
    const content = await text(path);
    // A long source blocks this thread for a while: each has a turn of its own, to be cancelled between.
    if (content.length > 50_000) {
      turns = turns.then(() => setImmediate());
      await turns;
    }
    repository.signal?.throwIfAborted();
    const language = languageOf(path);
    const said = listStatedUses(path, content, language);
    const creates = listCreatedFiles(path, content, language);
    for (const name of creates) others(toStandInPath({ name, type: '*FILE' })).add(path);
    const targets = said.flatMap((one) => one.targets ?? []).filter(({ type }) => type !== '*FILE');
    for (const target of targets.map(toStandInPath)) others(target).add(target);
    return { path, said, creates };
  });
  const readAll = async (paths: readonly string[]) => {
    await bring(paths);
    return Promise.all(paths.map(read));
  };
  return { paths, languageOf, objectsOf, resolver, read, readAll, text, bring, oidOf, oidsOf, texts };
}
