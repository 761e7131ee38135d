import { messageOf, Problem } from '../errors.ts';
import { unreadable } from './failure.ts';
import { fetchTip } from './fetch.ts';
import { forgetRef, remoteRef } from './remote-refs.ts';
import type { Repository } from './repository.ts';

/** The ref that holds the ledger and the notes; CI tokens that may push may push it, and it starts no pipeline. */
export const notesRef = 'refs/notes/check-outs';

/** What one commit on the notes ref is to hold beyond its parent. */
export interface NotesCommit {
  /** Files by path; UTF-8 text, or its bytes. */
  readonly files: ReadonlyMap<string, string | Buffer>;
  /** Notes by the OID of the commit they are on. */
  readonly notes: ReadonlyMap<string, string>;
  readonly message: string;
  readonly at: Date;
}

/** How a push of the notes ref ended. */
export type PushResult = { readonly kind: 'pushed' | 'lostRace' } | { readonly kind: 'refused'; readonly why: string };

/** How often the ref may move between asking and fetching before that is an error. */
const tries = 5;

/**
 * Where the notes ref is at the remote, fetched into the scratch repository; null when nobody made it yet. The first
 * call takes the answer of the run's one question, every later one asks anew.
 *
 * @throws Problem('git') when the remote cannot be asked.
 */
export async function fetchNotes(repository: Repository): Promise<string | null> {
  for (let left = tries; ; left -= 1) {
    const tip = await remoteRef(repository, notesRef);
    forgetRef(repository, notesRef);
    if (tip === null) return null;
    try {
      await fetchTip(repository, tip);
      repository.besideBranches.add(tip);
      return tip;
    } catch (error) {
      // A server that sends tips only refuses one that somebody has just moved.
      if (left === 1) throw unreadable('the ledger', error);
    }
  }
}

function data(text: string | Buffer): (string | Buffer)[] {
  return [`data ${Buffer.byteLength(text)}\n`, text, '\n'];
}

/**
 * Writes a commit on top of `parent` (null: the first) in one process and gives its OID. Notes go where Git itself
 * would put them, so that `git log --notes=check-outs` and our files share the ref.
 */
export async function commitNotes(repository: Repository, parent: string | null, commit: NotesCommit): Promise<string> {
  const seconds = Math.floor(commit.at.getTime() / 1000);
  const parts = [
    'commit refs/heads/check-outs\nmark :1\n',
    `committer file-checkouts <file-checkouts@localhost> ${seconds} +0000\n`,
    ...data(commit.message),
    parent === null ? '' : `from ${parent}\n`,
    ...[...commit.files].flatMap(([path, text]) => [`M 100644 inline ${path}\n`, ...data(text)]),
    ...[...commit.notes].flatMap(([oid, text]) => [`N inline ${oid}\n`, ...data(text)]),
    '\nget-mark :1\ndone\n',
  ];
  // As bytes at once: a record of thousands of requests is held no more often than it has to be.
  const input = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
  const output = await repository.git(['fast-import', '--quiet', '--done', '--force'], { input });
  const oid = /^[0-9a-f]{40,64}$/m.exec(output)?.[0];
  if (oid === undefined) throw new Error('git fast-import named no commit');
  return oid;
}

const race =
  /fetch first|non-fast-forward|cannot lock ref|failed to update ref|incorrect old value|stale info|reference already exists/i;

/** Pushes a notes commit as a fast-forward: whoever comes second is refused and has to look again. */
export async function pushNotes(repository: Repository, oid: string): Promise<PushResult> {
  if (repository.remote === null) return { kind: 'refused', why: 'the repository has no remote' };
  try {
    // Not --quiet: simple-git waits for 50 ms where a process has nothing to say.
    const args = ['push', '--no-verify', repository.remote.name, `${oid}:${notesRef}`];
    await repository.git(args, { remote: true });
    return { kind: 'pushed' };
  } catch (error) {
    if (error instanceof Problem) throw error;
    const text = messageOf(error);
    if (race.test(text)) return { kind: 'lostRace' };
    const progress = /^remote: *(Resolving|Counting|Compressing|Enumerating|Total|$)/;
    const lines = text
      .trim()
      .split('\n')
      .filter((line) => !progress.test(line.trim()));
    const why = lines.find((line) => /rejected\]|^(fatal|error|remote):/.test(line.trim())) ?? lines[0] ?? '';
    return { kind: 'refused', why: why.trim().slice(0, 300) };
  }
}
