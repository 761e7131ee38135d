import type { ClientOptions } from '../client/create-client.ts';
import type { Content } from '../client/multipart.ts';
import { type CallResult, notDone } from '../client/results.ts';
import type { CreateFields, UpdateFields } from '../interface/fields.ts';
import type { Reply } from '../interface/replies.ts';
import { carriesContent, partName, unsendablePart } from '../plan/contents.ts';
import type { PlannedRequest } from '../plan/planned.ts';
import type { Filing } from './filing.ts';

/** Creates a request (POST, interface §4.1). */
export function askCreate(filing: Filing, fields: CreateFields, content: Content | null): Promise<CallResult> {
  return ask(filing, () => filing.client.create(fields, content));
}

/** Updates a request (PATCH, §4.2); with nothing but `objectId` it asks for the stored values, and changes nothing (§2.7). */
export function askUpdate(filing: Filing, fields: UpdateFields, content: Content | null = null): Promise<CallResult> {
  return ask(filing, () => filing.client.update(fields, content));
}

/** Makes a call, unless filing has stopped; a service that is lost stops it. */
async function ask(filing: Filing, call: () => Promise<CallResult>): Promise<CallResult> {
  if (filing.stop !== null) return notDone('stopped', filing.stop.why, filing.stop.remedy);
  const result = await call();
  if (result.kind !== 'done') filing.stop ??= result.stop;
  return result;
}

/** Reads the content of a request as a file part of that name; null: it carries none (interface §4.3). */
export async function filePart({ read, run }: Filing, request: PlannedRequest, name: string): Promise<Content | null> {
  if (request.blob === null || !carriesContent(request)) return null;
  const blob = await read(request.blob);
  return { name, size: blob instanceof Blob ? blob.size : blob.length, blob, disposition: run.disposition };
}

/**
 * Adds the file part to an update, and srcn, if the part has that name. The part is named as the create's was, so that it
 * replaces what that one filled, if the call names neither source nor file, or names that; else like one of them (§4.3).
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

/** Returns the service's user of a request that an answer is about; null: it names none. */
export function findUser({ request }: Reply): string | null {
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
    const user = result.kind === 'done' ? findUser(result.reply) : null;
    if (user !== null) return user;
  }
  return null;
}

/** A plan waits for so many answers at most. */
const mostHolders = 200;

/**
 * Asks the service for the stored values of the first 200 requests (interface §2.7), which changes nothing: each once, for ten
 * seconds. The first that gets no answer ends it. @returns how many were answered until then, and those of them that are not
 * there, or have moved on; null: none was.
 */
export async function askHolders(options: ClientOptions, numbers: readonly number[]) {
  const { createClient } = await import('../client/create-client.ts');
  const client = await createClient({ ...options, timeoutSeconds: 10, once: true });
  const gone = new Set<number>();
  const left = numbers.slice(0, mostHolders);
  let asked = 0;
  const askSome = async () => {
    for (let objectId = left.shift(); objectId !== undefined; objectId = left.shift()) {
      const result = await client.update({ objectId }, null);
      if (result.reply === null) return void left.splice(0);
      asked += 1;
      if (result.kind === 'gone') gone.add(objectId);
    }
  };
  try {
    await Promise.all(Array.from({ length: options.concurrency }, askSome));
  } finally {
    await client.close();
  }
  return asked === 0 ? null : { asked, gone };
}
