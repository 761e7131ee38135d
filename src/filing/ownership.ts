import type { CreateFields } from '../interface/fields.ts';
import { isValue } from '../interface/replies.ts';
import type { IntendedCall } from '../ledger/lease.ts';
import type { Named } from '../ledger/ledger-access.ts';
import type { FiledObject, SharedObject } from '../ledger/record.ts';
import type { Options } from '../options.ts';
import { needsNoContent, type PlannedRequest } from '../plan/planned.ts';
import { claimDiffers } from './claim.ts';

/**
 * Whose is the request that holds an object? A create was refused with its number, and nothing of anybody's work may be
 * overwritten, so it is taken for ours only on proof (design §7 "Conflict"). Pure: what has to be asked first is an
 * answer too.
 */

/** An entry of the ledger with the number, and where it stands. */
export interface Holder extends Readonly<SharedObject['of']>, Pick<Named, 'entry' | 'isSealed'> {
  readonly own: boolean;
  /** True when the commit it was filed from is an ancestor of the head that is filed now; false where nothing vouches for it. */
  readonly isAncestor: boolean;
}

/** What tells whose a number is, beyond this branch's own record (design §7, §8). */
export interface OwnershipSources {
  readonly onConflict: Options['on-conflict'];
  holdersOf(number: number): Promise<readonly Holder[]>;
  /** Another record that has this number of ours as well, and that is not merged here; null: none. */
  rivalFor(number: number): Promise<Holder | null>;
  /** Calls of this branch about the object that were written down and never answered. */
  lostFor(request: PlannedRequest): readonly IntendedCall[];
  /** Numbers of requests that are surely ours and were filed for the owner of the token, the best known first. */
  ownNumbers(): Promise<readonly number[]>;
  /** The branch that wrote down a create for this object and has not said the end of it; null: none. */
  meantElsewhere(request: PlannedRequest): Promise<string | null>;
  /** True when the mapping lets only this branch, named outright, reach the target. */
  soleBranch(request: PlannedRequest): boolean;
  atHead(path: string): Promise<boolean>;
  /** True when the branch of a holder is gone at the remote; false where it is there, or nobody knows. */
  isGone(holder: Holder): Promise<boolean>;
}

export interface Conflict {
  readonly request: PlannedRequest;
  readonly number: number;
  readonly onConflict: Options['on-conflict'];
  readonly holders: readonly Holder[];
  readonly lost: readonly IntendedCall[];
  /** The user that our requests have where none is mapped; null: not known. */
  readonly ownUser: string | null;
  /** Another branch that means to create this object and has not ended; null: none. */
  readonly rival: string | null;
  readonly soleBranch: boolean;
  /** Paths that stand at head. */
  readonly atHead: (path: string) => boolean;
  /** What a probe answered: the stored values; null: it was refused; undefined: not asked yet. */
  readonly probe: Readonly<Record<string, unknown>> | null | undefined;
}

export type Verdict =
  /** Ask the service for the stored values, then decide again. */
  | { readonly kind: 'probe' }
  /** Ours: update it. `takenFrom`: a merged branch whose request it was. */
  | { readonly kind: 'ours'; readonly why: string; readonly takenFrom: Holder | null }
  /** Ours, of another reason: withdraw it and file again. */
  | { readonly kind: 'otherReason'; readonly entry: FiledObject }
  /** A merged branch filed this very content. */
  | { readonly kind: 'unchanged'; readonly holder: Holder }
  /** Our own migration, from another file, of what is only to be recompiled or bound again. */
  | { readonly kind: 'covered'; readonly entry: FiledObject }
  /** Our own request, for another file that is still there. */
  | { readonly kind: 'collision'; readonly entry: FiledObject }
  /** `isOtherUser`: its user is surely not ours. */
  | { readonly kind: 'theirs'; readonly holder: Holder | null; readonly why: string; readonly isOtherUser?: true }
  /** It may be ours, and nothing tells whose user it has. */
  | { readonly kind: 'unproven'; readonly why: string };

