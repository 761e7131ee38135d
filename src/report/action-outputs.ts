import { holds } from '../checkout/outcome.ts';
import { isSettled, type Report } from './report-json.ts';

/** GitHub refuses outputs that are too large together; a list longer than this is left to the report. */
const mostListBytes = 256 * 1024;

/** The outputs of the action, with what each holds; `action.yml` and docs/options.md are made from it. */
export const actionOutputTable = {
  created: 'number of requests created',
  updated: 'number of requests updated',
  unchanged: 'number of requests that stand at the service already',
  failed:
    'number of requests that were tried and not filed; 0 also when the run stopped before any (see its exit code)',
  'object-ids': 'request numbers, separated by commas; empty when the list is too long',
  rfps: 'RFP numbers, separated by commas; empty when the list is too long',
  report: 'path of the JSON report',
  'nothing-to-file': 'true when there was nothing to file',
} as const;

export type ActionOutputs = Record<keyof typeof actionOutputTable, string>;

function list(numbers: readonly (number | null)[]): string {
  const text = [...new Set(numbers.filter((number) => number !== null && number > 0))].join(',');
  return Buffer.byteLength(text) > mostListBytes ? '' : text;
}

/** The outputs of a run; `reportFile` is where the JSON report was written. */
export function actionOutputs(report: Report, reportFile: string): ActionOutputs {
  const { counts, requests } = report;
  const failed = requests.filter((request) => !isSettled(request));
  const held = requests.filter(({ outcome }) => holds(outcome));
  return {
    created: String(counts.created),
    updated: String(counts.updated),
    unchanged: String(counts.unchanged),
    failed: String(failed.length),
    'object-ids': list(held.map(({ objectId }) => objectId)),
    rfps: list(held.map(({ rfp }) => rfp)),
    report: reportFile,
    'nothing-to-file': String(report.nothingToFile !== null),
  };
}
