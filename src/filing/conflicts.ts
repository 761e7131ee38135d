import type { FiledRequest } from '../checkout/outcome.ts';
import { type NumberFacts, type Verdict, whose } from '../checkout/whose.ts';
import type { NotDone } from '../client/results.ts';
import { Problem } from '../errors.ts';
import { GitFailure } from '../git/failure.ts';
import { parseInteger } from '../interface/replies.ts';
import { formatIdentity } from '../plan/identity.ts';
import { ask, resolveOwnUser } from './ask.ts';
import type { OneObject } from './one-object.ts';
import { updateExisting, withdrawRequest } from './updates.ts';

/**
 * Handles the refusal of a create because request `refusal.by` (null: not named) holds the object. If this branch made or takes over that
 * request, updates it or, if its reason is another, withdraws it; else leaves it, as a compilation does unless its own lost call made it.
 * @param vref of the refused create. @param isRepeated true for the second create: none is withdrawn. @returns false: a row says how the
 * object ended. true, only for the first create: the request has moved on (no row) or was withdrawn (row `withdrawn`); create again
 */
export async function resolveConflict(object: OneObject, refusal: NotDone, vref: string, isRepeated: boolean) {
  const { filing, request } = object;
  const { why, remedy, by } = refusal;
  const own = by === null ? null : filing.numbers.ownStanding(by);
  const isDropped = by !== null && filing.dropped.has(by);
  const ofBranch = own === null ? '' : `, filed from this branch for ${own.path} (${own.reason})`;
  const known = isDropped ? ', filed from this branch before, which can no longer be updated' : ofBranch;
  const holder = by === null ? 'another request' : `request ${by}${known}`;
  const msg = `${formatIdentity(request.identity)} is held by ${holder}. The service says: "${why}"`;
  const refused = { objectId: by, sev: 30, msg, remedy, vref };
  // This run found that it has moved on, and the service still holds the object with it: nothing is left to do.
  if (by === null || isDropped) {
    object.add('conflict', { ...refused, needsPerson: isDropped });
    return false;
  }
  const isFree = await (request.dependent === undefined
    ? resolveByOwner(object, by, { ...refused, msg: why }, isRepeated)
    : resolveCompilation(object, by, vref));
  if (isFree && isRepeated) object.add('conflict', { ...refused, needsPerson: true });
  return isFree && !isRepeated;
}

/**
 * Handles the refusal of a compilation because request `by` holds the object: leaves that request alone, as it compiles the object (row
 * `covered`); but updates it if it is proven to be what our own unanswered call made. Sets `isUnproven` if that cannot be told.
 * @returns true, without a row: it was ours, and has moved on; false: a row says how the object ended
 */
async function resolveCompilation(object: OneObject, by: number, vref: string): Promise<boolean> {
  const { believed, request } = object;
  const mayBeOurs = believed.stands === null && believed.tried.some(({ does }) => does === 'file');
  if (mayBeOurs) {
    const verdict = await findVerdict(object, by);
    const isAnswered = typeof verdict === 'object';
    object.isUnproven = !isAnswered || (verdict.kind === 'theirs' && verdict.isUnproven === true);
    if (isAnswered && verdict.kind === 'ours' && verdict.holder === null) return updateExisting(object, by, verdict);
    if (isAnswered) clearTried(object, verdict);
  }
  const msg = `request ${by} holds ${formatIdentity(request.identity)} and compiles it: nothing more is requested`;
  object.add('covered', { objectId: by, msg, vref });
  return false;
}

/** If certainly no call of this branch made the request that holds the object, empties `tried` and `stands` in `believed`. Adds no row. */
function clearTried(object: OneObject, verdict: Judged): void {
  if (verdict.kind === 'theirs' && verdict.isCertain)
    object.noteCallEnded(object.ensureCall('file', null), { kind: 'done' });
}

type Judged = Exclude<Verdict, { readonly kind: 'busy' | 'probe' }>;

/** Finds out, as findVerdict does, whose request `number` is; if that cannot be told, adds a row `notAttempted`, and returns null. */
export async function findOwner(object: OneObject, number: number): Promise<Judged | null> {
  const verdict = await findVerdict(object, number);
  if (typeof verdict !== 'string') return verdict;
  object.addNotAttempted(`request ${number} holds the object, and ${verdict}`, { objectId: number });
  return null;
}

/**
 * Finds out whose request `number` is, which holds the object; adds no row. Looks into the ledger, waits while a run of another branch
 * files the request, and asks the service for its values if the ledger does not tell. Returns a clause with the reason if that cannot be
 * told: the wait took too long, the service gives no answer, filing has stopped, or ledger or history cannot be read.
 */
