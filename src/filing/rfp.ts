import type { CreateFields } from '../interface/fields.ts';
import type { FiledObject } from '../ledger/record.ts';
import type { RfpMode } from '../mapping/schema.ts';
import type { Action } from './actions.ts';

export interface RfpRun {
  readonly mode: RfpMode;
  readonly repo: string;
  readonly branch: string;
  readonly sha: string;
}

export type RfpFields = Pick<CreateFields, 'arfp' | 'rfp' | 'rfpd'>;

/** The description of the RFP a request goes to, where one is made or searched (design §7). */
export function rfpDescription(fields: CreateFields, run: RfpRun): string {
  if (fields.rfpd !== undefined) return fields.rfpd;
  return run.mode === 'per-push' && fields.proj !== undefined ? '*TASK' : ownDescription(run);
}

function ownDescription({ mode, repo, branch, sha }: RfpRun): string {
  return mode === 'per-branch' ? `${repo} ${branch}` : `${repo} ${branch} ${sha}`;
}

/** Requests that share an RFP: the key of their group, or null when each stands alone. */
export function rfpGroup(fields: CreateFields, run: RfpRun): string | null {
  if (run.mode === 'none') return null;
  if (typeof run.mode === 'number') return String(run.mode);
  const { appl, lvl, user, creq, areq, sreq } = fields;
  return JSON.stringify([appl, lvl, user, rfpDescription(fields, run), creq, areq, sreq]);
}

/** What the leader of a group sends: it opens the RFP, or joins the one that was named. */
export function leaderFields(fields: CreateFields, run: RfpRun): RfpFields {
  if (run.mode === 'none') return { arfp: '*NO' };
  if (typeof run.mode === 'number') return { arfp: '*YES', rfp: run.mode };
  return { arfp: run.mode === 'per-push' ? '*NEW' : '*AUTO', rfpd: rfpDescription(fields, run) };
}

/**
 * What an update sends to get into an RFP of its own: as a leader, but `*TASK`, which an update does not know (interface
 * §2.6), becomes the words used without a project.
 */
export function openingFields(fields: CreateFields, run: RfpRun): RfpFields {
  const opening = leaderFields(fields, run);
  return opening.rfpd === '*TASK' ? { ...opening, rfpd: ownDescription(run) } : opening;
}

/** What the others of a group send once the leader's RFP is known. */
export function followerFields(rfp: number): RfpFields {
  return { arfp: '*YES', rfp };
}

/** Actions by group, in the order of their first member; those without a group come one by one. */
export function groupActions(actions: readonly Action[], run: RfpRun): Action[][] {
  const groups = Map.groupBy(actions, (action) => {
    const joins = action.kind === 'create' || (action.kind === 'update' && action.known.rfp === 0);
    return (joins ? rfpGroup(action.request.fields, run) : null) ?? action;
  });
  return [...groups.values()];
}

/**
 * The RFP that each action will find itself in, as far as the record tells; null: in none, in a new one, or not known. Of
 * a branch's own RFP the record knows the number that its last requests for the target were in.
 */
export function rfpAhead(mode: RfpMode, filed: readonly FiledObject[]): (action: Action) => number | null {
  const keyOf = (appl: string, lvl: number, user: unknown) => JSON.stringify([appl, lvl, user ?? null]);
  const ofBranch = new Map<string, number>();
  for (const { appl, lvl, sent, rfp, closed, claimed } of mode === 'per-branch' ? filed : []) {
    const key = keyOf(appl, lvl, sent.user);
    if (rfp > 0 && !closed && !claimed) ofBranch.set(key, Math.max(rfp, ofBranch.get(key) ?? 0));
  }
  return (action) => {
    const { fields, identity } = action.request;
    if (action.kind === 'blocked') return null;
    if ('known' in action && (action.known.rfp > 0 || action.kind === 'withdraw')) return action.known.rfp || null;
    if (typeof mode === 'number') return mode;
    if (ofBranch.size === 0) return null;
    const isOwn = [fields.rfpd, fields.creq, fields.areq, fields.sreq].every((value) => value === undefined);
    return (isOwn ? ofBranch.get(keyOf(identity.appl, identity.lvl, fields.user)) : undefined) ?? null;
  };
}
