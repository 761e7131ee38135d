import { relative, resolve, sep } from 'node:path';
import { exitCodes, Problem } from '../errors.ts';
import { escapeText } from '../log.ts';
import { openWithLedger } from '../run/open-repository.ts';
import { holderTexts } from '../status/status-words.ts';
import type { Output } from './run-command.ts';
import { readStatus, type StatusInput } from './status.ts';

/**
 * Runs `who PATH|OBJECT`: prints who holds it by the ledger, since when, from which commit and branch, on one line
 * each. An object is named as the reports do, `ORD/50 ORD100 *PGM`, or by its name alone; several paths, as a hook has
 * them, are several names. Returns 0, also if nobody holds it. @throws Problem('usage', 'git', 'ledger') without a name
 * or a ledger
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
