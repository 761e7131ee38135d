import { joinTexts, limitLinesByBytes } from '../counted.ts';
import { reasonTable } from '../interface/fields.ts';
import { escapeText } from '../log.ts';
import { shorten } from '../near.ts';
import { explainAffected } from './dependents.ts';
import { isSettled, type Report, type ReportRequest } from './report-json.ts';
import {
  describeActionOrHold,
  formatRequestNumber,
  formatRequestTarget,
  formatTypedName,
  listRequestMessages,
  warningMark,
} from './request-words.ts';
import { describeRest } from './sections.ts';

/** GitLab reads up to 30 MB in a file; less than a fifth of it keeps its pages quick. */
const mostBytes = 5_000_000;
/** Most characters of a name or a message, before escaping. */
const longest = 1000;

/** How a test case ended, worst first; an error is a run that stopped. */
const verdicts = ['error', 'failure', 'passed', 'skipped'] as const;

interface Case {
  readonly verdict: (typeof verdicts)[number];
  readonly group: string;
  readonly name: string;
  /** A file of the repository, for a link. */
  readonly file?: string;
  readonly type?: string;
  /** The text of the case, a line each; the first is the message of a failure. */
  readonly lines: readonly string[];
}

/** Escapes text for an XML element or attribute in double quotes; shortens it to 1,000 characters; line ends and the like become codes. */
function escapeXml(text: string): string {
  const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  const toCharacterCode = (char: string) => entities[char] ?? `\\u{${char.charCodeAt(0).toString(16)}}`;
  return escapeText(shorten(text, longest)).replace(/[&<>"\ufffe\uffff]/g, toCharacterCode);
}

/** Returns XML attributes, each with a blank before it, values escaped; those that are undefined are left out. */
function formatAttributes(values: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return given.map(([name, value]) => ` ${name}="${escapeXml(value ?? '')}"`).join('');
}

/** Returns a `testcase` element, with the lines as `system-out` if it passed, else as `<failure>` and the like, the first its message. */
function toXml({ verdict, type, lines, group, name, file }: Case): string {
  const text = lines.map(escapeXml).join('\n');
  const head = `    <testcase${formatAttributes({ classname: group, name, file })} time="0"`;
  if (verdict === 'passed' && text === '') return `${head}/>\n`;
  if (verdict === 'passed') return `${head}><system-out>${text}</system-out></testcase>\n`;
  return `${head}><${verdict}${formatAttributes({ message: lines[0] ?? '', type })}>${text}</${verdict}></testcase>\n`;
}

/** Makes the case of a request, failed unless settled or planned. Lines: what became of it and its first message, the others, `why`. */
function buildRequestCase(request: ReportRequest, report: Report, why: readonly string[]): Case {
  const { outcome, path, rfp } = request;
  const inRfp = rfp ? `RFP ${rfp}` : '';
  const became = joinTexts([describeActionOrHold(request), formatRequestNumber(request), inRfp], ', ');
  const reason = reasonTable[request.reason] === 'delivers' ? '' : ` ${request.reason}`;
  const messages = listRequestMessages(request, report);
  const [first, ...others] = messages.map(([mark, text]) => (mark === warningMark ? mark + text : text));
  return {
    ...{ group: formatRequestTarget(request), name: `${path}: ${formatTypedName(request)}${reason}`, file: path },
    ...(isSettled(request) ? { verdict: 'passed' } : { verdict: 'failure', type: outcome }),
    lines: [joinTexts([became, first], ': '), ...others, ...why],
  };
}

/** Makes a skipped case for each file that was left out; a failed one for a file without a rule, if such files stopped the run. */
function buildLeftOutCases({ error, leftOut }: Report): Case[] {
  return leftOut.map((entry) => {
    const verdict = error?.code === 'unmapped' && entry.code === 'unmapped' ? 'failure' : 'skipped';
    return { verdict, group: 'left out', name: entry.path, file: entry.path, lines: [entry.why] };
  });
}

/** Returns one case if the run was stopped (error), or has no requests (passed); else, and if files without a rule stopped it, []. */
function buildRunCases({ error, nothingToFile, requests }: Report): Case[] {
  const group = 'file-checkouts';
  // Files without a rule are cases of their own.
  if (error !== null && error.code !== 'unmapped') {
    const lines = [...error.message.split('\n'), error.remedy];
    return [{ verdict: 'error', group, name: 'the run', type: error.code, lines }];
  }
  // GitLab shows nothing at all for a report without a test case.
  if (requests.length > 0 || error !== null) return [];
  return [{ verdict: 'passed', group, name: 'nothing to file', lines: nothingToFile === null ? [] : [nothingToFile] }];
}

/** Puts `(2) `, `(3) ` before the name of later cases of one group and name (1,000 characters of it): GitLab keeps only the first. */
function withUniqueNames(cases: readonly Case[]): Case[] {
  const seen = new Map<string, number>();
  return cases.map((test) => {
    const key = `${test.group}\n${test.name.slice(0, longest)}`;
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return count === 1 ? test : { ...test, name: `(${count}) ${test.name}` };
  });
}

/** Returns the first cases, as many as fit into 5 MB of XML, and if some are left a skipped one that counts them. */
function limitCases(cases: readonly Case[]): readonly Case[] {
  const { length } = limitLinesByBytes(mostBytes, cases.map(toXml), () => []);
  if (length === cases.length) return cases;
  const name = describeRest(cases.length - length);
  return [...cases.slice(0, length), { verdict: 'skipped', group: 'file-checkouts', name, lines: [name] }];
}

/**
 * Returns the report as JUnit XML: errors, then failed, passed and skipped cases. One for each request (failed unless settled or planned)
 * and each file left out (skipped; failed if it has no rule and that stopped the run); one for a run that was stopped otherwise (error),
 * or, if it was not stopped, has no requests (passed). A last, skipped one counts those past 5 MB.
 */
export function renderJunitReport(report: Report): string {
  const dependents = Map.groupBy(report.dependents, ({ request }) => request);
  const whyOf = (n: number) => (dependents.get(n) ?? []).map(explainAffected);
  const requests = report.requests.map((row, n) => buildRequestCase(row, report, whyOf(n)));
  const all = [...buildRunCases(report), ...requests, ...buildLeftOutCases(report)];
  const sorted = verdicts.flatMap((verdict) => all.filter((test) => test.verdict === verdict));
  const cases = limitCases(withUniqueNames(sorted));
  const count = (verdict: Case['verdict']) => String(cases.filter((test) => test.verdict === verdict).length);
  const suite = formatAttributes({
    ...{ name: 'file-checkouts', timestamp: report.run.at, tests: String(cases.length) },
    ...{ failures: count('failure'), errors: count('error'), skipped: count('skipped') },
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n  <testsuite${suite} time="0">\n${cases.map(toXml).join('')}  </testsuite>\n</testsuites>\n`;
}
