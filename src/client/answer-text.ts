import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

const decoders = new Map([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['deflate', inflateSync],
  ['br', brotliDecompressSync],
]);

/**
 * Reads a whole body, also a compressed one; what cannot be decompressed is read as it came. What reads as UTF-8 is
 * UTF-8, whatever charset it names; else it is in that charset, else in Latin-1 (as Windows has it).
 * @param limit the most bytes that a decompressed body may have
 */
export function answerText(
  bytes: Buffer,
  headers: { readonly contentType: string | null; readonly contentEncoding: string | null },
  limit: number,
): string {
  const plain = decompressed(bytes, headers.contentEncoding, limit);
  const charset = /;\s*charset="?([^\s;"]+)/i.exec(headers.contentType ?? '')?.[1];
  return decoded(plain, 'utf-8') ?? decoded(plain, charset) ?? new TextDecoder('windows-1252').decode(plain);
}

function decompressed(bytes: Buffer, encoding: string | null, maxOutputLength: number): Buffer {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const named = (encoding ?? '').trim().toLowerCase();
  const decoder = decoders.get(named) ?? (isGzip ? gunzipSync : null);
  if (decoder === null) return bytes;
  try {
    return decoder(bytes, { maxOutputLength });
  } catch {
    return bytes;
  }
}

/** Null for a charset that is none, and for bytes that are none of it. */
function decoded(bytes: Buffer, charset: string | undefined): string | null {
  if (charset === undefined) return null;
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
