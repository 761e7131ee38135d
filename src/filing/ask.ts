import type { ClientOptions } from '../client/create-client.ts';
import type { Content } from '../client/multipart.ts';
import { type CallResult, notDone } from '../client/results.ts';
import type { CreateFields, UpdateFields } from '../interface/fields.ts';
import type { Reply } from '../interface/replies.ts';
import { carriesContent, partName, unsendablePart } from '../plan/contents.ts';
import type { PlannedRequest } from '../plan/planned.ts';
import { type Filing, limiter } from './filing.ts';

/** Creates a request (POST, interface §4.1) and returns what came of it; `stopped`, without a call, once filing has stopped. */
export function askCreate(filing: Filing, fields: CreateFields, content: Content | null): Promise<CallResult> {
  return ask(filing, () => filing.client.create(fields, content));
}

/** Updates a request (PATCH, §4.2), otherwise as askCreate. With `objectId` alone it changes nothing, and the answer has the stored values (§2.7). */
export function askUpdate(filing: Filing, fields: UpdateFields, content: Content | null = null): Promise<CallResult> {
  return ask(filing, () => filing.client.update(fields, content));
}

/** Makes a call, and returns what came of it; `stopped`, without the call, once filing has stopped. A result with a `stop` stops filing. */
async function ask(filing: Filing, call: () => Promise<CallResult>): Promise<CallResult> {
  if (filing.stop !== null) return notDone('stopped', filing.stop.message, filing.stop.remedy);
  const result = await call();
  if (result.kind !== 'done') filing.stop ??= result.stop;
  return result;
}

/** Reads the content of a request as a file part called `name`; null: the request carries no content (interface §4.3). */
export async function filePart({ read, run }: Filing, request: PlannedRequest, name: string): Promise<Content | null> {
  if (request.blob === null || !carriesContent(request)) return null;
  return { name, blob: await read(request.blob), disposition: run.disposition };
}

/**
 * Returns the fields of an update and the file part that goes along (`content`; null: the request carries none). The part has the name of
 * the create's part, so that it replaces that content. But if `fields` have gfile or srcn, the name must be one of these (interface §4.3):
 * if it is neither, the part is named after the first of them that can be sent, if any. Adds srcn to the fields where the part is named
 * after it and gfile is sent.
 */
export async function withPart(filing: Filing, request: PlannedRequest, fields: UpdateFields) {
  const { srcn } = request.fields;
  const name = partName(request, filing.run.attachAs);
  // A call that names the file names the source too, where the part is named after that.
  const named = fields.gfile !== undefined && srcn !== undefined && name === srcn ? { ...fields, srcn } : fields;
  const names = [named.gfile, named.srcn].filter((other) => other !== undefined);
  const sendable = names.includes(name) ? name : names.find((other) => unsendablePart(other) === null);
  return { fields: named, content: await filePart(filing, request, sendable ?? name) };
}

/** So many of our requests are asked for their user before it counts as not known. */
const mostAsked = 3;

/** Returns the user of the request in an answer, as the service stores it; null: the answer has no request, or no user. */
export function findUser({ request }: Reply): string | null {
  const user = request?.user;
  return typeof user === 'string' && user.trim() !== '' ? user : null;
}

/**
 * Finds the service user of requests for which the mapping names none; null: not found, and the next call searches again. Calls at the same
 * time share one search.
 */
export function ownUser(filing: Filing): Promise<string | null> {
  filing.learning ??= findOwnUser(filing).finally(() => {
    filing.learning = null;
  });
  return filing.learning;
}

/**
 * Returns `filing.user`; if that is null, finds and sets it. If this run has created requests, asks the service for the stored user of these,
 * three at most (an answer to a create names none, interface §2.7); else takes the user that the ledger has, or asks for three requests
 * that are in the ledger. null: no answer told it.
 */
async function findOwnUser(filing: Filing): Promise<string | null> {
  if (filing.user !== null) return filing.user;
  const known = filing.created.length > 0 ? { user: null, numbers: [] } : await filing.numbers.own();
  filing.user ??= known.user;
  for (const objectId of [...filing.created, ...known.numbers].slice(0, mostAsked)) {
    if (filing.user !== null) break;
    const result = await askUpdate(filing, { objectId });
    if (result.kind === 'done') filing.user ??= findUser(result.reply);
  }
  return filing.user;
}

/** A plan waits for so many answers at most. */
const mostHolders = 200;

/**
 * Asks the service about the first 200 requests by updates that change nothing (interface §2.7): each is sent once and may take ten
 * seconds; after one without an answer no other is sent. @returns `gone`, the requests that are not there or have moved on, and `asked`,
 * the number of answers; null: no answer at all
 */
export async function askHolders(options: ClientOptions, numbers: readonly number[]) {
  const { createClient } = await import('../client/create-client.ts');
  const client = await createClient({ ...options, timeoutSeconds: 10, once: true });
  const limit = limiter(options.concurrency);
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
