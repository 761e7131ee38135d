import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import type { Readable } from 'node:stream';
import { Problem } from '../errors.ts';
import { GitFailure, gitWords } from './failure.ts';
import { presentBlobs } from './fetch.ts';
import type { GitPath } from './git-path.ts';
import type { Repository } from './repository.ts';
import { ended } from './start-git.ts';
import { ascii, pathOfBytes } from './tree.ts';

/** What is searched for: one of these has to stand in a file, ASCII letters in whatever case. */
export interface SearchedFor {
  /** Without line ends; an empty one stands everywhere. */
  readonly words: readonly string[];
  /** Extended regular expressions. */
  readonly patterns: readonly string[];
}

/** What is searched. */
export interface Searched {
  /** OID of a commit; no work tree is needed. */
  readonly commit: string;
  /** Which of its files, as pathspecs; none: all. */
  readonly pathspecs: readonly string[];
  /**
   * OIDs of the files that matter among them; asked for only when a partial clone turns out to lack some. What is lacking
   * of others, as pictures, is nobody's trouble.
   */
  readonly blobs: () => readonly string[];
}

/**
 * The files of a commit in which one of the words or patterns stands, also in what looks binary: one process for all.
 * What a partial clone lacks is fetched first, all in one request.
 *
 * @returns why it is unknown, in a sentence, where a content cannot be had.
 */
export async function filesWith(
  repository: Repository,
  sought: SearchedFor,
  searched: Searched,
): Promise<GitPath[] | { readonly unknown: string }> {
  if (sought.words.length + sought.patterns.length === 0) return [];
  const out = await grep(repository, ['-l', '-E'], [expressionOf(sought)], searched);
  if ('unknown' in out) return out;
  return out
    .toString('latin1')
    .split('\0')
    .flatMap((entry) => (entry === '' ? [] : [pathOfBytes(entry.slice(searched.commit.length + 1))]));
}

/** A file, and the lines of it in which a word stands; one whose name is no text is left out. */
export type FileLines = readonly [path: string, lines: readonly string[]];

/** Half of the files, as their names go. */
const half = '*[0-4a-m].*';

/**
 * The lines of a commit in which one of some words stands; otherwise as filesWith. Git looks for fixed words, even for
 * some of them, much quicker than for any expression.
 */
export async function linesWith(
  repository: Repository,
  words: readonly string[],
  searched: Searched,
): Promise<readonly FileLines[] | { readonly unknown: string }> {
  // To read the contents takes longest: two processes share them where all are read.
  const parts =
    searched.pathspecs.length > 0 ? [searched.pathspecs] : [[`:(icase)${half}`], [':/', `:(exclude,icase)${half}`]];
  const outs = await Promise.all(parts.map((pathspecs) => grep(repository, ['-F'], words, { ...searched, pathspecs })));
  const found: FileLines[] = [];
  for (const out of outs) {
    if ('unknown' in out) return out;
    addLines(found, out, searched.commit.length + 1);
  }
  return found;
}

/** Parts what Git tells of each line: `COMMIT:PATH`, NUL, and itself. A path may hold line ends. */
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
      const path = pathOfBytes(bytes);
      if (path.raw === null) found.push([path.text, lines]);
    }
    const line = all.slice(start, end);
    lines.push(ascii.test(line) ? line : out.toString('utf8', start, end));
    at = end + 1;
  }
}

/** One expression for all is nearly as quick as one word; with one for each, every file is read once for each. */
function expressionOf({ words, patterns }: SearchedFor): string {
  const literal = words.map((word) => word.replace(/[.[\]{}()*+?^$|\\]/g, '\\$&') || '.');
  return [...literal, ...patterns].join('|');
}

/** What `git grep` tells; tried again where a partial clone lacked something. */
async function grep(
  repository: Repository,
  flags: readonly string[],
  sought: readonly string[],
  searched: Searched,
): Promise<Buffer | { readonly unknown: string }> {
  try {
    const found = await grepOnce(repository, flags, sought, searched);
    if (!('trouble' in found)) return found;
    // Git passes over what it cannot read: the answer counts only when nothing is missing.
    await presentBlobs(repository, [...new Set(searched.blobs())]);
    const again = await grepOnce(repository, flags, sought, searched);
    return 'trouble' in again ? { unknown: gitWords(again.trouble) } : again;
  } catch (error) {
    if (error instanceof Problem) return { unknown: error.message };
    throw error;
  }
}

/** Runs `git grep` once. `trouble`: there was something it could not read. */
async function grepOnce(
  repository: Repository,
  kind: readonly string[],
  sought: readonly string[],
  { commit, pathspecs, blobs }: Searched,
): Promise<Buffer | { readonly trouble: GitFailure }> {
  const flags = ['-z', '-i', '-a', ...kind, '--no-color', '--full-name', '--no-recurse-submodules'];
  // Of several threads most wait for each other: files are small.
  // Not from its input: Git would wait for it while this process does something else.
  const patterns = sought.flatMap((one) => ['-e', one]);
  const child = repository.start(['-c', 'grep.threads=1', 'grep', ...flags, ...patterns, commit, '--', ...pathspecs]);
  const { code, out, err } = await ended(child, [], (output) => bounded(output, child));
  const isWhole = (code === 0 || code === 1) && (err === '' || !isTrouble(err, new Set(blobs())));
  return isWhole ? out : { trouble: new GitFailure(err, 'grep', code) };
}

/** More than the lines of any repository that say what its sources use. */
const mostBytes = 128 * 1024 * 1024;

/** @throws Problem('limit') for more than anybody wants to hold. */
async function bounded(output: Readable, child: ChildProcessWithoutNullStreams): Promise<Buffer> {
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

/** True when Git complains of more than contents that it lacks and that do not matter. A name may hold line ends. */
function isTrouble(err: string, blobs: ReadonlySet<string>): boolean {
  const left = err.replace(/^error: '(?:(?!\nerror: )[\s\S])*?': unable to read ([0-9a-f]+)$/gm, (line, oid) =>
    blobs.has(oid) ? line : '',
  );
  return /^(error|fatal): /m.test(left);
}
