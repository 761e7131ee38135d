import { type Change, listChanges } from '../git/changes.ts';
import { isCut } from '../git/fetch.ts';
import type { Repository } from '../git/repository.ts';
import type { Range } from '../git/resolve-range.ts';
import type { HostEvent } from '../host/event.ts';
import { takesAway } from '../plan/sides.ts';

/** What differs between two commits, as it is being listed. */
export interface ListedRange {
  readonly base: string;
  readonly head: string;
  readonly changes: Promise<Change[]>;
}

/**
 * Begins to list what the push itself changed, while everything else is loaded and read: that is the range of most runs.
 * null: the event names no two commits, or the clone may lack one.
 */
export function listPush({ happening }: HostEvent, repository: Repository): ListedRange | null {
  if (happening.kind !== 'push' || happening.before === null || isCut(repository)) return null;
  const listed = begun(repository, happening.before, happening.after);
  // For a file that is gone the tree at head is read: the process that reads it begins while the mapping is parsed.
  handled(listed.changes.then((changes) => changes.some(takesAway) && repository.objects.begin()));
  return listed;
}

/** Begins to list the changes of a range, or goes on with what was begun; null for one that has no base. */
export function listRange(
  repository: Repository,
  { base, head }: Range,
  ahead: ListedRange | null,
): ListedRange | null {
  if (base === null) return null;
  if (ahead?.base !== base || ahead.head !== head) return begun(repository, base, head);
  // A commit that was not there then may have been fetched since.
  return { base, head, changes: handled(ahead.changes.catch(() => listChanges(repository, base, head))) };
}

function begun(repository: Repository, base: string, head: string): ListedRange {
  return { base, head, changes: handled(listChanges(repository, base, head)) };
}

/** The caller that awaits the promise gets the error. */
function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}
