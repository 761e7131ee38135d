/** Finds the rules that can match a file by its extension and directory, before any expression is tried on it. */
import type { PathParts } from './names.ts';
import { type CompiledPart, type CompiledRule, foldCase, matchList } from './pattern-list.ts';

/** Finds the rules that may match a file, in the mapping's order (empty: none can). The caller has to match each. */
export type RulesFor = (file: PathParts) => readonly CompiledRule[];

/** A rule at its index; a matching file has one of `extensions` (lower case); null: any, or none. */
type IndexedRule = Readonly<{ rule: CompiledRule; index: number; extensions: ReadonlySet<string> | null }>;

/** Returns the function that finds which of these rules may match a file (`RulesFor`); it caches its answers by folder and extension. */
export function indexRules(rules: readonly CompiledRule[]): RulesFor {
  const byBase = new Map<string, IndexedRule[]>();
  for (const [index, rule] of rules.entries()) {
    const indexed = { rule, index, extensions: listExtensions(rule) };
    for (const base of listBaseFolders(rule)) byBase.set(base, [...(byBase.get(base) ?? []), indexed]);
  }
  const findCandidates = (folders: string, gpath: string, extension: string) => {
    const candidates = listFoldersAbove(folders).flatMap((folder) => byBase.get(folder) ?? []);
    const inOrder = [...new Set(candidates)].sort((one, other) => one.index - other.index);
    return inOrder
      .filter(({ extensions }) => extensions === null || extensions.has(foldCase(extension)))
      .filter(({ rule }) => rule.parts.every((part) => mayBeIn(part, gpath)))
      .map(({ rule }) => rule);
  };
  const known = new Map<string, Map<string, readonly CompiledRule[]>>();
  return ({ path, gpath, gfile }) => {
    const extension = gfile.includes('.') ? gfile.slice(gfile.lastIndexOf('.') + 1) : '';
    // `x/**` also matches a file `x`.
    if (byBase.has(`${foldCase(path)}/`)) return findCandidates(path, gpath, extension);
    const ofFolder = known.get(gpath) ?? new Map<string, readonly CompiledRule[]>();
    const found = ofFolder.get(extension) ?? findCandidates(gpath, gpath, extension);
    if (!ofFolder.has(extension)) known.set(gpath, ofFolder.set(extension, found));
    return found;
  };
}

/** False if a `gpath` or `path` part matches no file directly in this folder; a `path` with a base folder passes, as that was compared. */
function mayBeIn(part: CompiledPart, gpath: string): boolean {
  if (part.part === 'gpath') return matchList(part, gpath) !== null;
  return part.part !== 'path' || part.globs.some(({ bases, directory }) => bases[0] !== '' || directory.test(gpath));
}

/** Returns a folder and all above it, from the top ('') down, in lower case with a slash at the end. */
function listFoldersAbove(folder: string): string[] {
  const ends = Array.from(folder.matchAll(/\/|$/g), ({ index }) => index);
  return ['', ...(folder === '' ? [] : ends.map((end) => `${foldCase(folder.slice(0, end))}/`))];
}

/** Returns folders (lower case, slash at the end): each file of the rule is below one, or named as one; '' for a rule of any folder. */
function listBaseFolders({ parts }: CompiledRule): ReadonlySet<string> {
  const part = parts.find((one) => one.part === 'path' || one.part === 'gpath');
  return new Set(part === undefined ? [''] : part.globs.flatMap(({ bases }) => bases));
}

/** Returns extensions (lower case) such that each file the rule matches has one of them; null if it may match other files, too. */
function listExtensions({ parts }: CompiledRule): IndexedRule['extensions'] {
  for (const { part, globs } of parts) {
    if (part !== 'path' && part !== 'gfile') continue;
    const lists = globs.map(({ extensions }) => extensions);
    if (!lists.includes(null)) return new Set(lists.flatMap((list) => list ?? []));
  }
  return null;
}
