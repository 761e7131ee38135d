import type { CallResult } from '../client/results.ts';
import { messageOf } from '../errors.ts';
import type { UpdateFields } from '../interface/fields.ts';
import { readInteger } from '../interface/replies.ts';
import type { FiledObject } from '../ledger/record.ts';
import type { IntendedCall } from '../ledger/runs.ts';
import { identityText } from '../plan/identity.ts';
import type { PlannedRequest } from '../plan/planned.ts';
import { callOf, newerCall, rememberedOf } from './actions.ts';
import { updatePart } from './content.ts';
import { type Filing, noteStop } from './context.ts';
import { isGitTrouble } from './failed.ts';
import { type FiledRequest, filed } from './outcome.ts';
import { decideOwnership, type Verdict } from './ownership.ts';
import { triedAgain } from './remedies.ts';
import { fieldDifferences, unansweredUpdate } from './update.ts';

/** What a conflict came to: rows, or the entry of ours that has to be withdrawn first. */
export type Settled = { readonly row: FiledRequest } | { readonly otherReason: FiledObject };

/**
 * Settles a create that was refused with the number of the request in the way: an update when that is proven ours,
 * nothing at all when it is not.
 *
 * @param lost true when an earlier attempt of this very create may have been done without its answer arriving.
 * @param rfp the RFP that the create named.
 * @param refused the row of the refusal, shown when the request is somebody else's.
 */
export async function settleConflict(
  filing: Filing,
  request: PlannedRequest,
  number: number,
  lost: boolean,
  rfp: number | undefined,
  refused: FiledRequest,
): Promise<Settled> {
  const unanswered = lost ? lostCreate(filing, request, rfp) : filing.ownership.unansweredFor(request);
  try {
    return await settle(filing, { request, number, unanswered }, refused);
  } catch (error) {
    if (!isGitTrouble(error)) throw error;
    const why = `what to do about it could not be found out: ${messageOf(error)}`;
    return { row: leftUnproven(request, number, why, unanswered) };
  }
}

/** A create of this run whose answer was lost. @param rfp the RFP that it named. */
export function lostCreate(filing: Filing, request: PlannedRequest, rfp: number | undefined): IntendedCall {
  const call = callOf(request, null, rfp);
  const earlier = filing.ownership.unansweredFor(request);
  return earlier === null ? call : newerCall(earlier, call);
}

/** @throws Problem or GitFailure when the ledger, the history or the content cannot be read. */
async function settle(filing: Filing, contested: Contested, refused: FiledRequest): Promise<Settled> {
  const { request, number, unanswered } = contested;
  const sources = filing.ownership;
  const holders = await sources.holdersOf(number);
  const own = holders.find((holder) => holder.own);
  const rival = holders.length > 0 ? null : await sources.meantElsewhere(request);
  const ownThere = own !== undefined && (await sources.atHead(own.entry.path));
  const decide = (probe: Readonly<Record<string, unknown>> | null | undefined) =>
    decideOwnership({
      request,
      number,
      onConflict: sources.onConflict,
      holders,
      unanswered,
      rival,
      soleBranch: sources.soleBranch(request),
      atHead: () => ownThere,
      probe,
    });
  let verdict = decide(undefined);
  if (verdict.kind === 'probe') {
    const asked = await askStored(filing, number);
    if (asked.kind === 'unanswered') {
      const why = `the service did not say whose it is: ${asked.why}`;
      return { row: leftUnproven(request, number, why, unanswered) };
    }
    verdict = decide(asked.stored);
  }
  return carryVerdict(filing, contested, verdict, refused);
}

/** Whose the number is could not be found out: what is known of our own create stays known for the next run. */
function leftUnproven(
  request: PlannedRequest,
  objectId: number,
  why: string,
  unanswered: IntendedCall | null,
): FiledRequest {
  const msg = `request ${objectId} holds the object, and ${why}`;
  return filed(request, 'notAttempted', {
    objectId,
    msg,
    remedy: triedAgain,
    uncertain: unanswered,
  });
}