export function decideOwnership(conflict: Conflict): Verdict {
  const { onConflict, holders } = conflict;
  const own = holders.find((holder) => holder.own);
  if (onConflict === 'fail') return { kind: 'theirs', holder: own ?? holders[0] ?? null, why: 'on-conflict is fail' };
  const rival = holders.find(isRival);
  if (own?.isSealed === true) return rival === undefined ? ownNumber(conflict, own) : alsoTheirs(rival);
  // What two records name is only merged here when both say so: the newer one counts.
  const others = holders.filter((holder) => !holder.own);
  const other = others.find(({ isAncestor }) => !isAncestor) ?? others[0];
  if (other !== undefined) return otherBranch(conflict, other);
  return own === undefined ? unnamed(conflict) : ownClaim(conflict, own);
}

/**
 * True for another branch that has the number by right: it went on with a request of ours that it had merged. An old
 * record of ours that was put back still names the number, and proves nothing (design §8 "Sealed").
 */
export function isRival({ own, isSealed, isAncestor }: Holder): boolean {
  return !own && isSealed && !isAncestor;
}

function alsoTheirs(holder: Holder): Verdict {
  return { kind: 'theirs', holder, why: 'the ledger has it for both branches' };
}

/** A number that our own record has, and no seal vouches for: the service has to bear it out (design §8 "Sealed"). */
function ownClaim(conflict: Conflict, own: Holder): Verdict {
  const { probe } = conflict;
  if (probe === undefined) return { kind: 'probe' };
  const { path } = own.entry;
  const why = claimDiffers({ ...conflict, formerPath: conflict.atHead(path) ? null : path });
  // Which file it is of the service has told by now.
  if (why === null) return ownNumber(conflict, { ...own, entry: { ...own.entry, path: conflict.request.path.text } });
  const verdict = unnamed(conflict);
  return verdict.kind === 'theirs'
    ? { ...verdict, why: `the ledger has it without a seal of ours, and ${why}` }
    : verdict;
}

function ownNumber({ request, atHead }: Conflict, { entry }: Holder): Verdict {
  const paths = [request.path.text, request.previousPath?.text];
  if (entry.reason !== request.reason) {
    const isCovered = entry.reason === '*MIGRATE' && needsNoContent(request.reason);
    const covers = isCovered && !paths.includes(entry.path) && atHead(entry.path);
    return covers ? { kind: 'covered', entry } : { kind: 'otherReason', entry };
  }
  if (paths.includes(entry.path)) return { kind: 'ours', why: 'the ledger has it for this file', takenFrom: null };
  if (atHead(entry.path)) return { kind: 'collision', entry };
  return { kind: 'ours', why: `the ledger has it for ${entry.path}, which is gone`, takenFrom: null };
}

function otherBranch({ request, lost }: Conflict, holder: Holder): Verdict {
  const { entry, branch } = holder;
  const theirs = (why: string): Verdict => ({ kind: 'theirs', holder, why: `branch ${branch} ${why}` });
  if (!holder.isSealed) return theirs('has it in a record that is not sealed');
  if (!holder.isAncestor) return theirs('filed it and is not merged here');
  if (entry.reason !== request.reason) return theirs(`filed it as ${entry.reason}`);
  // A run of this branch that was killed may have gone on with it: then it no longer holds what that branch has sent.
  const mayHaveChanged = lost.length > 0;
  const isSame = entry.blob === request.blob && entry.path === request.path.text;
  if (isSame && !mayHaveChanged) return { kind: 'unchanged', holder };
  return { kind: 'ours', why: `branch ${branch}, which is merged here, filed it`, takenFrom: holder };
}

/** What a request of ours may have been made from: a call without an answer, or the very fields that are filed now. */
interface Candidate {
  readonly sent: CreateFields;
  /** The call; null: nothing was written down, and the level or the user's word makes it ours. */
  readonly call: IntendedCall | null;
}

