import { type Filing, noteStop } from './filing-state.ts';

/** So many requests of ours are asked for their user before it counts as not known. */
const mostAsked = 3;

/**
 * The service user that requests of ours have where the mapping names none, learnt from an answer about one of them
 * (design §7 "Conflict"); null while no request is known to be ours. An answer to a create does not name it (interface
 * §2.7), so one is asked for its stored values.
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

async function learn(filing: Filing): Promise<string | null> {
  const numbers = [...filing.created, ...(await filing.ownership.ownNumbers())];
  for (const objectId of numbers.slice(0, mostAsked)) {
    const result = await filing.client.update({ objectId }, null);
    noteStop(filing, result);
    const user = result.kind === 'answered' && result.reply.sev !== 30 ? result.reply.request?.user : undefined;
    if (typeof user === 'string' && user.trim() !== '') return user;
  }
  return null;
}
