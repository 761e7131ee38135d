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
  /** Each holds for the directory of a file that the rule matches. */
  readonly directories: readonly ((gpath: string) => boolean)[];
}

/** Indexes rules. What was found for an extension in a directory is kept, since files have many neighbours. */
export function indexRules(rules: readonly CompiledRule[]): RulesFor {
  const indexed = rules.map(indexRule);
  const named = new Set(indexed.flatMap(({ extensions }) => [...(extensions ?? [])]));
  const known = new Map<string, readonly CompiledRule[]>();
  return ({ gpath, gfile }) => {
    const extension = extensionOf(gfile);
    const kind = named.has(extension) ? extension : ascii.test(extension) ? '' : '*';
    const key = `${kind}/${gpath}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const found = candidates(indexed, kind, gpath);
    known.set(key, found);
    return found;
  };
}

/** @param kind an extension that rules name, empty for any that none names, `*` for one that must be tried on all */
function candidates(indexed: readonly IndexedRule[], kind: string, gpath: string): CompiledRule[] {
  return indexed
    .filter(({ extensions }) => extensions === null || kind === '*' || extensions.has(kind))
    .filter(({ directories }) => directories.every((mayHold) => mayHold(gpath)))
    .map(({ rule }) => rule);
}

/** After the last `.`, in lower case; empty when there is none. */
function extensionOf(gfile: string): string {
  const dot = gfile.lastIndexOf('.');
  return dot < 0 ? '' : gfile.slice(dot + 1).toLowerCase();
}

function indexRule(rule: CompiledRule): IndexedRule {
  const directories: ((gpath: string) => boolean)[] = [];
  let extensions: ReadonlySet<string> | null = null;
  for (const part of rule.parts) {
    if (part.part === 'gpath') directories.push((gpath) => matchList(part, gpath) !== null);
    if (part.part === 'path') directories.push(mayBeInDirectory(part));
    if (part.part === 'path' || part.part === 'gfile') extensions ??= extensionsOf(part.globs);
  }
  return { rule, extensions, directories };
}

function extensionsOf(globs: readonly Glob[]): ReadonlySet<string> | null {
  const all = globs.map(({ extensions }) => extensions);
  return all.includes(null) ? null : new Set(all.flatMap((extensions) => extensions ?? []));
}
