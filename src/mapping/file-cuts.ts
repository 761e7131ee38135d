/** What a word of a mapping can stand for in the name of a file, whichever rule the file goes by. All in upper case. */

import type { CompiledPart } from './compiled-rule.ts';
import { type NameParts, namePart } from './names.ts';
import { ascii } from './pattern-list.ts';

/** A piece of a name: one of its parts, or what stands between two texts. */
export type Cut = keyof NameParts | Between;

interface Between {
  readonly before: string;
  readonly after: string;
}

/** Texts that are looked for in one place of a name. */
export interface WantedCut {
  readonly cut: Cut;
  readonly texts: ReadonlySet<string>;
}

const whole: Between = { before: '', after: '' };

/** Every piece that a word can stand for; null: it can be something else of the path. @param parts of all rules */
export function cutsOf(word: string, parts: readonly CompiledPart[]): readonly Cut[] | null {
  if (word === 'gfile') return [whole];
  if (word === 'name' || word === 'stem' || word === 'ext') return [word];
  const found = new Map<string, Between>();
  for (const { part, globs } of parts) {
    for (const { captures, arounds } of globs) {
      if (!captures.includes(word)) continue;
      if (part !== 'gfile' || arounds === null) return null;
      for (const { before, after } of arounds) {
        // Letters beyond ASCII may stand for letters of another length, or for some of ASCII.
        if (!ascii.test(before + after)) return null;
        found.set(`${before}*${after}`.toUpperCase(), { before: before.toUpperCase(), after: after.toUpperCase() });
      }
    }
  }
  return found.size === 0 ? null : [...found.values()];
}

/** Tells of names of files (ASCII only) whether one of the texts stands in its place. */
export function holdsOneOf(wanted: readonly WantedCut[]): (gfile: string) => boolean {
  // Large mappings have many endings, of which a file has one.
  const byEnding = Map.groupBy(wanted, ({ cut }) => (typeof cut === 'string' ? null : endingOf(cut.after)));
  const always = byEnding.get(null) ?? [];
  return (gfile) => {
    const name = gfile.toUpperCase();
    const isThere = ({ cut, texts }: WantedCut) => {
      const text = typeof cut === 'string' ? namePart(name, cut) : between(cut, name);
      return text !== null && texts.has(text);
    };
    return byEnding.get(endingOf(name))?.some(isThere) || always.some(isThere);
  };
}

/** From the last dot on; null: there is none. */
function endingOf(text: string): string | null {
  const dot = text.lastIndexOf('.');
  return dot < 0 ? null : text.slice(dot);
}

function between({ before, after }: Between, name: string): string | null {
  const isAround = name.length > before.length + after.length && name.endsWith(after) && name.startsWith(before);
  return isAround ? name.slice(before.length, name.length - after.length) : null;
}
