import { recordOpened } from './written-ahead.ts';
import { listChanges } from '../git/changes.ts';
import { ensureCommits } from '../git/fetch.ts';
import type { Objects } from '../git/objects.ts';
import type { Repository } from '../git/repository.ts';
import type { Range } from '../git/resolve-range.ts';
import { isFile } from '../git/tree.ts';
import { type Ledger, readOnlyLedger } from './ledger-access.ts';
import { beginsAnew, type LedgerRecord, pastAfter, type RecordKey } from './record.ts';
import { ledgerNotice, ledgerRequired } from './words.ts';
import { escapeText } from '../log.ts';
import type { RunInput } from '../run/input.ts';
import type { Planning } from '../run/facts.ts';

/** True for a run that may write to the ledger. */
export function mayWrite({ command, options }: RunInput): boolean {
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
  // An old run says nothing of where a record begins that another secret has sealed.
  const isOld = ledger.trust === 'claims' && !range.movesHead;
  if (!mayWrite(input) || !counts || !isNew || isOld || key === null || ledger.trouble !== null) return ledger;
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

/**
 * A push that is skipped on purpose: what it made of files counts as standing, and the head moves past it when all before
 * it is accounted for.
 *
 * @param ask whether the service takes the token: null, it does.
 */
export async function passSkipped(
  planning: Planning,
  ledger: Ledger,
  why: string,
  ask: () => Promise<unknown>,
): Promise<void> {
  const { input, repository, objects } = planning;
  const { happening } = input.event;
  if (!mayWrite(input) || happening.kind !== 'push' || ledger.record === null || ledger.trust === 'shown') return;
  // Nothing is written in the place of what another secret has sealed before the service has taken this run's token.
  if (ledger.trust === 'claims') {
    if ((await ask()) !== null) return;
    ledger.accept();
  }
  const { before, after } = happening;
  const passed = before === null ? {} : await passedBy(repository, objects, before, after);
  const note = { commit: after, text: `Run: ${input.me.run}\nskipped: ${escapeText(why)}` };
  const written = await ledger.write((newest) => {
    if (newest === null || newest.head === after) return null;
    const isNext = newest.head === before;
    const known = new Set(newest.filed.map(({ path }) => path));
    const more = Object.entries(passed).filter(([path]) => !isNext || known.has(path));
    const all = { ...newest.passed, ...Object.fromEntries(more) };
    const record = Object.keys(all).length === 0 ? newest : { ...newest, passed: all };
    if (!isNext) return more.length === 0 ? null : record;
    return { ...record, head: after, past: pastAfter(newest, after) };
  }, note);
  if (written.kind === 'refused') withoutWriting(planning, ledger, written.why);
}

/** What a push made of the paths that it changed; null: gone. @throws Problem when its commits cannot be had. */
async function passedBy(
  repository: Repository,
  objects: Objects,
  before: string,
  after: string,
): Promise<Record<string, string | null>> {
  const [gone] = await ensureCommits(repository, objects, [before, after]);
  if (gone !== undefined) return {};
  const passed: Record<string, string | null> = {};
  for (const { before: old, after: now } of await listChanges(repository, before, after)) {
    if (old !== null && old.path.raw === null) passed[old.path.text] = null;
    if (now !== null && now.path.raw === null) passed[now.path.text] = isFile(now) ? now.oid : null;
  }
  return passed;
}
