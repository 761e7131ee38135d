/** The earlier variant of the interface (§9), which creates requests and has no PATCH. */

import type { Reply } from '../interface/replies.ts';
import type { HttpAnswer } from './transport.ts';

/** The refusal of an update by a service without PATCH, in our words; the run goes on, since creates still work. */
export const refusedUpdate: Reply = {
  sev: 30,
  code: 'noUpdates',
  msg: 'This service cannot update a request: it is of the earlier variant of the interface, which has no PATCH',
  existingObjectId: null,
  request: null,
};

/**
 * True if the answer to a PATCH says that the resource takes creates and no updates: 405 with an `Allow` that has POST
 * and not PATCH. Any other 405 may come from a proxy, and stops the run (design §7).
 */
export function hasNoUpdates({ status, allow }: HttpAnswer): boolean {
  const methods = (allow ?? '').toUpperCase().split(/\s*,\s*/);
  return status === 405 && methods.includes('POST') && !methods.includes('PATCH');
}
