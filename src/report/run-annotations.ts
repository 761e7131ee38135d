import type { Annotation } from './annotate.ts';
import { isSettled, isUnmapped, objectText, type Report, type ReportRequest } from './report-json.ts';

function requestMessage(request: ReportRequest): string {
  const { outcome, reason, msg, remedy } = request;
  const said = [msg, remedy].filter((text) => text !== null && text !== '').join(' – ');
  return `${outcome}: ${reason} ${objectText(request)}${said === '' ? '' : `: ${said}`}`;
}

/**
 * Notes at the files of a run: an error for each request that was not filed and for files that no rule reaches when that
 * makes the run fail, a warning for what was filed with one, and for a ledger that cannot be used.
 */
export function runAnnotations(report: Report): Annotation[] {
  const at = (level: Annotation['level'], file: string | null, message: string) => {
    return { level, file, line: null, column: null, message };
  };
  const requests = report.requests.flatMap((request) => [
    ...(isSettled(request) ? [] : [at('error', request.path, requestMessage(request))]),
    ...request.warnings.map((warning) => at('warning', request.path, warning)),
  ]);
  const unmapped = report.error?.code === 'unmapped' ? report.leftOut.filter(isUnmapped) : [];
  // A run of which nothing is remembered is green, and still nothing to pass over.
  const lost = report.notices.filter(({ code }) => code === 'ledgerUnusable' || code === 'endNotWritten');
  return [
    ...requests,
    ...unmapped.map(({ path }) => at('error', path, 'left out: no rule of the mapping matches it (unmapped: error)')),
    ...lost.map(({ message }) => at('warning', null, message)),
  ];
}
