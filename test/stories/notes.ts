/** What a story takes note of as its runs end. */
import { beginningOf, isWithin } from './ancestry.ts';
import type { History, Push, StoryCommit } from './history.ts';
import { type Held, type HeldRequest, pathOf } from './oracle/held.ts';
import { keyOf, makersIn, nameIn, type ObjectKey, objectOf } from './oracle/makers.ts';
import { type Change, Ownership, type Writer } from './oracle/ownership.ts';
import { type Begun, type Doubts, handedName, type MappingThen } from './oracle/seen.ts';
import type { RunTold } from './told.ts';

/** A run that has ended, as its notes are taken. */
export interface Ended {
  readonly id: number;
  readonly push: Push | null;
  readonly branch: string;
  readonly head: StoryCommit;
  readonly told: RunTold;
  readonly writer: Writer;
  /** All that it did is in the ledger. */
  readonly isWhole: boolean;
  /** Names of objects that it tried to create, and of those whose answer may be lost. */
  readonly creates: ReadonlySet<string>;
  readonly lost: ReadonlySet<string>;
  /** Its ledger took nothing. */
  readonly isUnrecorded: boolean;
  /** The ledger is not where it was when the run began. */
  readonly hasWritten: boolean;
  /** It was stopped while another ran. */
  readonly wasFrozen: boolean;
  /** It looked at less than all that is owed. */
  readonly isNarrow: boolean;
}

export class Notes {
  readonly owners = new Ownership();
  readonly mappings: MappingThen[] = [];
  readonly begun = new Map<string, Begun>();
  readonly settled = new Map<string, StoryCommit>();
  readonly handed = new Map<string, Set<string | null>>();
  readonly #lost = new Set<string>();
  readonly #unrecorded = new Set<string>();
  readonly #broken = new Set<string>();
  readonly #hazy = new Set<string>();
  readonly #brokenRuns = new Set<string>();
  readonly #history: History;

  constructor(history: History) {
    this.#history = history;
  }

