import { identityKey } from '../plan/identity.ts';
import type { FiledObject } from './record.ts';

/**
 * The filed objects of a record while a run is added to them: one for each object, and one for each request number.
 * Requests whose number the service did not name are never the same.
 */
export class FiledEntries {
  readonly #entries = new Map<string, FiledObject>();
  /** Where a number was put, nearly always in one place; it may have been replaced there by another since. */
  readonly #keys = new Map<number, string | readonly string[]>();

  constructor(entries: readonly FiledObject[]) {
    for (const entry of entries) this.#put(entry);
  }

  /** Adds an entry in place of the object's, and of the number's: its type may have been open before. */
  set(entry: FiledObject): void {
    const key = identityKey(entry);
    // Most stay where they are: thousands of places are not given up and taken again.
    const stays = entry.objectId !== null && this.#keys.get(entry.objectId) === key;
    if (!stays) this.drop(entry.objectId);
    this.#put(entry, key);
  }

  drop(objectId: number | null): void {
    if (objectId === null) return;
    for (const key of [this.#keys.get(objectId) ?? []].flat()) {
      if (this.#entries.get(key)?.objectId === objectId) this.#entries.delete(key);
    }
    this.#keys.delete(objectId);
  }

  list(): FiledObject[] {
    return [...this.#entries.values()];
  }

  #put(entry: FiledObject, key = identityKey(entry)): void {
    this.#entries.set(key, entry);
    const { objectId } = entry;
    if (objectId === null) return;
    const keys = this.#keys.get(objectId);
    if (keys === undefined) this.#keys.set(objectId, key);
    else if (keys !== key) this.#keys.set(objectId, [keys, key].flat());
  }
}
