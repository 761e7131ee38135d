import { Problem } from '../errors.ts';
import type { Repository } from '../git/repository.ts';
import type { TreeSide } from '../git/tree.ts';
import type { Mapper } from '../plan/mapper.ts';
import { toUnknown, type Unknown } from './affected.ts';
import { listMakers } from './edges.ts';
import { isStandInPath } from './made-objects.ts';
import { isPatternName, type Resolve } from './resolve.ts';
import { listBoundObjects } from './rules-mk.ts';
import { readInParts } from './seek-users.ts';
import { areOfOneLanguage, detectLanguage, findIncludeLanguage, isNoProgram } from './source-uses.ts';
import type { UsedName, UsedObject } from './use.ts';
import { openSources, type SourceFiles } from './uses-at-head.ts';
import { formatUsedName, type ResolvedUse } from './uses-of-paths.ts';

type LooseUse = Pick<ResolvedUse, 'kind' | 'name' | 'line'> & { readonly path: string };

/** The findings about the uses of a repository, each list sorted by path. */
export interface LooseEnds {
  /** Includes that nobody uses. */
  readonly unused: readonly string[];
  /** Uses of something that is not in the repository. */
  readonly unanswered: readonly LooseUse[];
  /** The sources that include a file, by its path. */
  readonly includers: ReadonlyMap<string, ReadonlySet<string>>;
  /** Sources that say NOMAIN. */
  readonly noPrograms: readonly string[];
  /** Objects that only a `Rules.mk` makes, and the mapping makes of no file. */
  readonly onlyBound: readonly (UsedObject & { readonly path: string })[];
  /** Sources in an encoding that is not read, and why: what they use is unknown. */
  readonly unreadable: readonly { readonly path: string; readonly why: string }[];
}

/**
 * Computes LooseEnds from what all sources state; reads nothing. `unanswered` lacks names that may be the system's, pattern rules, and what
 * CL and makefiles (other than `Rules.mk`) state for other objects. An include is not `unused` if it cannot be read, or if a source
 * that cannot be read may include it. @param sources all of the repository @param includes all of the repository
 */
function findLooseEnds(sources: Awaited<ReturnType<typeof readAllSources>>, includes: string[], resolve: Resolve) {
  const used = new Set<string>();
  const vague = new Set<readonly string[]>();
  const unanswered: LooseUse[] = [];
  const includers = new Map<string, Set<string>>();
  const inOrder = sources.toSorted((one, other) => (one.path < other.path ? -1 : 1));
  for (const { path, said } of inOrder) {
    // Makefiles and commands repeat what the sources say.
    const stated = said.flatMap((one) => one.uses.map((use) => ({ use, isOwn: one.targets === null })));
    const uses = stated.filter(({ use }) => !isPatternName(use.name));
    for (const { use, isOwn } of uses) {
      const paths = resolve(path, use);
      // What a makefile (not `Rules.mk`) or CL states for other objects often has no source here.
      const isAsked = isOwn || detectLanguage(path) === 'Rules.mk';
      if (isAsked && paths.length === 0 && use.mayBeOfSystem !== true && !isOfSystem(use.name)) {
        unanswered.push({ path, line: use.line, kind: use.kind, name: formatUsedName(use.name) });
      }
      // A name with so many meanings (really it has a few) proves nothing about any of them.
      if (paths.length > 100) {
        if (!vague.has(paths)) for (const one of paths) used.add(one);
        vague.add(paths);
        continue;
      }
      for (const one of paths.filter((found) => found !== path && !isStandInPath(found))) {
        used.add(one);
        if (use.kind === 'include' && isOwn) includers.set(one, (includers.get(one) ?? new Set()).add(path));
      }
    }
  }
  const unreadable = inOrder.flatMap(({ path, unreadable: why }) => (why === null ? [] : [{ path, why }]));
  const isKnown = (path: string) =>
    !unreadable.some((user) => areOfOneLanguage(findIncludeLanguage(user.path), findIncludeLanguage(path)));
  return {
    unused: includes.filter((path) => !used.has(path) && isKnown(path)).toSorted(),
    unanswered,
    includers,
    noPrograms: inOrder.flatMap(({ path, isNoProgram }) => (isNoProgram ? [path] : [])),
    onlyBound: inOrder.flatMap(({ path, said }) => {
      const objects = detectLanguage(path) === 'Rules.mk' ? listBoundObjects(said) : [];
      const isMade = (object: UsedObject) => listMakers(object, resolve).some((one) => !isStandInPath(one));
      return objects.filter((object) => !isMade(object)).map((object) => ({ ...object, path }));
    }),
    unreadable,
  };
}

