/** Reads from a source if it is a program, a module, or a script of Windows. Pure; a quick look, not a compiler's. */

/** What a source becomes, and the words that say so; `build`: another source, as a makefile, does. */
export interface SourceSays {
  readonly is: 'program' | 'module' | 'script';
  readonly by: string;
}

/** Readers of the languages in which neither extension nor folder says it, by extension. */
const readers: readonly (readonly [extensions: RegExp, read: (text: string) => SourceSays | null])[] = [
  [/^(SQL)?RPGLE$/, detectRpgKind],
  [/^CLLE$/, detectClKind],
  [/^(SQL)?CBLLE$/, detectCobolKind],
  [/^(SQL)?(C|CPP|CLE)$/, detectCKind],
  [/^CMD$/, detectCommandKind],
];

const findReader = (extension: string) => readers.find(([extensions]) => extensions.test(extension))?.[1];

/** True for an extension (upper case) whose sources are read: CLLE, CMD, and, also with SQL in front, RPGLE, CBLLE, C, CPP, CLE. */
export const canDetectKind = (extension: string): boolean => findReader(extension) !== undefined;

/** Returns what a source text is, and in `by` why (`no main`); null: unclear, over 1,000,000 characters, or another extension. */
export function detectSourceKind(extension: string, text: string): SourceSays | null {
  return text.length > 1_000_000 ? null : (findReader(extension)?.(text) ?? null);
}

/** Returns the options in all `ctl-opt` and H lines of RPG source as one text, without values: `dftactgrp() main()`; null: no such line. */
function parseControlOptions(text: string): string | null {
  const parts: string[] = [];
  let isOpen = false;
  for (const line of text.split(/\r\n|\n|\r/)) {
    const fixed = /^.{5}H(?!\*)(.*)$/i.exec(line)?.[1];
    const free = line.replace(/\/\/.*/, '');
    const begun = /^(?:.{5} )?\s*ctl-opt\b(.*)$/i.exec(free)?.[1];
    if (fixed !== undefined && !/^\*\*free/i.test(text)) parts.push(fixed);
    else if (begun !== undefined || isOpen) {
      const part = begun ?? free;
      parts.push(part.split(';')[0] ?? '');
      isOpen = !part.includes(';');
    }
  }
  // Without the values in parentheses: `main(nomain)` is a procedure of that name.
  const options = parts.join(' ').replace(/'[^']*'/g, '');
  return parts.length === 0 ? null : options.replace(/\([^()]*\)/g, '()');
}

/** Matches a statement that sets the last record indicator, which ends a program. */
const endsProgram = /^(?:.{5}C?)?[ \t]*(?:eval[ \t]+)?\*inlr[ \t]*=|^.{5}C[^*].*\bSETON\s+LR\b/im;

/** True if an RPG source has a /COPY or /INCLUDE, and control options of its own behind it: then the include may set some, too. */
function mayIncludeOptions(text: string): boolean {
  const include = text.search(/^(?:.{5}.)?[ \t]*\/(?:copy|include)\b/im);
  return include >= 0 && /^(?:.{5}H(?!\*)|(?:.{5} )?[ \t]*ctl-opt\b)/im.test(text.slice(include));
}

/**
 * Reads RPG by its control options: with NOMAIN a module (null if ACTGRP or DFTACTGRP is there, too); with ACTGRP, DFTACTGRP or MAIN a
 * program; with any other options a program, unless some stand behind a /COPY. Else a program if it sets *INLR; null: none of these.
 */
function detectRpgKind(text: string): SourceSays | null {
  const options = parseControlOptions(text);
  const has = (word: RegExp) => options !== null && word.test(options);
  const isProgram = has(/\b(?:dft)?actgrp\b/i);
  if (has(/\bnomain\b/i)) return isProgram ? null : { is: 'module', by: 'NOMAIN' };
  if (isProgram) return { is: 'program', by: 'DFTACTGRP' };
  if (has(/\bmain\b/i)) return { is: 'program', by: 'MAIN' };
  if (options !== null && !mayIncludeOptions(text)) return { is: 'program', by: 'CTL-OPT' };
  return endsProgram.test(text) ? { is: 'program', by: '*INLR' } : null;
}

/** Reads CL: a program if its first statement is PGM (comments and a label may stand before), else null. */
function detectClKind(text: string): SourceSays | null {
  const code = text.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, ' ');
  return /^\s*(?:[A-Z$#@][\w$#@]*:\s*)?PGM\b/i.test(code) ? { is: 'program', by: 'PGM' } : null;
}

/** Reads a source with the extension CMD: null if it has a statement CMD, as a command definition; else it is a script of Windows. */
function detectCommandKind(text: string): SourceSays | null {
  return /^[ \t]*(?:[A-Z$#@][\w$#@]*:[ \t]*)?CMD\b/im.test(text) ? null : { is: 'script', by: 'no CMD' };
}

/** Reads COBOL: a program if there is an IDENTIFICATION DIVISION (or ID DIVISION), else null. */
function detectCobolKind(text: string): SourceSays | null {
  const isThere = /^(?:.{6} )?[ \t]*(?:IDENTIFICATION|ID)[ \t]+DIVISION\b/im.test(text);
  return isThere ? { is: 'program', by: 'IDENTIFICATION DIVISION' } : null;
}

/** Reads C: a program if `main(` stands in it, outside comments and strings, else a module. */
function detectCKind(text: string): SourceSays {
  const code = text.replace(/\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"?/g, ' ');
  return /\bmain\s*\(/.test(code) ? { is: 'program', by: 'main' } : { is: 'module', by: 'no main' };
}
