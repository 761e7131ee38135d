import type { Notice } from '../sentences/notice.ts';
import { handOver } from './handed-over.ts';
import type { RecordChange } from './ledger-access.ts';
import type { Note } from './note.ts';
import { ledgerRequired } from './problems.ts';
import type { LedgerRecord, RecordKey, SharedObject } from './record.ts';
import { recordPath } from './record-path.ts';
import { type RunLedger, writable } from './run-ledger.ts';
import { recordAfter } from './settle.ts';
import type { Settlement } from './settlement.ts';
import { withoutOverRuns } from './written-ahead.ts';

/** A request of a merged branch that this one goes on with. */
type Taken = SharedObject['of'] & { readonly entry: { readonly objectId: number | null } };

export interface Ending {
  readonly settlement: Omit<Settlement, 'key' | 'me'>;
  /** The note on the filed commit; null: nothing is to be said there. */
  readonly note: Note | null;
  readonly takenOver: readonly Taken[];
}

/**
 * Writes down what came of a run, with the note on the commit; records of merged branches give up, in the same commit, the
 * requests that this branch goes on with.
 *
 * @returns what the user should know; under `require` the Problem('ledger') where it could not be written.
 */
export async function endRun(run: RunLedger, ending: Ending): Promise<{ error: Error | null; notices: Notice[] }> {
  const open = writable(run);
  if (open === null) return { error: null, notices: [] };
  const { me, now } = run;
  const settlement = { ...ending.settlement, key: open.key, me };
  // A run that makes no calls has not begun, so what a killed run had meant to do is only here taken up.
  const taken = (newest: LedgerRecord | null) =>
    newest === null || settlement.hasBegun ? newest : withoutOverRuns(newest, me, now());
  const written = await open.ledger.write(
    (newest) => recordAfter(taken(newest), settlement),
    ending.note,
    givenUp(ending.takenOver, open.key),
  );
  if (written.kind !== 'refused') return { error: null, notices: [] };
  if (run.isRequired) return { error: ledgerRequired(written.why), notices: [] };
  return { error: null, notices: [{ code: 'endNotWritten', why: written.why }] };
}

/** The records of merged branches remember whose request it is now: while nobody holds the object, it is theirs to file. */
function givenUp(takenOver: readonly Taken[], { service, ...of }: RecordKey): Map<string, RecordChange> {
  const byRecord = Map.groupBy(takenOver, ({ repo, mapping, branch }) =>
    recordPath({ service, repo, mapping, branch }),
  );
  return new Map(
    [...byRecord].map(([path, holders]) => {
      const numbers = new Set(holders.map(({ entry }) => entry.objectId));
      const change: RecordChange = (newest) => (newest === null ? null : handOver(newest, numbers, of));
      return [path, change];
    }),
  );
}
