import { deriveChange } from '../checkout/next.ts';
import type { Verdict } from '../checkout/whose.ts';
import { toGitPath } from '../git/git-path.ts';
import { fieldUses, type UpdateFields } from '../interface/fields.ts';
import { isSameValue, parseInteger, type Reply } from '../interface/replies.ts';
import type { Standing, Tried } from '../ledger/record.ts';
import { formatIdentity } from '../plan/identity.ts';
import { findUser, withFilePart } from './ask.ts';
import type { OneObject } from './one-object.ts';
import { describeTakeover } from './remedies.ts';
import { deriveUpdateRfp } from './rfp.ts';

interface Update {
  readonly call: Tried;
  readonly change: ReturnType<typeof deriveChange>;
  /** The request as it stands before; null: not known. */
  readonly before: Standing | null;
  readonly warnings?: readonly string[];
}

/**
 * Sends the update of request `objectId`, with the content if `change` says so; a request that is in no RFP joins that of `object.joining`.
 * The row also warns of values not stored as sent, or an RFP lost. @returns true: it has moved on, no row; false: a row says how it ended
 */
export async function sendUpdate(object: OneObject, objectId: number, update: Update): Promise<boolean> {
  const { filing, request } = object;
  const { call, change, before, warnings = [] } = update;
  const rfpFields = (before?.rfp ?? object.foundIn) === 0 ? deriveUpdateRfp(object.joining.fields, filing.run) : null;
  const fields: UpdateFields = { objectId, ...change.fields, ...rfpFields };
  const body = change.sendsContent ? await withFilePart(filing, request, fields) : { fields, content: null };
  const result = await object.ask((client) => client.update(body.fields, body.content));
  if (result.kind === 'gone') object.noteGone(call, objectId);
  else if (result.kind !== 'done') object.noteFailed(call, result, { objectId });
  if (result.kind !== 'done') return result.kind === 'gone';
  const { reply } = result;
  const rfp = parseInteger(reply.request?.rfp) ?? before?.rfp ?? object.foundIn;
  if (request.fields.user === undefined && before?.fields.user === undefined) filing.user ??= findUser(reply);
  const wasIn = before?.rfp ?? 0;
  const isOut = rfp === 0 && wasIn > 0;
  const out = isOut ? [`it was taken out of RFP ${wasIn} at the service, and is in none`] : [];
  const all = [...warnings, ...describeDifferences(fields, reply), ...out];
  object.noteFiled('updated', call, reply, { sent: fields, objectId, rfp, before, warnings: all });
  return false;
}

/** Returns a clause for each field that is stored otherwise than sent; leaves out those not in the answer, or sent as 0 (no change). */
function describeDifferences(sent: UpdateFields, { request: stored }: Reply): string[] {
  const differing = fieldUses.answered.filter((name) => {
    const [mine, theirs] = [sent[name], stored?.[name]];
    return mine !== undefined && mine !== 0 && theirs !== undefined && !isSameValue(theirs, mine);
  });
  return differing.map((key) => `${key}: sent ${JSON.stringify(sent[key])}, stored ${JSON.stringify(stored?.[key])}`);
}

type Ours = Extract<Verdict, { kind: 'ours' }>;
type Withdrawn = Pick<Standing, 'reason' | 'path'>;

/**
 * Updates request `number`, which is ours or is taken over from `holder` (null: it is not), with all that an update can carry. A takeover
 * is written to the ledger first. `why`, a clause, is for the row. @returns true: it has moved on, no row; false: a row says how it ended
 */
export async function updateExisting(object: OneObject, number: number, { why, holder }: Ours): Promise<boolean> {
  const call = holder === null ? object.ensureCall('file', null) : await object.writeAhead('file', number, holder);
  if (call === null) return false;
  const before = holder?.checkOut.stands ?? object.filing.numbers.ownStanding(number);
  const belongs = holder === null ? [] : [describeTakeover(holder, number)];
  const warnings = [`this run updated request ${number}, which existed already: ${why}`, ...belongs];
  const change = deriveChange(null, object.request);
  return sendUpdate(object, number, { call, change, before, warnings });
}

/**
 * Withdraws our request `objectId`: takes it out of its RFP and unlocks its object. @param of its reason and path, for the row `withdrawn`.
 * If nothing should stand for the object, the row has the path of the step instead, and a warning if the path in `of` is another. @returns
 * true: done, with that row; `gone`: it has moved on, no row; false: a row says why it failed or was not tried, or that nobody knows
 */
export async function withdrawRequest(object: OneObject, objectId: number, call: Tried, of: Withdrawn) {
  const { reason, path } = of;
  const result = await object.ask((client) => client.update({ objectId, arfp: '*NO', lock: '*NO' }, null));
  if (result.kind === 'gone') return object.noteGone(call, objectId);
  object.noteCallEnded(call, result);
  if (result.kind === 'done') {
    const { sev, msg, request: used } = result.reply;
    object.filing.dropped.add(objectId);
    // Where no other row follows, this one names the file that a push has changed.
    const isOther = object.work.step.should.kind === 'nothing' && object.request.path.text !== path;
    object.add('withdrawn', {
      ...{ objectId, rfp: 0, sev, used, reason, path: isOther ? object.request.path : toGitPath(path) },
      warnings: [...(sev === 20 ? [msg] : []), ...(isOther ? [`it was filed for ${path}`] : [])],
      msg: `taken out of its RFP and unlocked, because ${describeWithdrawal(object)}`,
      remedy: `The withdrawn request still exists: delete request ${objectId} at the service.`,
    });
    return true;
  }
  const { kind, why } = result;
  const about = `request ${objectId} (${reason}) of this branch holds the object`;
  if (kind === 'stopped' || kind === 'lost') {
    const msg = kind === 'stopped' ? why : `${about}, and whether it was withdrawn is not known: ${why}`;
    object.addNotAttempted(msg, { objectId, remedy: result.remedy });
  } else {
    const remedy = `Delete request ${objectId} at the service, then file again.`;
    object.add('conflict', { objectId, msg: `${about} and could not be withdrawn: ${why}`, remedy, needsPerson: true });
  }
  return false;
}

/** Returns words, at least a clause, on why a request is withdrawn: another reason, a release, its cause reverted, or its file deleted. */
function describeWithdrawal({ request, work }: OneObject): string {
  const { should } = work.step;
  if (should.kind !== 'nothing') return `${formatIdentity(request.identity)} is filed again as ${request.reason}`;
  if (should.isReleased) return 'all requests of the branch are released';
  if (request.dependent !== undefined) return 'the change that it was requested for was reverted';
  const isAdded = Object.keys(work.ahead.before).length === 0;
  if (!isAdded) return 'its file was deleted';
  return 'its file was deleted. Only this branch had added the file, so no request to delete the object is needed';
}
