import { countedHave, some } from '../counted.ts';
import { isEmptyTree } from '../git/empty-tree.ts';
import { isAncestor } from '../git/merge-base.ts';
import type { Range } from '../git/resolve-range.ts';
import type { Ledger } from '../ledger/ledger-access.ts';
import type { LedgerRecord, RecordKey } from '../ledger/record.ts';
import { claimsNotice, ledgerNotice, shownNotice } from '../ledger/words.ts';
import type { CompiledMapping } from '../mapping/compile.ts';
import type { Placeholder } from '../mapping/placeholders.ts';
import type { Plan } from '../plan/planned.ts';
import type { Planning } from './facts.ts';

/** What the ledger can and cannot do for this run. */
export function noteLedger({ input, facts }: Planning, key: RecordKey | null, ledger: Ledger): void {
  if (key === null && input.command === 'file') return;
  if (input.options.ledger === 'off') facts.notices.push('the ledger is off: nothing of this run is remembered');
  else if (key === null && input.event.happening.kind !== 'tag') {
    facts.notices.push('without --url or --ledger-key the plan does not know what was filed before');
  } else if (ledger.trouble !== null) facts.notices.push(ledgerNotice(ledger.trouble));
  else if (ledger.trust === 'claims') facts.notices.push(claimsNotice(key?.branch ?? ''));
  else if (ledger.trust === 'shown') facts.notices.push(shownNotice(key?.branch ?? ''));
}

/** A plan goes on without the remote where the clone itself knows enough, and says so. */
export function noteRemote({ repository, facts }: Planning, ledger: Ledger): void {
  const { trouble } = repository.remoteView;
  if (trouble === null || repository.remote === null || ledger.trouble !== null) return;
  facts.notices.push(`${trouble.message}; branches are taken as this clone knows them`);
}

/** A deleted branch may leave locks behind: what the ledger knows of it is listed. */
export function noteHeld({ facts }: Planning, ledger: Ledger): void {
  for (const entry of ledger.record?.filed ?? []) {
    facts.notices.push(`request ${entry.objectId} (${entry.appl}/${entry.lvl} ${entry.objn}) may still hold its lock`);
  }
}

/** Changed files that no rule reaches. */
export function noteUnmapped({ facts }: Planning, mapping: CompiledMapping, plan: Plan): void {
  const unmapped = plan.leftOut.filter(({ kind }) => kind === 'unmapped');
  if (unmapped.length === 0 || mapping.mapping.unmapped !== 'warn') return;
  const files = countedHave(unmapped.length, 'changed file');
  facts.notices.push(`${files} no rule in the mapping (unmapped: warn)`);
}

/** What `init` left open: a plan shows the marks, and `file` refuses them. */
export function notePlaceholders({ facts }: Planning, open: readonly Placeholder[]): void {
  if (open.length === 0) return;
  const marks = open.map(({ path, value }) => `${path} (${value})`).join(', ');
  facts.notices.push(`still to be filled in, before anything can be filed: ${marks}`);
}

/** Objects that were deleted here and stay at the service, under `deletes: report`. */
export function noteDeletes({ facts }: Planning, mapping: CompiledMapping, plan: Plan): void {
  if (mapping.mapping.deletes !== 'report') return;
  const deleted = plan.leftOut.filter(({ kind }) => kind === 'deleteMode');
  if (deleted.length === 0) return;
  const files = deleted.length === 1 ? '1 deleted file is' : `${deleted.length} deleted files are`;
  const names = deleted.map(({ path }) => path.text);
  facts.notices.push(`${files} not filed for deletion (deletes: report): ${some(names, 10)}`);
}

/**
 * Commits whose own runs were lost before they wrote anything down.
 *
 * @param record as the run found it; null: there was none.
 */
export async function noteUnseen(
  { facts, repository, objects }: Planning,
  range: Range,
  record: LedgerRecord | null,
): Promise<void> {
  const { base, unseenTo, rule, branch } = range;
  if (base === null) return;
  if (record === null && rule === 'push') {
    const before = base.slice(0, 12);
    facts.notices.push(`the ledger begins here: what was pushed to ${branch} before ${before} is not looked at`);
  }
  // A run that was there has filed something, or has written down that it was about to.
  const wasSeen =
    record?.filed.some(({ commit }) => commit === unseenTo) || record?.runs.some(({ head }) => head === unseenTo);
  if (unseenTo === null || wasSeen === true) return;
  // A push that was started again, or moved by force, begins elsewhere.
  const leadsThere = isEmptyTree(base) || (await isAncestor(repository, objects, base, unseenTo).catch(() => false));
  if (!leadsThere) return;
  const commits = `commits ${base.slice(0, 12)}..${unseenTo.slice(0, 12)}`;
  facts.notices.push(`${commits} were never looked at: what they changed is filed with this push`);
}
