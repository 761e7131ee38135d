import { isAbsolute } from 'node:path';
import { lookUpOutcome } from '../checkout/outcome.ts';
import { toEnvVariable } from '../options.ts';
import { findPathBelow } from '../regular-file.ts';
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

/** Joins the numbers above 0 with commas, each once, in their order; skips 0 and null; '' if the text is over 256 KiB. */
function joinNumbers(numbers: readonly (number | null)[]): string {
  const text = [...new Set(numbers.filter((number) => number !== null && number > 0))].join(',');
  return Buffer.byteLength(text) > mostListBytes ? '' : text;
}

/** Returns the outputs of the action by name. In a plan `created`, `updated` and `unchanged` are 0, `object-ids` and `rfps` empty. */
export function buildActionOutputs(report: Report, reportFile: string): Record<keyof typeof actionOutputTable, string> {
  const { counts, requests } = report;
  const held = requests.filter(({ outcome }) => lookUpOutcome(outcome).holds);
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

/** GitLab refuses a file of 5 KiB or more, so each of the two lists gets less than half. */
const mostOfList = 2000;

/** Returns an output's value if it is safe in a dotenv file and short enough (a list: 2,000 characters, a path: 255); else ''. */
function toDotenvValue(output: string, value: string): string {
  // Such a path needs no quoting, and GitLab does not take it for a reference to a variable.
  if (output === 'report') return /^[\w./-]{1,255}$/.test(value) ? value : '';
  return /^(true|false|\d+(,\d+)*)$/.test(value) && value.length <= mostOfList ? value : '';
}

/**
 * Returns the action's outputs as a dotenv file (design §9), a line `FILE_CHECKOUTS_NAME=value` each; for `report` (a path) the name is
 * `FILE_CHECKOUTS_REPORT_FILE`. A value is empty if it is too long, or a path with other characters than `A-Z a-z 0-9 _ . / -`. @param
 * checkout folder of this job's checkout ('': not known): an absolute path in it becomes relative to it, as a later job's is elsewhere
 */
export function formatDotenvReport(report: Report, reportFile: string, checkout = ''): string {
  const inCheckout = checkout === '' || !isAbsolute(reportFile) ? null : findPathBelow(checkout, reportFile);
  const outputs = Object.entries(buildActionOutputs(report, inCheckout ?? reportFile));
  // GitLab hands these variables to later jobs, where FILE_CHECKOUTS_REPORT would set their option `--report`.
  const toVariable = (output: string) => toEnvVariable(output === 'report' ? 'report-file' : output);
  return outputs.map(([output, value]) => `${toVariable(output)}=${toDotenvValue(output, value)}\n`).join('');
}
