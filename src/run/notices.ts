import type { Placeholder } from '../mapping/placeholders.ts';
import type { Mapping } from '../mapping/schema.ts';
import type { LeftOut } from '../plan/planned.ts';
import type { Notice } from '../sentences/notice.ts';
import type { RunTools } from './input.ts';
import type { RunLedger } from './open.ts';

interface Noted {
  readonly mapping: Mapping;
  readonly leftOut: readonly LeftOut[];
  readonly run: RunLedger;
  /** What `init` left open: a plan shows the marks, and `file` refuses them. */
  readonly open: readonly Placeholder[];
}

/** What is said once of a plan. */
export function planNotices(tools: RunTools, { mapping, leftOut, run, open }: Noted): Notice[] {
  const marks = open.map(({ path, value }) => `${path} (${value})`);
  return [
    ...(marks.length === 0 ? [] : [{ code: 'placeholders', marks } as const]),
    ...remoteNotices(tools, run),
    ...unmappedNotices(mapping, leftOut),
    ...deleteNotices(mapping, leftOut),
  ];
}

/** A plan goes on without the remote where the clone itself knows enough, and says so. */
function remoteNotices({ repository }: RunTools, { ledger }: RunLedger): Notice[] {
  const { trouble } = repository.remoteView;
  if (trouble === null || repository.remote === null || ledger.trouble !== null) return [];
  return [{ code: 'remoteNotAsked', why: trouble.message }];
}

function unmappedNotices({ unmapped }: Mapping, leftOut: readonly LeftOut[]): Notice[] {
  const files = leftOut.filter(({ because }) => because.code === 'unmapped').length;
  return files === 0 || unmapped !== 'warn' ? [] : [{ code: 'unmapped', files }];
}

/** Objects that were deleted here and stay at the service, under `deletes: report`. */
function deleteNotices({ deletes }: Mapping, leftOut: readonly LeftOut[]): Notice[] {
  const deleted = leftOut.filter(({ because }) => because.code === 'deleteMode');
  const paths = deleted.map(({ path }) => path.text);
  return deletes !== 'report' || paths.length === 0 ? [] : [{ code: 'deletesReported', paths }];
}
