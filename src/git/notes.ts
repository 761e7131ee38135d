import { Problem, toMessage } from '../errors.ts';
import { fetchMissing } from './blobs.ts';
import { listRemoteBranches, requireRemote } from './branches.ts';
import { GitFailure, pickGitErrorLine } from './failure.ts';
import { fetchInto } from './fetch.ts';
import type { ObjectInfo } from './objects.ts';
import { isHttp, toRemoteProblem } from './remote.ts';
import type { Repository } from './repository.ts';
import { writeTree } from './tree.ts';

/** The ref that holds the ledger and the notes; CI tokens that may push may push it, and it starts no pipeline. */
export const notesRef = 'refs/notes/check-outs';

type PushResult = { readonly kind: 'pushed' } | { readonly kind: 'lostRace' | 'refused'; readonly why: string };

/**
 * Fetches the tip of the notes ref from the ledger's remote, without history, and returns its OID; null if the remote has none yet.
 * listRemoteBranches then asks again: the tip of a branch must not be older than what the ledger says of it. @param isWhole fetches all
 * contents; else ensureNoteBlobs fetches those read. @throws Problem('git') for no remote, or no answer, as over HTTP from a login page
 */
export async function fetchNotes(repository: Repository, isWhole = false): Promise<string | null> {
  const remote = requireRemote(repository.ledgerRemote);
  const flags = ['--depth=1', ...(isWhole ? [] : ['--filter=blob:none'])];
  const fetched = repository.runExclusive(async () => {
    // Into no ref: a later fetch would send it as a "have", and the remote would take all of its contents for sent.
    await fetchInto(repository, [notesRef], flags, remote);
    return repository.takeFetched();
  });
  const tip = await fetched.catch((error) => {
    if (error instanceof GitFailure && error.meansNo) return null;
    throw toRemoteProblem(remote, error);
  });
  repository.seen.branches = null;
  // A repository for the ledger alone may be empty; that of the sources is not.
  if (tip === null && remote === repository.remote && isHttp(remote.url)) await listRemoteBranches(repository);
  return tip;
}

/** Fetches missing blobs from the ledger's remote; returns type and size of all `oids` in order, none null. @throws Problem('git') */
export async function ensureNoteBlobs(repository: Repository, oids: readonly string[]): Promise<ObjectInfo[]> {
  const remote = requireRemote(repository.ledgerRemote);
  return fetchMissing(repository, oids, remote, (_, error) =>
    toRemoteProblem(remote, error ?? new Error('it did not send what its ref holds')),
  );
}

/**
 * Writes a commit on top of `parent` (null for the first) into the scratch repository, and returns its OID; pushes nothing. @param files
 * texts by path; null removes the file, or the folder with all that is not written again. @throws Problem('git')
 */
export async function commitNotes(
  repository: Repository,
  parent: string | null,
  { files, message, at }: { files: ReadonlyMap<string, string | null>; message: string; at: Date },
): Promise<string> {
  const toBlob = (text: string) => ({ mode: '100644', oid: repository.write('blob', Buffer.from(text)) });
  const puts = new Map(Array.from(files, ([path, text]) => [path, text === null ? null : toBlob(text)]));
  const tree = await writeTree(repository, parent === null ? null : `${parent}^{tree}`, puts);
  const by = `file-checkouts <file-checkouts@localhost> ${Math.floor(at.getTime() / 1000)} +0000`;
  const above = parent === null ? '' : `parent ${parent}\n`;
  const text = `tree ${tree}\n${above}author ${by}\ncommitter ${by}\n\n${message}`;
  return repository.write('commit', Buffer.from(text));
}

const raceWords =
  /fetch first|non-fast-forward|cannot lock ref|failed to update ref|incorrect old value|stale info|reference already exists/i;

/**
 * Pushes a notes commit to the ledger's remote, as a fast-forward. Returns `pushed`, also if the ref has it already; `lostRace` if another
 * run moved or locked the ref; `refused` for any other reason, also no answer. @throws Problem('git') for no remote, or if Git cannot run
 */
export async function pushNotes(repository: Repository, oid: string): Promise<PushResult> {
  const remote = requireRemote(repository.ledgerRemote);
  try {
    const output = await remote.git(['push', '--no-verify', '--porcelain', remote.name, `${oid}:${notesRef}`]);
    // The ref is new, moved, or up to date; a push may end with 0 and leave it out.
    if (/^[ *=]\t\S+:refs\/notes\/check-outs\t/m.test(output)) return { kind: 'pushed' };
    return { kind: 'refused', why: `git push ended well, and did not push ${notesRef}` };
  } catch (error) {
    if (error instanceof Problem) throw error;
    return { kind: raceWords.test(toMessage(error)) ? 'lostRace' : 'refused', why: pickGitErrorLine(error) };
  }
}
