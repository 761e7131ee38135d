import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { Problem, toMessage } from '../errors.ts';
import { ensureBlobs } from './blobs.ts';
import { GitFailure, pickGitErrorLine } from './failure.ts';
import { ascii, decodePath } from './git-path.ts';
import { waitForEnd } from './processes.ts';
import type { Repository } from './repository.ts';

/** Files of a commit (its OID) to search: those of `pathspecs`, or all. */
interface Searched {
  readonly commit: string;
  readonly pathspecs: readonly string[];
  /** Returns the OIDs of the relevant files among them; called only after an error of Git. Others may stay missing. */
  readonly blobs: () => readonly string[];
}

/** A file, and the lines of it that match, as text; a file whose name is not UTF-8 is left out. */
type FileLines = readonly [path: string, lines: readonly string[]];

/**
 * Searches a commit's files (binary too) for lines that match one of some extended regular expressions ([]: none), in any ASCII case;
 * returns files (if the name is UTF-8) with these lines, in Git's order. Fetches missing `blobs`. @throws Problem('git'), also over 128 MiB
 */
export async function findLinesLike(repository: Repository, patterns: readonly string[], searched: Searched) {
  // With an expression for each, Git reads every file once for each.
  return patterns.length === 0 ? [] : runGrep(repository, '-E', patterns.join('|'), searched);
}

/** Searches as findLinesLike, but quicker, for lines with one of some plain texts. @param words never []. @throws as findLinesLike */
export async function findLinesWith(repository: Repository, words: readonly string[], searched: Searched) {
  if (words.length === 1) return runGrep(repository, '-F', words.join(''), searched);
  const pattern = words.map((word) => word.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&')).join('|');
  return runGrep(repository, '-P', pattern, searched).catch((error) => {
    if (lacksPerl(error)) return runGrep(repository, '-E', pattern, searched);
    throw error;
  });
}

/** True for the failure of a Git that was built without Perl's regular expressions. */
const lacksPerl = (error: unknown) => /^fatal: .*\b(?:Perl-compatible|PCRE)/m.test(toMessage(error));

/** Parses `git grep -z` (`COMMIT:PATH`, NUL, a line) as it comes, by file; drops names not in UTF-8. @param prefix length of `COMMIT:` */
async function parseGrepOutput(parts: AsyncIterable<string>, prefix: number): Promise<FileLines[]> {
  const found: FileLines[] = [];
  const lists = new Map<string, readonly string[]>();
  let before = '';
  let lines: string[] = [];
  const addFile = () => {
    const path = decodePath(before.slice(prefix));
    const text = lines.join('\n');
    // Most sources include others by the same lines: equal lists are one.
    const list = lists.get(text) ?? lines;
    lists.set(text, list);
    if (path.raw === null) found.push([path.text, list]);
    lines = [];
  };
  let unread = '';
  for await (const part of parts) {
    unread += part;
    if (!part.includes('\n')) continue;
    let at = 0;
    for (const [entry, path = '', line = ''] of unread.matchAll(/([^\0]*)\0([^\n]*)\n/gy)) {
      if (path !== before && lines.length > 0) addFile();
      before = path;
      lines.push(ascii.test(line) ? line : Buffer.from(line, 'latin1').toString('utf8'));
      at += entry.length;
    }
    unread = unread.slice(at);
  }
  if (lines.length > 0) addFile();
  return found;
}

/** Runs `git grep`; if it fails (lacksPerl: no retry) or skips one of `blobs`, fetches these and tries once more. @throws Problem('git') */
async function runGrep(
  repository: Repository,
  kind: string,
  pattern: string,
  searched: Searched,
  isRetry = false,
): Promise<FileLines[]> {
  const { commit, pathspecs, blobs } = searched;
  const flags = ['-z', '-i', '-a', kind, '--no-color', '--full-name', '--no-recurse-submodules'];
  // Files are small: several threads would wait for each other.
  const child = repository.start(['-c', 'grep.threads=1', 'grep', ...flags, '-e', pattern, commit, '--', ...pathspecs]);
  child.stdin.on('error', () => {}).end();
  const read = parseGrepOutput(readOutputParts(child), commit.length + 1);
  const [found, { code, err }] = await Promise.all([read, waitForEnd(child)]);
  const isWhole = (code === 0 || code === 1) && (err === '' || !isRelevantError(err, new Set(blobs())));
  if (isWhole) return found;
  const failure = new GitFailure(err, 'grep', code);
  if (isRetry || lacksPerl(failure)) throw new Problem('git', pickGitErrorLine(failure), 'Try again.');
  // Git passes over what it cannot read.
  await ensureBlobs(repository, blobs());
  return runGrep(repository, kind, pattern, searched, true);
}

/** More than the matching lines of any real repository. */
const mostBytes = 128 * 1024 * 1024;

/** Yields a process's output in Latin-1, a character a byte. Over 128 MiB kills the process, and @throws Problem('git') once it ended. */
async function* readOutputParts(child: ChildProcessWithoutNullStreams): AsyncGenerator<string> {
  let bytes = 0;
  for await (const part of child.stdout as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes <= mostBytes) yield part.toString('latin1');
    else child.kill();
  }
  if (bytes <= mostBytes) return;
  throw new Problem('git', 'too many lines of the sources hold a word that is looked for', 'Push fewer files at once.');
}

/** True if Git had an error (not a warning) that matters: on a blob of `blobs`, or on anything else than reading some other blob. */
function isRelevantError(err: string, blobs: ReadonlySet<string>): boolean {
  const relevant = err.replace(/^error: '(?:(?!\nerror: )[\s\S])*?': unable to read ([0-9a-f]+)$/gm, (line, oid) =>
    blobs.has(oid) ? line : '',
  );
  return /^(error|fatal): /m.test(relevant);
}
