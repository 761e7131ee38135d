/** Finds the pieces of a file's name that a placeholder can be, under any rule. All texts are in upper case. */

import type { CompiledPart } from './compiled-rule.ts';
import { type NameParts, namePart } from './names.ts';
import { ascii } from './pattern-list.ts';

/** A piece of a name: one of its parts, or the text between two others. */
export type Cut = keyof NameParts | Between;

interface Between {
  readonly before: string;
  readonly after: string;
}

/** Texts that are looked for in one piece of a name. */
export interface WantedCut {
  readonly cut: Cut;
  readonly texts: ReadonlySet<string>;
}

const wholeName: Between = { before: '', after: '' };

/** Returns every piece of a name that a placeholder can be; null: it may come from elsewhere. */
export function cutsForWord(word: string, parts: readonly CompiledPart[]): readonly Cut[] | null {
  if (word === 'gfile') return [wholeName];
  if (word === 'name' || word === 'stem' || word === 'ext') return [word];
  const cuts = new Map<string, Between>();
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
export function cutFilter(wanted: readonly WantedCut[]): (gfile: string) => boolean {
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

function textBetween({ before, after }: Between, name: string): string | null {
  const isAround = name.length > before.length + after.length && name.endsWith(after) && name.startsWith(before);
  return isAround ? name.slice(before.length, name.length - after.length) : null;
}
