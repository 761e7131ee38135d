import type { UpdateFields } from '../interface/fields.ts';
import type { IntendedCall } from '../ledger/lease.ts';
import {
  type FiledObject,
  type LedgerRecord,
  type OpenChange,
  rememberedFields,
  rememberedOf,
} from '../ledger/record.ts';
import { identityKey, identityText, mayBeSame } from '../plan/identity.ts';
import { type Lookup, lookupOf } from '../plan/lookup.ts';
import { carriesContent } from '../plan/part-name.ts';
import { needsNoContent, type PlannedRequest } from '../plan/planned.ts';
import type { Action } from './actions.ts';
import { decide, type May, type Should, type Stands } from './decide.ts';
import { decideDependent } from './decide-dependent.ts';

/**
 * Decides what to do for each request, in the order given.
 *
 * @param isSentAgain requests whose content is sent even if the record has it: a range given by hand asks for them.
 * @param standing filed entries of other files that still stand at head, and whether those still make the object.
 */
export function decideActions(
  requests: readonly PlannedRequest[],
  record: LedgerRecord | null,
  isSentAgain: (request: PlannedRequest) => boolean,
  standing: ReadonlyMap<FiledObject, 'same' | 'other'>,
): Action[] {
  const memory: Memory = {
    filed: record === null || record.filed.length === 0 ? new Map() : filedFor(requests, record.filed, standing),
    open: lookupOf(record?.open ?? []),
    unanswered: lookupOf((record?.unanswered ?? []).filter((call) => call.claimed !== true)),
    standing,
  };
  return requests.map((request) => decideAction(request, memory, isSentAgain(request)));
}

interface Memory {
  /** The request of the branch that a planned one goes on with. */
  readonly filed: ReadonlyMap<PlannedRequest, FiledObject>;
  readonly open: Lookup<OpenChange>;
  readonly unanswered: Lookup<IntendedCall>;
  readonly standing: ReadonlyMap<FiledObject, 'same' | 'other'>;
}

function decideAction(request: PlannedRequest, memory: Memory, isSentAgain: boolean): Action {
  if (request.obstacle !== null) return { kind: 'blocked', request, ...request.obstacle };
  const remembered = memory.filed.get(request);
  // Under lock a claim is borne out by the create that it keeps from being made.
  const isBorneOut = remembered?.claimed === true && request.fields.lock !== '*NO';
  const entry = isBorneOut ? undefined : remembered;
  const beside = entry !== undefined && isBeside(request, entry, memory) ? besideOf(request, entry) : null;
  if (beside !== null && beside !== 'goesFirst' && beside !== 'perhapsCovered') return beside;
  const known = beside === 'perhapsCovered' ? undefined : entry;
  const lost = memory.unanswered.same(request.identity);
  const unsettled = unknownBefore(request, memory);
  const may = unsettled === null ? mayOf(request, lost) : 'madeUnlocked';
  const { dependent } = request;
  if (dependent !== undefined && may !== 'madeUnlocked') return decideDependent({ ...request, dependent }, known, lost);
  const update = known?.reason === request.reason ? updateOf(request, believedOf(known), isSentAgain) : null;
  const decision = decide(shouldOf(request, known), standsOf(known, update), may);
  switch (decision) {
    case 'unknown':
      return { kind: 'blocked', request, outcome: 'unknown', why: unsettled ?? mayBeUnlocked };
    case 'updateWhole':
      return wholeUpdate(request, known as FiledObject, lost);
    case 'unchanged':
    case 'update':
      return update as Action;
    case 'withdraw':
      return { kind: 'withdraw', request, known: known as FiledObject };
    case 'settle':
      return { kind: 'settle', request, lost: lost.find(isCreate) as IntendedCall };
    case 'nothing':
      return { kind: 'nothing', request };
    default:
      return { kind: 'create', request, earlier: known?.reason === request.reason ? null : (known ?? null) };
  }
}

function believedOf(known: FiledObject): FiledObject {
  return known.claimed === true ? { ...known, path: '', blob: null, sent: {} } : known;
}

function isBeside({ path }: PlannedRequest, entry: FiledObject, { standing }: Memory): boolean {
  return entry.path !== path.text && standing.get(entry) === 'same';
}

/**
 * Two files that make one object collide. But a migration goes before a `*RECOMPILE` or `*UPDATE` of another file's rule,
 * and does what that asks for; whether it has moved on by now the service alone tells, where there is a lock.
 */
function besideOf(request: PlannedRequest, known: FiledObject): 'goesFirst' | 'perhapsCovered' | Action {
  if (needsNoContent(known.reason) && request.reason === '*MIGRATE') return 'goesFirst';
  if (needsNoContent(request.reason) && known.reason === '*MIGRATE') {
    if (request.fields.lock !== '*NO') return 'perhapsCovered';
    return { kind: 'blocked', request, outcome: 'covered', why: coveredBy(request, known) };
  }
  const why = `${identityText(request.identity)} is request ${known.objectId ?? '?'}, filed for ${known.path}, which is still there`;
  return { kind: 'blocked', request, outcome: 'collision', why };
}

/** Why a request has not to be made beside our migration of the object. */
export function coveredBy({ identity, reason }: PlannedRequest, { objectId, path }: FiledObject): string {
  return `request ${objectId ?? '?'} migrates ${identityText(identity)} from ${path}, so no ${reason} is needed`;
}

