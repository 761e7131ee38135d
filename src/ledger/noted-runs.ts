import { escapeText } from '../log.ts';
import type { FiledObject, LedgerRecord } from './record.ts';

/** What a note says of a run. Nothing seals a note: it is shown, and nothing follows from it. */
export interface NotedRun {
  readonly run: string;
  /** Account at the host. */
  readonly account: string | null;
  readonly at: string | null;
}

/** The runs of one note that filed for a branch at a service, the oldest first. */
interface NotedBlock extends NotedRun {
  readonly service: string;
  readonly branch: string;
}

/** Who filed a request, when, and from which commit, as far as record and notes say it. */
export interface Filer extends Pick<NotedRun, 'account' | 'at'> {
  /** The user that was sent; null: the owner of the token. */
  readonly user: string | null;
  readonly run: string | null;
  readonly commit: string;
}

/** The commit at which a request was filed as it is. */
export function commitOf({ since, commit }: Pick<FiledObject, 'since' | 'commit'>): string {
  return since ?? commit;
}

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** Reads what note-text.ts writes: a block a run, with a blank line between. */
function blocksOf(note: string): NotedBlock[] {
  return note.split('\n\n').flatMap((text) => {
    const said = new Map<string, string>();
    for (const line of text.split('\n', 7)) {
      const [, name, value] = /^([A-Z][a-z]+): (.*)$/.exec(line) ?? [];
      if (name !== undefined && value !== undefined) said.set(name, value);
    }
    // Behind the run comes its address.
    const run = said.get('Run')?.replace(/ https?:\/\/\S*$/, '');
    const [service, branch] = [said.get('Service'), said.get('Branch')];
    if (run === undefined || service === undefined || branch === undefined) return [];
    const account = said.get('Account');
    const at = said.get('At') ?? '';
    const isKnown = account !== undefined && account !== 'unknown';
    return [{ run, service, branch, account: isKnown ? account : null, at: time.test(at) ? at : null }];
  });
}

/** What notes say of the runs that filed, by commit and run. */
export class NotedRuns {
  readonly #notes: ReadonlyMap<string, string>;
  readonly #blocks = new Map<string, readonly NotedBlock[]>();

  /** @param notes texts by the commit they are on. */
  constructor(notes: ReadonlyMap<string, string>) {
    this.#notes = notes;
  }

  /** What the note says of a run that filed a commit for a branch; null: nothing. */
  of(commit: string, of: { readonly service: string; readonly branch: string }, run: string): NotedRun | null {
    const name = escapeText(run);
    return this.#for(commit, of).findLast((block) => block.run === name) ?? null;
  }

  /** The one run that filed a commit for a branch; null where the note names none, or several. */
  only(commit: string, of: { readonly service: string; readonly branch: string }): NotedRun | null {
    const [first, second] = this.#for(commit, of);
    return second === undefined ? (first ?? null) : null;
  }

  /** Who filed an entry of a record. */
  filerOf(entry: FiledObject, record: LedgerRecord): Filer {
    const commit = commitOf(entry);
    // A later run that found it as it is has written its own name in place of the one that filed it.
    const isFirst = entry.since === undefined;
    const said = isFirst ? this.of(commit, record, entry.run) : this.only(commit, record);
    // A record that nobody has sealed may have a number there.
    const user = typeof entry.sent.user === 'string' ? entry.sent.user : null;
    const run = isFirst ? entry.run : (said?.run ?? null);
    return { user, account: said?.account ?? null, run, commit, at: said?.at ?? null };
  }

  #for(commit: string, { service, branch }: { readonly service: string; readonly branch: string }): NotedBlock[] {
    let blocks = this.#blocks.get(commit);
    if (blocks === undefined) {
      blocks = blocksOf(this.#notes.get(commit) ?? '');
      this.#blocks.set(commit, blocks);
    }
    const [name, at] = [escapeText(branch), escapeText(service)];
    return blocks.filter((block) => block.branch === name && block.service === at);
  }
}
