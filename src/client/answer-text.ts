import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { SafeText } from '../secrets.ts';

const decoders = new Map([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['deflate', inflateSync],
  ['br', brotliDecompressSync],
]);

/**
 * Returns a whole body as text, decompressed where possible. Tries UTF-8 first, then the charset that the header names,
 * then Windows-1252.
 * @param limit most bytes of a decompressed body
 */
export function answerText(
  bytes: Buffer,
  headers: { readonly contentType: string | null; readonly contentEncoding: string | null },
  limit: number,
): string {
  const plain = decompress(bytes, headers.contentEncoding, limit);
  const charset = /;\s*charset="?([^\s;"]+)/i.exec(headers.contentType ?? '')?.[1];
  return decode(plain, 'utf-8') ?? decode(plain, charset) ?? new TextDecoder('windows-1252').decode(plain);
}

function decompress(bytes: Buffer, encoding: string | null, maxOutputLength: number): Buffer {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const encodingName = (encoding ?? '').trim().toLowerCase();
  const decoder = decoders.get(encodingName) ?? (isGzip ? gunzipSync : null);
  if (decoder === null) return bytes;
  try {
    return decoder(bytes, { maxOutputLength });
  } catch {
    return bytes;
  }
}

/** Returns the text; null for an unknown charset, or bytes that are invalid in it. */
function decode(bytes: Buffer, charset: string | undefined): string | null {
  if (charset === undefined) return null;
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Longest piece of an answer that is read for a snippet; keeps the work small for answers of any size. */
const snippetSource = 4_000;

/** Returns a safe, short piece of an answer's body for a sentence; of a page only its text. */
export function toSnippet(body: string, safe: SafeText): string {
  // Masked before the final cut, so that no half of a token remains.
  const piece = safe(body.slice(0, 2 * snippetSource), snippetSource);
  if (!/^\s*</.test(piece)) return safe(piece);
  return safe(piece.replace(/<[^>]*>?/g, ' '));
}
