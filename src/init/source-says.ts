/** What an ILE source says of itself: that it becomes a program, or a module. Pure; a quick look, no compiler's. */

/** What a source becomes, and by what of it one sees that. */
export interface SourceSays {
  readonly is: 'program' | 'module';
  readonly by:
    | 'NOMAIN'
    | 'DFTACTGRP'
    | 'MAIN'
    | 'CTL-OPT'
    | '*INLR'
    | 'PGM'
    | 'IDENTIFICATION DIVISION'
    | 'main'
    | 'no main';
}

type SourceRule = (text: string) => SourceSays | null;

const program = (by: SourceSays['by']): SourceSays => ({ is: 'program', by });
const module = (by: SourceSays['by']): SourceSays => ({ is: 'module', by });

/** The languages in which neither the extension nor the folder tells, by their extensions. */
const readers: ReadonlyMap<string, SourceRule> = new Map(
  (
    [
      [['RPGLE', 'SQLRPGLE'], rpgSays],
      [['CLLE'], clSays],
      [['CBLLE', 'SQLCBLLE'], cobolSays],
      [['C', 'CPP', 'SQLC', 'SQLCPP', 'CLE'], cSays],
    ] as const
  ).flatMap(([extensions, look]) => extensions.map((one) => [one, look] as const)),
);

/** True for an extension (upper case) of which a content may tell. */
export function canTell(extension: string): boolean {
  return readers.has(extension);
}

/** What a source says; null: it does not tell. @param extension in upper case, without the dot */
export function sourceSays(extension: string, text: string): SourceSays | null {
  return readers.get(extension)?.(text) ?? null;
}

/** The control options: those of `ctl-opt`, and of H specifications; null: there are none. */
function controlOptions(text: string): string | null {
  const lines = text.split(/\r\n|\n|\r/);
  const parts: string[] = [];
  let isOpen = false;
  for (const line of lines) {
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
  // What stands in parentheses are values: `main(nomain)` is a procedure of that name.
  return parts.length === 0
    ? null
    : parts
        .join(' ')
        .replace(/'[^']*'/g, '')
        .replace(/\([^()]*\)/g, '()');
}

/** The last record indicator, which the cycle of a program looks at. */
const endsProgram = /^(?:.{5}C?)?\s*(?:eval\s+)?\*inlr\s*=|^.{5}C[^*].*\bSETON\s+LR\b/im;

/** Only programs that are created in one step take an activation group; a source that says both is for either. */
function rpgSays(text: string): SourceSays | null {
  const options = controlOptions(text);
  if (options === null) return endsProgram.test(text) ? program('*INLR') : null;
  const isModule = /\bnomain\b/i.test(options);
  const isProgram = /\b(?:dft)?actgrp\b/i.test(options);
  if (isModule) return isProgram ? null : module('NOMAIN');
  if (isProgram) return program('DFTACTGRP');
  return program(/\bmain\b/i.test(options) ? 'MAIN' : 'CTL-OPT');
}

function clSays(text: string): SourceSays | null {
  const code = text.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, ' ');
  return /^\s*(?:[A-Z$#@][\w$#@]*:\s*)?PGM\b/i.test(code) ? program('PGM') : null;
}

function cobolSays(text: string): SourceSays | null {
  const isThere = /^(?:.{6} )?[ \t]*(?:IDENTIFICATION|ID)[ \t]+DIVISION\b/im.test(text);
  return isThere ? program('IDENTIFICATION DIVISION') : null;
}

/** Without `main` nothing can be called as a program. */
function cSays(text: string): SourceSays {
  const code = text.replace(/\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"/g, ' ');
  return /\bmain\s*\(/.test(code) ? program('main') : module('no main');
}
