import type { StoryCommit } from '../history.ts';
import { type Held, type HeldRequest, shownWhole } from './held.ts';
import { keyOf, type ObjectKey } from './makers.ts';

/** A run that made or changed a request. */
export interface Writer {
  /** For the other repository with its name: `STOCK main`. */
  readonly branch: string;
  readonly head: StoryCommit;
  /** Set once the run has ended with all that it did in the ledger. */
  recorded: boolean;
}

/** A request that a run made or changed, with those who wrote it before. */
export interface Change {
  readonly request: HeldRequest;
  readonly before: readonly Writer[];
}

/** A request that was completed, or deleted, at the service: what it asked for has been dealt with. */
export interface EndedRequest {
  readonly branch: string | null;
  readonly rsn: string;
  /** SHA-256 of what was attached. */
  readonly content: string | null;
}

/** Who made and changed each request, learnt by comparing what the service holds before a run and after it. */
export class Ownership {
  /** The writers of each request, the last one last; a colleague's have none. */
  readonly #writers = new Map<number, Writer[]>();
  /** What a colleague filed, as it was. */
  readonly #colleagues = new Map<number, string>();
  readonly #ended = new Map<ObjectKey, EndedRequest[]>();
  #held: Held = { requests: [], contents: new Map() };

  /** The branch that wrote last; null: a colleague's. */
  ownerOf({ objectId }: HeldRequest): Writer | null {
    return this.#writers.get(objectId)?.at(-1) ?? null;
  }

  writersOf({ objectId }: HeldRequest): readonly Writer[] {
    return this.#writers.get(objectId) ?? [];
  }

  /** Whether the branch wrote some request last, in a run whose record is in the ledger. */
  hasWritten(branch: string): boolean {
    const isOwn = (writer: Writer | undefined) => writer?.branch === branch && writer.recorded;
    return this.#writers.values().some((writers) => isOwn(writers.at(-1)));
  }

  /** Takes note of requests that a colleague made since. */
  noteColleague(now: Held): void {
    for (const request of this.#changed(now)) this.#colleagues.set(request.objectId, shownWhole(request, now));
    this.#held = now;
  }

  /** Takes note of a request that was ended by hand. @param now what the service holds since. */
  noteEnded(request: HeldRequest, now: Held): void {
    const { objectId, rsn } = request;
    const content = this.#held.contents.get(objectId) ?? null;
    const key = keyOf(request);
    const branch = this.ownerOf(request)?.branch ?? null;
    this.#ended.set(key, [...(this.#ended.get(key) ?? []), { branch, rsn, content }]);
    if (this.#colleagues.has(objectId)) {
      const left = now.requests.find((one) => one.objectId === objectId);
      if (left === undefined) this.#colleagues.delete(objectId);
      else this.#colleagues.set(objectId, shownWhole(left, now));
    }
    this.#held = now;
  }

  endedOf(key: ObjectKey): readonly EndedRequest[] {
    return this.#ended.get(key) ?? [];
  }

  /** Takes note of what a run changed; requests of colleagues stay theirs. */
  noteRun(now: Held, writer: Writer): Change[] {
    const changed = this.#changed(now).filter(({ objectId }) => !this.#colleagues.has(objectId));
    this.#held = now;
    return changed.map((request) => {
      const before = this.#writers.get(request.objectId) ?? [];
      this.#writers.set(request.objectId, [...before, writer]);
      return { request, before };
    });
  }

  /** Takes note that a branch goes on with a request as it is: what another has filed. */
  noteMoved(number: number, { branch }: Writer): void {
    const before = this.#writers.get(number);
    const last = before?.at(-1);
    if (before !== undefined && last !== undefined) this.#writers.set(number, [...before, { ...last, branch }]);
  }

  /** Takes note of requests that a run says it has written, also where that left them as they were. */
  noteWritten(numbers: readonly number[], writer: Writer): void {
    for (const number of numbers) {
      const before = this.#writers.get(number);
      if (before !== undefined && before.at(-1) !== writer) this.#writers.set(number, [...before, writer]);
    }
  }

  /** Requests of colleagues that are not what they were. */
  touched(now: Held): HeldRequest[] {
    return now.requests.filter((request) => {
      const was = this.#colleagues.get(request.objectId);
      return was !== undefined && was !== shownWhole(request, now);
    });
  }

  #changed(now: Held): HeldRequest[] {
    const before = new Map(this.#held.requests.map((request) => [request.objectId, shownWhole(request, this.#held)]));
    return now.requests.filter((request) => before.get(request.objectId) !== shownWhole(request, now));
  }
}
