import type { Step } from '../checkout/next.ts';
import { toPathKey } from '../git/git-path.ts';
import type { CreateFields } from '../interface/fields.ts';
import type { BranchRecord, CheckOut, Failure } from '../ledger/record.ts';
import type { RfpMode } from '../mapping/schema.ts';
import type { PlannedRequest } from '../plan/planned.ts';
import type { FilingRun, PipelineKeys, Work } from './filing.ts';

/** How requests get into RFPs (design §7 "RFP"). */
type RfpFields = Pick<CreateFields, 'arfp' | 'rfp' | 'rfpd'>;

/** What of a run tells into which RFP a request goes. */
type RfpRun = Pick<FilingRun, 'mode' | 'repo' | 'branch' | 'sha'>;

/** Returns our own description of an RFP: `<repo> <branch>`; unless `per-branch`, followed by the first 12 digits of the commit. */
function buildRfpDescription({ mode, repo, branch, sha }: RfpRun): string {
  return mode === 'per-branch' ? `${repo} ${branch}` : `${repo} ${branch} ${sha.slice(0, 12)}`;
}

/**
 * Returns the RFP fields of the first request of a group, by `run.mode`. `none`: `arfp` *NO alone; a number: joins that RFP. `per-push`
 * opens one (*NEW); `per-branch` joins the open one of its target, user and description, or opens it (*AUTO); both with a description:
 * `rfpd`, else *TASK under `per-push` with a project, else our own.
 */
export function deriveLeaderFields(fields: CreateFields, run: RfpRun): RfpFields {
  if (run.mode === 'none') return { arfp: '*NO' };
  if (typeof run.mode === 'number') return { arfp: '*YES', rfp: run.mode };
  const ofTask = run.mode === 'per-push' && fields.proj !== undefined ? '*TASK' : buildRfpDescription(run);
  return { arfp: run.mode === 'per-push' ? '*NEW' : '*AUTO', rfpd: fields.rfpd ?? ofTask };
}

/** Returns the RFP fields of a request that joins RFP `rfp` of its group; undefined: as deriveLeaderFields, with *AUTO in place of *NEW. */
export function deriveFollowerFields(fields: CreateFields, run: RfpRun, rfp: number | undefined): RfpFields {
  if (rfp !== undefined) return { arfp: '*YES', rfp };
  const leads = deriveLeaderFields(fields, run);
  return leads.arfp === '*NEW' ? { ...leads, arfp: '*AUTO' } : leads;
}

/** How a request gets into its RFP. */
export interface Joining {
  /** For a create, and for an update of a request that is in no RFP; null: it stays in none. */
  readonly fields: RfpFields | null;
  readonly keys: PipelineKeys | null;
  /** True for a request that is in an RFP: if it has moved on, its create waits for the RFP of the group. */
  readonly waits?: true;
}

export const joinsNone: Joining = { fields: null, keys: null };

/** Returns the given RFP fields as an update can send them: rfpd *TASK (interface §2.6) becomes our own description, else all as it is. */
export function deriveUpdateRfp(fields: RfpFields | null, run: FilingRun): RfpFields | null {
  return fields?.rfpd === '*TASK' ? { ...fields, rfpd: buildRfpDescription(run) } : fields;
}

/** Returns pipeline keys for an RFP's first create: `run.pipeline`, else of `fields`: pipe, pipa (null without both), tkey or the run's. */
export function chooseRfpKeys({ pipe, pipa, tkey }: CreateFields, run: FilingRun): PipelineKeys | null {
  if (run.pipeline !== null || pipe === undefined || pipa === undefined) return run.pipeline;
  return { pipe, pipa, tkey: tkey ?? run.tkey };
}

/** Returns the name of a run without its attempt, a last hyphen with digits: `4711` for `4711-1`; a name without these as it is. */
export const stripAttempt = (run: string) => run.replace(/-\d+$/, '');

/**
 * Returns the key of the RFP group of a request: requests with the same key go into one RFP; null under mode `none`. It is the group of the
 * last unanswered create or update in `checkOut` that has one; else the RFP's number, or a key of its fields and, under `per-push`, of a
 * run: the first that left this content `notAttempted`, by `failed`, else this run. @param failed how its path ended in an earlier run.
 */
