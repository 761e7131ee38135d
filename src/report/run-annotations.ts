import { outcomeRow } from '../checkout/outcome.ts';
import { type Annotation, mostOfKind } from './annotate.ts';
import { heldTexts, needsReader } from './plan-words.ts';
import { isHeld, isSettled, isUnmapped, objectText, type Report, type ReportRequest } from './report-json.ts';

function requestMessage(request: ReportRequest): string {
  const { outcome, reason, msg, remedy } = request;
  const said = [msg, remedy].filter((text) => text !== null && text !== '').join(' – ');
  return `${outcomeRow(outcome).word}: ${reason} ${objectText(request)}${said === '' ? '' : `: ${said}`}`;
}

const noRule = 'left out: no rule of the mapping matches it (unmapped: error).';

/**
 * True where each file that no rule reaches gets a note of its own, so that no other has to say why the run is red: of
 * many, one note for all of them names the first.
 */
export function stopIsAtFiles({ error, leftOut, requests }: Report): boolean {
  const failed = requests.filter((request) => !isSettled(request)).length;
  return error?.code === 'unmapped' && leftOut.filter(isUnmapped).length + failed <= mostOfKind;
}

function heldMessage(request: ReportRequest, report: Report): string {
  return `${objectText(request)} is ${heldTexts(request, report).join('; ')}: filing it now would be a conflict`;
}

/**
 * Notes at the files of a run: an error for each request that was not filed and for files that no rule reaches when that
 * makes the run fail, a warning for what was filed with one, and for a ledger that cannot be used.
 */
export function runAnnotations(report: Report): Annotation[] {
  const at = (level: Annotation['level'], file: string | null, message: string) => {
    return { level, file, line: null, column: null, message };
  };
  const requests = report.requests
    .filter(needsReader)
    .flatMap((request) => [
      ...(isSettled(request) ? [] : [at('error', request.path, requestMessage(request))]),
      ...(isHeld(request) ? [at('warning', request.path, heldMessage(request, report))] : []),
      ...request.warnings.map((warning) => at('warning', request.path, warning)),
    ]);
  const unmapped = stopIsAtFiles(report) ? report.leftOut.filter(isUnmapped) : [];
  // A run of which nothing is remembered is green, and still nothing to pass over.
  const lost = report.notices.filter(({ code }) => code === 'ledgerUnusable' || code === 'endNotWritten');
  return [
    ...requests,
    ...unmapped.map(({ path }) => at('error', path, `${noRule} ${report.error?.remedy ?? ''}`)),
    ...lost.map(({ message }) => at('warning', null, message)),
  ];
}
