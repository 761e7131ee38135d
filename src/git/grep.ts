import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { Problem } from '../errors.ts';
import { GitFailure, gitErrorLine } from './failure.ts';
import { ensureBlobs } from './fetch.ts';
import { endOf } from './processes.ts';
import type { Repository } from './repository.ts';
import { ascii, decodePath } from './tree.ts';

/** What is searched. */
interface Searched {
  /** OID of a commit. */
  readonly commit: string;
  /** Which of its files, as pathspecs; none: all. */
  readonly pathspecs: readonly string[];
  /** OIDs of the relevant files among them; called only if a partial clone lacks some. Others may stay missing. */
  readonly blobs: () => readonly string[];
}

/** A file, and the lines of it that match; a file whose name is no text is left out. */
type FileLines = readonly [path: string, lines: readonly string[]];

/** What was found, or in a sentence why that is unknown. */
type Found = readonly FileLines[] | { readonly unknown: string };

/**
 * Finds the lines of a commit, also of binary files, that match one of some extended regular expressions; ASCII letters
 * match in any case. Fetches what a partial clone lacks, all in one request.
 */
export async function linesLike(
  repository: Repository,
  patterns: readonly string[],
  searched: Searched,
): Promise<Found> {
  // With an expression for each, Git reads every file once for each.
  return patterns.length === 0 ? [] : grep(repository, '-E', patterns.join('|'), searched);
}

/**
 * Finds the lines of a commit that hold one of some words, much quicker than linesLike; otherwise the same. With several
 * patterns Git looks for each in all of the file that is left, line for line, so they become one expression: of Perl's,
 * which is as quick as plain words, else a slower one.
 */
export async function linesWith(repository: Repository, words: readonly string[], searched: Searched): Promise<Found> {
  if (words.length === 1) return grep(repository, '-F', words.join(''), searched);
  const pattern = words.map((word) => word.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&')).join('|');
  const found = await grep(repository, '-P', pattern, searched);
  return 'unknown' in found && /Perl|PCRE/.test(found.unknown) ? grep(repository, '-E', pattern, searched) : found;
}

/**
 * Parses the lines that Git prints, as they come: `COMMIT:PATH`, NUL, and the line itself. A path may hold line ends. Equal
 * lists of lines are one list: most sources include others by the same lines.
 *
 * @param prefix the length of `COMMIT:`
 */
async function readLines(parts: AsyncIterable<string>, prefix: number): Promise<FileLines[]> {
  const found: FileLines[] = [];
  const lists = new Map<string, readonly string[]>();
  let before = '';
  let lines: string[] = [];
  const addFile = () => {
    const path = decodePath(before);
    const text = lines.join('\n');
    const list = lists.get(text) ?? lines;
    lists.set(text, list);
    if (path.raw === null) found.push([path.text, list]);
    lines = [];
  };
  let unread: string[] = [];
  for await (const part of parts) {
    unread.push(part);
    if (!part.includes('\n')) continue;
    const all = unread.join('');
    let at = 0;
    for (;;) {
      const start = all.indexOf('\0', at) + 1;
      const end = start === 0 ? -1 : all.indexOf('\n', start);
      if (end < 0) break;
      const path = all.slice(at + prefix, start - 1);
      if (path !== before && lines.length > 0) addFile();
      before = path;
      const line = all.slice(start, end);
      lines.push(ascii.test(line) ? line : Buffer.from(line, 'latin1').toString('utf8'));
      at = end + 1;
    }
    unread = [all.slice(at)];
  }
  if (lines.length > 0) addFile();
  return found;
}

/** Runs `git grep`; once more if a partial clone lacked something. @param kind the flag for the kind of pattern. */
async function grep(repository: Repository, kind: string, pattern: string, searched: Searched): Promise<Found> {
  try {
    const first = await grepOnce(repository, kind, pattern, searched);
    if (first.trouble === null) return first.found;
    // Git passes over what it cannot read.
    await ensureBlobs(repository, [...new Set(searched.blobs())]);
    const { found, trouble } = await grepOnce(repository, kind, pattern, searched);
    return trouble === null ? found : { unknown: gitErrorLine(trouble) };
  } catch (error) {
    if (error instanceof Problem) return { unknown: error.message };
    throw error;
  }
}

/** Runs `git grep` once. `trouble`: it could not read everything. */
async function grepOnce(repository: Repository, kind: string, pattern: string, { commit, pathspecs, blobs }: Searched) {
  const flags = ['-z', '-i', '-a', kind, '--no-color', '--full-name', '--no-recurse-submodules'];
  // Files are small: several threads would wait for each other.
  const child = repository.start(['-c', 'grep.threads=1', 'grep', ...flags, '-e', pattern, commit, '--', ...pathspecs]);
  child.stdin.on('error', () => {}).end();
  const read = readLines(boundedParts(child), commit.length + 1);
  const [found, { code, err }] = await Promise.all([read, endOf(child)]);
  const isWhole = (code === 0 || code === 1) && (err === '' || !isRelevantError(err, new Set(blobs())));
  return { found, trouble: isWhole ? null : new GitFailure(err, 'grep', code) };
}

/** More than the matching lines of any real repository. */
const mostBytes = 128 * 1024 * 1024;

/** Yields output in Latin-1, a character a byte; ends the process if it is too much. @throws Problem('limit') */
async function* boundedParts(child: ChildProcessWithoutNullStreams): AsyncGenerator<string> {
  let bytes = 0;
  for await (const part of child.stdout as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes <= mostBytes) yield part.toString('latin1');
    else child.kill();
  }
  if (bytes <= mostBytes) return;
  throw new Problem(
    'limit',
    'too many lines of the sources hold a word that is looked for',
    'Push fewer files at once.',
  );
}

/** True if Git complains of more than missing blobs that do not matter. A name may hold line ends. */
function isRelevantError(err: string, blobs: ReadonlySet<string>): boolean {
  const relevant = err.replace(/^error: '(?:(?!\nerror: )[\s\S])*?': unable to read ([0-9a-f]+)$/gm, (line, oid) =>
    blobs.has(oid) ? line : '',
  );
  return /^(error|fatal): /m.test(relevant);
}
