import { isAbsolute, relative, sep } from 'node:path';
import { envVariable } from '../options.ts';
import { actionOutputs } from './action-outputs.ts';
import type { Report } from './report-json.ts';

/** GitLab refuses a file of 5 KiB or more with all that is in it, so each of the two lists gets less than half. */
const mostListBytes = 2000;

/** An output that is no number and no list of numbers. */
const words = ['true', 'false', ''];

/** A path that needs no quoting and that GitLab does not take for a reference to a variable. */
const plainPath = /^[\w./-]{1,255}$/;

/**
 * The variable of an output. The report has another name than its output, as `FILE_CHECKOUTS_REPORT` is the option:
 * GitLab hands these variables to later jobs, where they would overrule what such a job gives its own run.
 */
function nameOf(output: string): string {
  return envVariable(output === 'report' ? 'report-file' : output);
}

function textOf(output: string, value: string): string {
  if (output === 'report') return plainPath.test(value) ? value : '';
  const safe = words.includes(value) || /^\d+(,\d+)*$/.test(value);
  return safe && value.length <= mostListBytes ? value : '';
}

/** The path from the checkout for what lies in it: a later job has its checkout somewhere else. */
function fromCheckout(file: string, checkout: string): string {
  if (checkout === '' || !isAbsolute(file)) return file;
  const inside = relative(checkout, file);
  return isAbsolute(inside) || inside.split(sep)[0] === '..' ? file : inside.replaceAll(sep, '/');
}

/**
 * The outputs of a run as a dotenv file (design §9), UTF-8, one `NAME=value` a line: numbers, lists of numbers, `true`
 * or `false`, and the path of the report; no text from outside. A list that is too long is empty rather than cut.
 *
 * @param reportFile where the JSON report was written; a path with other characters than `A-Z a-z 0-9 _ . / -`
 * is left empty. @param checkout where this job has it; empty where nobody says.
 */
export function dotenvReport(report: Report, reportFile: string, checkout = ''): string {
  const outputs = Object.entries(actionOutputs(report, fromCheckout(reportFile, checkout)));
  return outputs.map(([output, value]) => `${nameOf(output)}=${textOf(output, value)}\n`).join('');
}
