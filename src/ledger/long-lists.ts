import { createHash } from 'node:crypto';
import type { IntendedCall } from './lease.ts';
import type { LedgerRecord, OpenChange } from './record.ts';

/**
 * Lists of a record that are as long as an import: the calls that a run means to make, those without an answer, the changes
 * that are still open. Beyond some length they stand in files of their own, so that the record itself stays small.
 */

/** A list of so many entries, or fewer, stands in the record; a file holds as many at most. */
const mostInOne = 2000;

export type LongEntries = readonly (OpenChange | IntendedCall)[];

/** A list by the name of its files. */
export type LongLists = ReadonlyMap<string, LongEntries>;

/** The name of the files of a run's calls. */
function callsName(instance: string): string {
  return `calls-${createHash('sha256').update(instance).digest('hex').slice(0, 24)}`;
}

/** True for a name that a list of calls has; another one is a list of open changes. */
export function holdsCalls(name: string): boolean {
  return name !== 'open';
}

/** The lists that are too long for the record itself. */
export function longLists({ open, unanswered, runs }: LedgerRecord): LongLists {
  const all: (readonly [string, LongEntries])[] = [
    ['open', open],
    ['unanswered', unanswered],
    ...runs.map(({ instance, calls }) => [callsName(instance), calls] as const),
  ];
  return new Map(all.filter(([, entries]) => entries.length > mostInOne));
}

/** The record with other lists in the place of those that are named. */
export function withLists<R extends LedgerRecord>(record: R, lists: LongLists): R {
  if (lists.size === 0) return record;
  const { open, unanswered, runs } = record;
  const of = <T>(name: string, entries: readonly T[]) => (lists.get(name) as readonly T[] | undefined) ?? entries;
  return {
    ...record,
    open: of('open', open),
    unanswered: of('unanswered', unanswered),
    runs: runs.map((run) => ({ ...run, calls: of(callsName(run.instance), run.calls) })),
  };
}

/** The same without any of them. */
export function withoutLists<R extends LedgerRecord>(record: R, lists: LongLists): R {
  return withLists(record, new Map([...lists.keys()].map((name) => [name, []])));
}

/** A list as it stands in files. */
export function inFiles(entries: LongEntries): LongEntries[] {
  const count = Math.ceil(entries.length / mostInOne);
  return Array.from({ length: count }, (_, n) => entries.slice(n * mostInOne, (n + 1) * mostInOne));
}

/** The path of a file of a list, from that of its record. */
export function longPath(recordPath: string, name: string, n: number): string {
  return `${recordPath.replace(/\.json$/, '')}/${name}-${n}.json`;
}
