/** Finds the rules that can match a file by its extension and directory, before any expression is tried on it. */
import type { PathParts } from './names.ts';
import { type CompiledPart, type CompiledRule, foldCase, matchList } from './pattern-list.ts';

/** Finds the rules that may match a file, in the mapping's order (empty: none can). The caller has to match each. */
export type RulesFor = (file: PathParts) => readonly CompiledRule[];

/** Returns the function that finds which of these rules may match a file (`RulesFor`); it caches its answers by folder and extension. */
export function indexRules(rules: readonly CompiledRule[]): RulesFor {
  const indexed = rules.map((rule, index) => ({ rule, index, extensions: listExtensions(rule) }));
  const placed = indexed.flatMap((one) => {
    const part = one.rule.parts.find(({ part }) => part === 'path' || part === 'gpath');
    // Each file of the rule is below one of these folders, or named as one; '' is any folder.
    const bases = new Set(part === undefined ? [''] : part.globs.flatMap((glob) => glob.bases));
    return Array.from(bases, (base) => ({ base, one }));
  });
  const byBase = Map.groupBy(placed, ({ base }) => base);
  const findCandidates = (folders: string, gpath: string, extension: string) => {
    const candidates = listFoldersAbove(folders).flatMap((folder) => byBase.get(folder) ?? []);
    const inOrder = [...new Set(candidates.map(({ one }) => one))].sort((one, other) => one.index - other.index);
    return inOrder
      .filter(({ extensions }) => extensions === null || extensions.has(foldCase(extension)))
      .filter(({ rule }) => rule.parts.every((part) => mayBeIn(part, gpath)))
      .map(({ rule }) => rule);
  };
  const known = new Map<string, readonly CompiledRule[]>();
  return ({ path, gpath, gfile }) => {
    const extension = gfile.includes('.') ? gfile.slice(gfile.lastIndexOf('.') + 1) : '';
    // `x/**` also matches a file `x`.
    if (byBase.has(`${foldCase(path)}/`)) return findCandidates(path, gpath, extension);
    const key = `${gpath}/*.${extension}`;
    const found = known.get(key) ?? findCandidates(gpath, gpath, extension);
    known.set(key, found);
    return found;
  };
}

/** False if a `gpath` or `path` part matches no file directly in this folder. True for other parts, and for a `path` with a base folder. */
function mayBeIn(part: CompiledPart, gpath: string): boolean {
  if (part.part === 'gpath') return matchList(part, gpath) !== null;
  return part.part !== 'path' || part.globs.some(({ bases, directory }) => bases[0] !== '' || directory.test(gpath));
}

/** Returns a folder and all above it, from the top ('') down, in lower case with a slash at the end. */
function listFoldersAbove(folder: string): string[] {
  const ends = Array.from(folder.matchAll(/\/|$/g), ({ index }) => index);
  return ['', ...(folder === '' ? [] : ends.map((end) => `${foldCase(folder.slice(0, end))}/`))];
}

/** Returns extensions (lower case) such that each file the rule matches has one of them; null if it may match other files, too. */
function listExtensions({ parts }: CompiledRule): ReadonlySet<string> | null {
  for (const { part, globs } of parts) {
    if (part !== 'path' && part !== 'gfile') continue;
    const lists = globs.map(({ extensions }) => extensions);
    if (!lists.includes(null)) return new Set(lists.flatMap((list) => list ?? []));
  }
  return null;
}
