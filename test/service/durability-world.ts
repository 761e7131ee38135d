/** What clients know of a service from its answers alone, under load from several connections. */
import { createHash } from 'node:crypto';
import { multipartBody } from './helper.ts';

/** A request as the last answer about it says. */
export interface Known {
  readonly objectId: number;
  readonly objn: string;
  readonly vref: string;
  readonly lock: string;
  readonly rfp: number;
  /** SHA-256 of the content last attached, in hexadecimal; null: none. */
  readonly sha256: string | null;
}

/** A call as it was sent: a create, or an update of a known request. */
export interface Sent {
  readonly before: Known | null;
  readonly fields: Readonly<Record<string, string | number>>;
  readonly content: string | null;
}

/** What was learnt so far; grows from load to load on one database. */
export interface World {
  readonly known: Map<number, Known>;
  /** RFP numbers that an answer said to be new. */
  readonly newRfps: Set<number>;
  readonly refusals: { readonly objn: string; readonly existingObjectId: number }[];
  /** Calls whose answer never came, since the last verification; `doubted` counts all. */
  unanswered: Sent[];
  doubted: number;
  answered: number;
  /** Answers 503, or "Request record is locked": the database was held; nothing was done. */
  held: number;
  /** Answers that must not be. */
  readonly wrong: string[];
}

export function newWorld(): World {
  const lists = { known: new Map(), newRfps: new Set<number>(), refusals: [], unanswered: [], wrong: [] };
  return { ...lists, doubted: 0, answered: 0, held: 0 };
}

const objnOf = (sent: Sent) => String(sent.before?.objn ?? sent.fields.objn);
let calls = 0;
const pick = <Item>(...items: Item[]): Item => items[Math.floor(Math.random() * items.length)] as Item;
export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/**
 * Several connections at once, until the signal ends them or the service is gone. Each alternates between the
 * addresses, creates requests for a few objects that all of them want, and updates those that it made.
 */
export async function load(world: World, urls: readonly string[], connections: number, signal: AbortSignal) {
  await Promise.all(
    Array.from({ length: connections }, async (_, number) => {
      const own = [...world.known.keys()].filter((objectId) => objectId % connections === number);
      for (let turn = number; !signal.aborted; turn += 1) {
        const sent = nextCall(world, own);
        const url = urls[turn % urls.length] ?? '';
        if (!(await call(world, url, sent, own))) return;
      }
    }),
  );
}

function nextCall(world: World, own: readonly number[]): Sent {
  calls += 1;
  const content = pick(null, `content ${calls} `.repeat(20));
  const [auto, fresh] = [
    { arfp: '*AUTO', rfpd: 'all of us' },
    { arfp: '*NEW', rfpd: `new ${calls}` },
  ] as const;
  const arfp = pick<Record<string, string>>({ arfp: '*NO' }, auto, fresh);
  const before = Math.random() < 0.5 ? world.known.get(pick(...own)) : undefined;
  if (before) {
    const fields = { objectId: before.objectId, lock: pick('*YES', '*NO', '*SAME'), ...pick(arfp, { arfp: '*SAME' }) };
    return { before, fields, content };
  }
  const objn = pick(`P${Math.floor(Math.random() * 20)}`, `Q${calls}`);
  const object = { appl: 'ORD', lvl: 10, objn, objt: '*PGM', attr: 'RPGLE' };
  return { before: null, fields: { ...object, vref: `v${calls}`, ...arfp }, content };
}

/** Sends a call and notes what came of it; false when nothing came. */
async function call(world: World, url: string, sent: Sent, own: number[]): Promise<boolean> {
  const boundary = 'bnd';
  const objn = objnOf(sent);
  const files = sent.content === null ? [] : [{ name: objn, bytes: sent.content }];
  const body = files.length === 0 ? JSON.stringify(sent.fields) : multipartBody(boundary, sent.fields, files);
  const type = files.length === 0 ? 'application/json' : `multipart/mixed; boundary=${boundary}`;
  const headers = { authorization: 'Bearer demo-token', 'content-type': type };
  let answer: { status: number; text: string };
  try {
    const method = sent.before === null ? 'POST' : 'PATCH';
    const response = await fetch(`${url}/object-request`, { method, headers, body: new Uint8Array(Buffer.from(body)) });
    answer = { status: response.status, text: await response.text() };
  } catch {
    world.unanswered.push(sent);
    world.doubted += 1;
    return false;
  }
  note(world, sent, answer, own);
  return true;
}

interface Body {
  readonly rtn?: { readonly sev: string; readonly msg: string; readonly existingObjectId?: number };
  readonly request?: { readonly objectId: number; readonly rfp: number; readonly lock?: string };
}

function note(world: World, sent: Sent, { status, text }: { status: number; text: string }, own: number[]): void {
  const { rtn, request } = JSON.parse(text) as Body;
  if (status === 503 || rtn?.msg === 'Request record is locked') world.held += 1;
  else if (status === 200 && (rtn?.sev === '10' || rtn?.sev === '20') && request) learn(world, sent, request, own);
  else if (status === 200 && rtn?.existingObjectId) {
    world.answered += 1;
    world.refusals.push({ objn: objnOf(sent), existingObjectId: rtn.existingObjectId });
  } else world.wrong.push(`${status} ${text}`);
}

function learn(world: World, sent: Sent, request: NonNullable<Body['request']>, own: number[]): void {
  world.answered += 1;
  const { objectId, rfp } = request;
  const isNew = sent.fields.arfp === '*NEW';
  if (isNew && world.newRfps.has(rfp)) world.wrong.push(`RFP ${rfp} was new twice`);
  if (isNew) world.newRfps.add(rfp);
  if (sent.before === null) {
    if (world.known.has(objectId)) world.wrong.push(`request number ${objectId} was given twice`);
    own.push(objectId);
  }
  world.known.set(objectId, {
    objectId,
    objn: objnOf(sent),
    vref: String(sent.before?.vref ?? sent.fields.vref),
    lock: request.lock ?? '*YES',
    rfp,
    sha256: sent.content === null ? (sent.before?.sha256 ?? null) : sha256(sent.content),
  });
}
