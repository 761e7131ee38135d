/** Resolves paths within a repository. */

/** Returns the folder of a path; empty at the root. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0));
}

/**
 * Resolves a path from a folder, without `.` and `..`; empty: the root of the repository; null: it leads out of it,
 * begins with `/`, or has a variable (`&`).
 */
export function joined(folder: string, path: string): string | null {
  if (path.startsWith('/') || path.includes('&')) return null;
  const parts: string[] = [];
  for (const part of `${folder}/${path}`.split('/')) {
    if (part === '..' && parts.pop() === undefined) return null;
    if (part !== '' && part !== '.' && part !== '..') parts.push(part);
  }
  return parts.join('/');
}

/**
 * Returns the folders in `includePath` of an `iproj.json`, from the root of the repository; those that `joined` cannot
 * resolve are left out.
 * @param path of the `iproj.json`. @param text its content; none in invalid JSON, or without such a list.
 */
export function includePathsOf(path: string, text: string): string[] {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return [];
  }
  const paths = typeof read === 'object' && read !== null && 'includePath' in read ? read.includePath : null;
  if (!Array.isArray(paths)) return [];
  return paths.flatMap((one) => (typeof one === 'string' ? (joined(folderOf(path), one) ?? []) : []));
}
