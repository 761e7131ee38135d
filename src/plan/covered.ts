import type { Reason } from '../interface/fields.ts';

/** True for a request that carries no content: a migration of its object does what it asks for, too (design §13). */
export function needsNoContent(reason: Reason | string | undefined): boolean {
  return reason === '*RECOMPILE' || reason === '*UPDATE';
}
