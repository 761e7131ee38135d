/** Playing what happens to a request later, for tests, rehearsals and people. */
import * as z from 'zod/mini';
import { BadCall } from './refusal.ts';
import type { Store } from './store.ts';

const laterSchema = z.union([
  z.strictObject({ delete: z.literal(true) }),
  z.strictObject({ status: z.string().check(z.regex(/^\d\d$/)), lock: z.optional(z.enum(['*YES', '*NO'])) }),
]);

/**
 * Deletes a request, or sets its status; a status past 01 gives the lock up unless `lock` says otherwise. Returns false
 * when there is no such request. Throws BadCall 400 for any other content.
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
