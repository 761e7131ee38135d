/** What of a report is asked. */
export interface ReportSeen {
  readonly exitCode: number;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly range: { readonly rule?: string; readonly base: string | null; readonly head: string | null } | null;
  readonly requests: readonly ReportRow[];
  readonly leftOut: readonly { readonly path: string; readonly previousPath?: string; readonly why: string }[];
  readonly notices: readonly { readonly code: string; readonly message: string }[];
}
export interface ReportRow extends Record<'path' | 'reason' | 'appl' | 'objn' | 'objt' | 'outcome', string> {
  readonly lvl: number;
  readonly previousPath: string | null;
  readonly objectId: number | null;
  readonly rfp: number | null;
  readonly msg: string | null;
  readonly warnings: readonly string[];
}

/** A run as it went. */
export interface RunTold {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly report: ReportSeen | null;
  readonly stderr: string;
}

/** Outcomes with which nothing is left to do (design §10). */
export const settledOutcomes = ['created', 'updated', 'unchanged', 'withdrawn', 'planned', 'covered'];

function rowText({ objn, objt, lvl, reason, path, outcome, objectId, rfp, msg }: ReportRow): string {
  const why = msg === null || outcome === 'created' || outcome === 'updated' ? '' : `: ${msg}`;
  const number = objectId === null ? '' : ` #${objectId}${rfp ? ` in ${rfp}` : ''}`;
  return `    ${objn} ${objt}/${lvl} ${reason} (${path}) ${outcome}${number}${why}`;
}

/** A run in a few lines: how it ended, and its rows. */
export function runText({ code, signal, report, stderr }: RunTold): string[] {
  const head = `    -> ${code === null ? signal : `exit ${code}`}`;
  if (report === null) return code === null ? [head] : [head, `    ${stderr.trim().slice(-300)}`];
  const { error, range } = report;
  const between = range ? `, ${range.rule} ${range.base?.slice(0, 8)}..${range.head?.slice(0, 8)}` : '';
  return [
    `${head}${between}`,
    ...report.requests.map(rowText),
    ...report.leftOut.map(({ path, why }) => `    left out ${path}: ${why}`),
    ...report.notices.map(({ message }) => `    notice: ${message}`),
    ...(error === null ? [] : [`    error ${error.code}: ${error.message}`]),
  ];
}