/** A PATCH that carries only `objectId`: it changes nothing and answers with the stored values (interface §2.7). */
async function askStored(filing: Filing, objectId: number): Promise<Probed> {
  const result = await filing.client.update({ objectId }, null);
  noteStop(filing, result);
  if (result.kind === 'answered') {
    return { kind: 'answered', stored: result.reply.sev === 30 ? null : result.reply.request };
  }
  return { kind: 'unanswered', why: whyOf(result) };
}

/** `stored` is null when the service refuses to show the request. */
type Probed =
  | { readonly kind: 'answered'; readonly stored: Readonly<Record<string, unknown>> | null }
  | { readonly kind: 'unanswered'; readonly why: string };

function whyOf(result: Exclude<CallResult, { kind: 'answered' }>): string {
  return result.kind === 'cancelled' ? 'the run was cancelled' : result.why;
}

/** A create that was refused with a number, and our own earlier attempt at it whose answer never came. */
interface Contested {
  readonly request: PlannedRequest;
  readonly number: number;
  readonly unanswered: IntendedCall | null;
}

async function carryVerdict(
  filing: Filing,
  contested: Contested,
  verdict: Verdict,
  refused: FiledRequest,
): Promise<Settled> {
  const { request, number } = contested;
  switch (verdict.kind) {
    case 'ours': {
      const row = await updateOurs(filing, contested, verdict.why);
      if (verdict.takenFrom !== null && row.outcome === 'updated') filing.takenOver.push(verdict.takenFrom);
      return { row };
    }
    case 'unchanged': {
      const { entry, branch } = verdict.holder;
      const warnings = [`filed from ${branch}, which is merged here, at ${entry.commit.slice(0, 12)}`];
      return { row: filed(request, 'unchanged', { objectId: number, rfp: entry.rfp, ofBranch: branch, warnings }) };
    }
    case 'otherReason':
      return { otherReason: verdict.entry };
    case 'collision': {
      const msg = `${identityText(request.identity)} is request ${number}, filed for ${verdict.entry.path}, which is still there`;
      const remedy = 'Map the two files to different objects, or skip one of them.';
      return { row: filed(request, 'collision', { objectId: number, msg, remedy }) };
    }
    default: {
      const holder = verdict.kind === 'theirs' ? verdict.holder : null;
      const by =
        holder === null
          ? ''
          : `; the ledger has it for ${holder.repo} ${holder.branch} at ${holder.entry.commit.slice(0, 12)}`;
      const why = verdict.kind === 'theirs' ? verdict.why : '';
      return { row: { ...refused, msg: `${refused.msg ?? ''} – ${why}${by}` } };
    }
  }
}

/** Brings a request that is proven ours up to date: all that an update can carry, and the content. */
async function updateOurs(
  filing: Filing,
  { request, number: objectId, unanswered }: Contested,
  why: string,
): Promise<FiledRequest> {
  const { gpath, gfile } = request.fields;
  const git = { ...(gpath === undefined ? {} : { gpath }), ...(gfile === undefined ? {} : { gfile }) };
  const fields: UpdateFields = { objectId, ...rememberedOf(request.fields), ...git };
  const content = await updatePart(request, filing.run, filing.read);
  const result = await filing.client.update(fields, content);
  noteStop(filing, result);
  if (result.kind === 'lost' || result.kind === 'unreadable') {
    return unansweredUpdate(request, objectId, result, unanswered);
  }
  if (result.kind === 'refused') {
    return filed(request, 'rejected', { objectId, msg: result.why, remedy: result.remedy, uncertain: unanswered });
  }
  if (result.kind !== 'answered') {
    return filed(request, 'notAttempted', { objectId, msg: whyOf(result), uncertain: unanswered });
  }
  const { reply } = result;
  if (reply.sev === 30) return filed(request, 'conflict', { objectId, sev: 30, msg: reply.msg });
  return filed(request, 'updated', {
    objectId,
    rfp: readInteger(reply.request?.rfp) ?? 0,
    sev: reply.sev,
    msg: reply.msg,
    used: reply.request,
    warnings: [
      `request ${objectId} was there already: ${why}`,
      ...(reply.sev === 20 ? [reply.msg] : []),
      ...fieldDifferences(fields, reply),
    ],
  });
}
