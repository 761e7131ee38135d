import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import type { Readable } from 'node:stream';
import { Problem } from '../errors.ts';
import { GitFailure, gitErrorLine } from './failure.ts';
import { ensureBlobs } from './fetch.ts';
import type { GitPath } from './git-path.ts';
import type { Repository } from './repository.ts';
import { ended } from './start-git.ts';
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

/**
 * Finds the files of a commit that match one of some extended regular expressions, also binary ones; ASCII letters match
 * in any case. Fetches what a partial clone lacks, all in one request.
 *
 * @returns paths, or in a sentence why the answer is unknown.
 */
export async function filesWith(
  repository: Repository,
  patterns: readonly string[],
  searched: Searched,
): Promise<GitPath[] | { readonly unknown: string }> {
  if (patterns.length === 0) return [];
  // With an expression for each, Git reads every file once for each.
  const read = async (parts: AsyncIterable<string>) => (await Array.fromAsync(parts)).join('');
  const out = await grep(repository, ['-l', '-E'], [patterns.join('|')], searched, read);
  if (typeof out !== 'string') return out;
  return out
    .split('\0')
    .flatMap((entry) => (entry === '' ? [] : [decodePath(entry.slice(searched.commit.length + 1))]));
}

/** A file, and the lines of it that hold a word; a file whose name is no text is left out. */
type FileLines = readonly [path: string, lines: readonly string[]];

/**
 * Finds the lines of a commit that hold one of some words, much quicker than filesWith; otherwise the same. With several
 * patterns Git looks for each in all of the file that is left, line for line, so they become one expression: of Perl's,
 * which is as quick as plain words, else a slower one.
 */
export async function linesWith(
  repository: Repository,
  words: readonly string[],
  searched: Searched,
): Promise<readonly FileLines[] | { readonly unknown: string }> {
  const pattern = words.map((word) => word.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&')).join('|');
  const read = (parts: AsyncIterable<string>) => readLines(parts, searched.commit.length + 1);
  const search = (kind: string, sought: readonly string[]) => grep(repository, [kind], sought, searched, read);
  const found = await (words.length === 1 ? search('-F', words) : search('-P', [pattern]));
  return 'unknown' in found && /Perl|PCRE/.test(found.unknown) ? search('-E', [pattern]) : found;
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

/** Runs `git grep`; once more if a partial clone lacked something. */
async function grep<T>(
  repository: Repository,
  flags: readonly string[],
  sought: readonly string[],
  searched: Searched,
  read: (parts: AsyncIterable<string>) => Promise<T>,
): Promise<T | { readonly unknown: string }> {
  try {
    const first = await grepOnce(repository, flags, sought, searched, read);
    if (first.trouble === null) return first.found;
    // Git passes over what it cannot read.
    await ensureBlobs(repository, [...new Set(searched.blobs())]);
    const { found, trouble } = await grepOnce(repository, flags, sought, searched, read);
    return trouble === null ? found : { unknown: gitErrorLine(trouble) };
  } catch (error) {
    if (error instanceof Problem) return { unknown: error.message };
    throw error;
  }
}

/** Runs `git grep` once. `trouble`: it could not read everything. */
async function grepOnce<T>(
  repository: Repository,
  kind: readonly string[],
  sought: readonly string[],
  { commit, pathspecs, blobs }: Searched,
  read: (parts: AsyncIterable<string>) => Promise<T>,
): Promise<{ readonly found: T; readonly trouble: GitFailure | null }> {
  const flags = ['-z', '-i', '-a', ...kind, '--no-color', '--full-name', '--no-recurse-submodules'];
  // Few words go as arguments: Git would wait for its input while this process does something else.
  const isShort = sought.reduce((sum, word) => sum + word.length + 4, 0) <= mostArgumentCharacters;
  const patterns = isShort ? sought.flatMap((word) => ['-e', word]) : ['-f', '-'];
  // Files are small: several threads would wait for each other.
  const child = repository.start(['-c', 'grep.threads=1', 'grep', ...flags, ...patterns, commit, '--', ...pathspecs]);
  const input = isShort ? [] : [`${sought.join('\n')}\n`];
  const { code, out, err } = await ended(child, input, (output) => read(boundedParts(output, child)));
  const isWhole = (code === 0 || code === 1) && (err === '' || !isRelevantError(err, new Set(blobs())));
  return { found: out, trouble: isWhole ? null : new GitFailure(err, 'grep', code) };
}

/** Windows takes 32,767 characters in a command line. */
const mostArgumentCharacters = 20_000;

/** More than the matching lines of any real repository. */
const mostBytes = 128 * 1024 * 1024;

/** Yields output in Latin-1, a character a byte; ends the process if it is too much. @throws Problem('limit') */
async function* boundedParts(output: Readable, child: ChildProcessWithoutNullStreams): AsyncGenerator<string> {
  let bytes = 0;
  for await (const part of output as AsyncIterable<Buffer>) {
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
