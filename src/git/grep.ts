import { buffer, text } from 'node:stream/consumers';
import { Problem } from '../errors.ts';
import { GitFailure, gitWords } from './failure.ts';
import { presentBlobs } from './fetch.ts';
import type { GitPath } from './git-path.ts';
import type { Repository } from './repository.ts';
import { notStarted } from './start-git.ts';
import { pathOfBytes } from './tree.ts';

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
  try {
    const found = await grep(repository, sought, searched);
    if (!('trouble' in found)) return found;
    // Git passes over what it cannot read: the answer counts only when nothing is missing.
    await presentBlobs(repository, [...new Set(searched.blobs())]);
    const again = await grep(repository, sought, searched);
    return 'trouble' in again ? { unknown: gitWords(again.trouble) } : again;
  } catch (error) {
    if (error instanceof Problem) return { unknown: error.message };
    throw error;
  }
}

/** One expression for all is nearly as quick as one word; with one for each, every file is read once for each. */
function expressionOf({ words, patterns }: SearchedFor): string {
  const literal = words.map((word) => word.replace(/[.[\]{}()*+?^$|\\]/g, '\\$&') || '.');
  return [...literal, ...patterns].join('|');
}

/** Runs `git grep` once. `trouble`: there was something it could not read. */
async function grep(
  repository: Repository,
  sought: SearchedFor,
  { commit, pathspecs, blobs }: Searched,
): Promise<GitPath[] | { readonly trouble: GitFailure }> {
  const flags = ['-z', '-l', '-i', '-a', '-E', '--no-color', '--full-name', '--no-recurse-submodules'];
  const child = repository.start(['grep', ...flags, '-f', '-', commit, '--', ...pathspecs]);
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', (error) => reject(notStarted(error)));
    child.on('close', resolve);
  });
  // A process that ends before it has read everything tells why by its exit code.
  child.stdin.on('error', () => {});
  child.stdin.end(`${expressionOf(sought)}\n`);
  const [code, out, err] = await Promise.all([ended, buffer(child.stdout), text(child.stderr)]);
  const isWhole = (code === 0 || code === 1) && (err === '' || !isTrouble(err, new Set(blobs())));
  if (!isWhole) return { trouble: new GitFailure(err, 'grep', code) };
  return out
    .toString('latin1')
    .split('\0')
    .flatMap((entry) => (entry === '' ? [] : [pathOfBytes(entry.slice(commit.length + 1))]));
}

/** True when Git complains of more than contents that it lacks and that do not matter. A name may hold line ends. */
function isTrouble(err: string, blobs: ReadonlySet<string>): boolean {
  const left = err.replace(/^error: '(?:(?!\nerror: )[\s\S])*?': unable to read ([0-9a-f]+)$/gm, (line, oid) =>
    blobs.has(oid) ? line : '',
  );
  return /^(error|fatal): /m.test(left);
}
