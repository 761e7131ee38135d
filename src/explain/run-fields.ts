import { leaderFields } from '../filing/rfp.ts';
import type { CreateFields } from '../interface/fields.ts';
import { opensRfps } from '../mapping/check-modes.ts';
import type { Mapping, RfpMode } from '../mapping/schema.ts';

/** The settings of the run that decide fields. */
export interface ExplainedRun {
  readonly rfp: RfpMode;
  /** Where `rfp` is set: in the mapping, or by `--rfp`. */
  readonly rfpFrom: 'rfp' | '--rfp';
  readonly pipe: Mapping['pipe'];
  /** Who pushed (account at the host); null: not known, as outside of CI. */
  readonly actor: string | null;
}

/** A value, and where it comes from. */
export interface ExplainedValue {
  /** Null: not sent. */
  readonly value: string | number | null;
  /** `run`, `request`, `branches[0]`, `rules[3]`, `--set`, `default`, `rfp`, `pipe`, `users`, or `service`: left to it. */
  readonly from: string;
  /** Why a given value is not sent, or when the run sends it. */
  readonly note: string | null;
}

const leader = 'on the first create of its group; the others say *YES and the number that comes back';
const notUsed = 'used only where an RFP is made or searched';

/** Fields that count only on the request that makes the RFP (interface §2.1). */
const ofNewRfps: readonly string[] = ['creq', 'areq', 'sreq'];

/**
 * Returns why a field that is sent has no effect: `creq`, `areq` and `sreq` if the RFP mode opens none (`none`, or a number). null for any
 * other field or mode.
 */
export function noEffectReason(name: string, { rfp }: ExplainedRun): string | null {
  if (!ofNewRfps.includes(name) || opensRfps(rfp)) return null;
  return 'without effect: counts only on the request that opens an RFP';
}

/**
 * Returns, by field, what the run adds to the first create of an RFP, or under mode `none` to each: `arfp`; `rfp`, if the mode is its
 * number; `rfpd` and `vref`, unless `fields` has them; `pipe`, `pipa` and `tkey` of the mapping's `pipe`. If the mapping has an `rfpd` that
 * the mode does not use, that has the value null. @param fields what the mapping makes of the file. @param place repository and branch, for
 * the description of the RFP
 */
export function runFields(
  fields: CreateFields,
  run: ExplainedRun,
  place: { readonly repo: string; readonly branch: string },
): Readonly<Record<string, ExplainedValue>> {
  const { rfp: mode, rfpFrom, pipe } = run;
  const { arfp = '*NO', rfp, rfpd } = leaderFields(fields, { mode, ...place, sha: '{sha}' });
  const from = rfpFrom === 'rfp' ? `rfp: ${mode}` : `--rfp ${mode}`;
  const added: Record<string, ExplainedValue> = {
    arfp: { value: arfp, from, note: arfp === '*NEW' || arfp === '*AUTO' ? leader : null },
  };
  if (rfp !== undefined) added.rfp = { value: rfp, from, note: null };
  if (fields.rfpd === undefined && rfpd !== undefined) added.rfpd = { value: rfpd, from, note: null };
  if (fields.rfpd !== undefined && rfpd === undefined) added.rfpd = { value: null, from, note: notUsed };
  if (fields.vref === undefined) added.vref = { value: '<run>.<n>', from: 'run', note: 'one for each create' };
  if (pipe === undefined) return added;
  const field = (value: string) => ({ value, from: 'pipe', note: 'on the first create of each RFP' });
  return { ...added, pipe: field(pipe.pipe), pipa: field(pipe.pipa), tkey: field(pipe.tkey ?? 'by the run') };
}