/** No ledger entry names the number: only a create of ours whose answer was lost, or a sole branch, makes it ours. */
function unnamed(conflict: Conflict): Verdict {
  const theirs = (why: string): Verdict => ({ kind: 'theirs', holder: null, why });
  const { lost, soleBranch, onConflict, probe, request, number } = conflict;
  if (conflict.rival !== null) return theirs(`${conflict.rival} may have filed it and has not reported yet`);
  const creates = lost.filter((call) => call.sent !== null && call.withdraws !== true);
  const isOpen = soleBranch || onConflict === 'adopt';
  if (creates.length === 0 && !isOpen) return theirs('nothing proves that it is ours');
  // No answer tells a reason (§2.7) and no update changes it (§2.6): a delete can only be ours by what we wrote down.
  if (creates.length === 0 && request.reason !== '*MIGRATE') {
    return theirs(`the service does not say whether it is a ${request.reason}`);
  }
  if (probe === undefined) return { kind: 'probe' };
  if (probe === null) return theirs('the service does not let us look at it');
  const candidates: Candidate[] = creates.map((call) => ({ sent: sentBy(call, request), call }));
  if (isOpen && request.reason === '*MIGRATE') candidates.push({ sent: request.fields, call: null });
  if (candidates.every(({ sent }) => isUser(sent, conflict) === false)) {
    return { kind: 'theirs', holder: null, why: `its user is ${probe.user}, which is not ours`, isOtherUser: true };
  }
  const differing = candidates.map(({ sent }) => disagreement(sent, probe));
  const agreeing = candidates.filter((_, n) => differing[n] === null);
  if (agreeing.length === 0) return theirs(`it differs from what this run would have filed: ${differing[0]}`);
  const proven = agreeing.filter(({ sent }) => isUser(sent, conflict) === true);
  if (proven.length === 0) return notProven(conflict, creates.length > 0);
  const other = proven.find(({ call }) => call !== null && call.reason !== request.reason)?.call ?? null;
  if (other !== null) return { kind: 'otherReason', entry: entryOf(other, number) };
  return { kind: 'ours', why: whyOurs(proven, conflict), takenFrom: null };
}

/** What a create sent; of one that no seal vouches for only that it was for this object is taken. */
function sentBy({ sent, claimed: isClaim }: IntendedCall, { fields }: PlannedRequest): CreateFields {
  return isClaim === true ? fields : (sent ?? {});
}

/** Whether the request has the user of ours: mapped, or learnt; null: not known. */
function isUser({ user }: CreateFields, { ownUser, probe }: Conflict): boolean | null {
  const ours = user ?? ownUser;
  const theirs = probe?.user;
  if (ours === null || typeof theirs !== 'string') return null;
  return theirs.trim().toUpperCase() === ours.trim().toUpperCase();
}

/** A colleague may have filed the same file by hand, so that the values alone prove nothing. */
function notProven({ onConflict, probe }: Conflict, isLost: boolean): Verdict {
  if (onConflict === 'adopt' && !isLost)
    return { kind: 'ours', why: 'taken over by on-conflict adopt', takenFrom: null };
  const user = typeof probe?.user === 'string' ? probe.user : 'not told';
  const why = `its user is ${user}, and which one our requests have is not known yet (map users, or user)`;
  return isLost ? { kind: 'unproven', why } : { kind: 'theirs', holder: null, why };
}

function whyOurs(proven: readonly Candidate[], { soleBranch }: Conflict): string {
  if (proven.some(({ call }) => call !== null)) return 'its create was ours; the answer was lost';
  return soleBranch ? 'only this branch files at its level' : 'taken over by on-conflict adopt';
}

/** What the ledger would say of a create whose answer never came, had it come. */
export function entryOf(call: IntendedCall, objectId: number): FiledObject {
  const { sent: _, withdraws: _withdraws, closed: _closed, ...known } = call;
  return { ...known, objectId, rfp: 0, commit: '', run: '', sent: {} };
}

/** Fields that a create sends and a probe answers (interface §2.1, §2.7); the user is looked at by itself. */
const compared = ['objt', 'attr', 'srcn', 'srca', 'srcd', 'csqo', 'gpath', 'gfile', 'rfp'] as const;

/** The first field in which a stored request differs from what was sent; fields that are not answered do not count. */
export function disagreement(sent: CreateFields, stored: Readonly<Record<string, unknown>>): string | null {
  for (const name of compared) {
    const mine = sent[name];
    const theirs = stored[name];
    if (mine === undefined || theirs === undefined || theirs === null) continue;
    if (!isValue(theirs, mine)) return `${name} is ${JSON.stringify(theirs)}, not ${JSON.stringify(mine)}`;
  }
  return null;
}
