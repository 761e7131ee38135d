import { ensureBlobs } from '../git/fetch.ts';
import type { Repository } from '../git/repository.ts';
import type { SoughtWords } from './sought-words.ts';

/** The text of each source of a tree, by its path. */
export type Texts = ReadonlyMap<string, string>;

/** Most sources and bytes of a small tree: reading it is quicker than starting Git for a search. */
const most = { sources: 2000, bytes: 8_000_000 };

/**
 * Reads all sources of a small tree; null: it has more than 2000, or 8 MB. What a partial clone lacks is fetched first.
 * @param files the OIDs of all files by path. @param isSource true for files to read.
 * @throws Problem('git') if one cannot be read.
 */
export async function textsOfSmall(
  repository: Repository,
  files: ReadonlyMap<string, string>,
  isSource: (path: string) => boolean,
): Promise<Texts | null> {
  const sources: (readonly [path: string, oid: string])[] = [];
  for (const file of files) {
    if (isSource(file[0])) sources.push(file);
    if (sources.length > most.sources) return null;
  }
  const oids = [...new Set(sources.map(([, oid]) => oid))];
  const infos = await ensureBlobs(repository, oids, (oid) => sources.find((source) => source[1] === oid)?.[0]);
  const bytes = infos.reduce((sum, info) => sum + (info?.size ?? 0), 0);
  if (bytes > most.bytes) return null;
  const contents = await repository.objects.contents(oids);
  const texts = new Map(oids.map((oid, n) => [oid, sourceText(contents[n] ?? Buffer.alloc(0))]));
  return new Map(sources.map(([path, oid]) => [path, texts.get(oid) ?? '']));
}

/** Decodes a source of any encoding, as UTF-8, else as Latin-1: names in it are in ASCII or UTF-8. */
export function sourceText(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  return text.includes('\ufffd') ? bytes.toString('latin1') : text;
}

/**
 * Returns a function that finds what `git grep` would find with the same words and patterns, in any case, and perhaps
 * more: the lines with a word; an empty list if only a pattern matches, or a word is empty; null: no match.
 */
export function linesFinder({ words, patterns }: SoughtWords): (text: string) => string[] | null {
  if (words.includes('')) return () => [];
  const anywhere = new RegExp([...words.map(RegExp.escape), ...patterns].join('|'), 'im');
  const line = new RegExp(words.map(RegExp.escape).join('|'), 'i');
  return (text) => (anywhere.test(text) ? text.split('\n').filter((one) => line.test(one)) : null);
}
