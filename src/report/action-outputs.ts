import { holds } from '../checkout/outcome.ts';
import { isSettled, type Report } from './report-json.ts';

/** GitHub refuses outputs that are too large together, so a longer list is left to the report. */
const mostListBytes = 256 * 1024;

/** The outputs of the action with their descriptions; `action.yml` and docs/options.md are made from this table. */
export const actionOutputTable = {
  created: 'number of created requests',
  updated: 'number of updated requests',
  unchanged: 'number of requests filed by an earlier run that need no update',
  failed: 'number of requests that were not filed; also 0 if the run stops before it knows any (see its exit code)',
  'object-ids':
    'numbers of the created, updated and unchanged requests, separated by commas; empty if the list is too long',
  rfps: 'numbers of the RFPs of these requests, separated by commas; empty if the list is too long',
  report: 'path of the JSON report',
  'nothing-to-file': 'true if there is nothing to file, else false',
} as const;

/** Joins the numbers with commas, each once, without 0 and null; empty for a list of over 256 KiB. */
function joinNumbers(numbers: readonly (number | null)[]): string {
  const text = [...new Set(numbers.filter((number) => number !== null && number > 0))].join(',');
  return Buffer.byteLength(text) > mostListBytes ? '' : text;
}

/** Returns the outputs of a run. Of a plan the counts of requests at the service are 0, and both lists are empty. */
export function actionOutputs(report: Report, reportFile: string): Record<keyof typeof actionOutputTable, string> {
  const { counts, requests } = report;
  const held = requests.filter(({ outcome }) => holds(outcome));
  return {
    created: String(counts.created),
    updated: String(counts.updated),
    unchanged: String(counts.unchanged),
    failed: String(requests.filter((request) => !isSettled(request)).length),
    'object-ids': joinNumbers(held.map(({ objectId }) => objectId)),
    rfps: joinNumbers(held.map(({ rfp }) => rfp)),
    report: reportFile,
    'nothing-to-file': String(report.nothingToFile !== null),
  };
}
