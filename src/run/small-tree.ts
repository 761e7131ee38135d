import { presentBlobs } from '../git/fetch.ts';
import type { Repository } from '../git/repository.ts';
import type { Sought } from '../uses/sought-words.ts';
import { languageOf } from '../uses/source-uses.ts';

/** The text of each source of a tree, by its path. */
export type Texts = ReadonlyMap<string, string>;

/** A tree is small up to so many sources, and bytes in them: starting Git for a search takes longer than reading it. */
const most = { sources: 2000, bytes: 8_000_000 };

/** A search for more words finds nearly every source. */
const mostWords = 20;

/**
 * All sources of a small tree, read at once; null for a large one. What a partial clone lacks is fetched first.
 *
 * @param files the OIDs of all files by their paths.
 * @throws Problem('git') when one cannot be had.
 */
export async function textsOfSmall(repository: Repository, files: ReadonlyMap<string, string>): Promise<Texts | null> {
  const sources: (readonly [path: string, oid: string])[] = [];
  for (const file of files) {
    if (languageOf(file[0]) !== null) sources.push(file);
    if (sources.length > most.sources) return null;
  }
  const oids = [...new Set(sources.map(([, oid]) => oid))];
  const infos = await presentBlobs(repository, oids, (oid) => sources.find((source) => source[1] === oid)?.[0]);
  const bytes = infos.reduce((sum, info) => sum + (info?.size ?? 0), 0);
  if (bytes > most.bytes) return null;
  const contents = await repository.objects.contents(oids);
  const texts = new Map(oids.map((oid, n) => [oid, sourceText(contents[n] ?? Buffer.alloc(0))]));
  return new Map(sources.map(([path, oid]) => [path, texts.get(oid) ?? '']));
}

/** Sources are of many encodings; the names in them are in ASCII, or in UTF-8. */
export function sourceText(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  return text.includes('\ufffd') ? bytes.toString('latin1') : text;
}

/** Finds what `git grep` would find with the same words and patterns, and perhaps more. */
export function matcherOf({ words, patterns }: Pick<Sought, 'words' | 'patterns'>): (text: string) => boolean {
  if (words.length > mostWords || words.includes('')) return () => true;
  const literal = words.map((word) => RegExp.escape(word));
  const expression = new RegExp([...literal, ...patterns].join('|'), 'im');
  return (text) => expression.test(text);
}
