import * as z from 'zod/mini';
import { BadCall } from './refusal.ts';
import type { Store } from './store.ts';

/** The interface shows no status after 01; here this one is the last, as on the page. */
const completed = '90';

const laterSchema = z.union([
  z.strictObject({ delete: z.literal(true) }),
  z.strictObject({ status: z.string().check(z.regex(/^\d\d$/)), lock: z.optional(z.enum(['*YES', '*NO'])) }),
]);

/**
 * Deletes a request, or sets its status; a status past 01 releases the lock unless `lock` says otherwise. Logs it and, but
 * for an unchanged status, notifies pipeline servers. Returns false, and does nothing, if there is no such request.
 * @throws BadCall 400 for any other content, or for a lock that another request holds
 */
export function playLater(store: Store, objectId: number, content: unknown, at: string): boolean {
  const later = laterSchema.safeParse(content);
  if (!later.success) throw new BadCall(400, 'Send { "status": "nn" }, with "lock" if wanted, or { "delete": true }');
  const { data } = later;
  return store.whole(() => {
    const request = store.request(objectId);
    if (!request) return false;
    const { objn, objt } = request;
    const played = { at, method: 'LATER', vref: null, user: '', objectId, objn, objt, sev: 10 };
    if ('delete' in data) {
      store.tellPipelines(request, 'request deleted', at);
      store.deleteRequest(objectId);
      store.log({ ...played, msg: 'Request deleted' });
    } else {
      const { status } = data;
      const hasMoved = status !== '00' && status !== '01';
      const lock = data.lock ?? (hasMoved ? '*NO' : request.lock);
      if (lock === '*YES' && store.lockHolder(request, objectId) !== null) {
        throw new BadCall(400, 'Another request holds the lock on the target object');
      }
      store.replaceRequest({ ...request, status, lock, changedAt: at });
      const became = `${hasMoved ? 'moved on' : 'set'} to status ${status}`;
      store.log({ ...played, msg: `Request ${status === completed ? `completed (status ${status})` : became}` });
      if (status !== request.status) store.tellPipelines(request, `request status ${status}`, at);
    }
    return true;
  });
}
