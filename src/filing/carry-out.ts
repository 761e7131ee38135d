import { fixedWarnings } from '../ledger/fixed.ts';
import { type FiledRequest, filed } from '../ledger/outcome.ts';
import type { FiledObject } from '../ledger/record.ts';
import type { PlannedRequest } from '../plan/planned.ts';
import type { Action } from './actions.ts';
import { bearOut, heldElsewhere } from './bear-out.ts';
import { lookAtOwn } from './dependent.ts';
import { orFailed } from './failed.ts';
import type { Filing, Stop } from './filing-state.ts';
import { asCreate, createAfter, fileGroup, type Numbered } from './group.ts';
import { inTurns, limiter } from './limiter.ts';
import type { Holder } from './ownership.ts';
import { groupActions } from './rfp.ts';
import { settleLost } from './settle-lost.ts';
import { fileUpdate } from './update.ts';
import { withdraw } from './withdraw.ts';

export interface FilingResult {
  readonly rows: readonly FiledRequest[];
  readonly stop: Stop | null;
  readonly defect: Error | null;
  readonly takenOver: readonly Holder[];
}

/** Told of each action of the plan when it has ended, with the rows it came to. */
export type OnEnded = (action: Action, rows: readonly FiledRequest[]) => void;

/**
 * Carries a plan out: updates first, since one whose request has moved on becomes a create, then the creates, group by
 * RFP. At most `concurrency` calls are under way.
 *
 * @param onEnded told of each action as it ends; every action ends once.
 */
export async function carryOut(
  setup: Omit<Filing, 'limit' | 'stop' | 'defect' | 'takenOver' | 'created' | 'unproven' | 'user' | 'learning'>,
  actions: readonly Action[],
  onEnded: OnEnded = () => {},
): Promise<FilingResult> {
  const limit = limiter(setup.run.concurrency);
  const started = { limit, takenOver: [], created: [], unproven: new Set<number>(), user: null, learning: null };
  const filing: Filing = { ...setup, ...started, stop: null, defect: null };
  const rows: (readonly FiledRequest[])[] = actions.map(() => []);
  const note = (n: number, ended: readonly FiledRequest[]) => {
    const isFirst = rows[n - 1]?.length === 0;
    rows[n - 1] = ended;
    const action = actions[n - 1];
    if (action !== undefined && isFirst) onEnded(action, ended);
  };
  const creates: Numbered[] = [];
  const { concurrency } = filing.run;
  await inTurns([...actions.entries()], concurrency, async ([index, action]) => {
    const n = index + 1;
    const settled = await orFailed(filing, action, () => settleFirst(filing, n, action));
    if ('action' in settled) creates.push(settled);
    else note(n, [settled].flat());
  });
  creates.sort((one, other) => one.n - other.n);
  const byAction = new Map(creates.map((entry) => [entry.action, entry]));
  const groups = groupActions([...byAction.keys()], filing.run).map((group) =>
    group.flatMap((action) => byAction.get(action) ?? []),
  );
  // With several groups at one level it is not known which of them an RFP of an earlier try was opened for.
  const atLevel = Map.groupBy(groups, levelOf);
  const opened: (number | null)[] = [];
  await inTurns([...groups.entries()], concurrency, async ([at, group]) => {
    const begun = atLevel.get(levelOf(group))?.length === 1 ? rfpBegun(filing, group) : null;
    opened[at] = await fileGroup(filing, group, begun, note);
  });
  const again = unprovenOf(filing, groups);
  await inTurns([...again.entries()], concurrency, async ([at, group]) => {
    if (group.length > 0) await fileGroup(filing, group, opened[at] ?? null, note);
  });
  const { stop, defect, takenOver } = filing;
  return { rows: rows.flat(), stop, defect, takenOver };
}

