/** What must be true once every push was filed: the service against the files, and the ledger against the service. */
import { createHash } from 'node:crypto';
import type { StoredRequest } from '../../src/service/records.ts';
import type { RunningService } from '../../src/service/start.ts';
import type { Remembered } from '../runs/remembered.ts';
import type { ModelObject } from './pushes.ts';

/** A request that the ledger has. */
type Standing = Remembered['stands'][number];

function textOf(service: RunningService, objectId: number): string {
  return service
    .inspectContent(objectId)
    .map(({ bytes }) => Buffer.from(bytes).toString('utf8'))
    .filter((text, n, all) => all.indexOf(text) === n)
    .join('|');
}

function shown(requests: readonly StoredRequest[]): string {
  const each = requests.map(({ objectId, rsn, lock }) => `${objectId} ${rsn}${lock === '*YES' ? '' : ' unlocked'}`);
  return each.length === 0 ? 'nothing' : each.join(', ');
}

/** The requests an object must have, in short; a withdrawn migration is what a delete after it leaves behind. */
function wanted({ path, migrated, wasThere }: ModelObject): string[] {
  if (path !== null) return ['*MIGRATE'];
  const withdrawn = migrated ? ['*MIGRATE unlocked'] : [];
  return wasThere ? [...withdrawn, '*DELETE'] : withdrawn;
}

/** What is wrong with the requests of one object; null: nothing. */
function wrongObject(service: RunningService, object: ModelObject, requests: readonly StoredRequest[]): string | null {
  const { objn, path, text } = object;
  const found = requests.map(({ rsn, lock }) => (lock === '*YES' ? rsn : `${rsn} unlocked`));
  const want = wanted(object);
  if (found.join() !== want.join()) return `${objn}: the service has ${shown(requests)}, not ${want.join(', ')}`;
  const [request] = requests;
  if (path === null || request === undefined) return null;
  const at = `${request.gpath}/${request.gfile}`;
  if (at !== path) return `${objn}: request ${request.objectId} is for ${at}, not ${path}`;
  const content = textOf(service, request.objectId);
  return content === text ? null : `${objn}: the content is ${JSON.stringify(content)}, not ${JSON.stringify(text)}`;
}

/** Each object that a push changed, filed exactly once with the content at head. */
export function wrongAtService(service: RunningService, objects: Iterable<ModelObject>, lvl: number): string[] {
  const all = service.inspect().requests.filter((request) => request.lvl === lvl);
  return [...objects].flatMap((object) => {
    const own = all.filter(({ objn }) => objn === object.objn);
    return (object.touched ? wrongObject(service, object, own) : null) ?? [];
  });
}

function blobOf(text: string): string {
  const object = `blob ${Buffer.byteLength(text)}\0${text}`;
  return createHash('sha1').update(object).digest('hex');
}

function wrongEntry(entry: Standing, request: StoredRequest, object: ModelObject): string | null {
  const { objn } = entry;
  if (entry.objectId !== request.objectId) return `${objn}: the ledger has ${entry.objectId}, not ${request.objectId}`;
  if (entry.reason !== request.rsn) return `${objn}: the ledger has ${entry.reason}, not ${request.rsn}`;
  if (entry.rfp !== request.rfp) return `${objn}: the ledger has RFP ${entry.rfp}, the service ${request.rfp}`;
  if (object.path === null) return null;
  if (entry.path !== object.path) return `${objn}: the ledger has ${entry.path}, not ${object.path}`;
  return entry.blob === blobOf(object.text) ? null : `${objn}: the ledger has another blob, ${entry.blob}`;
}

/** The record of the branch, against what the service holds at its level. */
export function wrongInLedger(
  record: Remembered | null,
  head: string,
  service: RunningService,
  objects: ReadonlyMap<string, ModelObject>,
  lvl: number,
): string[] {
  if (record === null) return ['the ledger has no record of the branch'];
  const { settled, stands, exceptions, leases, tried } = record;
  const wrong = settled === head ? [] : [`settled is ${settled}, not ${head}`];
  const open = exceptions.map(({ path, failed }) => `${path} ${failed?.outcome ?? ''}`);
  if (open.length > 0) wrong.push(`still open: ${open.join(', ')}`);
  if (leases.length > 0) wrong.push(`still under way: ${leases.map(({ run }) => run).join(', ')}`);
  if (tried.length > 0) wrong.push(`still unanswered: ${tried.map(({ path }) => path).join(', ')}`);
  const locked = service.inspect().requests.filter((request) => request.lvl === lvl && request.lock === '*YES');
  for (const request of locked) {
    const object = objects.get(request.objn);
    const entries = stands.filter(({ objn }) => objn === request.objn);
    const [entry] = entries;
    if (entry === undefined || object === undefined || entries.length > 1) {
      wrong.push(`${request.objn}: the ledger has ${entries.length} entries for request ${request.objectId}`);
      continue;
    }
    const found = wrongEntry(entry, request, object);
    if (found !== null) wrong.push(found);
  }
  const numbers = new Set(locked.map(({ objectId }) => objectId));
  for (const entry of stands) {
    if (entry.objectId === null || !numbers.has(entry.objectId)) {
      wrong.push(`${entry.objn}: the ledger has request ${entry.objectId}, which holds nothing at the service`);
    }
  }
  return wrong;
}