async function findVerdict(object: OneObject, number: number): Promise<Judged | string> {
  const { filing, request } = object;
  const { numbers } = filing;
  try {
    for (;;) {
      const holders = await numbers.holders(number);
      const own = numbers.ownStanding(number);
      const facts: NumberFacts = {
        ...{ request, number, onConflict: numbers.onConflict, own, holders },
        tried: object.believed.tried.filter(({ does }) => does === 'file'),
        rivals: holders.length > 0 || own !== null ? [] : await numbers.rivals(request.identity),
        isSoleBranch: numbers.isSoleBranch(request.identity),
        isAtHead: own !== null && (await numbers.isAtHead(own.path)),
      };
      const verdict = whose(facts);
      if (verdict.kind === 'probe') return await probeOwner(object, facts);
      if (verdict.kind !== 'busy') return verdict;
      const { branch, busy } = verdict.holder;
      if (!(await filing.waitForOther())) return `run ${busy} of ${branch} is filing it`;
    }
  } catch (error) {
    if (error instanceof Problem || error instanceof GitFailure) return `it is not known whose it is: ${error.message}`;
    throw error;
  }
}

/**
 * Asks for the stored values of request `facts.number`, and for our user if a call to compare with (rivals' too) has no mapped one; decides
 * whose it is. If ours, also of another reason, `object.foundIn` gets its RFP. @returns the verdict; a clause: no answer, or stopped
 */
async function probeOwner(object: OneObject, facts: NumberFacts): Promise<Judged | string> {
  const result = await ask(object.filing, (client) => client.update({ objectId: facts.number }, null));
  if (result.kind === 'lost' || result.kind === 'stopped') return `the service did not say whose it is: ${result.why}`;
  const stored = result.kind === 'done' ? result.reply.request : null;
  const calls = [facts.request, ...facts.tried, ...facts.rivals.flatMap(({ tried }) => tried)];
  const isMapped = calls.every(({ fields }) => fields.user !== undefined);
  const user = stored === null || isMapped ? null : await resolveOwnUser(object.filing);
  const verdict = whose({ ...facts, ownUser: user, probe: stored }) as Judged;
  if (verdict.kind === 'ours' || verdict.kind === 'otherReason') object.foundIn = parseInteger(stored?.rfp) ?? 0;
  return verdict;
}

/**
 * Finds out whose request `number` is, which holds the object, and updates, withdraws or leaves it. @param refused fields of the row for
 * another's request, `msg` being the service's words. @param isRepeated true: none is withdrawn. @returns false: a row says how the
 * object ended. true: it is ours, and has moved on (no row), was withdrawn (row `withdrawn`), or under `isRepeated` would have to be
 */
async function resolveByOwner(object: OneObject, number: number, refused: Partial<FiledRequest>, isRepeated: boolean) {
  const verdict = await findOwner(object, number);
  if (verdict === null) return false;
  if (verdict.kind === 'ours') return updateExisting(object, number, verdict);
  if (verdict.kind === 'otherReason') {
    if (isRepeated) return true;
    const call = await object.writeAhead('withdraw', number, verdict.holder, true);
    return call !== null && (await withdrawRequest(object, number, call, verdict)) !== false;
  }
  if (verdict.kind === 'same') await keepWithHolder(object, number, verdict);
  else if (verdict.kind === 'collision') {
    const name = formatIdentity(object.request.identity);
    const msg = `${name} is request ${number}, filed for ${verdict.path}, which is still there`;
    const remedy = 'Set another objn, objt or attr for one of the two files in the mapping, or skip it.';
    object.add('collision', { objectId: number, msg, remedy });
  } else {
    clearTried(object, verdict);
    object.addConflict(verdict, refused.msg ?? '', refused);
  }
  return false;
}

/**
 * Adds the row `unchanged` for request `number`, by which a branch merged here has filed the same content; sends nothing. If that branch is
 * gone, or this is the default one, takes the request over (into `believed`, its holder into `taken`); else none stands. Empties `tried`.
 */
async function keepWithHolder(object: OneObject, number: number, verdict: Extract<Verdict, { kind: 'same' }>) {
  const { holder, stands } = verdict;
  const moves = holder.gone === true || holder.isDefault;
  if (moves) {
    object.believed = await object.withCheckOutOf(holder);
    object.taken.push(holder);
  }
  object.noteCallEnded(object.ensureCall('file', null), { kind: 'done' }, moves ? stands : null);
  const at = `${holder.branch}, which is merged into this branch, at ${stands.commit.slice(0, 12)}`;
  const warnings = [`filed from ${at}; it still belongs to that branch`];
  object.add('unchanged', { objectId: number, rfp: stands.rfp, warnings });
}
