import { type CreateFields, fieldUses, type Reason } from '../interface/fields.ts';
import { isSameValue } from '../interface/replies.ts';
import type { CheckOut, RecordKey, Standing, Tried } from '../ledger/record.ts';
import type { Options } from '../options.ts';
import type { PlannedRequest } from '../plan/planned.ts';

/** A check-out in another record that names the number. */
export interface Holder extends RecordKey {
  readonly checkOut: CheckOut;
  /** True for a run of the default branch, which goes on with what it merges. */
  readonly isDefault: boolean;
  /** True when all that was filed and tried for it there is in the history of the head. */
  readonly merged: boolean;
  /** The run of that branch that is under way; null: none. */
  readonly busy: string | null;
  /** Whether the branch is gone at the remote; null: not known. */
  readonly gone: boolean | null;
}

export interface NumberFacts {
  readonly request: PlannedRequest;
  readonly number: number;
  readonly onConflict: Options['on-conflict'];
  /** What our record has under the number; null: nothing. */
  readonly own: Standing | null;
  readonly holders: readonly Holder[];
  /** Calls of this branch that may have made it. */
  readonly tried: readonly Tried[];
  /** Other branches that tried to create this object and have no answer yet, with these calls. */
  readonly rivals: readonly { readonly branch: string; readonly tried: readonly Tried[] }[];
  /** The user of our requests where none is mapped; null: not known, or not asked yet. */
  readonly ownUser?: string | null;
  /** True when the mapping lets only this branch, named outright, reach the target. */
  readonly isSoleBranch: boolean;
  /** True if the path of `own` stands at head. */
  readonly isAtHead: boolean;
  /** The stored values; null: the service refused to show them; undefined: not asked yet. */
  readonly probe?: Readonly<Record<string, unknown>> | null | undefined;
}

export type Verdict =
  | { readonly kind: 'probe' }
  /** Update it. `holder`: the branch it is taken over from; null: it was ours. */
  | { readonly kind: 'ours'; readonly why: string; readonly holder: Holder | null }
  /** Ours, of another reason: withdraw it and file again. */
  | { readonly kind: 'otherReason'; readonly reason: Reason; readonly path: string; readonly holder: Holder | null }
  /** Another branch, which is merged here, filed this very content. */
  | { readonly kind: 'same'; readonly holder: Holder; readonly stands: Standing }
  /** Our own request, for another file that is still there. */
  | { readonly kind: 'collision'; readonly path: string }
  /** A run of the branch that it would be taken over from is under way. */
  | { readonly kind: 'busy'; readonly holder: Holder }
  /** Somebody else's, as far as can be told; `isCertain`: no call of this branch can have made it. */
  | {
      readonly kind: 'theirs';
      readonly why: string;
      readonly holder: Holder | null;
      readonly isCertain: boolean;
      /** Present where `--on-conflict adopt` may go on with it. */
      readonly mayAdopt?: true;
      /** Present where it may be ours, and nobody knows which user our requests have. */
      readonly isUnproven?: true;
    };

const adopted = 'taken over by `--on-conflict adopt`';

/**
 * Decides whose request `facts.number` is (a Verdict; design §8 "Whose is a number"): `theirs` if the record of a branch that is not merged
 * here has it, or our own lacks it under `onConflict: fail`; else by our own record (`ours`, `otherReason`, `collision`), those of merged
 * branches (also `same`, `busy`), then the stored values. Pure. Call it again: after `probe` with these values, after `busy` later.
 */
export function whose(facts: NumberFacts): Verdict {
  const { own, holders, onConflict } = facts;
  const other = holders.find(({ merged }) => !merged);
  if (own !== null) {
    if (other === undefined) return judgeOwnNumber(facts, own);
    // Our record may be the older one.
    return judgeTheirs(`The ledger has it for ${own.path} of this branch, too`, other);
  }
  if (onConflict === 'fail') return judgeTheirs('It is not taken over, as `--on-conflict` is fail', holders[0] ?? null);
  if (other !== undefined) return judgeTheirs('That branch is not merged into this one', other);
  const busy = holders.find((holder) => holder.busy !== null);
  if (busy !== undefined) return { kind: 'busy', holder: busy };
  const holder = holders.find(({ checkOut }) => checkOut.stands?.objectId === facts.number);
  return holder?.checkOut.stands ? judgeTakeover(facts, holder, holder.checkOut.stands) : judgeUnrecorded(facts);
}

/** Makes the verdict `theirs`. @param isCertain no call of this branch can have made the request; by default true if a holder is given. */
function judgeTheirs(why: string, holder: Holder | null = null, isCertain = holder !== null) {
  return { kind: 'theirs', why, holder, isCertain } as const;
}

/**
 * Decides on number `own` of our record: `collision` if it was filed for another file (not the old path of a move) that is still at head,
 * and `request` has the same reason or is a `*DELETE`; else `otherReason` if the two reasons differ; else `ours`.
 */
function judgeOwnNumber({ request, isAtHead }: NumberFacts, own: Standing): Verdict {
  const { path, reason } = own;
  const isItsFile = path === request.path.text || path === request.previousPath?.text;
  // What a file at head asked for is never withdrawn for a delete.
  const mayCollide = reason === request.reason || request.reason === '*DELETE';
  if (!isItsFile && mayCollide && isAtHead) return { kind: 'collision', path };
  if (reason !== request.reason) return { kind: 'otherReason', reason, path, holder: null };
  return judgeOurs(isItsFile ? 'the ledger has it for this file' : `the ledger has it for ${path}, which is gone`);
}

