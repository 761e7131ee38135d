import { setImmediate } from 'node:timers/promises';
import { type Seek, toUnknown, type Unknown } from './affected.ts';
import { cacheByKey } from './cached.ts';
import { collectEdges, mostEdges } from './edges.ts';
import { isStandInPath, makesOneOf, mayMakeOneOf, type ObjectsOf } from './made-objects.ts';
import { deriveFileNames } from './names.ts';
import type { Edge } from './reach.ts';
import type { Resolve } from './resolve.ts';
import { collectSoughtWords, mostNames, type Sought, type SoughtWords } from './sought-words.ts';
import { canBeIncluded, detectLanguage, type Language, listStatedUses } from './source-uses.ts';
import type { SaidUses, SayingSource } from './use.ts';

/** What a source states, and the names of the files that it creates beside its own. */
export type ReadSource = SayingSource & { readonly creates: readonly string[] };

/** Sources by path with the lines that match; without lines the match is anywhere in the source. Some may not match. */
export type FoundLines = Iterable<readonly [path: string, lines: readonly string[]]>;

interface Sources {
  readonly objectsOf: ObjectsOf;
  /** Returns null for a file that uses nothing. */
  readonly languageOf: (path: string) => Language | null;
  readonly resolver: () => Promise<Resolve>;
  /** Finds the sources that have a word or pattern, in any case, and perhaps others. */
  readonly search: (sought: SoughtWords) => Promise<FoundLines>;
  /** The sources that say what objects are bound from: makefiles, commands, CL that holds such commands. */
  readonly binding: () => Promise<readonly string[]>;
  /** Reads a source; a missing one states nothing. Each is read once. */
  readonly read: (path: string) => Promise<ReadSource>;
  /** Fetches, in one request, those that a partial clone lacks; a search does so by itself. @throws Problem('git') */
  readonly bring: (paths: readonly string[]) => Promise<void>;
}

/** Reads sources by their paths, 300 at once, and returns them in the same order. */
export async function readInParts<T>(paths: readonly string[], read: (path: string) => Promise<T>): Promise<T[]> {
  const all: T[] = [];
  for (let at = 0; at < paths.length; at += 300) all.push(...(await Promise.all(paths.slice(at, at + 300).map(read))));
  return all;
}

/**
 * Returns a function that finds the direct users of files by searching for the names of all these files at once. That function returns
 * their uses as edges; `unknown` for a Problem, or over 200,000 uses. Its first search also finds all lines that include something: later
 * calls find the users of a recompiled source there (see needsSearch). After six searches it reads all sources.
 */
export function createUserSearch(sources: Sources): Seek {
  let searches = 0;
  let hasAll = false;
  let held: FoundLines = [];
  // Most sources that include something do so in the same words.
  const saidByLines = new Map<string, readonly SaidUses[]>();
  const readLines = (path: string, text: string) => {
    const said = saidByLines.get(text) ?? listStatedUses(path, text, 'RPG');
    saidByLines.set(text, said);
    return said;
  };
  // A long chain asks for the same sources in each round: promises would take longer than all else.
  const known = new Map<string, ReadSource>();
  const readAll = async (paths: readonly string[]) => {
    const unread = paths.filter((path) => !known.has(path));
    await readInParts(unread, async (path) => known.set(path, await sources.read(path)));
    return [...new Set(paths)].flatMap((path) => known.get(path) ?? []);
  };
  const searchFor = async (sought: SoughtWords, paths: readonly string[]) => {
    const isFirst = searches === 0;
    if ((sought.words.length === 0 && !isFirst) || hasAll) return held;
    searches += 1;
    // After six searches for names, all sources are read, once.
    const words = searches > 6 ? [''] : sought.words;
    hasAll = words.includes('');
    const [found] = await Promise.all([
      sources.search({ words: isFirst ? [...words, ...directives] : words, patterns: sought.patterns }),
      // Prepares resolving while Git, which is started first, searches in other processes.
      setImmediate().then(async () => buildIndex(paths, sources.objectsOf, await sources.resolver())),
    ]);
    if (isFirst || hasAll) held = found;
    return found === held ? found : mergeFound(held, found);
  };
  const seek = async (paths: readonly string[]): Promise<readonly Edge[] | Unknown> => {
    // SQL may create files of other names, and a file whose language its path does not say may be SQL.
    const scripts = paths.filter((path) => [null, 'SQL'].includes(detectLanguage(path)) && !isStandInPath(path));
    await sources.bring(scripts);
    await readAll(scripts);
    const { objectsOf } = sources;
    const aliases = (path: string) => known.get(path)?.creates ?? [];
    // Reading all sources because of many names costs more than finding the lines that include something.
    const isFirst = searches === 0;
    const isNamed = isFirst && paths.length <= mostNames;
    const sought = collectSoughtWords(paths, objectsOf, aliases, (path) => isNamed || needsSearch(path, objectsOf));
    const lines = await searchFor(sought, paths);
    const isBound = paths.some((path) => mayMakeOneOf(path, objectsOf, ['*MODULE', '*SRVPGM', '*BNDDIR']));
    const binding = isBound || (isFirst && !isNamed) ? await sources.binding() : [];
    const { whole, extracts } = chooseWhatToRead(lines, sought, sources.languageOf);
    const read = await readAll([...whole, ...binding]);
    const byLines = Array.from(extracts, ([path, text]) => ({ path, said: readLines(path, text) }));
    const edges = collectEdges(paths, [...read, ...byLines], sought, await sources.resolver(), objectsOf);
    return edges ?? { unknown: `sources say more than ${mostEdges} uses of ${paths[0]} and others` };
  };
  return (paths) => seek(paths).catch(toUnknown);
}

