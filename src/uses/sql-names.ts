import { fileUse } from './names.ts';
import { isWord, type Token } from './tokens.ts';
import type { Use } from './use.ts';

/** Reads the name at a place of a statement: the use of its last part (none for anything but a name), and its end. */
export function nameAt(tokens: readonly Token[], start: number): { readonly uses: Use[]; readonly end: number } {
  let end = start;
  while (isWord(tokens[end + 1], '.', '/') && tokens[end + 2]) end += 2;
  const name = tokens[end];
  const isName = name !== undefined && (name.quote === '"' || (name.quote === '' && /^[^\d().,;/]/.test(name.text)));
  return { uses: isName ? fileUse(name.text, name.line) : [], end };
}
