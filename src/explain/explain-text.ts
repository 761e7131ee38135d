import { formatNames, joinTexts, limitLines } from '../counted.ts';
import { escapeText } from '../log.ts';
import type { RuleExplanation } from '../mapping/match.ts';
import type { ResolvedUse, User } from '../uses/uses-of-paths.ts';
import type { ExplainedField, ExplainedRequest, Explanation } from './explain-path.ts';

/** The uses of a file, as in `explain --format json`. */
export interface ExplainedUses {
  readonly uses: readonly ResolvedUse[];
  readonly usedBy: readonly User[];
  /** Why neither is known; null: they are. */
  readonly usesUnknown: string | null;
}

/** What the text needs beside the explanation. */
interface ExplainContext {
  /** Names a rule (`rules[3]`) with its line in the mapping file, if that is known: `rules[3] (line 12)`. */
  readonly placeOf: (rule: string) => string;
  /** What is at the path; null: an ordinary tracked file. */
  readonly what: string | null;
  /** True for a link or a submodule. */
  readonly isNeverFiled: boolean;
  readonly uses: ExplainedUses;
}

/** How many rules behind the winner are shown. */
const mostBehind = 5;
/** How many of those before the winner that do not match are shown, and how many where no rule matches. */
const mostBefore = 3;
const mostOfNone = 10;
/** How many things that a file uses, or that use it, are shown: JSON has all. */
const mostUses = 20;

/** Quotes patterns, as JSON does, and joins them with commas. */
function quotePatterns(patterns: readonly string[]): string {
  return patterns.map((pattern) => JSON.stringify(pattern)).join(', ');
}

/** Returns lines: branch, rule that wins, how many fail before it and the first 3 (10 if none wins); without branch rules one line. */
function formatBranchRules({ branch, branchRules, branchRule }: Explanation, { placeOf }: ExplainContext): string[] {
  const none = branchRule === null ? 'an empty list of branch rules' : 'no list of branch rules, every branch is filed';
  if (branchRules.length === 0) return [`  branch ${branch}: ${none}`];
  const { won, losers } = findWinner(branchRules);
  const lines = losers.map((one) => `${placeOf(one.rule)}: ${describeMiss(branch, one.patterns)}`);
  const wins = won ? [`    ${placeOf(won.rule)} wins: ${quotePatterns(won.patterns)}`] : [];
  return [`  branch ${branch}`, ...wins, ...formatLosers(lines, won !== undefined)];
}

/** Returns the first rule that matches (`won`; undefined: none does), and in `losers` those before it, or all if none matches. */
function findWinner<Rule extends { readonly matched: boolean }>(rules: readonly Rule[]) {
  const winner = rules.findIndex(({ matched }) => matched);
  return { won: rules[winner], losers: winner < 0 ? rules : rules.slice(0, winner) };
}

/** Returns lines on rules that do not match: how many, the first 3 of `losers` (10 if no rule won), how many more; [] without any. */
function formatLosers(losers: readonly string[], isWon: boolean): string[] {
  if (losers.length === 0) return [];
  const most = isWon ? mostBefore : mostOfNone;
  const doNot = losers.length === 1 ? 'does not' : 'do not';
  const head = isWon ? `${losers.length} before it ${doNot} match` : `none of ${losers.length} matches`;
  const lines = losers.map((loser) => `      ${loser}`);
  return [`    ${head}`, ...limitLines(lines, most, (left) => `      and ${left} more; --format json has all`)];
}

/** Says that a text matches one of some patterns: `"ORD100.RPGLE" matches "*.RPGLE"`. */
function describeMatch(value: string, patterns: readonly string[]): string {
  return `${JSON.stringify(value)} matches ${patterns.length === 1 ? '' : 'one of '}${quotePatterns(patterns)}`;
}

/** Says that a text matches none of some patterns: `"QRPGLESRC" matches none of "QCLSRC", "QCMDSRC"`; of one: `does not match`. */
function describeMiss(value: string, patterns: readonly string[]): string {
  return `${JSON.stringify(value)} ${patterns.length === 1 ? 'does not match' : 'matches none of'} ${quotePatterns(patterns)}`;
}

/** Returns rules in their order, but first those whose failed part has a pattern that holds the file's extension (case ignored). */
function sortNearestFirst(rules: readonly RuleExplanation[], path: string): RuleExplanation[] {
  const extension = /\.[^./]+$/.exec(path)?.[0].toLowerCase();
  const isNear = ({ failed }: RuleExplanation) =>
    extension !== undefined && failed?.patterns.some((pattern) => pattern.toLowerCase().includes(extension)) === true;
  return rules.toSorted((one, other) => Number(isNear(other)) - Number(isNear(one)));
}

