/** Searches the sources of a small tree in memory, and divides those of a large one, which Git searches, into halves. */
import { isUtf8 } from 'node:buffer';
import { ensureBlobs } from '../git/blobs.ts';
import type { Repository } from '../git/repository.ts';
import type { SoughtWords } from './sought-words.ts';

/**
 * Divides files into halves for two searches, by a character at a place before the end of their names: Git packs together what ends alike.
 * Returns two lists of one Git pathspec, which excludes the other half (too short names are in both); [[]] if no place divides them well.
 */
export function splitInHalves(paths: readonly string[]): (readonly string[])[] {
  const names = paths.map((path) => path.slice(path.lastIndexOf('/') + 1).toLowerCase());
  let best = { place: 0, some: '', count: 0 };
  for (let place = 0; place < 16 && best.count < names.length * 0.45; place += 1) {
    const half = { place, some: '', count: 0 };
    const byChar = Map.groupBy(names, (name) => name.at(-1 - place) ?? '');
    for (const [char, { length }] of [...byChar].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
      if (!/[a-z0-9]/.test(char) || half.count + length > names.length * 0.55) continue;
      half.some += char;
      half.count += length;
    }
    if (half.count > best.count) best = half;
  }
  if (best.count < names.length * 0.4) return [[]];
  const without = (chars: string) => `:(exclude,icase,glob)**/*${chars}${'?'.repeat(best.place)}`;
  return [[without(`[!${best.some}]`)], [without(`[${best.some}]`)]];
}

/** Most sources and bytes of a small tree: reading it is quicker than starting Git for a search. */
const most = { sources: 2000, bytes: 8_000_000 };

/** Returns texts by path for `sources` (OIDs by path); fetches missing ones; null for over 2,000 sources or 8 MB. @throws Problem('git') */
export async function readTextsIfSmall(repository: Repository, sources: ReadonlyMap<string, string>) {
  if (sources.size > most.sources) return null;
  const oids = [...new Set(sources.values())];
  const infos = await ensureBlobs(repository, oids, (wanted) => [...sources].find(([, oid]) => oid === wanted)?.[0]);
  const bytes = infos.reduce((sum, info) => sum + (info?.size ?? 0), 0);
  if (bytes > most.bytes) return null;
  const contents = await repository.objects.contents(oids);
  const texts = new Map(oids.map((oid, n) => [oid, decodeSource(contents[n] ?? Buffer.alloc(0))]));
  return new Map(Array.from(sources, ([path, oid]) => [path, texts.get(oid) ?? '']));
}

/** Decodes the content of a source: as UTF-8, or if it is not valid as such, as Latin-1, where ASCII stays readable. */
export const decodeSource = (bytes: Buffer): string => bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1');

/** Returns a finder of a text's lines with a word (give one), in any case: [] if only a pattern matches or a word is ''; null if none. */
export function createLineFinder({ words, patterns }: SoughtWords): (text: string) => string[] | null {
  if (words.includes('')) return () => [];
  const anywhere = new RegExp([...words.map(RegExp.escape), ...patterns].join('|'), 'im');
  const line = new RegExp(words.map(RegExp.escape).join('|'), 'i');
  return (text) => (anywhere.test(text) ? text.split('\n').filter((one) => line.test(one)) : null);
}
