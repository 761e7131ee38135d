/** Finds the files that may make an object by names alone: to map a whole repository takes much longer. */
import type { Affixes } from '../glob/compile-glob.ts';
import type { BranchMatch } from './branch.ts';
import { type CompiledMapping, requestsOfRules } from './compile.ts';
import { type NameParts, namePart } from './names.ts';
import { ascii, type CompiledPart } from './pattern-list.ts';
import type { RuleFields } from './schema.ts';
import { placeholderNames } from './templates.ts';

/** True if a file may make a wanted object; true for names beyond ASCII. `folder` ends with a slash. */
export type FileFilter = (name: string, folder: string) => boolean;

/** Returns a filter of the files that may make an object of one of these names, in any case; null: any file may. */
export type MakerFilter = (objns: readonly string[]) => FileFilter | null;

const fileWords: readonly string[] = ['path', 'gpath', 'gfile', 'name', 'stem', 'ext'];
const runWords: readonly string[] = ['repo', 'branch', 'sha', 'run'];
/** The values of `objn` in a rule without one (see `defaultObject`). */
const defaultTemplates: readonly string[] = ['{gfile}', '{name}'];

/**
 * Makes the filter of a mapping on one branch, from `objn` on all levels and its default. Files are filtered by their
 * names; by their whole paths if a placeholder may come from the directory. @param set fields of `--set`
 */
export function makerFilter(compiled: CompiledMapping, branchMatch: BranchMatch, set: RuleFields): MakerFilter {
  const { captures, fields } = branchMatch;
  const { mapping, rules } = compiled;
  const levels = [set, fields, mapping.request];
  const ruleFields = requestsOfRules(compiled);
  const written = [...levels, ...ruleFields].flatMap(({ objn }) => (objn == null ? [] : [String(objn)]));
  const setsObjn = ({ objn }: RuleFields) => objn !== undefined;
  const templates = levels.some(setsObjn) || ruleFields.every(setsObjn) ? written : [...written, ...defaultTemplates];
  const parts = (rules ?? []).flatMap((rule) => rule.parts);
  // A capture of a repository or branch need not be in the path.
  const otherGlobs = parts.filter(({ part }) => part === 'repo' || part === 'branch').flatMap(({ globs }) => globs);
  const otherWords = new Set([...runWords, ...Object.keys(captures), ...otherGlobs.flatMap((glob) => glob.captures)]);
  const isPathWord = (word: string) => fileWords.includes(word) || !otherWords.has(word);
  const outlines = [...new Set(templates)].map((template) => templateOutline(template, isPathWord));
  return (objns) => {
    const words = wantedWords(outlines, objns);
    if (words === null) return null;
    const cuts = words.map(({ word, texts }) => cutsForWord(word, parts)?.map((cut) => ({ cut, texts })));
    if (cuts.includes(undefined)) return textFilter(new Set(words.flatMap(({ texts }) => [...texts])));
    const hasWantedCut = cutFilter(cuts.flatMap((ofWord) => ofWord ?? []));
    return (name) => !ascii.test(name) || hasWantedCut(name);
  };
}

/** In characters. A longer expression takes longer than asking the mapping, and a huge one ends the process. */
const longestPattern = 30_000;

const beyondAscii = '[^\\0-\\x7f]';

/** Returns a filter that is true for a path with one of these texts anywhere, case ignored, or beyond ASCII; null: they are too long together. */
function textFilter(texts: ReadonlySet<string>): FileFilter | null {
  const source = [beyondAscii, ...Array.from(texts, RegExp.escape)].join('|');
  if (source.length > longestPattern) return null;
  const pattern = new RegExp(source, 'i');
  return (name, folder) => pattern.test(folder + name);
}

/** A template of names as far as a path can tell: the texts around the one placeholder that the path fills. */
type NameOutline =
  | { readonly kind: 'fixed'; readonly text: string }
  | { readonly kind: 'around'; readonly before: string; readonly word: string; readonly after: string }
  | { readonly kind: 'any' };

