import type { Annotation } from './annotation.ts';
import { allSettled, type Report, type ReportRequest } from './report.ts';

/** What a request that was not filed says at its file. */
function requestMessage({ outcome, reason, appl, lvl, objn, objt, attr, msg, remedy }: ReportRequest): string {
  const object = `${appl}/${lvl} ${objn} ${objt ?? attr ?? ''}`.trim();
  const said = [msg, remedy].filter((text) => text !== null && text !== '').join(' – ');
  return `${outcome}: ${reason} ${object}${said === '' ? '' : `: ${said}`}`;
}

/** A run of which nothing is remembered is green, and still nothing to pass over. */
function ledgerWarnings(report: Report): Annotation[] {
  const lost = report.notices.filter((notice) => notice.startsWith('nothing is remembered of this run'));
  return lost.map((message) => ({ level: 'warning', file: null, line: null, column: null, message }));
}

/**
 * Notes at the files of a run: an error for each request that was not filed and for files that no rule
 * reaches when that makes the run fail, a warning for what was filed with one, and for a ledger that cannot be used.
 */
export function runAnnotations(report: Report): Annotation[] {
  const at = (level: Annotation['level'], file: string, message: string) => ({
    level,
    file,
    line: null,
    column: null,
    message,
  });
  const requests = report.requests.flatMap((request) => [
    ...(allSettled([request]) ? [] : [at('error', request.path, requestMessage(request))]),
    ...request.warnings.map((warning) => at('warning', request.path, warning)),
  ]);
  const unmapped = report.leftOut
    .filter(({ why }) => why === 'no rule matches it')
    .map(({ path, why }) => at('error', path, `left out: ${why} in the mapping (unmapped: error)`));
  return [...requests, ...(report.error?.code === 'unmapped' ? unmapped : []), ...ledgerWarnings(report)];
}
