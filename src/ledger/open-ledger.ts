import { messageOf, Problem } from '../errors.ts';
import { fetchNotes } from '../git/notes.ts';
import { closedLedger, type Ledger, type Opening, OpenLedger } from './ledger-access.ts';
import { sealKeys } from './seal.ts';

/**
 * Opens the ledger: fetches its ref from the remote and reads the record under the key. Returns a closed one under `off`,
 * and under `auto` if it cannot be read.
 * @throws Problem('ledger') if the record is damaged or not believed, or the ledger too large; under `require` also if
 * it cannot be read.
 */
export async function openLedger(opening: Opening): Promise<Ledger> {
  const { repository, mode, secrets } = opening;
  if (mode === 'off') return closedLedger('the ledger is off');
  try {
    if (repository.ledgerRemote === null) throw new Problem('git', 'the repository has no remote', 'Add one.');
    const tip = await (opening.fetched ?? fetchNotes(repository, opening.isWhole));
    const ledger = new OpenLedger(opening, sealKeys(secrets), tip);
    await ledger.load({});
    return ledger;
  } catch (error) {
    if (error instanceof Problem && error.code === 'ledger') throw error;
    if (mode === 'auto') return closedLedger(messageOf(error));
    const remedy =
      repository.ledgerRemote === null
        ? 'Run it in a clone of the repository, or add the remote (git remote add origin URL).'
        : 'Give a Git token that may read and push: FILE_CHECKOUTS_GIT_TOKEN, or FILE_CHECKOUTS_LEDGER_TOKEN with `--ledger-remote`.';
    throw new Problem('ledger', `the ledger could not be read: ${messageOf(error)}`, remedy, { cause: error });
  }
}
