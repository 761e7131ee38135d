/**
 * The note on a filed commit, for `git log --notes=check-outs`: who filed, with what, and one line per request. Nothing
 * seals a note, so whoever can push may have written it: it is shown, and nothing follows from it.
 */
import { ensureNoteBlobs } from '../git/notes.ts';
import type { Repository } from '../git/repository.ts';
import { filesAt, isFile } from '../git/tree.ts';
import type { HostEvent } from '../host/event.ts';
import { escapeText } from '../log.ts';
import { type Identity, identityText } from '../plan/identity.ts';
import type { RecordKey, Standing } from './record.ts';

/** A note beside the record: the commit it is on, and its text. */
export interface Note {
  readonly commit: string;
  readonly text: string;
}

/** What a note says of the run itself; `service` as the ledger knows it. */
interface NoteRun extends Pick<RecordKey, 'service' | 'branch'> {
  readonly run: string;
  readonly event: HostEvent;
  readonly at: Date;
  readonly version: string;
  readonly mappingBlob: string | null;
}

/** One request as a note tells of it; `path` is readable. */
interface NoteRow extends Pick<Standing, 'objectId' | 'path'> {
  readonly outcome: string;
  readonly reason: string;
  readonly identity: Identity;
  readonly rfp: number | null;
}

export function noteText(about: NoteRun, rows: readonly NoteRow[]): string {
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
      return `${outcome} ${reason} ${identityText(identity)}${number}${rfp ? ` RFP ${rfp}` : ''} ${path}`;
    }),
  ];
  return lines.map(escapeText).join('\n');
}

/** What a note says of a run. */
interface NotedRun {
  readonly run: string;
  /** Account at the host. */
  readonly account: string | null;
  readonly at: string | null;
}

/** Who filed a request, when, and from which commit, as far as record and notes say it. */
interface Filer extends NotedRun {
  /** The service's user, as it was sent or an answer told it; null: not known. */
  readonly user: string | null;
  readonly commit: string;
}

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** Reads what noteText writes: a block a run, the oldest first, with a blank line between. */
function blocksOf(note: string): (NotedRun & { readonly service: string; readonly branch: string })[] {
  return note.split('\n\n').flatMap((text) => {
    const heads = text.split('\n', 7).map((line) => /^([A-Z][a-z]+): (.*)$/.exec(line) ?? []);
    const said = new Map(heads.map(([, name, value]) => [name, value]));
    const [run, service, branch, account, at = ''] = ['Run', 'Service', 'Branch', 'Account', 'At'].map((name) =>
      said.get(name),
    );
    if (run === undefined || service === undefined || branch === undefined) return [];
    const known = account === undefined || account === 'unknown' ? null : account;
    // Behind the run comes its address.
    return [
      { run: run.replace(/ https?:\/\/\S*$/, ''), service, branch, account: known, at: time.test(at) ? at : null },
    ];
  });
}

type OfRecord = Pick<RecordKey, 'service' | 'branch'>;

/** What notes say of the runs that filed, by commit and run. */
export class NotedRuns {
  readonly #notes: ReadonlyMap<string, string>;
  readonly #blocks = new Map<string, ReturnType<typeof blocksOf>>();

  /** @param notes texts by the commit they are on. */
  constructor(notes: ReadonlyMap<string, string>) {
    this.#notes = notes;
  }

  /** What the note says of a run that filed a commit for a branch; null: nothing. */
  of(commit: string, of: OfRecord, run: string): NotedRun | null {
    const name = escapeText(run);
    return this.#for(commit, of).findLast((block) => block.run === name) ?? null;
  }

  /** Who wrote a request last: its run, or the only one that the note names for the branch. */
  filerOf({ commit, run, user, fields }: Standing, record: OfRecord): Filer {
    const [first = null, second] = this.#for(commit, record);
    const said = this.of(commit, record, run) ?? (second === undefined ? first : null);
    // A record that nobody has sealed may have a number there.
    const sent = typeof fields.user === 'string' ? fields.user : null;
    return { user: sent ?? user, account: said?.account ?? null, run: said?.run ?? run, commit, at: said?.at ?? null };
  }

  #for(commit: string, { service, branch }: OfRecord) {
    const blocks = this.#blocks.get(commit) ?? blocksOf(this.#notes.get(commit) ?? '');
    this.#blocks.set(commit, blocks);
    const [name, at] = [escapeText(branch), escapeText(service)];
    return blocks.filter((block) => block.branch === name && block.service === at);
  }
}

/** A note that is longer was not written by runs: it is not read, and the next one replaces it. */
const mostNoteBytes = 1024 * 1024;

/** All notes that are read have so many bytes at most; what comes then is not read. */
const mostBytes = 64 * 1024 * 1024;

/** Where Git may keep the note of a commit: the more notes there are, the deeper. */
function notePaths(commit: string): string[] {
  const folders = [commit.slice(0, 2), commit.slice(2, 4), commit.slice(4, 6)];
  return [0, 1, 2, 3].map((depth) => [...folders.slice(0, depth), commit.slice(2 * depth)].join('/'));
}

/**
 * The text of a note: a commit that was filed before, by another run or at another service, keeps what was noted then.
 *
 * @param tip OID of the notes commit as it is; null: there is none yet.
 */
export async function noteAfter(repository: Repository, tip: string | null, { commit, text }: Note): Promise<string> {
  const before = (await notesOn(repository, tip, [commit])).get(commit);
  return before === undefined ? text : `${before.trimEnd()}\n\n${text}`;
}

/**
 * The notes on some commits; those that are not here are fetched in one request.
 *
 * @param tip OID of the notes commit; null: there is none.
 * @returns texts by commit; a commit without a note, or with one that is too large, has none.
 * @throws Problem('git') when a note, or a tree of the notes, cannot be had.
 */
export async function notesOn(
  repository: Repository,
  tip: string | null,
  commits: Iterable<string>,
): Promise<Map<string, string>> {
  if (tip === null) return new Map();
  const byPath = new Map([...commits].flatMap((commit) => notePaths(commit).map((path) => [path, commit] as const)));
  const sides = await filesAt(repository.objects, tip, byPath.keys());
  const found = [...sides].flatMap(([path, side]) =>
    side !== null && isFile(side) ? [{ commit: byPath.get(path) ?? '', oid: side.oid }] : [],
  );
  const oids = found.map(({ oid }) => oid);
  const infos = await ensureNoteBlobs(repository, oids);
  let left = mostBytes;
  const read = found.filter((_, n) => {
    const size = infos[n]?.size ?? mostBytes;
    const fits = size <= mostNoteBytes && size <= left;
    if (fits) left -= size;
    return fits;
  });
  const contents = await repository.objects.contents(read.map(({ oid }) => oid));
  return new Map(read.map(({ commit }, n) => [commit, contents[n]?.toString('utf8') ?? '']));
}
