import type { Objects } from '../git/objects.ts';

/** The text of a blob by any name that means one (`<commit>:<path>`); null when there is none. */
export async function readText(objects: Objects, name: string): Promise<string | null> {
  const [info] = await objects.info([name]);
  return info?.type === 'blob' ? (await objects.read(name)).text() : null;
}
