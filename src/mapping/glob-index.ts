/**
 * Which rules can match a file at all, by the extension of its name and by its directory, so that not every expression
 * is tried on every file. A rule is left out only where it cannot match.
 */

import type { Glob } from '../glob/compile-glob.ts';
import type { CompiledRule } from './compiled-rule.ts';
import type { PathParts } from './names.ts';
import { ascii, matchList, mayBeInDirectory } from './pattern-list.ts';

/** The rules that may match a file, in the order of the mapping. */
export type RulesFor = (file: PathParts) => readonly CompiledRule[];

interface IndexedRule {
  readonly rule: CompiledRule;
  /** Extensions in lower case of which a file that the rule matches has one; null: any, or none. */
  readonly extensions: ReadonlySet<string> | null;
  /** Folders at the top, in lower case, in one of which a file is that the rule matches (empty: in none); null: any. */
  readonly tops: ReadonlySet<string> | null;
  /** Each holds for the directory of a file that the rule matches. */
  readonly directories: readonly ((gpath: string) => boolean)[];
}

/** Indexes rules. What was found for an extension in a directory is kept, since files have many neighbours. */
export function indexRules(rules: readonly CompiledRule[]): RulesFor {
  const indexed = rules.map(indexRule);
  const named = new Set(indexed.flatMap(({ extensions }) => [...(extensions ?? [])]));
  const kindOf = (extension: string) => {
    if (named.has(extension.toLowerCase())) return extension.toLowerCase();
    return ascii.test(extension) ? '' : '*';
  };
  const folders = new Map<string, Map<string, readonly CompiledRule[]>>();
  return ({ gpath, gfile }) => {
    const kinds = folders.get(gpath) ?? new Map<string, readonly CompiledRule[]>();
    const extension = extensionOf(gfile);
    const known = kinds.get(extension);
    if (known !== undefined) return known;
    const kind = kindOf(extension);
    const found = kinds.get(kind) ?? candidates(indexed, kind, gpath);
    folders.set(gpath, kinds.set(kind, found));
    // As it is written, too: its neighbours are written alike.
    if (named.has(kind)) kinds.set(extension, found);
    return found;
  };
}

/** @param kind an extension that rules name, empty for any that none names, `*` for one that must be tried on all */
function candidates(indexed: readonly IndexedRule[], kind: string, gpath: string): CompiledRule[] {
  const [top = ''] = gpath.toLowerCase().split('/');
  const isCertain = ascii.test(top);
  return indexed
    .filter(({ extensions }) => extensions === null || kind === '*' || extensions.has(kind))
    .filter(({ tops }) => tops === null || !isCertain || tops.has(top))
    .filter(({ directories }) => directories.every((mayHold) => mayHold(gpath)))
    .map(({ rule }) => rule);
}

/** After the last `.`; empty when there is none. */
function extensionOf(gfile: string): string {
  const dot = gfile.lastIndexOf('.');
  return dot < 0 ? '' : gfile.slice(dot + 1);
}

function indexRule(rule: CompiledRule): IndexedRule {
  const directories: ((gpath: string) => boolean)[] = [];
  let extensions: ReadonlySet<string> | null = null;
  let tops: ReadonlySet<string> | null = null;
  for (const part of rule.parts) {
    if (part.part === 'gpath') directories.push((gpath) => matchList(part, gpath) !== null);
    if (part.part === 'path') directories.push(mayBeInDirectory(part));
    if (part.part === 'path' || part.part === 'gfile') extensions ??= ofAll(part.globs, ({ extensions }) => extensions);
    if (part.part === 'gpath') tops ??= ofAll(part.globs, ({ tops }) => tops);
    // `x/**` is a file at the root that is called `x`, too.
    if (part.part === 'path') tops ??= ofAll(part.globs, ({ tops }) => (tops === null ? null : ['', ...tops]));
  }
  return { rule, extensions, tops, directories };
}

/** What one of the patterns says where all of them say something; null: one does not. */
function ofAll(globs: readonly Glob[], said: (glob: Glob) => readonly string[] | null): ReadonlySet<string> | null {
  const all = globs.map(said);
  return all.includes(null) ? null : new Set(all.flatMap((texts) => texts ?? []));
}
