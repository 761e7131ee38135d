/** The requests that share an RFP, and how each of them gets into it (design §7 "RFP"). */

import type { CreateFields } from '../interface/fields.ts';
import { type FiledRequest, filed } from '../ledger/outcome.ts';
import type { PlannedRequest } from '../plan/planned.ts';
import type { Action } from './actions.ts';
import { joinLate } from './assign.ts';
import type { Create } from './contested.ts';
import { fileCreate } from './create.ts';
import { orFailed } from './failed.ts';
import type { Filing, FilingRun, PipelineKeys } from './filing-state.ts';
import { inTurns } from './limiter.ts';
import { followerFields, leaderFields, openingFields, type RfpFields } from './rfp.ts';
import { fileUpdate, type Update, type UpdateResult } from './update.ts';

/** One action with its place in the plan, from 1. */
export interface Numbered {
  readonly n: number;
  readonly action: Action;
  readonly movedOn: number | null;
}

type Note = (n: number, ended: readonly FiledRequest[]) => void;

/** A create with nothing of ours in its way. */
export function asCreate(n: number, request: PlannedRequest, movedOn: number | null): Numbered {
  return { n, movedOn, action: { kind: 'create', request, earlier: null } };
}

/**
 * The create that follows an update whose request has moved on. Without a lock, one that an earlier run may have made
 * after its own update is not made again.
 */
export function createAfter(n: number, { request, uncertain }: Update, movedOn: number): Numbered | FiledRequest {
  if (!uncertain || request.fields.lock !== '*NO') return asCreate(n, request, movedOn);
  const msg = 'an earlier run was stopped while it may have created this request without a lock';
  return filed(request, 'unknown', { msg });
}

function createOf({ n, action, movedOn }: Numbered, rfp: RfpFields, keys: PipelineKeys | null = null): Create {
  const earlier = action.kind === 'create' ? action.earlier : null;
  return { request: action.request, n, earlier, movedOn, rfp, keys };
}

/** The keys that the leader of a group carries: those of the run, else those of its own fields. */
function keysFor({ pipe, pipa, tkey }: CreateFields, run: FilingRun): PipelineKeys | null {
  if (run.pipeline !== null || pipe === undefined || pipa === undefined) return run.pipeline;
  return { pipe, pipa, tkey: tkey ?? run.tkey };
}

interface Group {
  readonly rest: Numbered[];
  /** Requests that turned out to exist, in no RFP: they join once it is there. */
  readonly late: { readonly entry: Numbered; readonly ended: readonly FiledRequest[] }[];
  rfp: number | null;
  /** True once nobody has to lead any more; a service that does not name the RFP leaves `rfp` null. */
  opened: boolean;
}

/**
 * Files the requests of one RFP: its leader alone until the RFP is there (a refused leader is followed by the next),
 * then all others at once. Creates lead, as only they carry pipeline keys; where none opens it, an update does.
 *
 * @param begun the RFP that an earlier try of this run opened for the group; null: none.
 * @returns the RFP of the group, where it has one.
 */
export async function fileGroup(
  filing: Filing,
  entries: readonly Numbered[],
  begun: number | null,
  note: Note,
): Promise<number | null> {
  const { run } = filing;
  const rfp = typeof run.mode === 'number' ? run.mode : begun;
  const hasKeys = entries.some(({ action }) => keysFor(action.request.fields, run) !== null);
  const opened = run.mode === 'none' || (rfp !== null && !hasKeys) || begun !== null;
  const group: Group = { rest: [...entries], late: [], rfp, opened };
  const end = (entry: Numbered, ended: readonly FiledRequest[]) => {
    if (run.mode !== 'none' && ended.some((row) => isInNone(entry, row))) group.late.push({ entry, ended });
    else note(entry.n, ended);
  };
  while (!group.opened && filing.stop === null) {
    const at = group.rest.findIndex(({ action }) => action.kind === 'create');
    const [leader] = group.rest.splice(Math.max(at, 0), 1);
    if (leader === undefined) break;
    await lead(filing, group, leader, end);
  }
  await inTurns(group.rest, run.concurrency, async (entry) => {
    const result = await filing.limit(() => orFailed(filing, entry.action, () => follow(filing, entry, group.rfp)));
    if (!('action' in result)) return end(entry, [result].flat());
    const created = await filing.limit(() => orFailed(filing, result.action, () => follow(filing, result, group.rfp)));
    if (!('action' in created)) end(result, [created].flat());
  });
  await joinAll(filing, group, note);
  return group.rfp;
}

