/** Finds the rules that can match a file by its extension and directory, before any expression is tried on it. */
import type { Glob } from '../glob/compile-glob.ts';
import type { PathParts } from './names.ts';
import { ascii, type CompiledRule, directoryFilter, matchList } from './pattern-list.ts';

/** Returns the rules that may match a file, in the order of the mapping; leaves out only rules that cannot. */
export type RulesFor = (file: PathParts) => readonly CompiledRule[];

interface IndexedRule {
  readonly rule: CompiledRule;
  /** A matching file has one of these extensions (lower case); null: any, or none. */
  readonly extensions: ReadonlySet<string> | null;
  /** A matching file is below one of these folders at the top (lower case; empty text: in none); null: any. */
  readonly tops: ReadonlySet<string> | null;
  /** Each is true for the directory of a matching file. */
  readonly directories: readonly ((gpath: string) => boolean)[];
}

/** Makes the lookup of rules, by extension and directory; it keeps its answers, since files have many neighbours. */
export function indexRules(rules: readonly CompiledRule[]): RulesFor {
  const indexed = rules.map(indexRule);
  const namedExtensions = new Set(indexed.flatMap(({ extensions }) => [...(extensions ?? [])]));
  const extensionKind = (extension: string) => {
    if (namedExtensions.has(extension.toLowerCase())) return extension.toLowerCase();
    return ascii.test(extension) ? '' : '*';
  };
  const folders = new Map<string, Map<string, readonly CompiledRule[]>>();
  return ({ gpath, gfile }) => {
    const rulesByKind = folders.get(gpath) ?? new Map<string, readonly CompiledRule[]>();
    const extension = gfile.includes('.') ? gfile.slice(gfile.lastIndexOf('.') + 1) : '';
    const cached = rulesByKind.get(extension);
    if (cached !== undefined) return cached;
    const kind = extensionKind(extension);
    const rules = rulesByKind.get(kind) ?? candidateRules(indexed, kind, gpath);
    folders.set(gpath, rulesByKind.set(kind, rules));
    // Also under its own spelling, which its neighbours share.
    if (namedExtensions.has(kind)) rulesByKind.set(extension, rules);
    return rules;
  };
}

/**
 * Returns the rules that may match a file in this directory, in order.
 * @param kind its extension if a rule names it (lower case), empty for any other, `*` to try rules of all extensions
 */
function candidateRules(indexed: readonly IndexedRule[], kind: string, gpath: string): CompiledRule[] {
  const [top = ''] = gpath.toLowerCase().split('/');
  const isCertain = ascii.test(top);
  return indexed
    .filter(({ extensions }) => extensions === null || kind === '*' || extensions.has(kind))
    .filter(({ tops }) => tops === null || !isCertain || tops.has(top))
    .filter(({ directories }) => directories.every((mayHold) => mayHold(gpath)))
    .map(({ rule }) => rule);
}

/** Returns what a rule demands of a path; extensions and folders at the top by the first part that tells them. */
function indexRule(rule: CompiledRule): IndexedRule {
  const directories: ((gpath: string) => boolean)[] = [];
  let extensions: ReadonlySet<string> | null = null;
  let tops: ReadonlySet<string> | null = null;
  for (const part of rule.parts) {
    if (part.part === 'gpath') directories.push((gpath) => matchList(part, gpath) !== null);
    if (part.part === 'path') directories.push(directoryFilter(part));
    if (part.part === 'path' || part.part === 'gfile') extensions ??= union(part.globs, ({ extensions }) => extensions);
    if (part.part === 'gpath') tops ??= union(part.globs, ({ tops }) => tops);
    // `x/**` also matches a file `x` at the root.
    if (part.part === 'path') tops ??= union(part.globs, ({ tops }) => (tops === null ? null : ['', ...tops]));
  }
  return { rule, extensions, tops, directories };
}

/** Returns the texts of all patterns together; null if one of them has none. */
function union(globs: readonly Glob[], read: (glob: Glob) => readonly string[] | null): ReadonlySet<string> | null {
  const lists = globs.map(read);
  return lists.includes(null) ? null : new Set(lists.flatMap((texts) => texts ?? []));
}
