import { messageOf, Problem } from '../errors.ts';
import { fetchBlobs, fetchRef } from './fetch.ts';
import type { ObjectInfo } from './pipe-reader.ts';
import { cannotAsk, needRemote, refuseNoRemote } from './remote-refs.ts';
import type { Repository } from './repository.ts';

/** The ref that holds the ledger and the notes; CI tokens that may push may push it, and it starts no pipeline. */
export const notesRef = 'refs/notes/check-outs';

/** What one commit on the notes ref is to hold beyond its parent. */
export interface NotesCommit {
  /** Texts of files by path, in the order in which they are written; null: the file, or the folder, goes. */
  readonly files: ReadonlyMap<string, string | null>;
  /** Notes by the OID of the commit they are on. */
  readonly notes: ReadonlyMap<string, string>;
  readonly message: string;
  readonly at: Date;
}

export type PushResult =
  | { readonly kind: 'pushed' }
  | { readonly kind: 'lostRace'; readonly why: string }
  | { readonly kind: 'refused'; readonly why: string };

/**
 * Fetches the notes ref of the ledger's remote into the scratch repository, without contents, and gives its OID; null
 * when it has none yet. @param isWhole with all contents: for what reads every record. @throws Problem('git') when the remote cannot be asked.
 */
export async function fetchNotes(repository: Repository, isWhole = false): Promise<string | null> {
  const remote = repository.ledgerRemote ?? needRemote(repository);
  const tip = await fetchRef(repository, remote, notesRef, isWhole);
  if (tip !== null) repository.besideBranches.add(tip);
  // A repository that is kept for the ledger alone may be empty; that of the sources is not.
  else if (remote === repository.remote) await refuseNoRemote(repository);
  return tip;
}

/**
 * Types and sizes of contents of the notes ref, in the order asked; what is not here yet is fetched from the ledger's
 * remote, all in one request. @throws Problem('git') when the remote does not send it.
 */
export async function presentNotes(repository: Repository, oids: readonly string[]): Promise<ObjectInfo[]> {
  const infos = await repository.objects.info(oids);
  const missing = [...new Set(oids.filter((_, n) => infos[n] === null))];
  if (missing.length === 0) return infos;
  const remote = repository.ledgerRemote ?? needRemote(repository);
  await fetchBlobs(repository, missing, remote).catch((error: unknown) => {
    throw cannotAsk(remote, error);
  });
  const now = await repository.objects.info(oids);
  if (now.includes(null)) throw cannotAsk(remote, new Error('it did not send what its ref holds'));
  return now;
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}\n`;
}

/** Where fast-import puts the commit, which it cannot do without; nothing else reads it. */
const importedRef = 'refs/heads/check-outs';

function* importStream(parent: string | null, { files, notes, message, at }: NotesCommit): Generator<string> {
  const seconds = Math.floor(at.getTime() / 1000);
  yield `commit ${importedRef}\nmark :1\n`;
  yield `committer file-checkouts <file-checkouts@localhost> ${seconds} +0000\n`;
  yield data(message);
  if (parent !== null) yield `from ${parent}\n`;
  for (const [path, text] of files) yield text === null ? `D ${path}\n` : `M 100644 inline ${path}\n${data(text)}`;
  for (const [oid, text] of notes) yield `N inline ${oid}\n${data(text)}`;
  yield '\nget-mark :1\ndone\n';
}

/**
 * Writes a commit on top of `parent` (null: the first) and gives its OID. Notes go where Git itself would put them, for
 * `git log --notes=check-outs`.
 */
export async function commitNotes(repository: Repository, parent: string | null, commit: NotesCommit): Promise<string> {
  const args = ['fast-import', '--quiet', '--done', '--force'];
  const output = await repository.bytes(args, { input: importStream(parent, commit) });
  repository.takeRef(importedRef);
  const oid = /^[0-9a-f]{40,64}$/m.exec(output.toString('latin1'))?.[0];
  if (oid === undefined) throw new Error('git fast-import named no commit');
  return oid;
}

const race =
  /fetch first|non-fast-forward|cannot lock ref|failed to update ref|incorrect old value|stale info|reference already exists/i;

/** What `git push --porcelain` says of a ref that is there now: new, moved, or up to date. */
const isPushed = /^[ *=]\t\S+:refs\/notes\/check-outs\t/m;

/** Pushes a notes commit as a fast-forward: a run that comes second has lost the race and looks again. */
export async function pushNotes(repository: Repository, oid: string): Promise<PushResult> {
  const remote = repository.ledgerRemote;
  if (remote === null) return { kind: 'refused', why: 'the repository has no remote' };
  try {
    const args = ['push', '--no-verify', '--porcelain', remote.name, `${oid}:${notesRef}`];
    const output = await repository.git(args, { remote });
    // A push that ends well and does not say so of the ref has not pushed it.
    if (isPushed.test(output)) return { kind: 'pushed' };
    return { kind: 'refused', why: `git push ended well, and did not push ${notesRef}` };
  } catch (error) {
    if (error instanceof Problem) throw error;
    const text = messageOf(error);
    const why = whyNot(text).slice(0, 300);
    return race.test(text) ? { kind: 'lostRace', why } : { kind: 'refused', why };
  }
}

/** The line of Git's words that says why a push was refused. */
function whyNot(words: string): string {
  const beside = /^remote: *(Resolving|Counting|Compressing|Enumerating|Total|$)|^error: failed to push some refs/;
  const lines = words.split('\n').map((line) => line.trim().replaceAll('\t', ' '));
  const telling = lines.filter((line) => line !== '' && !beside.test(line));
  return telling.find((line) => /rejected\]|^(fatal|error|remote):/.test(line)) ?? telling[0] ?? '';
}
