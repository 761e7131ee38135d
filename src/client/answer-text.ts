import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { SafeText } from '../secrets.ts';

const decoders = new Map(Object.entries({ deflate: inflateSync, br: brotliDecompressSync }));

/**
 * Returns a whole body as text: decompressed by its Content-Encoding or, if that is not known but the bytes begin as gzip, as gzip; then
 * decoded as UTF-8, else in the charset of its Content-Type, else in Windows-1252, which takes any bytes. @param limit most bytes after
 * decompression; a longer or broken body is decoded as it came, compressed
 */
export function decodeAnswer(bytes: Buffer, type: string | null, encoding: string | null, limit: number): string {
  const plain = decompress(bytes, encoding, limit);
  const charset = /;\s*charset="?([^\s;"]+)/i.exec(type ?? '')?.[1];
  return decode(plain) ?? decode(plain, charset) ?? new TextDecoder('windows-1252').decode(plain);
}

/** Decompresses by the encoding, as gzip if it is neither deflate nor br. Returns bytes that are not compressed so, or too long, as they are. */
function decompress(bytes: Buffer, encoding: string | null, maxOutputLength: number): Buffer {
  const decoder = decoders.get((encoding ?? '').toLowerCase()) ?? gunzipSync;
  try {
    return decoder(bytes, { maxOutputLength });
  } catch {
    return bytes;
  }
}

/** Decodes bytes, by default as UTF-8; null if the charset is unknown, or the bytes are invalid in it. */
function decode(bytes: Buffer, charset?: string): string | null {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Longest piece of an answer that is read for a snippet; keeps the work small for answers of any size. */
const snippetSource = 4_000;

/** Returns the beginning of a body on one line: masked and cut by `safe`, and without tags if it begins with `<`; '' if nothing is left. */
export function toSnippet(body: string, safe: SafeText): string {
  // Masked before the final cut, so that no half of a token remains.
  const piece = safe(body.slice(0, 2 * snippetSource), snippetSource);
  return safe(piece.startsWith('<') ? piece.replace(/<[^>]*>?/g, ' ') : piece);
}