/** False for RPG, CL, COBOL or C that makes objects, but no *FILE or *BNDDIR: the first search found all that include it. Else true. */
function needsSearch(path: string, objectsOf: ObjectsOf): boolean {
  const objects = objectsOf(path);
  return objects.length === 0 || !canBeIncluded(path) || makesOneOf(path, objects, ['*FILE', '*BNDDIR']);
}

/** Has the resolver make its index early: resolves a name of the first file without objects, and that of the first object, if any. */
function buildIndex(paths: readonly string[], objectsOf: ObjectsOf, resolve: Resolve): void {
  const [include] = paths.filter((path) => objectsOf(path).length === 0);
  const [object] = paths.flatMap(objectsOf);
  if (include !== undefined)
    resolve('', { kind: 'include', name: { as: 'path', name: deriveFileNames(include).loose } });
  if (object !== undefined) resolve('', { kind: 'file', name: { as: 'object', name: object.objn, type: null } });
}

/** Parts of COPY, INCLUDE, and **CTDATA before the data behind a program in RPG. Git finds words that begin alike much faster. */
const directives: readonly string[] = ['COPY', 'CLUDE', 'CTDATA'];

/** Matches a line by which RPG includes another source, free or fixed: both read it alike. */
const directive = /^(?=[ -~]{0,80}\s*$)(?:\s*|[^*]{5}[A-Z ])\/(?:copy|include)\s/i;
const beforeData = /^\s*\*\*ctdata/i;

/** Returns the sources of two searches, each once, with the lines of both; without lines if a search that found it gave none. */
function mergeFound(first: FoundLines, second: FoundLines): FoundLines {
  return Array.from(
    Map.groupBy([...first, ...second], ([path]) => path),
    ([path, found]) => {
      const isWhole = found.some(([, lines]) => lines.length === 0);
      return [path, isWhole ? [] : found.flatMap(([, lines]) => lines)];
    },
  );
}

/** Returns a test of a line, in any case: it has one of `words` or, as a word, the first word of a name. All pass if a name has no word. */
function createLineTest({ words, names }: Sought): (line: string) => boolean {
  const anywhere = words.length === 0 ? null : new RegExp(words.map(RegExp.escape).join('|'), 'i');
  const apart = new Set(names.map((name) => /[\w$#@]+/.exec(name.toUpperCase())?.[0] ?? ''));
  if (apart.has('')) return () => true;
  const isApart = (line: string) => (line.toUpperCase().match(/[\w$#@]+/g) ?? []).some((word) => apart.has(word));
  // Most lines are those of many sources.
  return cacheByKey((line) => anywhere?.test(line) === true || (apart.size > 0 && isApart(line)));
}

/**
 * Chooses what to read of the sources found. Of RPG (not III) in which only includes name what is sought: these lines and `**CTDATA`, as
 * `extracts`, text by path; of others that name it, or have no lines: all (`whole`, paths); else nothing. @param languageIn null: left out
 */
function chooseWhatToRead(lines: FoundLines, sought: Sought, languageIn: Sources['languageOf']) {
  const isNamed = createLineTest(sought);
  const extracted = cacheByKey((all: readonly string[]) => extractLines(all, isNamed));
  const whole: string[] = [];
  const extracts = new Map<string, string>();
  for (const [path, all] of lines) {
    const extract = extracted(all);
    if (extract === null || languageIn(path) === null) continue;
    if (extract === '' || detectLanguage(path) !== 'RPG') whole.push(path);
    else extracts.set(path, extract);
  }
  return { whole, extracts };
}

/** Joins the lines that name something sought, and `**CTDATA`, if all are /COPY or /INCLUDE; else, or for no lines, ''; null if none does. */
function extractLines(lines: readonly string[], isNamed: (line: string) => boolean): string | null {
  const named = lines.filter(isNamed);
  if (named.length === 0) return lines.length === 0 ? '' : null;
  if (!named.every((line) => directive.test(line))) return '';
  return lines.filter((line) => beforeData.test(line) || isNamed(line)).join('\n');
}
