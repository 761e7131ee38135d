import type { CallResult } from '../client/results.ts';
import { messageOf } from '../errors.ts';
import type { UpdateFields } from '../interface/fields.ts';
import { messages, readInteger, saysLike } from '../interface/replies.ts';
import type { IntendedCall } from '../ledger/lease.ts';
import { type FiledRequest, filed } from '../ledger/outcome.ts';
import { type FiledObject, rememberedOf } from '../ledger/record.ts';
import { defaultMappingFile } from '../mapping/defaults.ts';
import { shellWord } from '../near.ts';
import { identityText } from '../plan/identity.ts';
import type { PlannedRequest } from '../plan/planned.ts';
import { withPart } from './content.ts';
import { coveredBy } from './decide-actions.ts';
import { isGitTrouble } from './failed.ts';
import { type Filing, noteStop } from './filing-state.ts';
import { ownUser } from './own-user.ts';
import { decideOwnership, type Holder, type Verdict } from './ownership.ts';
import { triedAgain } from './remedies.ts';
import { fieldDifferences, unansweredUpdate } from './update.ts';

/** What a conflict came to: rows, or the entry of ours that has to be withdrawn first. */
export type Settled = { readonly row: FiledRequest } | { readonly otherReason: FiledObject };

/** A create that was refused with a number, and what of ours may have made that request. */
export interface Contested {
  readonly request: PlannedRequest;
  /** Its place in the plan. */
  readonly n: number;
  readonly number: number;
  readonly lost: readonly IntendedCall[];
  /** The row of the refusal, shown when the request is not proven ours. */
  readonly refused: FiledRequest;
}

/** Whose a number is; a row when that could not be found out. */
export type Judged =
  | { readonly verdict: Exclude<Verdict, { kind: 'probe' | 'unproven' }> }
  | { readonly row: FiledRequest };

/**
 * Settles a create that was refused with the number of the request in the way: an update when that is proven ours,
 * nothing at all when it is not.
 */
export async function settleConflict(filing: Filing, contested: Contested): Promise<Settled> {
  const judged = await judgeConflict(filing, contested);
  if ('row' in judged) return judged;
  return orUnproven(contested, () => carryVerdict(filing, contested, judged.verdict));
}

/** Finds out whose the number is: from the ledger, from the history, and, where these do not tell, from the service. */
export async function judgeConflict(filing: Filing, contested: Contested): Promise<Judged> {
  const judged = await orUnproven(contested, () => judge(filing, contested));
  if ('row' in judged || judged.verdict.kind !== 'unproven') return judged as Judged;
  const { n, refused, lost } = contested;
  filing.unproven.add(n);
  return { row: { ...refused, msg: `${refused.msg ?? ''} – ${judged.verdict.why}`, uncertain: lost } };
}

/** What Git or its remote would not do leaves the conflict open. */
async function orUnproven<T>(contested: Contested, work: () => Promise<T>): Promise<T | { row: FiledRequest }> {
  try {
    return await work();
  } catch (error) {
    if (!isGitTrouble(error)) throw error;
    return { row: leftUnproven(contested, `the conflict could not be settled: ${messageOf(error)}`) };
  }
}

/** @throws Problem or GitFailure when the ledger or the history cannot be read. */
async function judge(filing: Filing, contested: Contested) {
  const { request, number, lost } = contested;
  const sources = filing.ownership;
  const holders = await sources.holdersOf(number);
  const own = holders.find((holder) => holder.own);
  const rival = holders.length > 0 ? null : await sources.meantElsewhere(request);
  const ownThere = own !== undefined && (await sources.atHead(own.entry.path));
  const decide = (probe: Readonly<Record<string, unknown>> | null | undefined, user: string | null) =>
    decideOwnership({
      request,
      number,
      onConflict: sources.onConflict,
      holders,
      lost,
      ownUser: user,
      rival,
      soleBranch: sources.soleBranch(request),
      atHead: () => ownThere,
      probe,
    });
  const verdict = decide(undefined, null);
  if (verdict.kind !== 'probe') return { verdict };
  const asked = await askStored(filing, number);
  if (asked.kind === 'unanswered') {
    return { row: leftUnproven(contested, `the service did not tell whose it is: ${asked.why}`) };
  }
  const isMapped = lost.every(({ sent }) => sent?.user !== undefined) && request.fields.user !== undefined;
  const user = asked.stored === null || isMapped ? null : await ownUser(filing);
  return { verdict: decide(asked.stored, user) };
}

/** Whose the number is could not be found out: what is known of our own create stays known for the next run. */
function leftUnproven({ request, number: objectId, lost }: Contested, why: string): FiledRequest {
  const msg = `request ${objectId} holds the object, and ${why}`;
  return filed(request, 'notAttempted', { objectId, msg, remedy: triedAgain, uncertain: lost });
}

