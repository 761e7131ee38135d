import type { StoredRequest } from './records.ts';
import type { Store } from './store.ts';

/** Notifies every pipeline server job of the RFP that a request is in of activity on it (interface §6). */
export function tellPipelines(store: Store, { rfp, objectId }: StoredRequest, what: string, at: string): void {
  if (rfp === 0) return;
  for (const { pipe, tkey } of store.pipesOf(rfp)) store.notify({ at, pipe, tkey, rfp, objectId, what });
}
