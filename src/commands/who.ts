import { relative, resolve, sep } from 'node:path';
import { exitCodes, Problem } from '../errors.ts';
import { escapeText } from '../log.ts';
import { openWithLedger } from '../run/input.ts';
import { holderTexts } from '../status/status-words.ts';
import type { Output } from './run-command.ts';
import { readStatus, type StatusInput } from './status.ts';

/**
 * Runs `who PATH|OBJECT`: prints, by the ledger, a line for each request or unanswered call for it (holderTexts), or that nobody holds it.
 * An object is named as reports name it, `ORD/50 ORD100 *PGM`, or by its name alone. All words together, with blanks, are one name; if
 * nobody holds that, each word is a name of its own, as a hook passes several paths. Returns 0. @throws Problem('usage') without a name,
 * Problem('git', 'ledger') if repository or ledger cannot be read
 */
export async function whoCommand(words: readonly string[], input: StatusInput, output: Output): Promise<number> {
  const name = words.join(' ').trim();
  if (name === '') throw new Problem('usage', 'who needs a path or an object', 'Give who PATH, or who OBJECT.');
  using repository = await openWithLedger(input);
  const { status } = await readStatus(repository, input);
  const pathOf = (word: string) => relative(repository.location.top, resolve(input.cwd, word)).split(sep).join('/');
  const asOne = holderTexts(status, [name, pathOf(name)]);
  const lines = asOne.length > 0 ? asOne : holderTexts(status, [...words, ...words.map(pathOf)]);
  output.out(`${lines.length === 0 ? 'nobody, as far as the ledger knows' : lines.map(escapeText).join('\n')}\n`);
  return exitCodes.filed;
}
