import { recordOpened } from '../filing/begin.ts';
import type { Range } from '../git/resolve-range.ts';
import { type Ledger, readOnlyLedger } from '../ledger/ledger.ts';
import { beginsAnew, type LedgerRecord, type RecordKey } from '../ledger/record.ts';
import { ledgerNotice, ledgerRequired } from '../ledger/words.ts';
import { escapeText } from '../log.ts';
import type { RunInput } from '../run-input.ts';
import type { Planning } from './context.ts';

/** True for a run that may write to the ledger. */
function mayWrite({ command, options }: RunInput): boolean {
  return command === 'file' && options['dry-run'] !== true;
}

/**
 * Writes down the range of a branch that has no record yet, before anything else can fail (design §8). A job that may
 * not push goes on without.
 *
 * @returns 'moved' when another run has written the record since this one read it.
 */
export async function openRecord(
  planning: Planning,
  ledger: Ledger,
  range: Range,
  key: RecordKey | null,
  record: LedgerRecord | null,
): Promise<Ledger | 'moved'> {
  const { input } = planning;
  const counts = range.mayFile && !range.explicit && range.base !== null;
  // A record that strayed to another key is not under this one yet.
  const isNew = ledger.latest() === null || record === null || record.head === null || beginsAnew(record, range);
  if (!mayWrite(input) || !counts || !isNew || key === null || ledger.trouble !== null) return ledger;
  const { base, head, firstPush } = range;
  let moved = false;
  const written = await ledger.write((newest) => {
    moved = newest !== ledger.record && JSON.stringify(newest) !== JSON.stringify(ledger.record);
    if (moved) return null;
    const opened = recordOpened(newest ?? record, { key, base, head, firstPush });
    return newest === null && record === null && base !== null ? { ...opened, began: base } : opened;
  });
  if (moved) return 'moved';
  if (written.kind !== 'refused') return ledger;
  return withoutWriting(planning, ledger, written.why);
}

/** @throws Problem('ledger') under `require`: nothing is filed that could not be remembered. */
function withoutWriting({ input, facts }: Planning, ledger: Ledger, why: string): Ledger {
  if (input.options.ledger === 'require') throw ledgerRequired(why);
  facts.notices.push(ledgerNotice(why));
  return readOnlyLedger(ledger, why);
}

/** The head moves past a push that is skipped on purpose, when all before it is accounted for. */
export async function passSkipped(planning: Planning, ledger: Ledger, why: string): Promise<void> {
  const { input } = planning;
  const { happening } = input.event;
  if (!mayWrite(input) || happening.kind !== 'push' || ledger.record === null) return;
  const { before, after } = happening;
  const note = { commit: after, text: `Run: ${input.me.run}\nskipped: ${escapeText(why)}` };
  const written = await ledger.write((newest) => (newest?.head === before ? { ...newest, head: after } : null), note);
  if (written.kind === 'refused') withoutWriting(planning, ledger, written.why);
}
