import { basename } from 'node:path';
import { Problem } from '../errors.ts';
import { ensureBlobs } from '../git/blobs.ts';
import type { Repository } from '../git/repository.ts';
import type { TreeSide } from '../git/tree.ts';
import { canDetectKind, detectSourceKind, type SourceSays } from '../init/source-says.ts';
import { findSourceFileType } from '../init/source-types.ts';
import { parseTrackedFile } from '../init/tracked-file.ts';
import { findProgramsAndModules, isBuildSource } from '../uses/built-as.ts';
import { decodeSource } from '../uses/search.ts';
import { listStatedUses } from '../uses/source-uses.ts';
import type { SayingSource } from '../uses/use.ts';

const largestBytes = 1024 * 1024;
const filesAtOnce = 300;

/** Calls `onContent` for each file up to 1 MiB, in order; fetches missing ones. Returns null, or why it stopped before the end. */
async function readContents(
  repository: Repository,
  files: readonly TreeSide[],
  onContent: (path: string, bytes: Buffer) => void,
): Promise<string | null> {
  try {
    for (let at = 0; at < files.length; at += filesAtOnce) {
      const part = files.slice(at, at + filesAtOnce);
      const oids = part.map(({ oid }) => oid);
      const infos = await ensureBlobs(repository, oids);
      const small = part.filter((_, n) => (infos[n]?.size ?? Number.POSITIVE_INFINITY) <= largestBytes);
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
 * own content says (detectSourceKind); no entry if neither does. `unknown` says why not all contents could be read; null if they were.
 * @param onContent is called with each content of up to 1 MiB; without it, only build files and files that can tell are read
 */
export async function readSourceKinds(
  repository: Repository,
  files: readonly TreeSide[],
  onContent?: (path: string, bytes: Buffer) => void,
) {
  const own = new Map<string, SourceSays>();
  const build: SayingSource[] = [];
  const isDetectable = (path: string) => canDetectKind(deriveMemberType(path));
  const asked = onContent ? files : files.filter(({ path }) => isDetectable(path.text) || isBuildSource(path.text));
  const unknown = await readContents(repository, asked, (path, bytes) => {
    onContent?.(path, bytes);
    const text = decodeSource(bytes);
    if (isBuildSource(path)) build.push({ path, said: listStatedUses(path, text) });
    const said = detectSourceKind(deriveMemberType(path), text);
    if (said !== null) own.set(path, said);
  });
  const says = new Map(own);
  const paths = asked.map(({ path }) => path.text).filter(isDetectable);
  for (const [path, is] of findProgramsAndModules(build, paths))
    if (own.get(path)?.is !== is) says.set(path, { is, by: 'build' });
  return { says, unknown };
}

/** Returns a path's extension (parseTrackedFile, upper case), else the usual one in its directory (`RPGLE` in `QRPGLESRC`), else ''. */
function deriveMemberType(path: string): string {
  const { extension, gpath } = parseTrackedFile(path);
  return extension || (findSourceFileType(basename(gpath))?.extensions[0] ?? '');
}
