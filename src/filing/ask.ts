import pLimit from 'p-limit';
import type { Client, ClientOptions } from '../client/create-client.ts';
import { buildNotDone, type CallResult } from '../client/results.ts';
import type { UpdateFields } from '../interface/fields.ts';
import type { Reply } from '../interface/replies.ts';
import { carriesContent, checkPartName, choosePartName } from '../plan/contents.ts';
import type { PlannedRequest } from '../plan/planned.ts';
import type { Filing } from './filing.ts';

/**
 * Makes a call to the service and returns its result; if filing has stopped (`filing.stop`), returns `stopped` without the call. A result
 * with a `stop` stops filing. An update with `objectId` alone changes nothing, and its answer has the stored values (interface §2.7).
 */
export async function ask(filing: Filing, call: (client: Client) => Promise<CallResult>): Promise<CallResult> {
  if (filing.stop !== null) return buildNotDone('stopped', filing.stop.message, filing.stop.remedy);
  const result = await call(filing.client);
  if (result.kind !== 'done') filing.stop ??= result.stop;
  return result;
}

/** Reads the content of a request as a file part called `name`; null if it carries none (see carriesContent). @throws as `read` does */
export async function readFilePart({ read, run }: Filing, request: PlannedRequest, name: string) {
  if (request.blob === null || !carriesContent(request)) return null;
  return { name, blob: await read(request.blob), disposition: run.disposition };
}

/**
 * Returns the fields of an update and its file part (`content`; null if the request carries none). The part is named as in the create
 * (choosePartName), to replace that content. But if `fields` have gfile or srcn and that name is neither (interface §4.3), it gets the
 * first of gfile and srcn that can be sent, if any. If `fields` have gfile and the create's part was named by srcn, that srcn goes along.
 */
export async function withFilePart(filing: Filing, request: PlannedRequest, fields: UpdateFields) {
  const { srcn } = request.fields;
  const name = choosePartName(request, filing.run.attachAs);
  const named = fields.gfile !== undefined && name === srcn ? { ...fields, srcn } : fields;
  const names = [named.gfile, named.srcn].filter((other) => other !== undefined);
  const sendable = names.includes(name) ? name : names.find((other) => checkPartName(other) === null);
  return { fields: named, content: await readFilePart(filing, request, sendable ?? name) };
}

/** Returns the user of the request in an answer, as the service stores it; null if the answer has no request, or its user is blank. */
export function findUser({ request }: Reply): string | null {
  const user = request?.user;
  return typeof user === 'string' && user.trim() !== '' ? user : null;
}

/** Finds the service user of requests without a mapped user; null if not found: the next call searches again. Runs one search at a time. */
export function resolveOwnUser(filing: Filing): Promise<string | null> {
  filing.learning ??= findOwnUser(filing).finally(() => {
    filing.learning = null;
  });
  return filing.learning;
}

/**
 * Returns `filing.user`; if that is null, finds and sets it. If this run has created requests without a mapped user, asks the service for
 * the stored user of these, three at most (an answer to a create names none, interface §2.7); else takes the user that the ledger has, or
 * asks about such requests in the ledger, three at most. Null if no answer has a user, or filing has stopped.
 */
async function findOwnUser(filing: Filing): Promise<string | null> {
  if (filing.user !== null) return filing.user;
  const known = filing.created.length > 0 ? { user: null, numbers: [] } : await filing.numbers.own();
  filing.user ??= known.user;
  for (const objectId of [...filing.created, ...known.numbers].slice(0, 3)) {
    if (filing.user !== null) break;
    const result = await ask(filing, (client) => client.update({ objectId }, null));
    if (result.kind === 'done') filing.user ??= findUser(result.reply);
  }
  return filing.user;
}

/** A plan waits for so many answers at most. */
const mostHolders = 200;

/**
 * Asks the service about the first 200 requests by updates that change nothing (interface §2.7): each is sent once and may take ten
 * seconds; after one without a readable answer no other is begun. @returns in `gone` the numbers of requests that are not there or have
 * moved on, in `asked` how many answers came; null if there was no answer, also for no numbers. @throws as createClient does
 */
export async function askHolders(options: ClientOptions, numbers: readonly number[]) {
  const { createClient } = await import('../client/create-client.ts');
  const client = await createClient({ ...options, timeoutSeconds: 10, once: true });
  const limit = pLimit(options.concurrency);
  const gone = new Set<number>();
  let asked = 0;
  let isLost = false;
  const askOne = async (objectId: number) => {
    const result = isLost ? null : await client.update({ objectId }, null);
    if (result?.reply) asked += 1;
    else isLost = true;
    if (result?.kind === 'gone') gone.add(objectId);
  };
  try {
    await Promise.all(numbers.slice(0, mostHolders).map((objectId) => limit(() => askOne(objectId))));
  } finally {
    await client.close();
  }
  return asked === 0 ? null : { asked, gone };
}
