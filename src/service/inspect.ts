/** What the service holds, for tests, rehearsals and people: `GET /inspect.json`, and playing what happens later. */
import * as z from 'zod/mini';
import type { StoredRfp } from './records.ts';
import { BadCall } from './refusal.ts';
import type { Store, Tables } from './store.ts';

/** Everything stored, but for the bytes of attachments (their SHA-256 is lower-case hex, `bytes` is their number). */
export interface Inspection extends Omit<Tables, 'rfps'> {
  /** Each with the numbers of its requests. */
  readonly rfps: (StoredRfp & { requests: number[] })[];
}

/** Reads everything. */
export function inspect(store: Store): Inspection {
  const tables = store.tables();
  const byRfp = Map.groupBy(tables.requests, (request) => request.rfp);
  const rfps = tables.rfps.map((rfp) => ({
    ...rfp,
    requests: (byRfp.get(rfp.rfp) ?? []).map((request) => request.objectId),
  }));
  return { ...tables, rfps };
}

const laterSchema = z.union([
  z.strictObject({ delete: z.literal(true) }),
  z.strictObject({
    status: z.string().check(z.regex(/^\d\d$/)),
    lock: z.optional(z.enum(['*YES', '*NO'])),
  }),
]);

/**
 * Plays what happens to a request later: `{ "delete": true }`, or `{ "status": "nn" }` with an optional `lock`. A
 * status past 01 gives the lock up unless `lock` says otherwise. Returns false when there is no such request.
 * @throws BadCall 400 for any other content
 */
export function playLater(store: Store, objectId: number, content: unknown, at: string): boolean {
  const later = laterSchema.safeParse(content);
  if (!later.success) throw new BadCall(400, 'Send { "status": "nn" }, with "lock" if wanted, or { "delete": true }');
  const { data } = later;
  return store.whole(() => {
    const request = store.request(objectId);
    if (!request) return false;
    if ('delete' in data) {
      store.tellPipelines(request, 'request deleted', at);
      store.deleteRequest(objectId);
    } else {
      const movedOn = data.status !== '00' && data.status !== '01';
      const lock = data.lock ?? (movedOn ? '*NO' : request.lock);
      if (lock === '*YES' && store.lockHolder(request, objectId) !== null) {
        throw new BadCall(400, 'Another request holds the lock on the target object');
      }
      store.replaceRequest({ ...request, status: data.status, lock });
      if (data.status !== request.status) store.tellPipelines(request, `request status ${data.status}`, at);
    }
    return true;
  });
}
