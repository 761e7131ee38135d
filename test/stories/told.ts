import type { ReportRow, ReportSeen } from './oracle/red.ts';

/** A run as it went. */
export interface RunTold {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly report: ReportSeen | null;
  readonly stderr: string;
}

function rowText({ objn, objt, lvl, reason, path, outcome, objectId, msg }: ReportRow): string {
  const why = msg === null || outcome === 'created' || outcome === 'updated' ? '' : `: ${msg}`;
  return `    ${objn} ${objt}/${lvl} ${reason} (${path}) ${outcome}${objectId === null ? '' : ` #${objectId}`}${why}`;
}

/** A run in a few lines: how it ended, and its rows. */
export function runText({ code, signal, report, stderr }: RunTold): string[] {
  const head = `    -> ${code === null ? signal : `exit ${code}`}`;
  if (report === null) return code === null ? [head] : [head, `    ${stderr.trim().slice(-300)}`];
  const { error } = report;
  const said = report as ReportSeen & {
    range?: { rule?: string; base?: string | null; head?: string } | null;
    leftOut?: { path: string; why: string }[];
    notices?: { message: string }[];
  };
  const range = said.range
    ? `, ${said.range.rule} ${said.range.base?.slice(0, 8)}..${said.range.head?.slice(0, 8)}`
    : '';
  return [
    `${head}${range}`,
    ...report.requests.map(rowText),
    ...(said.leftOut ?? []).map(({ path, why }) => `    left out ${path}: ${why}`),
    ...(said.notices ?? []).map(({ message }) => `    notice: ${message}`),
    ...(error === null ? [] : [`    error ${error.code}: ${error.message}`]),
  ];
}
