import { fileUse } from './names.ts';
import { isWord, type Token } from './tokens.ts';
import type { Use } from './use.ts';

/**
 * Reads the name at a place of a statement, with dots or slashes: the use of its last part as a file (none for anything
 * but a name), and the index of the name's last token.
 */
export function nameAt(tokens: readonly Token[], start: number): { readonly uses: Use[]; readonly end: number } {
  let end = start;
  while (isWord(tokens[end + 1], '.', '/') && tokens[end + 2]) end += 2;
  const name = tokens[end];
  const isName = name !== undefined && (name.quote === '"' || (name.quote === '' && /^[^\d().,;/]/.test(name.text)));
  return { uses: isName ? fileUse(name.text, name.line) : [], end };
}
