import { basename } from 'node:path';
import { Problem } from '../errors.ts';
import { ensureBlobs } from '../git/fetch.ts';
import type { Repository } from '../git/repository.ts';
import type { TreeSide } from '../git/tree.ts';
import { canTell, type SourceSays, sourceSays } from '../init/source-says.ts';
import { typeInSourceFile } from '../init/source-types.ts';
import { trackedFile } from '../init/tracked-file.ts';
import { builtAs, isBuildSource } from '../uses/built-as.ts';
import { sourceText } from '../uses/search.ts';
import { saidBy } from '../uses/source-uses.ts';
import type { SayingSource } from '../uses/use.ts';

/** Bytes of the largest source. */
const largest = 1024 * 1024;
/** How many are read at once. */
const atOnce = 300;

/** Calls `onContent` for each file up to 1 MiB, in order; fetches missing ones. Returns null, or why it stopped before the end. */
async function readContents(
  repository: Repository,
  files: readonly TreeSide[],
  onContent: (path: string, bytes: Buffer) => void,
): Promise<string | null> {
  try {
    for (let at = 0; at < files.length; at += atOnce) {
      const part = files.slice(at, at + atOnce);
      const oids = part.map(({ oid }) => oid);
      const infos = await ensureBlobs(repository, oids);
      const small = part.filter((_, n) => (infos[n]?.size ?? Number.POSITIVE_INFINITY) <= largest);
      const contents = await repository.objects.contents(small.map(({ oid }) => oid));
      for (const [n, { path }] of small.entries()) onContent(path.text, contents[n] ?? Buffer.alloc(0));
    }
    return null;
  } catch (error) {
    if (error instanceof Problem) return error.message;
    throw error;
  }
}

/**
 * Reads files, and returns in `says`, by path, what sources become (program, module, script): as build files among them say, else as their
 * own content says (sourceSays); no entry for a source of which neither says it. `unknown` says why not all contents could be read; null if
 * they were. @param onContent is called with each content of up to 1 MiB; without it, only build files and files that can tell are read
 */
export async function readSays(
  repository: Repository,
  files: readonly TreeSide[],
  onContent?: (path: string, bytes: Buffer) => void,
) {
  const own = new Map<string, SourceSays>();
  const build: SayingSource[] = [];
  const tells = (path: string) => canTell(memberType(path));
  const asked = onContent ? files : files.filter(({ path }) => tells(path.text) || isBuildSource(path.text));
  const unknown = await readContents(repository, asked, (path, bytes) => {
    onContent?.(path, bytes);
    const text = sourceText(bytes);
    if (isBuildSource(path)) build.push({ path, said: saidBy(path, text) });
    const said = sourceSays(memberType(path), text);
    if (said !== null) own.set(path, said);
  });
  const says = new Map(own);
  const paths = asked.map(({ path }) => path.text).filter(tells);
  for (const [path, is] of builtAs(build, paths)) if (own.get(path)?.is !== is) says.set(path, { is, by: 'build' });
  return { says, unknown };
}

/** Returns the extension of a file in upper case; if it has none, the usual one in its directory (`RPGLE` in `QRPGLESRC`); else ''. */
function memberType(path: string): string {
  const { extension, gpath } = trackedFile(path);
  return extension || (typeInSourceFile(basename(gpath))?.extensions[0] ?? '');
}
