import * as z from 'zod/mini';
import type { StoredRequest } from './records.ts';
import { BadCall } from './refusal.ts';
import type { Store } from './store.ts';

/** The interface shows no status after 01; here this one is the last, as on the page. */
const completed = '90';

const laterSchema = z.union([
  z.strictObject({ delete: z.literal(true) }),
  z.strictObject({ status: z.string().check(z.regex(/^\d\d$/)), lock: z.optional(z.enum(['*YES', '*NO'])) }),
]);

/**
 * Deletes a request, or sets its status; a status past 01 releases the lock unless `lock` says otherwise. Returns false
 * if there is no such request. @throws BadCall 400 for any other content
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
      logPlayed(store, request, 'Request deleted', at);
    } else {
      const movedOn = data.status !== '00' && data.status !== '01';
      const lock = data.lock ?? (movedOn ? '*NO' : request.lock);
      if (lock === '*YES' && store.lockHolder(request, objectId) !== null) {
        throw new BadCall(400, 'Another request holds the lock on the target object');
      }
      store.replaceRequest({ ...request, status: data.status, lock, changedAt: at });
      logPlayed(store, request, becameOf(data.status), at);
      if (data.status !== request.status) store.tellPipelines(request, `request status ${data.status}`, at);
    }
    return true;
  });
}

function becameOf(status: string): string {
  if (status === completed) return `Request completed (status ${status})`;
  return status === '00' || status === '01'
    ? `Request set to status ${status}`
    : `Request moved on to status ${status}`;
}

/** Logs what was played, which is no user's call. */
function logPlayed(store: Store, { objectId, objn, objt }: StoredRequest, msg: string, at: string): void {
  store.log({ at, method: 'LATER', vref: null, user: '', objectId, objn, objt, sev: 10, msg });
}
