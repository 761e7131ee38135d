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
  const out = await grep(repository, ['-l', '-E'], [patterns.join('|')], searched);
  if ('unknown' in out) return out;
  return out
    .toString('latin1')
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
  const search = (kind: string, sought: readonly string[]) => grep(repository, [kind], sought, searched);
  let out = await (words.length === 1 ? search('-F', words) : search('-P', [pattern]));
  if ('unknown' in out && /Perl|PCRE/.test(out.unknown)) out = await search('-E', [pattern]);
  return 'unknown' in out ? out : fileLines(out, searched.commit.length + 1);
}

/** Parses the lines that Git prints: `COMMIT:PATH`, NUL, and the line itself. A path may hold line ends. */
function fileLines(out: Buffer, prefix: number): FileLines[] {
  const found: FileLines[] = [];
  const all = out.toString('latin1');
  let before: string | null = null;
  let lines: string[] = [];
  for (let at = 0; at < all.length; ) {
    const start = all.indexOf('\0', at) + 1;
    if (start === 0) break;
    const lineEnd = all.indexOf('\n', start);
    const end = lineEnd < 0 ? all.length : lineEnd;
    const bytes = all.slice(at + prefix, start - 1);
    if (bytes !== before) {
      before = bytes;
      lines = [];
      const path = decodePath(bytes);
      if (path.raw === null) found.push([path.text, lines]);
    }
    const line = all.slice(start, end);
    lines.push(ascii.test(line) ? line : out.toString('utf8', start, end));
    at = end + 1;
  }
  return found;
}

/** Runs `git grep`; once more if a partial clone lacked something. */
async function grep(
  repository: Repository,
  flags: readonly string[],
  sought: readonly string[],
  searched: Searched,
): Promise<Buffer | { readonly unknown: string }> {
  try {
    const found = await grepOnce(repository, flags, sought, searched);
    if (!('trouble' in found)) return found;
    // Git passes over what it cannot read.
    await ensureBlobs(repository, [...new Set(searched.blobs())]);
    const again = await grepOnce(repository, flags, sought, searched);
    return 'trouble' in again ? { unknown: gitErrorLine(again.trouble) } : again;
  } catch (error) {
    if (error instanceof Problem) return { unknown: error.message };
    throw error;
  }
}

/** Runs `git grep` once. `trouble`: it could not read everything. */
async function grepOnce(
  repository: Repository,
  kind: readonly string[],
  sought: readonly string[],
  { commit, pathspecs, blobs }: Searched,
): Promise<Buffer | { readonly trouble: GitFailure }> {
  const flags = ['-z', '-i', '-a', ...kind, '--no-color', '--full-name', '--no-recurse-submodules'];
  // Few words go as arguments: Git would wait for its input while this process does something else.
  const isShort = sought.reduce((sum, word) => sum + word.length + 4, 0) <= mostArgumentCharacters;
  const patterns = isShort ? sought.flatMap((word) => ['-e', word]) : ['-f', '-'];
  // Files are small: several threads would wait for each other.
  const child = repository.start(['-c', 'grep.threads=1', 'grep', ...flags, ...patterns, commit, '--', ...pathspecs]);
  const input = isShort ? [] : [`${sought.join('\n')}\n`];
  const { code, out, err } = await ended(child, input, (output) => readBounded(output, child));
  const isWhole = (code === 0 || code === 1) && (err === '' || !isRelevantError(err, new Set(blobs())));
  return isWhole ? out : { trouble: new GitFailure(err, 'grep', code) };
}

/** Windows takes 32,767 characters in a command line. */
const mostArgumentCharacters = 20_000;

/** More than the matching lines of any real repository. */
const mostBytes = 128 * 1024 * 1024;

/** Reads output, and ends the process if it is too much. @throws Problem('limit') */
async function readBounded(output: Readable, child: ChildProcessWithoutNullStreams): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of output as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes <= mostBytes) parts.push(part);
    else child.kill();
  }
  if (bytes <= mostBytes) return Buffer.concat(parts);
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