  get doubts(): Doubts {
    const branches = { broken: this.#broken, hazy: this.#hazy };
    return { lost: this.#lost, unrecorded: this.#unrecorded, ...branches, brokenRuns: this.#brokenRuns };
  }

  /** Takes note of a run; gives the requests that it changed. */
  noteRun(held: Held, ended: Ended): Change[] {
    const { told, writer, isWhole, branch } = ended;
    writer.recorded = isWhole;
    if (!isWhole || ended.lost.size > 0) {
      this.#broken.add(branch);
      this.#brokenRuns.add(String(ended.id));
    }
    // What it left, or got no answer about, is filed in an RFP of its own push.
    if ((told.report?.requests ?? []).some(({ outcome }) => ['notAttempted', 'unknown'].includes(outcome))) {
      this.#brokenRuns.add(String(ended.id));
    }
    for (const name of isWhole ? ended.lost : ended.creates) this.#lost.add(name);
    for (const row of told.report?.requests ?? [])
      if (row.outcome === 'unknown') this.#lost.add(row.objn.toUpperCase());
    const changed = this.owners.noteRun(held, writer);
    if (ended.isUnrecorded) for (const { request } of changed) this.#unrecorded.add(request.objn.toUpperCase());
    this.#noteHanded(held, ended, changed);
    // Others may have written since what it says it has written.
    if (!ended.wasFrozen) this.owners.noteWritten(updatedIn(told), writer);
    if (ended.hasWritten) this.#noteBegun(ended);
    const isAtTip = this.#history.tip(branch) === ended.head;
    const hasRefused = ['limit', 'token', 'ledger'].includes(told.report?.error?.code ?? '');
    // A run that was stopped, and has then ended well, has written its record.
    const hasSettled = isWhole || (ended.wasFrozen && told.code === 0);
    if (hasSettled && isAtTip && !ended.isNarrow && told.report?.range?.head && !hasRefused)
      this.settled.set(branch, ended.head);
    return changed;
  }

  /** A path of a branch was forgotten, or all of it (null): nobody knows any more whose its requests are. */
  noteForgotten(branch: string, path: string | null, held: Held): void {
    for (const request of held.requests) {
      const isIt = path === null || pathOf(request) === path;
      if (isIt && this.owners.ownerOf(request)?.branch === branch) this.#unrecorded.add(request.objn.toUpperCase());
    }
    if (path !== null) {
      // The branch gives its change up, whoever holds the object.
      const mapping = this.mappings.at(-1)?.mapping;
      const key = mapping === undefined ? null : objectOf(mapping, 0, path);
      if (key !== null) this.#unrecorded.add(nameIn(key));
      return;
    }
    this.begun.delete(branch);
    this.settled.delete(branch);
    for (const name of [...this.handed.keys()].filter((one) => one.startsWith(`${branch} `))) this.handed.delete(name);
  }

  /** A run of `release` has ended: whether the record is still there, only a whole one tells. */
  noteRelease(branch: string, isWhole: boolean): void {
    if (isWhole) {
      this.begun.delete(branch);
      this.settled.delete(branch);
      this.#hazy.delete(branch);
    } else this.#hazy.add(branch);
  }

  /**
   * The first run of a branch that wrote something down says where its record begins (design §3); a push of the default
   * branch from before that, where it began earlier (§8, step 2).
   */
  #noteBegun({ push, branch, head, isNarrow, isWhole, told }: Ended): void {
    if (push === null) return;
    const known = this.begun.get(branch);
    const main = this.#history.tip('main');
    if (known !== undefined) {
      const { at } = known;
      const { before } = push;
      if (branch !== 'main' || isNarrow || before === null || at === null || before === at) return;
      // All of the push is from before the record began.
      if (!isWithin(before, at) || !isWithin(head, at)) return;
      if (isWhole) this.begun.set(branch, { at: push.before, later: [...known.later, at] });
      else this.#hazy.add(branch);
      return;
    }
    if (isNarrow) this.#hazy.add(branch);
    const at = branch === 'main' || main === null ? push.before : beginningOf(main, head);
    // A run that is stopped has begun the record: this one says where.
    const range = told.report?.range;
    const isBegun = range?.rule === 'ledger' && branch === 'main';
    const commits = [...this.#history.pushes.values()].flatMap(({ before, after }) => [before, after]);
    const began = commits.find((commit) => commit !== null && commit.oid === range?.base) ?? null;
    this.begun.set(branch, { at: isBegun ? began : at, later: [] });
  }

  /** Takes note of what a run that is stopped now has changed so far; what it has left is filed in an RFP of its own push. */
  noteStopped(id: number, held: Held, writer: Writer): void {
    this.#brokenRuns.add(String(id));
    this.#noteTaken(this.owners.noteRun(held, writer), writer.branch);
  }

  /** Requests of another branch that this one goes on with. */
  #noteTaken(changed: readonly Change[], branch: string): void {
    for (const { request, before } of changed) {
      this.handed.delete(handedName(branch, keyOf(request)));
      const last = before.at(-1);
      if (last !== undefined && last.branch !== branch) this.#hand(last.branch, request, keyOf(request));
    }
  }

  /** Requests of another branch that this one goes on with. */
  #noteHanded(held: Held, { told, writer, branch, isWhole }: Ended, changed: readonly Change[]): void {
    this.#noteTaken(changed, branch);
    // A release goes on with nothing.
    for (const row of told.report?.range?.rule === 'release' ? [] : (told.report?.requests ?? [])) {
      const request = held.requests.find(({ objectId }) => objectId === row.objectId);
      const owner = request === undefined ? null : this.owners.ownerOf(request);
      if (owner === null || owner.branch === writer.branch || row.outcome !== 'unchanged') continue;
      // It moves from a branch that is gone, or to the default branch (design §8 "Whose is a number", 2).
      const moves = this.#history.tip(owner.branch) === null || branch === 'main';
      // A row without that warning says that nothing of this branch is open.
      if (isWhole && moves && row.warnings.some((text) => text.startsWith('filed from '))) {
        this.#hand(owner.branch, request, keyOf(row));
        this.owners.noteMoved(row.objectId ?? 0, writer);
      }
    }
  }

  /** Takes note of the contents that a branch has handed over: those of its tip, and where it is settled. */
  #hand(branch: string, request: HeldRequest | undefined, key: ObjectKey): void {
    const mapping = this.mappings.at(-1)?.mapping;
    if (mapping === undefined || request === undefined) return;
    const commits = [this.#history.tip(branch), this.settled.get(branch) ?? null];
    const contents = commits.flatMap((commit) => {
      if (commit === null) return [];
      const makers = makersIn(commit.tree, mapping, request.lvl).get(key) ?? [];
      // Of several files it is the one that was filed.
      const path = makers.find((maker) => maker === pathOf(request)) ?? makers[0];
      return [path === undefined ? null : (commit.tree.get(path) ?? null)];
    });
    const known = this.handed.get(handedName(branch, key));
    this.handed.set(handedName(branch, key), new Set([...(known ?? []), ...contents]));
  }
}

function updatedIn({ report }: RunTold): number[] {
  return (report?.requests ?? []).flatMap(({ outcome, objectId }) =>
    outcome === 'updated' && typeof objectId === 'number' ? [objectId] : [],
  );
}
