import type { ClientOptions } from '../client/create-client.ts';
import { hasMessage, messages } from '../interface/replies.ts';

/** A plan waits for so many answers at most. */
const mostAsked = 200;

/** What the service says of requests that the ledger knows. */
export interface AskedHolders {
  readonly asked: number;
  /** Requests that it does not have any more, or that have moved on. */
  readonly gone: ReadonlySet<number>;
}

/**
 * Asks the service for the stored values of the first 200 requests (interface §2.7), which changes nothing: each once, for ten
 * seconds. The first that gets no answer ends it. @returns what was answered until then; null: nothing.
 */
export async function askHolders(options: ClientOptions, numbers: readonly number[]): Promise<AskedHolders | null> {
  const { createClient } = await import('../client/create-client.ts');
  const client = await createClient({ ...options, timeoutSeconds: 10, once: true });
  const gone = new Set<number>();
  const left = numbers.slice(0, mostAsked);
  let asked = 0;
  const askSome = async () => {
    for (let objectId = left.shift(); objectId !== undefined; objectId = left.shift()) {
      const result = await client.update({ objectId }, null);
      if (result.kind !== 'answered') return void left.splice(0);
      asked += 1;
      const { reply } = result;
      if (hasMessage(reply, messages.requestNotFound) || hasMessage(reply, messages.notOpen)) gone.add(objectId);
    }
  };
  try {
    await Promise.all(Array.from({ length: options.concurrency }, askSome));
  } finally {
    await client.close();
  }
  return asked === 0 ? null : { asked, gone };
}
