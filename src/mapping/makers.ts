/** Finds the files that may make an object by names alone: to map a whole repository takes much longer. */
import type { BranchMatch } from './branch.ts';
import { type CompiledMapping, listRuleRequests } from './compile.ts';
import { pickNamePart } from './names.ts';
import { ascii } from './pattern-list.ts';
import type { RuleFields } from './schema.ts';
import { listPlaceholders } from './templates.ts';

/** True if a file may make a wanted object; true for names beyond ASCII. `folder` ends with a slash. */
type FileFilter = (name: string, folder: string) => boolean;

/** Returns a filter for files that may make an object of one of these names, in any case; null if any file may. */
export type MakerFilter = (objns: readonly string[]) => FileFilter | null;

/** Placeholders that one look at a file name fills in. */
const nameWords = ['gfile', 'name', 'stem', 'ext'] as const;
/** In characters. A longer expression takes longer than asking the mapping, and a huge one ends the process. */
const longestPattern = 30_000;
const runWords: readonly string[] = ['repo', 'branch', 'sha', 'run'];
/** The values of `objn` in a rule without one (see `chooseObjectTemplate`). */
const defaultTemplates: readonly string[] = ['{gfile}', '{name}'];

/**
 * Prepares the search for the files that may make certain objects on one branch; the result takes the names of the objects, and returns a
 * filter (`MakerFilter`). It goes only by the values that `--set`, branch rule, `request` and file rules give `objn`: which rule matches a
 * file plays no part, so the filter lets more files pass than make the objects.
 */
export function prepareMakerFilter(compiled: CompiledMapping, branchMatch: BranchMatch, set: RuleFields): MakerFilter {
  const { captures, fields } = branchMatch;
  const { mapping, rules } = compiled;
  const levels = [set, fields, mapping.request];
  const ruleFields = listRuleRequests(compiled);
  const written = [...levels, ...ruleFields].flatMap(({ objn }) => (objn == null ? [] : [String(objn)]));
  const setsObjn = ({ objn }: RuleFields) => objn !== undefined;
  const templates = levels.some(setsObjn) || ruleFields.every(setsObjn) ? written : [...written, ...defaultTemplates];
  // A capture of a repository or branch need not be in the path.
  const parts = (rules ?? []).flatMap((rule) => rule.parts);
  const otherGlobs = parts.filter(({ part }) => part === 'repo' || part === 'branch').flatMap(({ globs }) => globs);
  const otherWords = new Set([...runWords, ...Object.keys(captures), ...otherGlobs.flatMap((glob) => glob.captures)]);
  const isPathWord = (word: string) => !otherWords.has(word);
  const outlines = [...new Set(templates)].map((template) => splitTemplate(template, isPathWord));
  return (objns) => createFileFilter(objns, outlines);
}

/** A template of names: the texts (upper case) around its one placeholder; `word` is null without one. */
type NameOutline = { readonly before: string; readonly word: string | null; readonly after: string };

/**
 * Splits an `objn` at its one placeholder, and returns the texts around it in upper case; without a `{`, `before` is all of it, and `word`
 * null. Returns null for several placeholders, `{{`, a `{` without a placeholder, and a placeholder for which `isPathWord` is false.
 */
function splitTemplate(template: string, isPathWord: (word: string) => boolean): NameOutline | null {
  const [word, ...more] = listPlaceholders(template);
  const [before = '', after = '', ...rest] = template.toUpperCase().split(/\{[^{}]*\}/);
  if (!template.includes('{')) return { before, word: null, after };
  if (word === undefined || more.length + rest.length > 0 || template.includes('{{')) return null;
  return isPathWord(word) ? { before, word, after } : null;
}

/** Returns the filter; null (any file may): an outline is null, or its texts alone a wanted name; a name is not ASCII; too many names. */
function createFileFilter(objns: readonly string[], outlines: readonly (NameOutline | null)[]): FileFilter | null {
  const names = [...new Set(objns.map((objn) => objn.toUpperCase()))];
  // Upper and lower case of other characters may be of other lengths.
  if (!names.every((name) => ascii.test(name))) return null;
  const wantedParts: { readonly word: (typeof nameWords)[number]; readonly texts: ReadonlySet<string> }[] = [];
  const wantedTexts = new Set<string>();
  for (const outline of outlines) {
    if (outline === null) return null;
    const { before, word, after } = outline;
    if (word === null && !names.includes(before)) continue;
    const shortest = before.length + after.length;
    const fits = (name: string) => name.length >= shortest && name.startsWith(before) && name.endsWith(after);
    const texts = names.filter(fits).map((name) => name.slice(before.length, name.length - after.length));
    if (texts.includes('')) return null;
    const nameWord = nameWords.find((one) => one === word);
    if (nameWord !== undefined) wantedParts.push({ word: nameWord, texts: new Set(texts) });
    else for (const text of texts) wantedTexts.add(text);
  }
  // A name beyond ASCII may be a wanted one.
  const source = ['[^\\0-\\x7f]', ...Array.from(wantedTexts, RegExp.escape)].join('|');
  if (source.length > longestPattern) return null;
  const pattern = new RegExp(source, 'i');
  return (name, folder) => {
    if (!ascii.test(name)) return true;
    const upper = name.toUpperCase();
    const isWanted = wantedParts.some(({ word, texts }) =>
      texts.has(word === 'gfile' ? upper : pickNamePart(upper, word)),
    );
    return isWanted || (wantedTexts.size > 0 && pattern.test(folder + name));
  };
}
