import type { Objects } from '../git/objects.ts';

/**
 * A blob by any name that means one (`<commit>:<path>`), as bytes and as text; null when there is none. One of more bytes
 * than `most` is not read.
 */
export async function readBounded(
  objects: Objects,
  name: string,
  most: number,
): Promise<{ readonly bytes: Uint8Array; readonly text: string } | { readonly tooLarge: true } | null> {
  const [info] = await objects.info([name]);
  if (info?.type !== 'blob') return null;
  if (info.size > most) return { tooLarge: true };
  const content = await objects.content(name);
  const bytes = content instanceof Blob ? new Uint8Array(await content.arrayBuffer()) : content;
  return { bytes, text: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8') };
}