/** A delete that is filed already stays, whoever added the object. */
function shouldOf({ reason, added }: PlannedRequest, known: FiledObject | undefined): Should {
  return reason === '*DELETE' && added && known?.reason !== '*DELETE' ? 'nothing' : 'request';
}

function standsOf(known: FiledObject | undefined, update: Action | null): Stands {
  if (known === undefined) return 'none';
  if (update === null) return 'otherReason';
  return update.kind === 'unchanged' ? 'same' : 'differs';
}

const mayBeUnlocked = 'an earlier run was stopped while it may have created this request without a lock';

/** A person has been asked already what became of a create, and has not said so yet (design §7). */
function unknownBefore({ identity, reason }: PlannedRequest, memory: Memory): string | null {
  const open = memory.open
    .same(identity)
    .find((change) => change.outcome === 'unknown' && change.needsPerson && change.reason === reason);
  return open?.why ?? null;
}

/** True for a call that may have made a request by itself. */
function isCreate({ objectId, withdraws }: IntendedCall): boolean {
  return objectId === null && withdraws !== true;
}

function mayOf({ reason }: PlannedRequest, lost: readonly IntendedCall[]): May {
  if (lost.length === 0) return 'none';
  const creates = lost.filter(isCreate);
  // Without a lock a lost create cannot be told from one that never came, so it is not repeated (design §7).
  if (creates.some(({ sent }) => sent?.lock === '*NO')) return 'madeUnlocked';
  if (creates.some((call) => call.reason !== reason)) return 'madeOther';
  if (creates.length > 0) return 'made';
  return 'changed';
}

/** Nobody knows what the service holds, so all of it is sent again; a request that may be withdrawn joins an RFP anew. */
function wholeUpdate(request: PlannedRequest, known: FiledObject, lost: readonly IntendedCall[]): Action {
  const isOut = lost.some(({ withdraws }) => withdraws === true);
  const unknown = { ...known, path: '', blob: null, sent: {}, ...(isOut ? { rfp: 0 } : {}) };
  const action = updateOf(request, unknown, false);
  const lock = isOut ? { lock: request.fields.lock ?? '*YES' } : {};
  return action.kind === 'update' ? { ...action, fields: { ...action.fields, ...lock }, uncertain: true } : action;
}

/** How an entry with the name and target of a request may be about it, the surest way first. */
type Fits = (request: PlannedRequest, entry: FiledObject) => boolean;

const isOfFile: Fits = ({ path, previousPath }, entry) => entry.path === path.text || entry.path === previousPath?.text;
const isSameObject: Fits = ({ identity }, entry) => identityKey(entry) === identityKey(identity);
const mayBeSameObject: Fits = ({ identity }, entry) => mayBeSame(entry, identity);

/**
 * Finds what each request goes on with: by object, then by path or old path with the same name and target (its type may
 * be mapped only now). An entry is taken once, as of two updates the second would replace the content of the first.
 */
function filedFor(
  requests: readonly PlannedRequest[],
  entries: readonly FiledObject[],
  standing: Memory['standing'],
): Memory['filed'] {
  const filed = lookupOf(entries);
  const planned = new Set(requests.map(({ identity }) => identityKey(identity)));
  const ways: readonly Fits[] = [
    isSameObject,
    (request, entry) => isOfFile(request, entry) && mayBeSameObject(request, entry),
    // The same file and name under another type: the mapping has changed, unless another request is that one.
    (request, entry) => isOfFile(request, entry) && !planned.has(identityKey(entry)),
    mayBeSameObject,
  ];
  const found = new Map<PlannedRequest, FiledObject>();
  const taken = new Set<FiledObject | number>();
  for (const fits of ways) {
    for (const request of requests) {
      // A request that is kept back takes only what is surely its own.
      if (request.obstacle?.outcome === 'covered') continue;
      if (found.has(request) || (request.obstacle !== null && fits !== isSameObject)) continue;
      const entry = filed.named(request.identity).find(
        (one) =>
          fits(request, one) &&
          !taken.has(one.objectId ?? one) &&
          // A request filed for another file that is there, and makes another object by now, is not this one's; but an
          // object that is to be deleted is so whatever it was filed from.
          (one.path === request.path.text ||
            standing.get(one) !== 'other' ||
            (fits === isSameObject && request.reason === '*DELETE')),
      );
      if (entry === undefined) continue;
      found.set(request, entry);
      taken.add(entry.objectId ?? entry);
    }
  }
  return found;
}

function updateOf(request: PlannedRequest, known: FiledObject, isSentAgain: boolean): Action {
  const sent = rememberedOf(request.fields);
  const changed = rememberedFields.filter((name) => sent[name] !== undefined && sent[name] !== known.sent[name]);
  const moved = known.path !== request.path.text;
  const sendContent = carriesContent(request) && (isSentAgain || known.blob !== request.blob);
  if (changed.length === 0 && !moved && !sendContent) return { kind: 'unchanged', request, known };
  const fields: Omit<UpdateFields, 'objectId'> = Object.fromEntries(changed.map((name) => [name, sent[name]]));
  const { gpath, gfile } = request.fields;
  // With content, the part's file name must match srcn or gfile, so gfile goes along even when it stayed (§4.3).
  if (moved && gpath !== undefined) fields.gpath = gpath;
  if ((moved || (sendContent && fields.srcn !== undefined)) && gfile !== undefined) fields.gfile = gfile;
  return { kind: 'update', request, known, fields, sendContent, uncertain: false };
}
