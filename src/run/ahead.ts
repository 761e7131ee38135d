import { withoutRequest } from '../checkout/answer.ts';
import { makesCalls, type Step } from '../checkout/next.ts';
import { formatNames } from '../counted.ts';
import { Problem } from '../errors.ts';
import { buildTriedCall, type FilingRun, type FilingSetup, type PipelineKeys, type Work } from '../filing/filing.ts';
import { chooseRfpGroup } from '../filing/rfp.ts';
import { toPathKey } from '../git/git-path.ts';
import { createLease, selectActiveLeases } from '../ledger/lease.ts';
import { type BranchRecord, type CheckOut, createRecord, type Lease, type Tried } from '../ledger/record.ts';
import { describeModeProblems } from '../mapping/check-modes.ts';
import { toRfpMode } from '../mapping/load.ts';
import { toIdentityKey } from '../plan/identity.ts';
import type { RunInput } from './input.ts';
import { type OpenRun, requireCurrent, requireWritten } from './open.ts';
import type { Plan } from './plan.ts';

/** Returns how to file, by options, else mapping, else event. @throws Problem('usage') for an `--rfp` or pipeline keys that do not fit */
export function buildFilingRun(plan: Plan): FilingRun {
  const { input, subject } = plan.run;
  const { options, event, me } = input;
  const { mapping } = subject.mapping;
  const { run: vref } = me;
  const { branch, head: sha } = plan.range;
  // In GitLab the key of the pipeline job is the pipeline's ID in its API, elsewhere the run as vref names it.
  const ofHost = event.host === 'gitlab' ? event.run.id : null;
  const tkey = options.tkey ?? mapping.pipe?.tkey ?? ofHost ?? vref;
  const mode = options.rfp === undefined ? mapping.rfp : toRfpMode(options.rfp);
  const problems = options.rfp === undefined ? [] : describeModeProblems(mapping, mode);
  const what = `\`--rfp ${options.rfp}\` does not go with the mapping: ${problems.join('; ')}`;
  if (problems.length > 0) throw new Problem('usage', what, 'Change one of the two.');
  return {
    ...{ mode, repo: subject.repo, branch, sha, vref, id: event.run.id ?? vref },
    ...{ pipeline: resolvePipelineKeys(plan, mode, tkey), tkey, concurrency: options.concurrency },
    attachAs: options['attach-as'] ?? mapping.attach.as,
    disposition: options.disposition ?? mapping.attach.disposition,
  };
}

/**
 * Returns the pipeline keys for the whole run, each of the options, else of the mapping; null: none. @throws Problem('usage') for `pipe` or
 * `pipa` alone; under the mode `none` for any of them, and for a `pipe` among the fields of a request
 */
function resolvePipelineKeys({ run, steps }: Plan, mode: FilingRun['mode'], tkey: string): PipelineKeys | null {
  const mapped = run.subject.mapping.mapping.pipe;
  const { pipe = mapped?.pipe, pipa = mapped?.pipa } = run.input.options;
  const inFields = steps.some(({ should }) => should.request.fields.pipe !== undefined);
  if (mode === 'none' && (pipe !== undefined || pipa !== undefined || inFields))
    throw new Problem('usage', 'pipeline keys need an RFP', 'Set rfp: per-push (or per-branch), or give `--rfp`.');
  if (pipe === undefined && pipa === undefined) return null;
  if (pipe === undefined || pipa === undefined)
    throw new Problem('usage', 'pipe and pipa go together', 'Give both `--pipe` and `--pipa`.');
  return { pipe, pipa, tkey };
}

/** Throws Problem('limit') for more steps with calls than `--max-requests`, or more of these with reason *DELETE than `--max-deletes`. */
export function requireLimits({ options }: RunInput, steps: readonly Step[]): void {
  const all = steps.filter(makesCalls).map(({ should }) => should.request);
  for (const what of ['requests', 'deletes'] as const) {
    const requests = what === 'requests' ? all : all.filter(({ reason }) => reason === '*DELETE');
    const most = options[`max-${what}`];
    if (requests.length <= most) continue;
    const { own = [], users = [] } = Object.groupBy(requests, ({ dependent }) => (dependent ? 'users' : 'own'));
    const texts = [own, users].map((part) => part.map(({ path }) => path.text));
    const [ofOwn, ofUsers] = texts.map((paths) => formatNames(paths, 10));
    const before = own.length === 0 ? '' : `${own.length} changed (${ofOwn}), `;
    const paths = users.length === 0 ? ofOwn : `${before}${users.length} that only use a changed one (${ofUsers})`;
    const message = `this would send ${requests.length} ${what}, and the limit is ${most}. The files: ${paths}`;
    throw new Problem('limit', message, `If you want that, run with \`--max-${what} ${requests.length}\`.`);
  }
}

