import { escapeText } from '../log.ts';
import type { RuleExplanation } from '../mapping/match.ts';
import type { ExplainedField, ExplainedRequest, Explanation } from './explain-path.ts';

/** What the text says beside the explanation itself. */
export interface ExplainContext {
  /** Line of a rule in the mapping file, by its name (`rules[3]`). */
  readonly lineOf: (rule: string) => number | null;
  /** What stands at the path, where that is no ordinary tracked file; null: such a file. */
  readonly what: string | null;
}

/** How many rules behind the winner are shown. */
const mostBehind = 5;

function quoted(patterns: readonly string[]): string {
  return patterns.map((pattern) => JSON.stringify(pattern)).join(', ');
}

function named(rule: string, { lineOf }: ExplainContext): string {
  const line = lineOf(rule);
  return line === null ? rule : `${rule} (line ${line})`;
}

function branchLines(explanation: Explanation, context: ExplainContext): string[] {
  const { branch, branchRules, branchRule } = explanation;
  if (branchRules.length === 0) return [`  branch ${branch}: no list of branch rules, every branch is filed`];
  const winner = branchRules.findIndex(({ rule }) => rule === branchRule);
  const asked = winner < 0 ? branchRules : branchRules.slice(0, winner + 1);
  return [
    `  branch ${branch}`,
    ...asked.map(({ rule, matched, patterns }) =>
      matched
        ? `    ${named(rule, context)} wins: ${quoted(patterns)}`
        : `    ${named(rule, context)} does not match: ${JSON.stringify(branch)} against ${quoted(patterns)}`,
    ),
  ];
}

function ruleLine({ rule, matched, failed }: RuleExplanation, context: ExplainContext): string {
  if (matched || failed === undefined) return `    ${named(rule, context)} matches`;
  const { part, value, patterns } = failed;
  return `    ${named(rule, context)} does not match: ${part} ${JSON.stringify(value)} against ${quoted(patterns)}`;
}

function ruleLines({ fileRules, result }: Explanation, context: ExplainContext): string[] {
  if (fileRules.length === 0) return ['  rules: no list of rules, every file is one request'];
  const winner = fileRules.findIndex(({ matched }) => matched);
  if (winner < 0) return ['  rules', ...fileRules.map((rule) => ruleLine(rule, context))];
  const behind = fileRules.slice(winner + 1).filter(({ matched }) => matched);
  const also = behind
    .slice(0, mostBehind)
    .map(({ rule }) => named(rule, context))
    .join(', ');
  return [
    '  rules',
    ...fileRules.slice(0, winner).map((rule) => ruleLine(rule, context)),
    `    ${named(fileRules[winner]?.rule ?? '', context)} wins${result.kind === 'skip' ? `: skip, ${result.why}` : ''}`,
    ...(also === '' ? [] : [`    also match, but come later: ${also}`]),
  ];
}

function origin({ value, from, template, note }: ExplainedField): string {
  const place = from === 'run' ? 'the run' : from;
  if (value === null && note === 'null') return `not sent: null in ${place}`;
  const said = template === null ? place : `${place}: ${JSON.stringify(template)}`;
  if (value === null) return `not sent: ${note} (${said})`;
  return note === null ? said : `${said}, ${note}`;
}

function requestLines(request: ExplainedRequest): string[] {
  const given = request.fields.filter(({ from }) => from !== 'service');
  const left = request.fields.filter(({ from }) => from === 'service');
  const width = Math.min(40, Math.max(0, ...given.map(({ value }) => String(value ?? '-').length)));
  return [
    ...given.map(
      (field) => `    ${field.name.padEnd(6)} ${String(field.value ?? '-').padEnd(width)}  ${origin(field)}`,
    ),
    `    left to the service: ${left.map(({ name, serviceDefault }) => (serviceDefault === null ? name : `${name} (${serviceDefault})`)).join(', ')}`,
    ...request.problems.map((problem) => `    cannot be sent: ${problem}`),
  ];
}

function resultLines({ result, branch }: Explanation): string[] {
  switch (result.kind) {
    case 'noBranchRule':
      return [`  left out: no rule for branch ${branch}`];
    case 'skip':
      return [`  left out: skip: ${result.why}`];
    case 'unmapped':
      return [`  left out: no rule matches it (unmapped: ${result.is})`];
    case 'requests': {
      const many = result.requests.length > 1;
      return result.requests.flatMap((request, index) => [
        many ? `  request ${index + 1} of ${result.requests.length}` : '  request',
        ...requestLines(request),
      ]);
    }
  }
}

/** The explanation of one path, for people. */
export function explainText(explanation: Explanation, context: ExplainContext): string {
  const lines = [
    `${explanation.path}${context.what === null ? '' : ` (${context.what})`}`,
    ...branchLines(explanation, context),
    ...(explanation.result.kind === 'noBranchRule' ? [] : ruleLines(explanation, context)),
    ...resultLines(explanation),
  ];
  return `${lines.map(escapeText).join('\n')}\n`;
}