/** True for a name of the system, in any case: an object or member Q..., or a path that begins with /QSYS.LIB/, /QIBM/ or QSYSINC/. */
const isOfSystem = ({ as, name }: UsedName): boolean =>
  (as === 'path' ? /^(\/qsys\.lib\/|\/qibm\/|qsysinc\/)/i : /^q/i).test(name);

/**
 * Reads all sources of a tree and returns its LooseEnds; `unknown` for a Problem, but a source with too many uses is only `unreadable`.
 * Fetches missing contents. @param isInclude true for an include by its path; it counts as one unless the mapping makes an object of it
 */
export async function findLooseEndsAtHead(
  repository: Repository,
  mapper: Mapper,
  tree: readonly TreeSide[],
  isInclude: (path: string) => boolean,
): Promise<LooseEnds | Unknown> {
  const sources = openSources(repository, mapper, { tree: { all: () => tree }, deleted: [] });
  const paths = sources.paths();
  const includes = paths.filter((path) => isInclude(path) && sources.objectsOf(path).length === 0);
  const readAndFind = async () => {
    await sources.bring(paths);
    return findLooseEnds(await readAllSources(sources), includes, await sources.resolver());
  };
  return readAndFind().catch(toUnknown);
}

/** Reads all sources, in order; `unreadable` says why one cannot be (too many uses, UTF-16, EBCDIC), else null. @throws Problem('git') */
function readAllSources({ paths, text: textOf, read }: SourceFiles) {
  return readInParts(paths(), async (path) => {
    const text = await textOf(path);
    const source = await read(path).catch((error: unknown) => {
      if (error instanceof Problem && error.code === 'limit') return { said: [], why: error.message };
      throw error;
    });
    // The text of what is not UTF-8 has a character for each byte.
    const why = 'why' in source ? source.why : describeUnreadable(Buffer.from(text.slice(0, examinedBytes), 'latin1'));
    return { path, said: source.said, isNoProgram: isNoProgram(path, text), unreadable: why };
  });
}

const examinedBytes = 4096;

/** Returns `it is UTF-16` or `it is EBCDIC` by the first 4,096 bytes; null: neither, or under 20 bytes without UTF-16's byte order mark. */
export function describeUnreadable(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return 'it is UTF-16';
  const some = bytes.subarray(0, examinedBytes);
  if (some.length < 20) return null;
  const count = (test: (byte: number, at: number) => boolean) => some.filter(test).length;
  // Every other byte of ASCII in UTF-16 is a NUL.
  const nuls = Math.max(...[0, 1].map((half) => count((byte, at) => byte === 0 && at % 2 === half)));
  if (nuls > some.length * 0.4) return 'it is UTF-16';
  // Letters of EBCDIC are beyond ASCII, and its blank is @.
  const letters = count((byte) => byte >= 0x81 && byte <= 0xf9);
  const blanks = count((byte) => byte === 0x40);
  const ascii = count((byte) => byte === 0x20 || (byte >= 0x61 && byte <= 0x7a));
  return blanks > some.length * 0.05 && letters > some.length * 0.3 && ascii < letters ? 'it is EBCDIC' : null;
}