/** Returns the outline of a value of `objn`; `any` for one with several placeholders, or one that no path fills. */
function templateOutline(template: string, isPathWord: (word: string) => boolean): NameOutline {
  const [word, ...more] = placeholderNames(template);
  const [before = '', after = '', ...rest] = template.toUpperCase().split(/\{[^{}]*\}/);
  if (word === undefined && !template.includes('{')) return { kind: 'fixed', text: before };
  if (word === undefined || more.length + rest.length > 0 || template.includes('{{')) return { kind: 'any' };
  return isPathWord(word) ? { kind: 'around', before, word, after } : { kind: 'any' };
}

/** A placeholder that the path fills, and the values it must have, in upper case. */
interface WantedWord {
  readonly word: string;
  readonly texts: ReadonlySet<string>;
}

/** Returns the values that placeholders must have to give one of these names; null: any path may, or nobody can tell. */
function wantedWords(outlines: readonly NameOutline[], objns: readonly string[]): WantedWord[] | null {
  const names = [...new Set(objns.map((objn) => objn.toUpperCase()))];
  // Upper and lower case of other characters may be of other lengths.
  if (!names.every((name) => ascii.test(name))) return null;
  const words: WantedWord[] = [];
  for (const outline of outlines) {
    if (outline.kind === 'any' || (outline.kind === 'fixed' && names.includes(outline.text))) return null;
    if (outline.kind === 'fixed') continue;
    const { before, word, after } = outline;
    const shortest = before.length + after.length;
    const fits = (name: string) => name.length >= shortest && name.startsWith(before) && name.endsWith(after);
    const texts = new Set(names.filter(fits).map((name) => name.slice(before.length, name.length - after.length)));
    if (texts.has('')) return null;
    if (texts.size > 0) words.push({ word, texts });
  }
  return words;
}

/** A piece of a name: one of its parts, or the text between two others. */
type Cut = keyof NameParts | Affixes;

/** Texts that are looked for in one piece of a name. */
interface WantedCut {
  readonly cut: Cut;
  readonly texts: ReadonlySet<string>;
}

/** Returns every piece of a file name that a placeholder can be; null: it may come from elsewhere. */
function cutsForWord(word: string, parts: readonly CompiledPart[]): readonly Cut[] | null {
  if (word === 'gfile') return [{ before: '', after: '' }];
  if (word === 'name' || word === 'stem' || word === 'ext') return [word];
  const cuts = new Map<string, Affixes>();
  for (const { part, globs } of parts) {
    for (const { captures, affixes } of globs) {
      if (!captures.includes(word)) continue;
      if (part !== 'gfile' || affixes === null) return null;
      for (const { before, after } of affixes) {
        // Beyond ASCII, upper and lower case may differ in length, or fold into ASCII.
        if (!ascii.test(before + after)) return null;
        cuts.set(`${before}*${after}`.toUpperCase(), { before: before.toUpperCase(), after: after.toUpperCase() });
      }
    }
  }
  return cuts.size === 0 ? null : [...cuts.values()];
}

/** Returns a filter of file names (ASCII only): true if a piece is one of its wanted texts. */
function cutFilter(wanted: readonly WantedCut[]): (gfile: string) => boolean {
  // A large mapping has many endings, a file only one.
  const byEnding = Map.groupBy(wanted, ({ cut }) => (typeof cut === 'string' ? null : fileEnding(cut.after)));
  const withoutEnding = byEnding.get(null) ?? [];
  return (gfile) => {
    const name = gfile.toUpperCase();
    const isWanted = ({ cut, texts }: WantedCut) => {
      const text = typeof cut === 'string' ? namePart(name, cut) : textBetween(cut, name);
      return text !== null && texts.has(text);
    };
    return byEnding.get(fileEnding(name))?.some(isWanted) || withoutEnding.some(isWanted);
  };
}

/** Returns the text from the last dot on; null: no dot. */
function fileEnding(text: string): string | null {
  const dot = text.lastIndexOf('.');
  return dot < 0 ? null : text.slice(dot);
}

/** Returns the text between the affixes; null: the name lacks one, or has nothing between them. */
function textBetween({ before, after }: Affixes, name: string): string | null {
  const isAround = name.length > before.length + after.length && name.endsWith(after) && name.startsWith(before);
  return isAround ? name.slice(before.length, name.length - after.length) : null;
}