/** Makes the verdict `ours`. @param holder the branch that it is taken over from; null: none. */
const judgeOurs = (why: string, holder: Holder | null = null): Verdict => ({ kind: 'ours', why, holder });

/**
 * Decides on request `stands` of a branch that is merged here: `otherReason` if its reason is another; `same` if path and content are the
 * same and that branch has no call without an answer; else `ours`, taken over from it.
 */
function judgeTakeover({ request }: NumberFacts, holder: Holder, stands: Standing): Verdict {
  const { reason, path, blob } = stands;
  if (reason !== request.reason) return { kind: 'otherReason', reason, path, holder };
  const isSame = blob === request.blob && path === request.path.text && holder.checkOut.tried.length === 0;
  if (isSame) return { kind: 'same', holder, stands };
  return judgeOurs(`branch ${holder.branch} filed it, and is merged into this branch`, holder);
}

/**
 * Decides on a number that no record has, by comparing the stored values (undefined: `probe`; null: `theirs`) with the unanswered calls of
 * this branch; for a migration under `adopt`, or of the target's sole branch, also with the request itself. If some fit, user included:
 * `otherReason` if one of them has another reason than `request`, else `ours`; if one fits, but no user is known: see judgeUnproven.
 * `theirs` if there is nothing to compare with, none fits, or a rival's call may fit; `isCertain` only if all calls have other users.
 */
function judgeUnrecorded(facts: NumberFacts): Verdict {
  const { tried, isSoleBranch, onConflict, probe, request, rivals } = facts;
  const { reason, fields } = request;
  const isOpen = isSoleBranch || onConflict === 'adopt';
  // No answer tells a reason (§2.7) and no update changes it (§2.6): a delete can only be ours by what we wrote down.
  const itself = isOpen && reason === '*MIGRATE' ? { fields, reason, path: request.path.text } : null;
  const candidates = itself === null ? tried : [...tried, itself];
  if (candidates.length === 0) {
    if (isOpen) return judgeTheirs(`The service does not say whether it is a ${reason}`);
    const verdict = judgeTheirs('This pipeline did not file it, as far as it can tell');
    return { ...verdict, ...(reason === '*MIGRATE' && { mayAdopt: true }) };
  }
  if (probe === undefined) return { kind: 'probe' };
  if (probe === null) return judgeTheirs('This run may not read that request');
  const mayFit = ({ fields }: Tried) => hasOurUser(fields, facts) !== false && describeMismatch(fields, probe) === null;
  const rival = rivals.find((other) => other.tried.some(mayFit));
  if (rival !== undefined) return judgeTheirs(`Branch ${rival.branch} may have filed it and has not reported yet`);
  if (candidates.every(({ fields }) => hasOurUser(fields, facts) === false))
    return judgeTheirs(`Its user is ${probe.user}, not that of this run`, null, true);
  const differences = candidates.map(({ fields }) => describeMismatch(fields, probe));
  const fitting = candidates.filter((_, n) => differences[n] === null);
  if (fitting.length === 0) return judgeTheirs(`It differs from what this run would have filed: ${differences[0]}`);
  const proven = fitting.filter(({ fields }) => hasOurUser(fields, facts) === true);
  if (proven.length === 0) return judgeUnproven(facts);
  // Which of several it was the service does not say: only when all are of the reason that is asked for it is updated.
  const other = proven.find((candidate) => candidate.reason !== reason);
  if (other !== undefined) return { kind: 'otherReason', reason: other.reason, path: other.path, holder: null };
  if (proven.some((candidate) => candidate !== itself))
    return judgeOurs('this branch created it, and the answer was lost');
  return judgeOurs(isSoleBranch ? 'only this branch files at its level' : adopted);
}

/** True if the stored user (`probe`) is `user`, or without it `ownUser`, upper or lower case alike; null if either side is not known. */
function hasOurUser({ user }: CreateFields, { ownUser, probe }: NumberFacts): boolean | null {
  const mine = user ?? ownUser ?? null;
  const stored = probe?.user;
  if (mine === null || typeof stored !== 'string') return null;
  return stored.trim().toUpperCase() === mine.trim().toUpperCase();
}

/** Judges a fit without a known user: `theirs` (isUnproven) if calls lack answers; else `ours` under `adopt`, or `theirs` (mayAdopt). */
function judgeUnproven({ onConflict, probe, tried }: NumberFacts): Verdict {
  if (onConflict === 'adopt' && tried.length === 0) return judgeOurs(adopted);
  // A colleague may have filed the same file by hand.
  const user = typeof probe?.user === 'string' ? probe.user : 'not told';
  const why = `Its user is ${user}, and the user of our own requests is not known yet (set users or user in the mapping)`;
  return { ...judgeTheirs(why), ...(tried.length > 0 ? { isUnproven: true } : { mayAdopt: true }) };
}

/** Describes, as a clause, the first field that is stored otherwise than sent; null if none. Compares the probed fields that both have. */
export function describeMismatch(sent: CreateFields, stored: Readonly<Record<string, unknown>>): string | null {
  for (const name of fieldUses.probed) {
    const [mine, theirs] = [sent[name], stored[name]];
    if (mine === undefined || theirs === undefined || theirs === null) continue;
    if (!isSameValue(theirs, mine)) return `${name} is ${JSON.stringify(theirs)}, not ${JSON.stringify(mine)}`;
  }
  return null;
}