/** A PATCH that carries only `objectId`: it changes nothing and answers with the stored values (interface §2.7). */
export async function askStored(filing: Filing, objectId: number): Promise<Probed> {
  const result = await filing.client.update({ objectId }, null);
  noteStop(filing, result);
  if (result.kind === 'answered') {
    const { reply } = result;
    const isGone = saysLike(reply, messages.requestNotFound) || saysLike(reply, messages.notOpen);
    return { kind: 'answered', stored: reply.sev === 30 ? null : reply.request, isGone, said: reply.msg };
  }
  return { kind: 'unanswered', why: whyOf(result) };
}

/** `stored` is null when the service refuses to show the request; `isGone`: it is not there, or has moved on. */
type Probed =
  | {
      readonly kind: 'answered';
      readonly stored: Readonly<Record<string, unknown>> | null;
      readonly isGone: boolean;
      readonly said: string;
    }
  | { readonly kind: 'unanswered'; readonly why: string };

function whyOf(result: Exclude<CallResult, { kind: 'answered' }>): string {
  return result.kind === 'cancelled' ? 'the run was cancelled' : result.why;
}

async function carryVerdict(
  filing: Filing,
  contested: Contested,
  verdict: Exclude<Verdict, { kind: 'probe' | 'unproven' }>,
): Promise<Settled> {
  const { request, number, refused } = contested;
  switch (verdict.kind) {
    case 'ours': {
      const { takenFrom } = verdict;
      const row = await updateOurs(filing, contested, verdict.why);
      if (takenFrom === null || row.outcome !== 'updated') return { row };
      filing.takenOver.push(takenFrom);
      return { row: { ...row, warnings: [...row.warnings, staysBooked(takenFrom, number)] } };
    }
    case 'unchanged': {
      const { entry, repo, mapping, branch } = verdict.holder;
      const at = entry.commit.slice(0, 12);
      const warnings = [`filed from ${branch}, which is merged here, at ${at}; it stays booked on that branch`];
      const of = { repo, mapping, branch };
      return {
        row: filed(request, 'unchanged', { objectId: number, rfp: entry.rfp, of, ofAdded: entry.added, warnings }),
      };
    }
    case 'otherReason':
      return { otherReason: verdict.entry };
    case 'covered': {
      const { entry } = verdict;
      return { row: filed(request, 'covered', { objectId: number, rfp: entry.rfp, msg: coveredBy(request, entry) }) };
    }
    case 'collision': {
      const msg = `${identityText(request.identity)} is request ${number}, filed for ${verdict.entry.path}, which is still there`;
      const remedy = 'Map the two files to different objects, or skip one of them.';
      return { row: filed(request, 'collision', { objectId: number, msg, remedy }) };
    }
    case 'theirs':
      return { row: await theirs(filing, refused, verdict) };
  }
}

/** Who holds the object, as far as the ledger knows; a branch that is gone can be let go of. */
async function theirs(
  { ownership }: Filing,
  refused: FiledRequest,
  { holder, why }: Extract<Verdict, { kind: 'theirs' }>,
): Promise<FiledRequest> {
  const msg = `${refused.msg ?? ''} – ${why}`;
  if (holder === null) return { ...refused, msg };
  const { repo, branch, entry, own } = holder;
  const by = `${msg}; the ledger has it for ${repo} ${branch} at ${entry.commit.slice(0, 12)}`;
  if (own || !(await ownership.isGone(holder))) return { ...refused, msg: by };
  const remedy = `If nobody needs it any more: ${releaseOf(holder)} lets go of what the branch has left.`;
  return { ...refused, msg: `${by}, a branch that is gone`, remedy };
}

function releaseOf({ branch, mapping }: Holder): string {
  const named = mapping === defaultMappingFile ? '' : ` --mapping ${shellWord(mapping)}`;
  return `file-checkouts release --branch ${shellWord(branch)}${named}`;
}

/** What was filed for another branch is booked on it, and on its project, for good: no update has fields for that. */
function staysBooked(holder: Holder, objectId: number): string {
  const booked = `it stays booked on branch ${holder.branch} and its project, which no update can change`;
  const anew = `delete request ${objectId} at the service and push the file again`;
  return `${booked}; to file it anew, ${anew} (or, before a merge, let go of it: ${releaseOf(holder)})`;
}

async function updateOurs(
  filing: Filing,
  { request, number: objectId, lost }: Contested,
  why: string,
): Promise<FiledRequest> {
  const { gpath, gfile } = request.fields;
  const git = { ...(gpath === undefined ? {} : { gpath }), ...(gfile === undefined ? {} : { gfile }) };
  const fields: UpdateFields = { objectId, ...rememberedOf(request.fields), ...git };
  const body = await withPart(filing, request, fields);
  const result = await filing.client.update(body.fields, body.content);
  noteStop(filing, result);
  if (result.kind === 'lost' || result.kind === 'unreadable') {
    return unansweredUpdate(request, objectId, result, lost);
  }
  if (result.kind === 'refused') {
    return filed(request, 'rejected', { objectId, msg: result.why, remedy: result.remedy, uncertain: lost });
  }
  if (result.kind !== 'answered') {
    return filed(request, 'notAttempted', { objectId, msg: whyOf(result), uncertain: lost });
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