/** Returns lines: rule that wins, 5 later matches, how many fail before it and the nearest 3 (10 if none wins); without rules one line. */
function formatFileRules({ fileRules, result, path }: Explanation, { placeOf }: ExplainContext): string[] {
  const none = result.kind === 'unmapped' ? 'an empty list of rules' : 'no list of rules, every file is one request';
  if (fileRules.length === 0) return [`  rules: ${none}`];
  const { won, losers } = findWinner(fileRules);
  const lines = sortNearestFirst(losers, path).map(
    ({ rule, failed: of }) => `${placeOf(rule)}${of ? `: ${of.part} ${describeMiss(of.value, of.patterns)}` : ''}`,
  );
  const behind = fileRules.filter((one) => one.matched && one !== won).map(({ rule }) => placeOf(rule));
  const skip = result.kind === 'skip' ? `; it skips the file: ${result.why}` : '';
  const by = won?.by?.map(({ part, value, patterns }) => `${part} ${describeMatch(value, patterns)}`) ?? [];
  return [
    '  rules',
    ...(won ? [`    ${joinTexts([`${placeOf(won.rule)} wins`, by.join(', ')], ': ')}${skip}`] : []),
    ...(behind.length === 0 ? [] : [`    also match, but come later: ${formatNames(behind, mostBehind)}`]),
    ...formatLosers(lines, won !== undefined),
  ];
}

/** Says where the value of a field comes from, with its template and note, if any; or why it is not sent. */
function describeOrigin({ value, from, template, note }: ExplainedField): string {
  const place = from === 'run' ? 'the run' : from;
  if (value === null && note === 'null') return `not sent: null in ${place}`;
  const said = template === null ? place : `${place}: ${JSON.stringify(template)}`;
  if (value === null) return `not sent: ${note} (${said})`;
  return note === null ? said : `${said}, ${note}`;
}

/** Returns lines on a request: one per field not left to the service (value or `-`, origin), one that names the others, one per problem. */
function formatExplainedRequest({ fields, problems }: ExplainedRequest): string[] {
  const given = fields.filter(({ from }) => from !== 'service');
  const left = fields.filter(({ from }) => from === 'service');
  const leftNames = left.map(({ name, serviceDefault: value }) => (value === null ? name : `${name} (${value})`));
  const values = given.map(({ value }) => String(value ?? '-'));
  const width = Math.min(40, Math.max(0, ...values.map((value) => value.length)));
  return [
    ...given.map((field, n) => `    ${field.name.padEnd(6)} ${values[n]?.padEnd(width)}  ${describeOrigin(field)}`),
    `    not sent, filled in by the service (its default, if any, in brackets): ${leftNames.join(', ')}`,
    ...problems.map((problem) => `    cannot be sent: ${problem}`),
  ];
}

/** Returns lines on what becomes of the file: one on why it is left out, or those of its requests. */
function formatResult({ result, branch }: Explanation): string[] {
  if (result.kind === 'noBranchRule') return [`  left out: no rule for branch ${branch}`];
  if (result.kind === 'skip') return [`  left out: skip: ${result.why}`];
  if (result.kind === 'unmapped') return [`  left out: no rule matches (unmapped: ${result.is})`];
  return result.requests.flatMap((request, index, { length }) => {
    const position = length > 1 ? ` ${index + 1} of ${length}` : '';
    return [`  request${position}`, ...formatExplainedRequest(request)];
  });
}

/** Returns lines on what a file uses, and what uses it, the first 20 of each; one line if neither is known, or there is neither. */
export function formatUses(path: string, { uses, usedBy, usesUnknown }: ExplainedUses): string[] {
  if (usesUnknown !== null) return [`  what it uses and what uses it is not known: ${usesUnknown}`];
  if (uses.length + usedBy.length === 0) return ['  uses nothing, and no source uses it'];
  const users = usedBy.map(({ path, kind, ambiguous }) => {
    return `${path} (${kind}${ambiguous ? ', or it means another file of that name' : ''})`;
  });
  return [...formatUseSection('uses', formatUseLines(path, uses)), ...formatUseSection('used by', users)];
}

/** Returns a title, and indented below it the first 20 lines and how many more; without lines one that says that there is nothing. */
function formatUseSection(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [`  ${title}: nothing in the sources`];
  const shown = limitLines(lines, mostUses, (left) => `and ${left} more`);
  return [`  ${title}`, ...shown.map((line) => `    ${line}`)];
}

/**
 * Returns a line for each thing used (names of one kind for the same file are one): kind, name and line of its first use (with the source
 * that states it, such as a makefile, if not `path`), how many more uses, and the file meant: none, one, or several if that is not clear.
 */
function formatUseLines(path: string, uses: readonly ResolvedUse[]): string[] {
  const things = Map.groupBy(uses, ({ kind, name, paths }) => JSON.stringify([kind, paths.length > 0 ? paths : name]));
  return [...things.values()].map((all) => {
    const [{ kind, name, in: file, line, paths }] = all as [ResolvedUse];
    const places = `${file === path ? '' : `${file} `}line ${line}${all.length > 1 ? ` and ${all.length - 1} more` : ''}`;
    const meant = paths.join(' or ') || 'no file of the repository';
    const doubt = paths.length > 1 ? ': the name does not tell which' : '';
    return `${kind.padEnd(7)} ${name} (${places}): ${meant}${doubt}`;
  });
}

/** Formats an explanation as escaped text with line end: of a link or submodule only path and uses, of a branch left out no file rules. */
export function formatExplanation(explanation: Explanation, context: ExplainContext): string {
  const { path, result } = explanation;
  const lines = [`${path}${context.what === null ? '' : ` (${context.what})`}`];
  if (!context.isNeverFiled) {
    lines.push(...formatBranchRules(explanation, context));
    if (result.kind !== 'noBranchRule') lines.push(...formatFileRules(explanation, context));
    lines.push(...formatResult(explanation));
  }
  lines.push(...formatUses(path, context.uses));
  return `${lines.map(escapeText).join('\n')}\n`;
}
