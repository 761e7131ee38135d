import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import type { Readable } from 'node:stream';
import { Problem } from '../errors.ts';
import { GitFailure, gitErrorLine } from './failure.ts';
import { ensureBlobs } from './fetch.ts';
import type { GitPath } from './git-path.ts';
import type { Repository } from './repository.ts';
import { ended } from './start-git.ts';
import { ascii, decodePath } from './tree.ts';

/** The files that are searched. */
interface Searched {
  /** OID of a commit. */
  readonly commit: string;
  /** Pathspecs that select some of its files; none: all. */
  readonly pathspecs: readonly string[];
  /** OIDs of the relevant files among them; called only if a partial clone lacks some. Others may stay missing. */
  readonly blobs: () => readonly string[];
}

/** Why a search has no answer, in a sentence. */
interface Unknown {
  readonly unknown: string;
}

/**
 * Finds the files of a commit that match one of some extended regular expressions, also binary ones; ASCII letters match
 * in any case. Finds none without patterns. Fetches what a partial clone lacks, all in one request.
 */
export async function filesWith(
  repository: Repository,
  patterns: readonly string[],
  searched: Searched,
): Promise<GitPath[] | Unknown> {
  if (patterns.length === 0) return [];
  // With an expression for each, Git reads every file once for each.
  const out = await grep(repository, ['-l', '-E'], patterns.join('|'), searched);
  if ('unknown' in out) return out;
  const entries = out.toString('latin1').split('\0').slice(0, -1);
  return entries.map((entry) => decodePath(entry.slice(searched.commit.length + 1)));
}

/** A file, and the lines of it that hold a word. */
type FileLines = readonly [path: string, lines: readonly string[]];

/** About half of all files, by their names. */
const half = '*[0-4a-m].*';

/**
 * Finds the lines of a commit that hold one of some words (at least one), much quicker than filesWith; otherwise the same.
 * Leaves out files whose name is not UTF-8.
 */
export async function linesWith(
  repository: Repository,
  words: readonly string[],
  searched: Searched,
): Promise<readonly FileLines[] | Unknown> {
  // Reading the contents takes longest, so two processes share them.
  const parts =
    searched.pathspecs.length > 0 ? [searched.pathspecs] : [[`:(icase)${half}`], [':/', `:(exclude,icase)${half}`]];
  const outs = await Promise.all(parts.map((pathspecs) => linesOfPart(repository, words, { ...searched, pathspecs })));
  const found: FileLines[] = [];
  for (const out of outs) {
    if ('unknown' in out) return out;
    addLines(found, out, searched.commit.length + 1);
  }
  return found;
}

/**
 * Returns Git's output for a part of the files. With several patterns Git looks for each in all of the file that is left,
 * line for line, so they become one expression: of Perl's, which is as quick as plain words, else a slower one.
 */
async function linesOfPart(repository: Repository, words: readonly string[], searched: Searched) {
  const [word = ''] = words;
  if (words.length === 1) return grep(repository, ['-F'], word, searched);
  const pattern = words.map((word) => word.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&')).join('|');
  const out = await grep(repository, ['-P'], pattern, searched);
  const isWithoutPerl = 'unknown' in out && /Perl|PCRE/.test(out.unknown);
  return isWithoutPerl ? grep(repository, ['-E'], pattern, searched) : out;
}

/** Adds to `found` the lines that Git prints: `COMMIT:` (`prefix` bytes), path, NUL, line. A path may hold line ends. */
function addLines(found: FileLines[], out: Buffer, prefix: number): void {
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
}

/** Runs `git grep`, and once more, after a fetch, if a partial clone lacked something; a Problem becomes `unknown`. */
async function grep(repository: Repository, flags: readonly string[], pattern: string, searched: Searched) {
  try {
    const found = await grepOnce(repository, flags, pattern, searched);
    if (!('trouble' in found)) return found;
    // Git passes over what it cannot read.
    await ensureBlobs(repository, [...new Set(searched.blobs())]);
    const again = await grepOnce(repository, flags, pattern, searched);
    return 'trouble' in again ? { unknown: gitErrorLine(again.trouble) } : again;
  } catch (error) {
    if (error instanceof Problem) return { unknown: error.message };
    throw error;
  }
}

/** Runs `git grep` once; `trouble`: it could not read everything. @throws Problem('limit'), or if Git cannot be started. */
async function grepOnce(repository: Repository, kind: readonly string[], pattern: string, searched: Searched) {
  const { commit, pathspecs, blobs } = searched;
  const flags = ['-z', '-i', '-a', ...kind, '--no-color', '--full-name', '--no-recurse-submodules'];
  // A short pattern is an argument: Git would wait for its input while this process does something else.
  const isShort = pattern.length <= mostArgumentCharacters;
  const sought = isShort ? ['-e', pattern] : ['-f', '-'];
  // Files are small: several threads would wait for each other.
  const child = repository.start(['-c', 'grep.threads=1', 'grep', ...flags, ...sought, commit, '--', ...pathspecs]);
  const { code, out, err } = await ended(child, isShort ? [] : [`${pattern}\n`], (output) =>
    readBounded(output, child),
  );
  const isWhole = (code === 0 || code === 1) && (err === '' || !isRelevantError(err, new Set(blobs())));
  return isWhole ? out : { trouble: new GitFailure(err, 'grep', code) };
}

/** Windows takes 32,767 characters in a command line. */
const mostArgumentCharacters = 20_000;

/** More than the matching lines of any real repository. */
const mostBytes = 128 * 1024 * 1024;

/** Reads the output of a process; past the limit ends it. @throws Problem('limit') */
async function readBounded(output: Readable, child: ChildProcessWithoutNullStreams): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of output as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes <= mostBytes) parts.push(part);
    else child.kill();
  }
  if (bytes <= mostBytes) return Buffer.concat(parts);
  const what = 'too many lines of the sources hold a word that is looked for';
  throw new Problem('limit', what, 'Push fewer files at once.');
}

/** True if Git complains of more than missing blobs that do not matter. A name may hold line ends. */
function isRelevantError(err: string, blobs: ReadonlySet<string>): boolean {
  const relevant = err.replace(/^error: '(?:(?!\nerror: )[\s\S])*?': unable to read ([0-9a-f]+)$/gm, (line, oid) =>
    blobs.has(oid) ? line : '',
  );
  return /^(error|fatal): /m.test(relevant);
}