/** Ends what needs no RFP of this push; what is left is a create, or an update that joins the RFP. */
async function settleFirst(
  filing: Filing,
  n: number,
  action: Action,
): Promise<FiledRequest | FiledRequest[] | Numbered> {
  switch (action.kind) {
    case 'blocked':
      return filed(action.request, action.outcome, { msg: action.why });
    case 'unchanged': {
      const { request, known } = action;
      const warnings = fixedWarnings(known, request.fields);
      return filed(request, 'unchanged', { objectId: known.objectId, rfp: known.rfp, warnings });
    }
    case 'nothing':
      return [];
    case 'create': {
      const { request, earlier } = action;
      // What is another branch's by now is not taken back, nor what no seal vouches for: without a lock nothing tells.
      const isOurs =
        earlier === null || (earlier.claimed !== true && (await heldElsewhere(filing, request, earlier)) === null);
      return { n, action: isOurs ? action : { ...action, earlier: null }, movedOn: null };
    }
    case 'settle':
      return filing.limit(() => settleLost(filing, action.request, action.lost, n));
    case 'withdraw': {
      if (action.known.claimed === true) return leftAlone(action.request, action.known);
      const held = await heldElsewhere(filing, action.request, action.known);
      if (held !== null) return held;
      const withdrawn = await filing.limit(() => withdraw(filing, action.request, action.known));
      if (withdrawn !== 'movedOn') return withdrawn;
      // What moved on may stand at the target by now: it has to be deleted there, or compiled with what is there again.
      const again = action.request.dependent === undefined ? {} : { dependent: { causes: {}, isTakenBack: false } };
      const request = { ...action.request, ...again, added: false };
      return asCreate(n, request, action.known.objectId);
    }
    case 'look': {
      const looked = await filing.limit(() => lookAtOwn(filing, action));
      return 'movedOn' in looked ? asCreate(n, action.request, looked.movedOn) : looked;
    }
    case 'update': {
      const { request, known } = action;
      const borne = known.claimed === true ? await filing.limit(() => bearOut(filing, request, known)) : 'ours';
      if (borne === 'notOurs') return asCreate(n, request, null);
      if (borne !== 'ours') return borne;
      const held = await heldElsewhere(filing, request, known);
      if (held !== null) return held;
      if (known.rfp === 0 && filing.run.mode !== 'none') return { n, action, movedOn: null };
      const result = await filing.limit(() => fileUpdate(filing, action, null));
      return 'movedOn' in result ? createAfter(n, action, result.movedOn) : result;
    }
  }
}

/** The file is gone, and the request that a record without a seal has for it may be anybody's. */
function leftAlone(request: PlannedRequest, { objectId }: FiledObject): FiledRequest {
  const msg = `its file is gone; request ${objectId}, which a record that is not sealed has for it, is left alone`;
  return filed(request, 'unchanged', { objectId, msg, stands: false });
}

/** Creates that could not be proven before a request of this run told which user is ours: they are tried once more. */
function unprovenOf(filing: Filing, groups: readonly (readonly Numbered[])[]): Numbered[][] {
  if (filing.stop !== null || filing.created.length === 0) return [];
  const again = groups.map((group) => group.filter(({ n }) => filing.unproven.has(n)));
  filing.unproven.clear();
  return again;
}

function levelOf(group: readonly Numbered[]): string {
  const identity = group[0]?.action.request.identity;
  return `${identity?.appl} ${identity?.lvl}`;
}

/**
 * The RFP that an earlier try of this very run opened for the group and gave its keys; null when there is none, or it
 * opened several at that level and it is not known which is meant. What is known is from before this try, whose name
 * may be the same (a job started again where the host does not count).
 */
function rfpBegun({ known, run }: Filing, group: readonly Numbered[]): number | null {
  const target = group[0]?.action.request.identity;
  if (run.mode !== 'per-push' || target === undefined) return null;
  const ofRun = (name: string) => name.replace(/-\d+$/, '');
  const earlier = known.filter(
    (entry) =>
      ofRun(entry.rfpRun ?? entry.run) === ofRun(run.vref) && entry.appl === target.appl && entry.lvl === target.lvl,
  );
  const [rfp, ...others] = new Set(earlier.map((entry) => entry.rfp).filter((number) => number > 0));
  return rfp !== undefined && others.length === 0 ? rfp : null;
}
