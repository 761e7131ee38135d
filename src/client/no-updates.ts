/** A service of the earlier variant of the interface (§9): it creates requests and has no PATCH. */

import type { Reply } from '../interface/replies.ts';
import type { HttpAnswer } from './transport.ts';

/** The refusal of an update by a service that has none, in our words; the run goes on, as creates may still be made. */
export const refusedUpdate: Reply = {
  sev: 30,
  code: 'noUpdates',
  msg: 'This service cannot update a request: it is of the earlier variant of the interface, which has no PATCH',
  existingObjectId: null,
  request: null,
};

/**
 * True when an answer to a PATCH says by HTTP's own means that the resource takes creates and no updates: 405 with an
 * `Allow` that has POST and not PATCH. Without it a 405 may as well come from a proxy, and stops the run (design §7).
 */
export function hasNoUpdates({ status, allow }: HttpAnswer): boolean {
  const methods = (allow ?? '').toUpperCase().split(/\s*,\s*/);
  return status === 405 && methods.includes('POST') && !methods.includes('PATCH');
}
