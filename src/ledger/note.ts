import type { Objects } from '../git/objects.ts';
import { entriesAt, isFile } from '../git/tree.ts';
import { inQuestions } from './in-questions.ts';
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

/** All notes that are read have so many bytes at most; what comes then is not read. */
const mostBytes = 64 * 1024 * 1024;

/**
 * The notes on some commits, as they stand: nothing seals a note, so whoever can push may have written it.
 *
 * @param tip OID of the notes commit; null: there is none.
 * @returns texts by commit; a commit without a note, or with one that is too large, has none.
 * @throws Problem('git') when a tree of the notes cannot be read.
 */
export async function notesOn(
  objects: Objects,
  tip: string | null,
  commits: Iterable<string>,
): Promise<Map<string, string>> {
  const notes = new Map<string, string>();
  if (tip === null) return notes;
  const byPath = new Map([...commits].flatMap((commit) => notePaths(commit).map((path) => [path, commit] as const)));
  const sides = await entriesAt(objects, tip, byPath.keys());
  const found = [...sides].flatMap(([path, side]) => {
    const commit = byPath.get(path);
    return side === null || !isFile(side) || commit === undefined ? [] : [{ commit, oid: side.oid }];
  });
  const infos = await objects.info(found.map(({ oid }) => oid));
  let left = mostBytes;
  const read = found.flatMap(({ commit, oid }, n) => {
    const size = infos[n]?.type === 'blob' ? (infos[n]?.size ?? 0) : mostBytes;
    if (size > mostNoteBytes || size > left) return [];
    left -= size;
    return [{ commit, oid, size }];
  });
  await Promise.all(
    inQuestions(read, ({ size }) => size).map(async (question) => {
      const contents = await objects.contents(question.map(({ oid }) => oid));
      for (const [n, { commit }] of question.entries()) notes.set(commit, contents[n]?.toString('utf8') ?? '');
    }),
  );
  return notes;
}
