import type { Reply } from '../interface/replies.ts';
import { askUpdate } from './ask.ts';
import type { Filing } from './filing.ts';

/** So many of our requests are asked for their user before it counts as not known. */
const mostAsked = 3;

/** The service's user of a request that an answer is about; null: it names none. */
export function userOf({ request }: Reply): string | null {
  const user = request?.user;
  return typeof user === 'string' && user.trim() !== '' ? user : null;
}

/**
 * Finds the service user that our requests have where the mapping names none, and keeps it for the filing: from the ledger, else
 * by a probe of up to three of our own requests, those of this run first, as an answer to a create does not name it (interface §2.7).
 * null: none told it. Callers beside each other share one search.
 */
export async function ownUser(filing: Filing): Promise<string | null> {
  if (filing.user !== null) return filing.user;
  filing.learning ??= learn(filing).finally(() => {
    filing.learning = null;
  });
  const learnt = await filing.learning;
  filing.user ??= learnt;
  return filing.user;
}

/** Finds the user, by probes unless the ledger has it; null: none of three answers told it. */
async function learn(filing: Filing): Promise<string | null> {
  const known = filing.created.length > 0 ? { user: null, numbers: [] } : await filing.numbers.own();
  if (known.user !== null) return known.user;
  for (const objectId of [...filing.created, ...known.numbers].slice(0, mostAsked)) {
    const result = await askUpdate(filing, { objectId });
    const user = result.kind === 'done' ? userOf(result.reply) : null;
    if (user !== null) return user;
  }
  return null;
}
