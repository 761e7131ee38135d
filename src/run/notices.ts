import { isEmptyTree } from '../git/empty-tree.ts';
import { isAncestor } from '../git/merge-base.ts';
import type { Range } from '../git/resolve-range.ts';
import type { RunLedger } from '../ledger/run-ledger.ts';
import type { Placeholder } from '../mapping/placeholders.ts';
import type { Mapping } from '../mapping/schema.ts';
import type { Plan } from '../plan/planned.ts';
import type { Notice } from '../sentences/notice.ts';
import type { RunTools } from './input.ts';

interface Noted {
  readonly mapping: Mapping;
  readonly plan: Plan;
  readonly range: Range;
  readonly run: RunLedger;
  /** What `init` left open: a plan shows the marks, and `file` refuses them. */
  readonly open: readonly Placeholder[];
}

export async function planNotices(tools: RunTools, { mapping, plan, range, run, open }: Noted): Promise<Notice[]> {
  const marks = open.map(({ path, value }) => `${path} (${value})`);
  const { ledger, key } = run;
  return [
    ...(marks.length === 0 ? [] : [{ code: 'placeholders', marks } as const]),
    ...remoteNotices(tools, run),
    ...(key !== null && ledger.trouble === null ? await unseenNotices(tools, range, run) : []),
    ...unmappedNotices(mapping, plan),
    ...deleteNotices(mapping, plan),
  ];
}

/** A plan goes on without the remote where the clone itself knows enough, and says so. */
function remoteNotices({ repository }: RunTools, { ledger }: RunLedger): Notice[] {
  const { trouble } = repository.remoteView;
  if (trouble === null || repository.remote === null || ledger.trouble !== null) return [];
  return [{ code: 'remoteNotAsked', why: trouble.message }];
}

/** Commits whose own runs were lost before they wrote anything down, by the record as the run found it. */
async function unseenNotices(
  { repository }: RunTools,
  { base, unseenTo, rule, branch }: Range,
  { ledger: { record } }: RunLedger,
): Promise<Notice[]> {
  if (base === null) return [];
  const begins: Notice[] = record === null && rule === 'push' ? [{ code: 'ledgerBegins', branch, before: base }] : [];
  // A run that was there has filed something, or has written down that it was about to.
  const wasSeen =
    record?.filed.some(({ commit }) => commit === unseenTo) || record?.runs.some(({ head }) => head === unseenTo);
  if (unseenTo === null || wasSeen === true) return begins;
  // A push that was started again, or moved by force, begins elsewhere.
  const leadsThere = isEmptyTree(base) || (await isAncestor(repository, base, unseenTo).catch(() => false));
  return leadsThere ? [...begins, { code: 'unseenCommits', base, to: unseenTo }] : begins;
}

function unmappedNotices({ unmapped }: Mapping, { leftOut }: Plan): Notice[] {
  const files = leftOut.filter(({ because }) => because.code === 'unmapped').length;
  return files === 0 || unmapped !== 'warn' ? [] : [{ code: 'unmapped', files }];
}

/** Objects that were deleted here and stay at the service, under `deletes: report`. */
function deleteNotices({ deletes }: Mapping, { leftOut }: Plan): Notice[] {
  const deleted = leftOut.filter(({ because }) => because.code === 'deleteMode');
  const paths = deleted.map(({ path }) => path.text);
  return deletes !== 'report' || paths.length === 0 ? [] : [{ code: 'deletesReported', paths }];
}
