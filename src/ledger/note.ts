/** The note on a filed commit (`git log --notes=check-outs`): who filed, with what, and each request. No seal protects it: only shown. */
import { ensureNoteBlobs } from '../git/notes.ts';
import type { Repository } from '../git/repository.ts';
import { findFilesAt } from '../git/tree.ts';
import type { HostEvent } from '../host/event.ts';
import { escapeText } from '../log.ts';
import { formatIdentity, type Identity } from '../plan/identity.ts';
import type { RecordKey, Standing } from './record.ts';

/** A note: the commit it is on, and its text. */
export interface Note {
  readonly commit: string;
  readonly text: string;
}

/** What a note says of the run; `service` as in the ledger. */
interface NoteRun extends Pick<RecordKey, 'service' | 'branch'> {
  readonly run: string;
  readonly event: HostEvent;
  readonly at: Date;
  readonly version: string;
  readonly mappingBlob: string | null;
}

/** One request of a note; `path` is readable. */
interface NoteRow extends Pick<Standing, 'objectId' | 'path'> {
  readonly outcome: string;
  readonly reason: string;
  readonly identity: Identity;
  readonly rfp: number | null;
}

/** Formats the note of a run, each line escaped: headings (`Run: ...`), then a line for each request in the order given. */
export function formatNote(about: NoteRun, rows: readonly NoteRow[]): string {
  const { event, run } = about;
  const lines = [
    `Run: ${run}${event.run.url === null ? '' : ` ${event.run.url}`}`,
    `At: ${about.at.toISOString()}`,
    `Service: ${about.service}`,
    `Account: ${event.run.actor ?? 'unknown'}`,
    `Tool: file-checkouts ${about.version}`,
    `Mapping: ${about.mappingBlob ?? 'none'}`,
    `Branch: ${about.branch}`,
    ...rows.map(({ outcome, reason, identity, objectId, rfp, path }) => {
      const number = objectId === null ? '' : ` #${objectId}`;
      return `${outcome} ${reason} ${formatIdentity(identity)}${number}${rfp ? ` RFP ${rfp}` : ''} ${path}`;
    }),
  ];
  return lines.map(escapeText).join('\n');
}

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/**
 * Parses a note into its runs, the oldest first: `run` without URL, `service`, `branch`, and `account` and `at`, null if not known. Leaves
 * out the requests of each run, and a run without name, service or branch.
 */
function parseNote(note: string) {
  return note.split('\n\n').flatMap((text) => {
    const headings = text.split('\n', 7).flatMap((line) => [...line.matchAll(/^([A-Z][a-z]+): (.*)$/g)]);
    const values: Partial<Record<string, string>> = Object.fromEntries(headings.map(([, ...pair]) => pair));
    const { Run: run, Service: service, Branch: branch, Account: account = 'unknown', At: at = '' } = values;
    if (run === undefined || service === undefined || branch === undefined) return [];
    // The address of the run follows its name.
    const noted = { run: run.replace(/ https?:\/\/\S*$/, ''), service, branch };
    return [{ ...noted, account: account === 'unknown' ? null : account, at: time.test(at) ? at : null }];
  });
}

type OfRecord = Pick<RecordKey, 'service' | 'branch'>;

export type NotedRuns = ReturnType<typeof indexNotedRuns>;

/** Parses notes, and returns functions that find the runs which they name. @param notes texts by the commit they are on. */
export function indexNotedRuns(notes: ReadonlyMap<string, string>) {
  const blocks = new Map([...notes].map(([commit, note]) => [commit, parseNote(note)]));

  /** Returns the blocks of a commit's note for the record's branch and service, the oldest first; [] if there is no note. */
  function listBlocks(commit: string, { service, branch }: OfRecord) {
    const [name, at] = [escapeText(branch), escapeText(service)];
    return (blocks.get(commit) ?? []).filter((block) => block.branch === name && block.service === at);
  }

  /** Finds the last block of a run in the note on a commit, for the record's branch and service; null: there is none. */
  function findRun(commit: string, record: OfRecord, run: string) {
    return listBlocks(commit, record).findLast((block) => block.run === escapeText(run)) ?? null;
  }

  /**
   * Finds who wrote a request last: by its run's last block in its commit's note; without one, by the only block for the record's branch
   * and service. Else `account` and `at` are null, `run` that of the request. `user`: the service's, as sent, else answered, or null.
   */
  function findFiler({ commit, run, user, fields }: Standing, record: OfRecord) {
    const [first = null, second] = listBlocks(commit, record);
    const note = findRun(commit, record, run) ?? (second === undefined ? first : null);
    // An unsealed record may have a number here.
    const sent = typeof fields.user === 'string' ? fields.user : null;
    return { user: sent ?? user, account: note?.account ?? null, run: note?.run ?? run, commit, at: note?.at ?? null };
  }

  return { findRun, findFiler };
}

/** A longer note is not read, and the next one replaces it: no run has written it. */
const mostNoteBytes = 1024 * 1024;

/** Most bytes of all notes that are read; later ones are left out. */
const mostBytes = 64 * 1024 * 1024;

/** Returns the paths at which Git may keep the note of a commit, zero to three folders deep: the more notes, the deeper. */
const listNotePaths = (commit: string) =>
  [0, 2, 4, 6].map((at) => `${commit.slice(0, at).replace(/../g, '$&/')}${commit.slice(at)}`);

/**
 * Returns the path and whole text of a commit's note with a text added at its end; writes nothing. A note that readNotes leaves out (over 1
 * MiB) is replaced. @param tip OID of the notes commit; null: none @throws as readNotes does
 */
export async function buildNextNote(repository: Repository, tip: string | null, { commit, text }: Note) {
  const [found] = await findNotes(repository, tip, [commit]);
  const before = (await readNotes(repository, tip, [commit])).get(commit);
  const path = found?.path ?? `${commit.slice(0, 2)}/${commit.slice(2)}`;
  return [path, before === undefined ? text : `${before.trimEnd()}\n\n${text}`] as const;
}

/** Finds the files of the notes on some commits, at any of listNotePaths; none for a commit without. @throws Problem('git') */
async function findNotes({ objects }: Repository, tip: string | null, commits: Iterable<string>) {
  if (tip === null) return [];
  const byPath = new Map(
    [...commits].flatMap((commit) => listNotePaths(commit).map((path) => [path, commit] as const)),
  );
  const sides = await findFilesAt(objects, tip, byPath.keys());
  return [...sides].flatMap(([path, side]) => (side ? [{ path, commit: byPath.get(path) ?? '', oid: side.oid }] : []));
}

/**
 * Returns the texts of the notes on some commits, by commit; fetches missing ones in one request. Leaves out notes over 1 MiB, and those
 * that would make the sum over 64 MiB. @param tip OID of the notes commit; null: none @throws Problem('git') if one is unreadable
 */
export async function readNotes(repository: Repository, tip: string | null, commits: Iterable<string>) {
  const found = await findNotes(repository, tip, commits);
  const oids = found.map(({ oid }) => oid);
  const infos = await ensureNoteBlobs(repository, oids);
  let remaining = mostBytes;
  const read = found.filter((_, n) => {
    const size = infos[n]?.size ?? mostBytes;
    const fits = size <= mostNoteBytes && size <= remaining;
    if (fits) remaining -= size;
    return fits;
  });
  const contents = await repository.objects.contents(read.map(({ oid }) => oid));
  return new Map(read.map(({ commit }, n) => [commit, contents[n]?.toString('utf8') ?? '']));
}
