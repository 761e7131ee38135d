import { recordOpened } from '../filing/begin.ts';
import { type Ledger, readOnlyLedger, recordPath } from '../ledger/ledger.ts';
import { beginsAnew, emptyRecord, type LedgerRecord, type RecordKey } from '../ledger/record.ts';
import { ledgerNotice, ledgerRequired } from '../ledger/words.ts';
import { escapeText } from '../log.ts';
import type { RunInput } from '../run-input.ts';
import type { Planning } from './context.ts';
import type { ChosenRange } from './plan-changes.ts';

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
  key: RecordKey | null,
  { range, record, movedFrom }: Pick<ChosenRange, 'range' | 'record' | 'movedFrom'>,
): Promise<Ledger | 'moved'> {
  const { input } = planning;
  const counts = range.mayFile && !range.explicit && range.base !== null;
  // A record that strayed to another key is not under this one yet.
  const isStrayed = ledger.latest() === null || movedFrom !== null;
  const isNew = isStrayed || record === null || record.head === null || beginsAnew(record, range);
  if (!mayWrite(input) || !counts || !isNew || key === null || ledger.trouble !== null) return ledger;
  const { base, head, firstPush } = range;
  let moved = false;
  const emptied = new Map(movedFrom === null ? [] : [[recordPath(movedFrom), () => emptyRecord(movedFrom)]]);
  const change = (newest: LedgerRecord | null) => {
    moved = newest !== ledger.record && JSON.stringify(newest) !== JSON.stringify(ledger.record);
    if (moved) return null;
    const opened = recordOpened(isStrayed ? (record ?? newest) : (newest ?? record), { key, base, head, firstPush });
    return newest === null && record === null && base !== null ? { ...opened, began: base } : opened;
  };
  const written = await ledger.write(change, null, emptied);
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
