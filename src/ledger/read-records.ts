import type { Objects } from '../git/objects.ts';
import { inQuestions, mostInQuestion } from './in-questions.ts';
import { type ReadRecord, readAny, readKept } from './kept.ts';
import type { SealKeys } from './seal.ts';

/** Where a record stands in the tree of the notes ref, and the OID of its blob. */
export interface Place {
  readonly place: string;
  readonly oid: string;
}

/** What was read at a place; undefined: no record. */
type Read = ReadRecord | { readonly damaged: string } | undefined;

export const notRead = { damaged: 'not read, as there are more than 16 MiB of records that are not sealed' } as const;

/**
 * Reads records in their order, many in one question, and the next ones while these are looked at.
 *
 * @param tip OID of the notes commit. @param mayRead asked before each question: false gives `notRead` for what is left.
 */
export async function* readRecords(
  objects: Objects,
  { tip, places }: { readonly tip: string; readonly places: readonly Place[] },
  keys: SealKeys | null,
  mayRead: () => boolean,
): AsyncGenerator<Read, undefined> {
  const groups = await groupsOf(objects, places);
  const ask = (n: number): Promise<readonly Buffer[]> | null => {
    const group = groups[n];
    if (group === undefined || !mayRead()) return null;
    const asked = group.isLong ? Promise.resolve([]) : objects.contents(group.places.map(({ oid }) => oid));
    // Whoever waits for it gets the error.
    asked.catch(() => {});
    return asked;
  };
  let next = ask(0);
  for (const [n, { places: now }] of groups.entries()) {
    const read = await next;
    next = ask(n + 1);
    for (const [m, { place }] of now.entries()) {
      const bytes = read?.[m];
      if (read === null) yield notRead;
      else if (bytes === undefined) yield (await readAny(objects, tip, place, keys)) ?? undefined;
      else yield await readKept(objects, `${tip}:${place}`, bytes, keys);
    }
  }
  return undefined;
}

interface Group {
  readonly places: Place[];
  readonly isLong: boolean;
}

async function groupsOf(objects: Objects, places: readonly Place[]): Promise<Group[]> {
  const infos = await objects.info(places.map(({ oid }) => oid));
  const sizes = infos.map((info) => (info?.type === 'blob' ? info.size : Number.POSITIVE_INFINITY));
  const groups = inQuestions(places, (_, n) => sizes[n] ?? 0);
  let first = 0;
  return groups.map((of) => {
    const isLong = (sizes[first] ?? 0) > mostInQuestion;
    first += of.length;
    return { places: of, isLong };
  });
}
