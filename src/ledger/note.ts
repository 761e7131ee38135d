import type { Objects } from '../git/objects.ts';
import { readBounded } from './read-text.ts';

/** A note beside the record: the commit it is on, and its text. */
export interface Note {
  readonly commit: string;
  readonly text: string;
}

/** A note that is longer was not written by runs; it is begun anew. */
const mostNoteBytes = 1024 * 1024;

/** Where Git may keep the note of a commit: the more notes there are, the deeper. */
function notePaths(commit: string): string[] {
  const folders = [commit.slice(0, 2), commit.slice(2, 4), commit.slice(4, 6)];
  return [0, 1, 2, 3].map((depth) => [...folders.slice(0, depth), commit.slice(2 * depth)].join('/'));
}

/**
 * The text of a note: a commit that was filed before, by another run or at another service, keeps what was noted then.
 *
 * @param tip OID of the notes commit as it is; null: there is none yet.
 */
export async function noteAfter(objects: Objects, tip: string | null, { commit, text }: Note): Promise<string> {
  for (const path of tip === null ? [] : notePaths(commit)) {
    const before = await readBounded(objects, `${tip}:${path}`, mostNoteBytes);
    if (before === null) continue;
    return 'tooLarge' in before ? text : `${before.text.trimEnd()}\n\n${text}`;
  }
  return text;
}
