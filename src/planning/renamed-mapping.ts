import { ensureCommits } from '../git/fetch.ts';
import type { Happening } from '../host/event.ts';
import type { LedgerRecord, RecordKey } from '../ledger/record.ts';
import { targetOf } from '../mapping/set.ts';
import type { Planning } from './context.ts';

/**
 * The record of this branch under the name that its mapping file had before it was moved in the repository: otherwise
 * what failed before the move would never be filed.
 *
 * @returns null when no file, or more than one, can have been that one.
 */
export async function renamedMapping(
  planning: Planning,
  key: RecordKey,
  records: readonly LedgerRecord[],
): Promise<LedgerRecord | null> {
  const { options, event } = planning.input;
  const head = headOf(event.happening);
  const target = targetOf(options.set ?? []);
  const suffix = target === '' ? '' : ` ${target}`;
  const fileOf = ({ mapping }: RecordKey) => mapping.slice(0, mapping.length - suffix.length);
  if (head === null || !(await stands(planning, head, fileOf(key)))) return null;
  const found: LedgerRecord[] = [];
  for (const record of records) {
    const isOfBranch = record.service === key.service && record.repo === key.repo && record.branch === key.branch;
    const isOther = record.mapping !== key.mapping && record.mapping.endsWith(suffix);
    if (!isOfBranch || !isOther || record.head === null) continue;
    if (await wasMoved(planning, { from: fileOf(record), to: fileOf(key) }, record.head, head)) found.push(record);
  }
  return found.length === 1 ? (found[0] ?? null) : null;
}

function headOf(happening: Happening): string | null {
  if (happening.kind === 'push') return happening.after;
  return happening.kind === 'manual' ? happening.head : null;
}

/** True when at one commit only the one file stands, and at the other only the other. */
async function wasMoved(
  planning: Planning,
  { from, to }: { readonly from: string; readonly to: string },
  before: string,
  head: string,
): Promise<boolean> {
  if (await stands(planning, head, from)) return false;
  const [gone] = await ensureCommits(planning.repository, planning.objects, [before]);
  return gone === undefined && (await stands(planning, before, from)) && !(await stands(planning, before, to));
}

async function stands({ objects }: Planning, commit: string, file: string): Promise<boolean> {
  // No file in Git has such a name, and asking for one would be two questions.
  if (file === '' || file.startsWith('/') || file.includes('\n')) return false;
  const [info] = await objects.info([`${commit}:${file}`]);
  return info?.type === 'blob';
}
