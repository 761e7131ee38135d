import type { FiledRequest, Outcome } from '../filing/outcome.ts';
import { outcomes, settledOutcomes } from '../filing/outcome.ts';
import { type GitPath, unsendableName } from '../git/git-path.ts';
import type { CreateFields, Reason } from '../interface/fields.ts';
import type { LeftOut } from '../plan/planned.ts';

/** A path in the JSON report: readable, and with its bytes in base64 when the readable form is not the whole truth. */
export interface ReportPath {
  readonly path: string;
  readonly pathBase64?: string;
}

/** One request in the JSON report (design §10). */
export interface ReportRequest extends ReportPath {
  readonly previousPath: string | null;
  readonly reason: Reason;
  readonly rule: string;
  readonly appl: string;
  readonly lvl: number;
  readonly objn: string;
  readonly objt: string | null;
  readonly attr: string | null;
  readonly blob: string | null;
  readonly bytes: number | null;
  readonly outcome: Outcome | 'planned';
  readonly objectId: number | null;
  readonly rfp: number | null;
  readonly sev: number | null;
  readonly msg: string | null;
  readonly remedy: string | null;
  readonly vref: string | null;
  readonly warnings: readonly string[];
  /** The service's request record as it came. */
  readonly used: Readonly<Record<string, unknown>> | null;
  /** Only in a plan: what would be done, and the fields that would be sent. */
  readonly action?: 'create' | 'update' | 'none';
  readonly fields?: CreateFields;
}

/** Counts by outcome; a plan also counts what is planned. */
export type Counts = Readonly<Record<Outcome | 'leftOut', number> & { planned?: number }>;

/** The JSON report, version 1 (design §10). */
export interface Report {
  readonly version: 1;
  readonly tool: string;
  readonly command: 'plan' | 'file';
  readonly run: {
    readonly id: string | null;
    readonly attempt: number;
    readonly url: string | null;
    readonly actor: string | null;
    readonly at: string;
  };
  readonly mapping: { readonly path: string; readonly blob: string | null } | null;
  readonly range: {
    readonly repo: string | null;
    readonly branch: string | null;
    readonly base: string | null;
    readonly head: string | null;
    readonly rule: string;
  } | null;
  /** Why there is nothing to file, when there is nothing. */
  readonly nothingToFile: string | null;
  readonly counts: Counts;
  readonly requests: readonly ReportRequest[];
  readonly leftOut: readonly (ReportPath & { readonly previousPath?: string; readonly why: string })[];
  /** Things said once for the whole run: the ledger's state, and the like. */
  readonly notices: readonly string[];
  readonly error: { readonly code: string; readonly message: string; readonly remedy: string } | null;
  readonly exitCode: number;
}

function reportPath(path: GitPath): ReportPath {
  if (unsendableName(path) === null) return { path: path.text };
  return { path: path.text, pathBase64: (path.raw ?? Buffer.from(path.text, 'utf8')).toString('base64') };
}

/** A left-out file in the report; a rename carries its old name too. */
export function reportLeftOut(entry: LeftOut): Report['leftOut'][number] {
  const previous = entry.previousPath === null ? {} : { previousPath: entry.previousPath.text };
  return { ...reportPath(entry.path), ...previous, why: entry.why };
}

/** A filed request in the report. */
export function reportRequest(row: FiledRequest): ReportRequest {
  const { request } = row;
  const used = row.used ?? {};
  const text = (name: string) => (typeof used[name] === 'string' ? (used[name] as string) : null);
  return {
    ...reportPath(row.path),
    previousPath: request.previousPath?.text ?? null,
    reason: row.reason,
    rule: request.rule,
    appl: request.identity.appl,
    lvl: request.identity.lvl,
    objn: request.identity.objn,
    objt: text('objt') ?? request.fields.objt ?? null,
    attr: text('attr') ?? request.fields.attr ?? null,
    blob: request.blob,
    bytes: request.bytes,
    outcome: row.outcome,
    objectId: row.objectId,
    rfp: row.rfp,
    sev: row.sev,
    msg: row.msg,
    remedy: row.remedy,
    vref: row.vref,
    warnings: row.warnings,
    used: row.used,
  };
}

/** Counts the rows by outcome. */
export function countRows(requests: readonly ReportRequest[], leftOut: number): Counts {
  const zero = Object.fromEntries(outcomes.map((outcome) => [outcome, 0])) as Record<Outcome, number>;
  const counts: Record<string, number> = { ...zero };
  for (const { outcome } of requests) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return { ...counts, leftOut } as Counts;
}

/** True when every row is settled or planned, so that the run is green. */
export function allSettled(requests: readonly ReportRequest[]): boolean {
  return requests.every(
    ({ outcome }) => outcome === 'planned' || (settledOutcomes as readonly string[]).includes(outcome),
  );
}
