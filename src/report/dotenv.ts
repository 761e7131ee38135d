import { isAbsolute } from 'node:path';
import { envVariable } from '../options.ts';
import { pathBelow } from '../regular-file.ts';
import { actionOutputs } from './action-outputs.ts';
import type { Report } from './report-json.ts';

/** GitLab refuses a file of 5 KiB or more, so each of the two lists gets less than half. */
const mostListBytes = 2000;

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
  return /^(true|false|\d+(,\d+)*)$/.test(value) && value.length <= mostListBytes ? value : '';
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
