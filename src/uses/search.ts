/** Searches the sources of a commit: those of a small tree in memory, those of a large one by Git. */
import { ensureBlobs } from '../git/fetch.ts';
import { linesLike, linesWith } from '../git/grep.ts';
import type { Repository } from '../git/repository.ts';
import { once } from './cached.ts';
import type { FoundLines } from './found-lines.ts';
import type { Sources } from './seek-users.ts';
import type { SoughtWords } from './sought-words.ts';
import { type Language, pathspecsOf } from './source-uses.ts';

/** The sources of a tree, and the uses that they state. */
export interface SourceFiles extends Omit<Sources, 'search' | 'binding'> {
  /** Returns the files in languages whose sources use others. */
  readonly paths: () => readonly string[];
  /** Returns the content of a source. */
  readonly text: (path: string) => Promise<string>;
  /** Returns the OID of a file of the tree; null: there is none, or a link, or a submodule. */
  readonly oidOf: (path: string) => string | null;
  readonly oidsOf: (paths: readonly string[]) => readonly string[];
  /** Returns the sources of a small tree, read once; null: the tree is large (see textsOfSmall). */
  readonly texts: () => Promise<Texts | null>;
}

/**
 * Returns a function that finds the sources of a commit with one of the sought words or patterns, and their lines with a word. In a small
 * tree it searches in memory; else by Git, and there only in sources of `languages` (none given: all). For an empty word it returns all
 * sources, without lines, and fetches those that are missing. The function throws Problem('git').
 */
export function searchIn(
  repository: Repository,
  commit: string,
  { paths, oidsOf, bring, texts }: SourceFiles,
): (sought: SoughtWords, languages?: readonly Language[]) => Promise<FoundLines> {
  // A prime: names are often numbered in tens.
  const halves = once(() => halvesOf(paths().filter((_, n) => n % 17 === 0)));
  const grep = (lines: typeof linesWith, words: readonly string[], pathspecs: readonly string[]) =>
    lines(repository, words, { commit, pathspecs, blobs: () => oidsOf(paths()) });
  return async (sought, languages = []) => {
    if (sought.words.includes('')) {
      await bring(paths());
      return paths().map((path) => [path, []]);
    }
    const small = await texts();
    if (small !== null) {
      const find = linesFinder(sought);
      return [...small].flatMap(([path, text]) => {
        const lines = find(text);
        return lines === null ? [] : [[path, lines] as const];
      });
    }
    const some = pathspecsOf(languages);
    const [files, ...parts] = await Promise.all([
      grep(linesLike, sought.patterns, pathspecsOf(['DDS'])),
      ...halves().map((half) => grep(linesWith, sought.words, [...some, ...half])),
    ]);
    return new Map([...parts.flat(), ...files.map(([path]) => [path, []] as const)]);
  };
}

/**
 * Divides files into two halves by a character of their names, so that two processes can search at once. Returns the pathspecs of each
 * half, which exclude the other one; names too short for that are in both. A single empty list if no character halves them. @param paths of
 * all files, or of a sample of them
 */
export function halvesOf(paths: readonly string[]): (readonly string[])[] {
  const names = paths.map((path) => path.slice(path.lastIndexOf('/') + 1).toLowerCase());
  let best = { place: 0, some: '', count: 0 };
  for (let place = 0; place < 12; place += 1) {
    const half = { place, some: '', count: 0 };
    const byChar = Map.groupBy(names, (name) => name.charAt(place));
    for (const [char, { length }] of [...byChar].toSorted(([, one], [, other]) => other.length - one.length)) {
      if (!/[a-z0-9]/.test(char) || half.count + length > names.length / 2) continue;
      half.some += char;
      half.count += length;
    }
    if (half.count > best.count) best = half;
  }
  if (best.count < names.length * 0.4) return [[]];
  const without = (chars: string) => `:(exclude,icase,glob)**/${'?'.repeat(best.place)}${chars}*`;
  return [[without(`[!${best.some}]`)], [without(`[${best.some}]`)]];
}

/** The text of each source of a tree, by its path. */
export type Texts = ReadonlyMap<string, string>;

/** Most sources and bytes of a small tree: reading it is quicker than starting Git for a search. */
const most = { sources: 2000, bytes: 8_000_000 };

/** Returns the texts of sources by path, after fetching; null: over 2,000 or 8 MB. @param files OIDs of all files @throws Problem('git') */
export async function textsOfSmall(
  repository: Repository,
  files: ReadonlyMap<string, string>,
  isSource: (path: string) => boolean,
): Promise<Texts | null> {
  const sources: (readonly [path: string, oid: string])[] = [];
  for (const file of files) {
    if (isSource(file[0])) sources.push(file);
    if (sources.length > most.sources) return null;
  }
  const oids = [...new Set(sources.map(([, oid]) => oid))];
  const infos = await ensureBlobs(repository, oids, (oid) => sources.find((source) => source[1] === oid)?.[0]);
  const bytes = infos.reduce((sum, info) => sum + (info?.size ?? 0), 0);
  if (bytes > most.bytes) return null;
  const contents = await repository.objects.contents(oids);
  const texts = new Map(oids.map((oid, n) => [oid, sourceText(contents[n] ?? Buffer.alloc(0))]));
  return new Map(sources.map(([path, oid]) => [path, texts.get(oid) ?? '']));
}

/** Decodes the content of a source: as UTF-8, or if it is not valid as such, as Latin-1, where ASCII stays readable. */
export function sourceText(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  return text.includes('\ufffd') ? bytes.toString('latin1') : text;
}

/** Returns a function that finds a text's lines with a word, in any case. Empty: only a pattern matches, or a word is ''. Null: none. */
export function linesFinder({ words, patterns }: SoughtWords): (text: string) => string[] | null {
  if (words.includes('')) return () => [];
  const anywhere = new RegExp([...words.map(RegExp.escape), ...patterns].join('|'), 'im');
  const line = new RegExp(words.map(RegExp.escape).join('|'), 'i');
  return (text) => (anywhere.test(text) ? text.split('\n').filter((one) => line.test(one)) : null);
}
