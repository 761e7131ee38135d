import type { UpdateFields } from '../interface/fields.ts';
import { messages } from '../interface/replies.ts';
import { decideUpdateRfp } from './assignment.ts';
import { placeOnUpdate } from './attachments.ts';
import type { FilePart } from './body.ts';
import { refuseLogicalFile } from './derive.ts';
import { requireValidName, resolveTargetDirectory } from './objects.ts';
import { type ReadFields, refuseProblems, type Unused } from './payload.ts';
import type { StoredRequest } from './records.ts';
import { ServiceRefusal } from './refusal.ts';
import type { Attribute } from './site.ts';
import { type CallContext, findAttribute, refuseLocked, requireAttribute, requireUser } from './targets.ts';
import { findUnusedOnUpdate, listFieldWarnings } from './unused.ts';

/**
 * Decides an update (§2.6, §3, §4.2), stores nothing: returns the request with its RFP as before, in `rfp` the RFP that it is to get (null:
 * none; `keep`: no change), `arfp` as applied, files, warnings. @throws ServiceRefusal for the first broken rule (wrong values: all named)
 */
export function decideUpdate(context: CallContext, read: ReadFields<UpdateFields>, parts: readonly FilePart[]) {
  const { site, records } = context;
  const fields = read.values;
  const stored = requireUpdatable(context, fields.objectId);
  const { attr, appl, lvl, objectId } = stored;
  if (read.problems.has('attr')) refuseProblems(read);
  const find = fields.attr === undefined ? findAttribute : requireAttribute;
  const attribute = find(site, appl, lvl, fields.attr ?? attr);
  const unused = findUnusedOnUpdate(fields, stored, attribute);
  refuseProblems(read, unused);
  if (fields.user !== undefined) requireUser(site, fields.user);
  const request = applyUpdate(stored, fields, attribute, unused);
  if (fields.srcn !== undefined && attribute?.source === 'member') requireValidName(site, 'srcn', request.srcn);
  // A request that becomes one for a logical file meets the rule of the create (interface §2.5).
  if (fields.attr !== undefined || fields.srca !== undefined) refuseLogicalFile(site, request, attribute);
  refuseLocked(records, request, objectId);
  const placed = placeOnUpdate(request, attribute, parts, fields, records.hasGitCopy(objectId));
  const rfp = decideUpdateRfp(records, fields, request);
  // As it was applied: *SAME where nothing happened.
  const arfp = rfp === 'keep' ? '*SAME' : (fields.arfp ?? '*SAME');
  const undefinedNow = `attribute ${attr} is not defined any more for application ${appl} and level ${lvl}`;
  const ofSource = attribute === undefined ? [`${undefinedNow}, so the source stays as it is`] : [];
  const warnings = [...listFieldWarnings(read, unused, stored), ...ofSource, ...placed.warnings];
  return { request, rfp, arfp, files: placed.files, warnings };
}

/** Finds a request in status 00 or 01 that the caller, with addRequest, may update: own by 37, others by 31 (§4.2). @throws ServiceRefusal */
function requireUpdatable({ caller, records }: CallContext, objectId: number): StoredRequest {
  if (!caller.addRequest) throw new ServiceRefusal(messages.notAuthorizedToUpdate);
  const stored = records.request(objectId);
  if (!stored) throw new ServiceRefusal(messages.requestNotFound);
  const { appl, lvl, user } = stored;
  const needed = user === caller.user ? 37 : 31;
  const mayUpdate = (caller.codes ?? []).some((held) => {
    const { code, appl: onlyAppl = appl, lvl: onlyLvl = lvl } = typeof held === 'number' ? { code: held } : held;
    return code === needed && onlyAppl === appl && onlyLvl === lvl;
  });
  if (!mayUpdate) throw new ServiceRefusal(messages.notAuthorizedToUpdate);
  if (stored.status !== '00' && stored.status !== '01') throw new ServiceRefusal(messages.notOpen);
  return stored;
}

/**
 * Returns the stored request with the sent fields; arfp, rfp and rfpd stay as stored. Ignores fields in `unused`, csqo 0 and, without an
 * attribute, srcn, srca, srcd. srcn *OBJ becomes the object name; `target` is by the attribute (resolveTargetDirectory), else as stored.
 */
function applyUpdate(stored: StoredRequest, fields: UpdateFields, attribute: Attribute | undefined, unused: Unused) {
  const { objectId: _, arfp: _arfp, rfp: _rfp, rfpd: _rfpd, ...sent } = fields;
  const unknown = attribute === undefined ? ['srcn', 'srca', 'srcd'] : [];
  const counts = ([name, value]: [string, unknown]) => !(name in unused) && !unknown.includes(name) && value !== 0;
  const changed: StoredRequest = { ...stored, ...Object.fromEntries(Object.entries(sent).filter(counts)) };
  const srcn = changed.srcn === '*OBJ' ? stored.objn : changed.srcn;
  return { ...changed, srcn, target: attribute ? resolveTargetDirectory(attribute, stored.rpth) : stored.target };
}