function isInNone({ action }: Numbered, { outcome, rfp }: FiledRequest): boolean {
  return action.kind === 'create' && outcome === 'updated' && rfp === 0;
}

/** Puts what stood in no RFP into the group's; where there is none, one after the other until one has opened it. */
async function joinAll(filing: Filing, group: Group, note: Note): Promise<void> {
  const late = [...group.late];
  const joinOne = async ({ entry, ended }: Group['late'][number]) => {
    const rows: FiledRequest[] = [];
    for (const row of ended) {
      const join = () => joinLate(filing, row, joiningFields(filing.run, group.rfp, row.request.fields));
      const joined = isInNone(entry, row) ? await filing.limit(() => orFailed(filing, entry.action, join)) : row;
      if (joined.rfp !== null && joined.rfp > 0) group.rfp ??= joined.rfp;
      rows.push(joined);
    }
    note(entry.n, rows);
  };
  for (let next = late.shift(); next !== undefined; next = group.rfp === null ? late.shift() : undefined) {
    await joinOne(next);
  }
  await inTurns(late, filing.run.concurrency, joinOne);
}

async function lead(
  filing: Filing,
  group: Group,
  leader: Numbered,
  end: (entry: Numbered, ended: readonly FiledRequest[]) => void,
) {
  const { action } = leader;
  const { fields } = action.request;
  const begin = (): Promise<UpdateResult | FiledRequest[]> => {
    if (action.kind === 'update') return fileUpdate(filing, action, openingFields(fields, filing.run));
    return fileCreate(filing, createOf(leader, leaderFields(fields, filing.run), keysFor(fields, filing.run)));
  };
  const result = await filing.limit(() => orFailed(filing, action, begin));
  if ('movedOn' in result && action.kind === 'update') {
    const next = createAfter(leader.n, action, result.movedOn);
    if ('action' in next) group.rest.unshift(next);
    else end(leader, [next]);
    return;
  }
  const ended = [result as FiledRequest | FiledRequest[]].flat();
  end(leader, ended);
  const created = ended.find(({ outcome }) => outcome === 'created');
  // One that turned out to exist leads with the RFP its answer names; that RFP has its keys already.
  const existing = ended.find(({ outcome, rfp }) => outcome === 'updated' && rfp !== null && rfp > 0);
  const leading = created ?? existing;
  group.opened = leading !== undefined;
  if (leading?.rfp) group.rfp = leading.rfp;
}

function joiningFields(run: FilingRun, rfp: number | null, fields: CreateFields): RfpFields {
  return rfp === null ? openingFields(fields, run) : followerFields(rfp);
}

/** Files one request that does not lead; gives the create that has to follow when an update's request has moved on. */
async function follow(
  filing: Filing,
  entry: Numbered,
  rfp: number | null,
): Promise<FiledRequest | FiledRequest[] | Numbered> {
  const { run } = filing;
  const { fields } = entry.action.request;
  if (entry.action.kind === 'update') {
    const joined = run.mode === 'none' ? null : searched(joiningFields(run, rfp, fields));
    const result = await fileUpdate(filing, entry.action, joined);
    return 'movedOn' in result ? createAfter(entry.n, entry.action, result.movedOn) : result;
  }
  if (run.mode === 'none') return fileCreate(filing, createOf(entry, leaderFields(fields, run)));
  // A service that does not name the leader's RFP still finds it by its description.
  const joined = rfp === null ? searched(leaderFields(fields, run)) : followerFields(rfp);
  return fileCreate(filing, createOf(entry, joined));
}

/** Of several requests that follow a leader whose RFP is not known, none opens one of its own when there is one. */
function searched(fields: RfpFields): RfpFields {
  return fields.arfp === '*NEW' ? { ...fields, arfp: '*AUTO' } : fields;
}
