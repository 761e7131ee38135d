/** Which files a mapping may make an object of, by names alone: mapping a whole repository takes much longer. */

import type { BranchMatch } from './branch.ts';
import type { CompiledMapping } from './compile.ts';
import { ascii } from './pattern-list.ts';
import { namesIn } from './templates.ts';

/** What to look for among paths, to find all of which an object of some name may be made. */
export interface PathSearch {
  /** Matches every such path, and every text with a character beyond ASCII; global, so use `search`. */
  readonly pattern: RegExp;
  /** True when what it matches may reach over a slash. */
  readonly crossesFolders: boolean;
}

const ofFile: readonly string[] = ['path', 'gpath', 'gfile', 'name', 'stem', 'ext'];
const ofRun: readonly string[] = ['repo', 'branch', 'sha', 'run'];

/**
 * Tells for the names of objects, in whatever case, which files may make one of them; null: any may.
 *
 * @param set `--set`
 */
export function objectMakers(
  { mapping }: CompiledMapping,
  { captures, fields }: BranchMatch,
  set: Readonly<Record<string, string | null>>,
): (objns: readonly string[]) => PathSearch | null {
  const rules = mapping.rules ?? [];
  const requests = rules.flatMap(({ request, requests: several }) => several ?? [request ?? {}]);
  const given = [set, fields, mapping.request, ...requests].flatMap(({ objn }) => (objn == null ? [] : [String(objn)]));
  // What a pattern for a repository or branch captures need not stand in the path.
  const elsewhere = rules.flatMap(({ match }) => [match.repo ?? [], match.branch ?? []].flat().flatMap(namesIn));
  const others = new Set([...ofRun, ...Object.keys(captures), ...elsewhere]);
  const isOfPath = (word: string) => ofFile.includes(word) || !others.has(word);
  // The last one is the default (see fieldsOf).
  const templates = [...new Set([...given, '{gfile}'])].map((template) => outlineOf(template, isOfPath));
  return (objns) => {
    const names = [...new Set(objns.map((objn) => objn.toUpperCase()))];
    const parts = templates.flatMap((template) => names.flatMap((name) => partInPath(template, name) ?? []));
    // Upper and lower case of other characters may be of other lengths.
    if (parts.includes('') || !names.every((name) => ascii.test(name))) return null;
    const alternatives = [beyondAscii, ...new Set(parts.map(RegExp.escape))];
    return {
      pattern: new RegExp(alternatives.join('|'), 'gi'),
      crossesFolders: parts.some((part) => part.includes('/')),
    };
  };
}

const beyondAscii = '[^\\0-\\x7f]';

/** A template of names as far as a path can tell: what stands around the part that comes from the path. */
type Outline =
  | { readonly kind: 'fixed'; readonly text: string }
  | { readonly kind: 'around'; readonly before: string; readonly after: string }
  | { readonly kind: 'any' };

function outlineOf(template: string, isOfPath: (word: string) => boolean): Outline {
  const [word, ...more] = namesIn(template);
  const [before = '', after = '', ...rest] = template.toUpperCase().split(/\{[^{}]*\}/);
  if (word === undefined && !template.includes('{')) return { kind: 'fixed', text: before };
  const isAny = word === undefined || more.length + rest.length > 0 || template.includes('{{') || !isOfPath(word);
  return isAny ? { kind: 'any' } : { kind: 'around', before, after };
}

/** What has to stand in the path for a template to give this name; empty: nothing; null: it never does. */
function partInPath(outline: Outline, objn: string): string | null {
  if (outline.kind === 'any') return '';
  if (outline.kind === 'fixed') return outline.text === objn ? '' : null;
  const { before, after } = outline;
  const isLike = objn.startsWith(before) && objn.endsWith(after) && objn.length >= before.length + after.length;
  return isLike ? objn.slice(before.length, objn.length - after.length) : null;
}
