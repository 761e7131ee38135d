import { messageOf, Problem } from '../errors.ts';
import { fetchBlobs, fetchRef } from './fetch.ts';
import type { ObjectInfo } from './pipe-reader.ts';
import { refuseNonRepository, remoteProblem, requireRemote } from './remote-refs.ts';
import type { Repository } from './repository.ts';

/** The ref that holds the ledger and the notes; CI tokens that may push may push it, and it starts no pipeline. */
export const notesRef = 'refs/notes/check-outs';

/** What a commit on the notes ref changes against its parent. */
interface NotesCommit {
  /** Texts of files by path, in the order of writing; null: removes the file, or the folder. */
  readonly files: ReadonlyMap<string, string | null>;
  /** Notes by the OID of the commit they are on. */
  readonly notes: ReadonlyMap<string, string>;
  readonly message: string;
  readonly at: Date;
}

type PushResult =
  | { readonly kind: 'pushed' }
  | { readonly kind: 'lostRace'; readonly why: string }
  | { readonly kind: 'refused'; readonly why: string };

/**
 * Fetches the notes ref of the ledger's remote into the scratch repository, and returns its OID; null: no ref yet.
 * @param isWhole with all contents, for a command that reads every record. @throws Problem('git') if the remote does not
 * answer.
 */
export async function fetchNotes(repository: Repository, isWhole = false): Promise<string | null> {
  const remote = repository.ledgerRemote ?? requireRemote(repository);
  const tip = await fetchRef(repository, remote, notesRef, isWhole);
  if (tip !== null) repository.ledgerCommits.add(tip);
  // A repository for the ledger alone may be empty; that of the sources is not.
  else if (remote === repository.remote) await refuseNonRepository(repository);
  return tip;
}

/**
 * Makes contents of the notes ref available, fetching them from the ledger's remote, and returns their types and sizes in
 * the order asked. @throws Problem('git') if the remote does not send one.
 */
export async function ensureNoteBlobs(repository: Repository, oids: readonly string[]): Promise<ObjectInfo[]> {
  const infos = await repository.objects.info(oids);
  const missing = [...new Set(oids.filter((_, n) => infos[n] === null))];
  if (missing.length === 0) return infos;
  const remote = repository.ledgerRemote ?? requireRemote(repository);
  await fetchBlobs(repository, missing, remote).catch((error: unknown) => {
    throw remoteProblem(remote, error);
  });
  const fetched = await repository.objects.info(oids);
  if (fetched.includes(null)) throw remoteProblem(remote, new Error('it did not send what its ref holds'));
  return fetched;
}

function dataCommand(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}\n`;
}

/** The ref that fast-import needs for its commit. */
const importedRef = 'refs/heads/check-outs';

function* importStream(parent: string | null, { files, notes, message, at }: NotesCommit): Generator<string> {
  const seconds = Math.floor(at.getTime() / 1000);
  yield `commit ${importedRef}\nmark :1\n`;
  yield `committer file-checkouts <file-checkouts@localhost> ${seconds} +0000\n`;
  yield dataCommand(message);
  if (parent !== null) yield `from ${parent}\n`;
  for (const [path, text] of files)
    yield text === null ? `D ${path}\n` : `M 100644 inline ${path}\n${dataCommand(text)}`;
  for (const [oid, text] of notes) yield `N inline ${oid}\n${dataCommand(text)}`;
  yield '\nget-mark :1\ndone\n';
}

/** Writes a commit on top of `parent` (null: the first) and returns its OID. `git log --notes=check-outs` shows its notes. */
export async function commitNotes(repository: Repository, parent: string | null, commit: NotesCommit): Promise<string> {
  const args = ['fast-import', '--quiet', '--done', '--force'];
  const output = await repository.bytes(args, { input: importStream(parent, commit) });
  repository.removeRef(importedRef);
  const oid = /^[0-9a-f]{40,64}$/m.exec(output.toString('latin1'))?.[0];
  if (oid === undefined) throw new Error('git fast-import named no commit');
  return oid;
}

const raceWords =
  /fetch first|non-fast-forward|cannot lock ref|failed to update ref|incorrect old value|stale info|reference already exists/i;

/** The line of `git push --porcelain` for a ref that is new, moved, or up to date. */
const isPushed = /^[ *=]\t\S+:refs\/notes\/check-outs\t/m;

/** Pushes a notes commit as a fast-forward; `lostRace`: another run moved the ref first. */
export async function pushNotes(repository: Repository, oid: string): Promise<PushResult> {
  const remote = repository.ledgerRemote;
  if (remote === null) return { kind: 'refused', why: 'the repository has no remote' };
  try {
    const args = ['push', '--no-verify', '--porcelain', remote.name, `${oid}:${notesRef}`];
    const output = await repository.git(args, { remote });
    // A push may end with 0 and leave the ref out.
    if (isPushed.test(output)) return { kind: 'pushed' };
    return { kind: 'refused', why: `git push ended well, and did not push ${notesRef}` };
  } catch (error) {
    if (error instanceof Problem) throw error;
    const text = messageOf(error);
    const why = refusalLine(text).slice(0, 300);
    return raceWords.test(text) ? { kind: 'lostRace', why } : { kind: 'refused', why };
  }
}

/** Returns the line of Git's words that says why a push was refused. */
function refusalLine(words: string): string {
  const noise = /^remote: *(Resolving|Counting|Compressing|Enumerating|Total|$)|^error: failed to push some refs/;
  const lines = words.split('\n').map((line) => line.trim().replaceAll('\t', ' '));
  const informative = lines.filter((line) => line !== '' && !noise.test(line));
  return informative.find((line) => /rejected\]|^(fatal|error|remote):/.test(line)) ?? informative[0] ?? '';
}
