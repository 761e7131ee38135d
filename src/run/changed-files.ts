import type { Change } from '../git/changes.ts';
import type { Causes, LeftOut } from '../plan/planned.ts';
import { type SidedChange, sidesOf } from '../plan/sides.ts';
import type { ChangedFile } from '../uses/affected.ts';

/** What a push did to the contents of files, for what uses them. */
export interface ChangedFiles {
  readonly files: readonly ChangedFile[];
  /** What each held before; null: it was not there. */
  readonly before: Causes;
}

/** The files whose content a push changed, by their sides: a move that leaves the content as it is only takes the old name. */
export function changedFiles(changes: readonly Change[]): ChangedFiles {
  const files: ChangedFile[] = [];
  const before: Record<string, string | null> = {};
  const add = (path: string, deleted: boolean, oid: string | null) => {
    files.push({ path, deleted });
    before[path] = oid;
  };
  for (const change of changes) {
    const sides: SidedChange | LeftOut = sidesOf(change);
    if ('because' in sides) continue;
    const { present, gone, isNew } = sides;
    const old = change.before;
    if (gone !== null && gone.path.raw === null) add(gone.path.text, true, gone.oid);
    if (present === null || present.path.raw !== null || present.oid === old?.oid) continue;
    add(present.path.text, false, isNew ? null : (old?.oid ?? null));
  }
  return { files, before };
}