export function chooseRfpGroup(of: PlannedRequest, run: FilingRun, checkOut: CheckOut | null = null, failed?: Failure) {
  if (run.mode === 'none') return null;
  const tried = checkOut?.tried.findLast(({ does, group }) => does === 'file' && group !== null)?.group;
  const isLeft = failed?.outcome === 'notAttempted' && failed.blob === of.blob;
  return tried ?? buildRfpGroupKey(of.fields, isLeft ? { mode: run.mode, id: stripAttempt(failed.since.run) } : run);
}

/** Returns the key of a group: the RFP's number if `mode` is one; else JSON of fields that RFPs differ by, and of `id` if `per-push`. */
function buildRfpGroupKey(fields: CreateFields, { mode, id: of }: Pick<FilingRun, 'mode' | 'id'>): string {
  if (typeof mode === 'number') return String(mode);
  const { appl, lvl, user, creq, areq, sreq, rfpd, proj } = fields;
  const id = mode === 'per-push' ? of : '';
  const described = rfpd ?? (mode === 'per-push' && proj !== undefined ? '*TASK' : '');
  return JSON.stringify([id, appl, lvl, user ?? null, described, creq ?? null, areq ?? null, sreq ?? null]);
}

/** True if the key of a group is the number of an RFP, which the options or mapping of a run have named. */
export const isNamedRfp = (group: string) => /^\d+$/.test(group);

/** Returns the check-outs whose standing request is in an RFP, sorted by the RFP's number, the greatest last. */
function selectInRfps(checkOuts: Iterable<CheckOut>) {
  const all = [...checkOuts].flatMap(({ stands, ...object }) => (stands?.rfp ? [{ ...object, stands }] : []));
  return all.sort((one, other) => one.stands.rfp - other.stands.rfp);
}

/**
 * Maps groups to RFP numbers of earlier runs: groups of `works` that are a number, except the one that this run names; under `per-push`
 * also groups whose RFP they opened, by any request that stands in `record` (the greatest number), else those of `works`, by its failures.
 */
export function listBegunRfps(record: BranchRecord | null, { mode }: FilingRun, works: readonly Work[]) {
  const told = works.flatMap(({ group }) => (group !== null && isNamedRfp(group) ? [group] : []));
  const rfps = new Map(told.flatMap((group) => (Number(group) === mode ? [] : [[group, Number(group)]])));
  if (record === null || mode !== 'per-push') return rfps;
  for (const { stands } of selectInRfps(record.checkOuts.values()))
    rfps.set(buildRfpGroupKey(stands.fields, { mode, id: stripAttempt(stands.run) }), stands.rfp);
  for (const { group, step } of works) {
    const { path, fields } = step.should.request;
    const failed = record.exceptions.get(toPathKey(path))?.failed;
    if (group === null || failed === undefined || failed.rfp === 0 || rfps.has(group)) continue;
    if (group === buildRfpGroupKey(fields, { mode, id: stripAttempt(failed.since.run) })) rfps.set(group, failed.rfp);
  }
  return rfps;
}

/**
 * Returns a function that foretells which RFP the request of a step will be in; null: none, a new one, not known, or the step is blocked.
 * It is the one that the request is in (also if withdrawn), unless it is created again; else what `mode` names, or under `per-branch`
 * the greatest RFP of the requests in `known` with the same target and user, if none of rfpd, creq, areq and sreq is mapped.
 */
export function createRfpPredictor(mode: RfpMode, known: readonly CheckOut[]): (step: Step) => number | null {
  const buildTargetKey = (appl: string, lvl: number, user: unknown) => JSON.stringify([appl, lvl, user ?? null]);
  const all = mode === 'per-branch' ? selectInRfps(known) : [];
  const ofBranch = new Map(
    all.map(({ appl, lvl, stands }) => [buildTargetKey(appl, lvl, stands.fields.user), stands.rfp]),
  );
  return ({ should, checkOut, deeds }) => {
    const { fields, identity } = should.request;
    if (should.kind === 'blocked') return null;
    const stays = deeds.includes('create') ? null : checkOut?.stands;
    if (stays && (stays.rfp > 0 || deeds.includes('withdraw'))) return stays.rfp || null;
    if (typeof mode === 'number') return mode;
    const isOwn = [fields.rfpd, fields.creq, fields.areq, fields.sreq].every((value) => value === undefined);
    return (isOwn ? ofBranch.get(buildTargetKey(identity.appl, identity.lvl, fields.user)) : undefined) ?? null;
  };
}
