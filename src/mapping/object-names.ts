/** Which files a mapping may make an object of, by names alone: mapping a whole repository takes much longer. */

import type { BranchMatch } from './branch.ts';
import type { CompiledMapping } from './compile.ts';
import type { CompiledPart } from './compiled-rule.ts';
import { cutsOf, holdsOneOf, type WantedCut } from './file-cuts.ts';
import { ascii } from './pattern-list.ts';
import type { RuleFields } from './schema.ts';
import { namesIn } from './templates.ts';

/** Tells of a file, by its name and its folder with a slash at the end, whether it may make an object: yes beyond ASCII. */
export type MayMake = (name: string, folder: string) => boolean;

/** What tells which files may make an object of one of some names, in whatever case; null: any may. */
export type ObjectMakers = (objns: readonly string[]) => MayMake | null;

const ofFile: readonly string[] = ['path', 'gpath', 'gfile', 'name', 'stem', 'ext'];
const ofRun: readonly string[] = ['repo', 'branch', 'sha', 'run'];
/** What a rule without `objn` comes to (see defaultObject). */
const byDefault: readonly string[] = ['{gfile}', '{name}'];

/** @param set `--set` */
export function objectMakers(
  { mapping, rules }: CompiledMapping,
  { captures, fields }: BranchMatch,
  set: Readonly<Record<string, string | null>>,
): ObjectMakers {
  const forAll = [set, fields, mapping.request];
  const results = rules?.flatMap(({ result }) => (result.kind === 'skip' ? [] : [result.requests]));
  const ofRules: readonly RuleFields[] = results?.flat() ?? [{}];
  const given = [...forAll, ...ofRules].flatMap(({ objn }) => (objn == null ? [] : [String(objn)]));
  const isGiven = ({ objn }: RuleFields) => objn !== undefined;
  const templates = forAll.some(isGiven) || ofRules.every(isGiven) ? given : [...given, ...byDefault];
  const parts = (rules ?? []).flatMap((rule) => rule.parts);
  // What a pattern for a repository or branch captures need not stand in the path.
  const elsewhere = parts.filter(({ part }) => part === 'repo' || part === 'branch').flatMap(({ globs }) => globs);
  const others = new Set([...ofRun, ...Object.keys(captures), ...elsewhere.flatMap((glob) => glob.captures)]);
  const isOfPath = (word: string) => ofFile.includes(word) || !others.has(word);
  const outlines = [...new Set(templates)].map((template) => outlineOf(template, isOfPath));
  return (objns) => {
    const wanted = wantedIn(outlines, objns);
    const cuts = wanted?.map(({ word, texts }) => wantedCuts(word, texts, parts));
    if (cuts !== undefined && isWhole(cuts)) {
      const holds = holdsOneOf(cuts.flat());
      return (name) => !ascii.test(name) || holds(name);
    }
    return wanted === null ? null : holdsText(new Set(wanted.flatMap(({ texts }) => texts)));
  };
}

function wantedCuts(word: string, texts: readonly string[], parts: readonly CompiledPart[]): WantedCut[] | null {
  const asked = new Set(texts);
  return cutsOf(word, parts)?.map((cut) => ({ cut, texts: asked })) ?? null;
}

function isWhole<T>(list: readonly (T | null)[]): list is readonly T[] {
  return !list.includes(null);
}

/** In characters. A longer expression takes longer than asking the mapping, and a huge one ends the process. */
const longestPattern = 30_000;

const beyondAscii = '[^\\0-\\x7f]';

/** Looks for these texts anywhere in a path; null: there are too many. */
function holdsText(texts: ReadonlySet<string>): MayMake | null {
  const source = [beyondAscii, ...Array.from(texts, RegExp.escape)].join('|');
  if (source.length > longestPattern) return null;
  const pattern = new RegExp(source, 'i');
  return (name, folder) => pattern.test(folder + name);
}

/** A template of names as far as a path can tell: what stands around the word that comes from the path. */
type Outline =
  | { readonly kind: 'fixed'; readonly text: string }
  | { readonly kind: 'around'; readonly before: string; readonly word: string; readonly after: string }
  | { readonly kind: 'any' };

function outlineOf(template: string, isOfPath: (word: string) => boolean): Outline {
  const [word, ...more] = namesIn(template);
  const [before = '', after = '', ...rest] = template.toUpperCase().split(/\{[^{}]*\}/);
  if (word === undefined && !template.includes('{')) return { kind: 'fixed', text: before };
  if (word === undefined || more.length + rest.length > 0 || template.includes('{{')) return { kind: 'any' };
  return isOfPath(word) ? { kind: 'around', before, word, after } : { kind: 'any' };
}

/** A word of the path, and what it has to stand for, in upper case. */
interface WantedWord {
  readonly word: string;
  readonly texts: readonly string[];
}

/** What words of the path have to stand for to give one of these names; null: any path may. */
function wantedIn(outlines: readonly Outline[], objns: readonly string[]): WantedWord[] | null {
  const names = [...new Set(objns.map((objn) => objn.toUpperCase()))];
  // Upper and lower case of other characters may be of other lengths.
  if (!names.every((name) => ascii.test(name))) return null;
  const wanted: WantedWord[] = [];
  for (const outline of outlines) {
    if (outline.kind === 'any' || (outline.kind === 'fixed' && names.includes(outline.text))) return null;
    if (outline.kind === 'fixed') continue;
    const { before, word, after } = outline;
    const least = before.length + after.length;
    const isLike = (name: string) => name.length >= least && name.startsWith(before) && name.endsWith(after);
    const texts = names.filter(isLike).map((name) => name.slice(before.length, name.length - after.length));
    if (texts.includes('')) return null;
    if (texts.length > 0) wanted.push({ word, texts });
  }
  return wanted;
}
