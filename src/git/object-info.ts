/** What `cat-file --batch-check` says of an object; null: not in the object store. */
export type ObjectInfo = { readonly type: string; readonly size: number } | null;

/**
 * `<oid> <type> <size>`; anything else (`<name> missing`, where a name may hold blanks) means: not in the store.
 * @throws Error when it is the answer to another question: no content ever passes for another's.
 */
export function parseInfo(line: string, asked: string): ObjectInfo {
  // Nearly always it is a blob, asked for by its own name.
  const size = line.startsWith(asked) && line.startsWith(' blob ', asked.length) ? line.slice(asked.length + 6) : '';
  return /^\d+$/.test(size) ? { type: 'blob', size: Number(size) } : parseOtherInfo(line, asked);
}

function parseOtherInfo(line: string, asked: string): ObjectInfo {
  const [, oid, type, size] = /^([0-9a-f]+) ([a-z]+) (\d+)$/.exec(line) ?? [];
  const isKnown = oid !== undefined && type !== undefined && size !== undefined;
  if (isKnown && (oid === asked || !isOid.test(asked))) return { type, size: Number(size) };
  // Git 2.51 and later names the commit of a submodule, which is elsewhere.
  if (!isKnown && (line.startsWith(`${asked} `) || /^[0-9a-f]+ submodule$/.test(line))) return null;
  throw new Error(`git cat-file was asked for ${asked} and answered: ${line.slice(0, 100)}`);
}

const isOid = /^([0-9a-f]{40}|[0-9a-f]{64})$/;
