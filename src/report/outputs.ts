import { isAbsolute } from 'node:path';
import { outcomeRow } from '../checkout/outcome.ts';
import { envVariable } from '../options.ts';
import { pathBelow } from '../regular-file.ts';
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
  const held = requests.filter(({ outcome }) => outcomeRow(outcome).holds);
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

/** A path that needs no quoting, and that GitLab does not take for a reference to a variable. */
const plainPath = /^[\w./-]{1,255}$/;

/**
 * Returns the variable of an output. The report has another name than its output, as `FILE_CHECKOUTS_REPORT` is the
 * option: GitLab hands these variables to later jobs, where it would overrule the option of a run there.
 */
function variableOf(output: string): string {
  return envVariable(output === 'report' ? 'report-file' : output);
}

/** Returns the value if it is safe in such a file and short enough; else empty. */
function textOf(output: string, value: string): string {
  if (output === 'report') return plainPath.test(value) ? value : '';
  return /^(true|false|\d+(,\d+)*)$/.test(value) && value.length <= mostOfList ? value : '';
}

/**
 * Returns the outputs of a run as a dotenv file (design §9), one `NAME=value` a line: numbers, lists of numbers, `true`
 * or `false`, and the path of the report; no text from outside. A list that is too long is empty rather than cut.
 * @param reportFile path of the JSON report; with other characters than `A-Z a-z 0-9 _ . / -` its value is empty
 * @param checkout the checkout of this job: a report in it is named from there, as a later job has it somewhere else;
 * empty: not known
 */
export function dotenvReport(report: Report, reportFile: string, checkout = ''): string {
  const inCheckout = checkout === '' || !isAbsolute(reportFile) ? null : pathBelow(checkout, reportFile);
  const outputs = Object.entries(actionOutputs(report, inCheckout ?? reportFile));
  return outputs.map(([output, value]) => `${variableOf(output)}=${textOf(output, value)}\n`).join('');
}