/**
 * Makes the work to file, one for each step in order. `ahead` is the check-out as the ledger gets it before the first call: with the
 * request's identity, the planned calls added to `tried` (design §8, step 5), the `before` first recorded and, if the step compiles or
 * takes back, the oldest content of each cause. Writes nothing. @param record as earlier runs left it: a file that one of them left
 * `notAttempted`, with the same content, joins the RFP of that run
 */
export function buildWorks(steps: readonly Step[], run: FilingRun, record?: BranchRecord): Work[] {
  return steps.map((step, index) => {
    const { request, kind } = step.should;
    const failed = record?.exceptions.get(toPathKey(request.path))?.failed;
    const group = chooseRfpGroup(request, run, step.checkOut, failed);
    const calls = buildPlannedCalls(step, run, group);
    const none: CheckOut = { ...request.identity, stands: null, tried: [], before: request.before ?? {} };
    const { causes: oldest, ...known } = step.checkOut ?? none;
    const asked = request.dependent?.causes;
    // What its own file asks for has no other cause; what is only taken back keeps its causes until that is done.
    const causes = asked || (kind === 'nothing' && oldest) ? { causes: { ...asked, ...oldest } } : {};
    const ahead = { ...known, ...request.identity, ...causes, tried: [...known.tried, ...calls] };
    return { n: index + 1, step, group, ahead };
  });
}

/**
 * Returns the calls that the deeds of a step make, to be written into `tried`. A withdrawal has reason and path of the request that stands.
 * Leaves out the withdrawal of a request without a number, and `learn`, whose call filing itself writes down.
 */
function buildPlannedCalls({ deeds, should, checkOut }: Step, run: FilingRun, group: string | null): Tried[] {
  const { request } = should;
  const stands = checkOut?.stands;
  const objectId = stands?.objectId ?? null;
  return deeds.flatMap((deed) => {
    if (deed === 'create') return buildTriedCall(request, { does: 'file', objectId: null, group }, run);
    if (deed === 'update' || deed === 'look') return buildTriedCall(request, { does: 'file', objectId, group }, run);
    if (deed !== 'withdraw' || !stands || objectId === null) return [];
    const { reason, path } = stands;
    return { ...buildTriedCall(request, { does: 'withdraw', objectId, group }, run), reason, path, blob: null };
  });
}

/** Writes planned calls, if any, and this run's lease (then the only one) to the ledger if it may. @throws StartAgain; as requireWritten */
export async function writeAhead(plan: Plan, works: readonly Work[], now: Date): Promise<void> {
  const { run, range } = plan;
  const calling = works.filter(({ step }) => makesCalls(step));
  if (!run.writes || calling.length === 0) return;
  const written = await run.ledger.write((newest) => {
    const base = newest ?? createRecord(run.key);
    requireCurrent(run, plan.record, base);
    const checkOuts = new Map(base.checkOuts);
    for (const { step, ahead } of calling) {
      if (step.checkOut !== null) checkOuts.delete(toIdentityKey(step.checkOut));
      checkOuts.set(toIdentityKey(ahead), ahead);
    }
    return { ...base, checkOuts, leases: [createLease(run.input.me, range.head, now)] };
  });
  requireWritten(run, written);
}

/**
 * Returns a function that writes an unplanned call to the ledger. With a `holder`, a branch that the request is taken over from, that
 * request also moves from that branch's record to this one; leases there that are over end, so that a run which wakes up sends nothing
 * more. It returns null if the call may be made, also if this run writes no ledger; else the Problem('replaced') why not: this run has lost
 * its lease, a run of that branch is under way, or the write was refused.
 */
export const createAheadWriter =
  (run: OpenRun): FilingSetup['writeAhead'] =>
  async (checkOut, call, holder) => {
    if (!run.writes) return null;
    const { me, now } = run.input;
    let busy: Lease | undefined;
    const number = holder?.checkOut.stands?.objectId ?? 0;
    const endOldLeases = (newest: BranchRecord | null) => {
      const leases = selectActiveLeases(newest?.leases ?? [], me, now());
      busy = leases[0];
      return newest === null || busy !== undefined ? null : withoutRequest({ ...newest, leases }, number);
    };
    const others = holder === null ? [] : [{ key: holder, of: [holder.checkOut], change: endOldLeases }];
    const addCall = (newest: BranchRecord | null) => {
      const isMine = newest?.leases.some((lease) => lease.instance === me.instance);
      if (newest === null || !isMine || busy !== undefined) return null;
      const key = toIdentityKey(checkOut);
      const own = { ...(newest.checkOuts.get(key) ?? checkOut), before: checkOut.before };
      const known = holder === null ? own : checkOut;
      const ahead = { ...known, tried: [...known.tried, call] };
      return { ...newest, checkOuts: new Map(newest.checkOuts).set(key, ahead) };
    };
    const written = await run.ledger.write(addCall, { others });
    if (written.kind === 'written') return null;
    const isFiling = `run ${busy?.run} of ${holder?.branch} is filing it`;
    const why = written.kind === 'refused' ? written.why : busy === undefined ? 'another run took over' : isFiling;
    return new Problem('replaced', why, 'The next run of this branch files the rest.');
  };
