import { findCreateField } from '../interface/fields.ts';
import { buildReadyRequest, type StarterRule } from './starter-rule.ts';
import { asPattern } from './tracked-file.ts';

export interface StarterHead {
  readonly repo: string | null;
  readonly branch: string;
  /** Fields of the branch rule and of `request` (`--set`); null: not sent. */
  readonly branchFields: Readonly<Record<string, string | null>>;
  readonly request: Readonly<Record<string, string | null>>;
}

const width = 110;

/** Where editors read the JSON Schema of the mapping file. */
export const schemaUrl =
  'https://raw.githubusercontent.com/file-checkouts/file-checkouts/v1/schema/mapping.schema.json';

/** Quotes a text for YAML and JSON; escapes invisible characters, and U+FFFD, which would look like bytes that are not UTF-8. */
function quoteText(text: string): string {
  const json = JSON.stringify(text);
  return json.replace(/[\p{C}\p{Zl}\p{Zp}\uFFFD]/gu, (one) =>
    Array.from({ length: one.length }, (_, at) => `\\u${one.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  );
}

/** Formats a field as `name: value`: null and the number of a number field bare, all else quoted (`appl: "400"` stays text). */
function formatField(name: string, text: string | null): string {
  if (text === null) return `${name}: null`;
  const isNumber = findCreateField(name)?.type === 'integer' && /^(0|[1-9]\d{0,8})$/.test(text);
  return `${name}: ${isNumber ? text : quoteText(text)}`;
}

/** Formats patterns for YAML: one as `"x"`, others as a list, on one line or, if that with `indent` is over 110 characters, on several. */
function formatPatterns(list: readonly string[], indent: string): string {
  const [first = ''] = list;
  if (list.length === 1) return quoteText(first);
  const items = list.map(quoteText);
  const line = `[${items.join(', ')}]`;
  if (indent.length + line.length <= width) return line;
  const lines: string[] = [''];
  for (const item of items) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && indent.length + last.length + item.length + 3 > width) lines.push(`${item},`);
    else lines[lines.length - 1] = `${last}${last === '' ? '' : ' '}${item},`;
  }
  return `[\n${lines.map((one) => `${indent}  ${one}`).join('\n')}\n${indent}]`;
}

/** Formats fields on one line: `{ objt: "*PGM", proj: null }`. */
function formatFields(values: Readonly<Record<string, string | null>>): string {
  const fields = Object.entries(values).map(([name, text]) => formatField(name, text));
  return `{ ${fields.join(', ')} }`;
}

/** Formats a rule as YAML: comment, match, request or skip; below a skip of includes or tests, a request to replace it, as a comment. */
function formatStarterRule(rule: StarterRule): string {
  const parts = Object.entries(rule.match);
  const short = `{ ${parts.map(([part, list]) => `${part}: ${formatPatterns(list, '')}`).join(', ')} }`;
  const isShort = !short.includes('\n') && short.length + 13 <= width;
  const long = parts.map(([part, list]) => `\n      ${part}: ${formatPatterns(list, '      ')}`).join('');
  const { result } = rule;
  const ready = buildReadyRequest(rule);
  const does = 'skip' in result ? `skip: ${quoteText(result.skip)}` : `request: ${formatFields(result.request)}`;
  return [
    ...rule.comment.map((line) => `  # ${line}`),
    `  - match:${isShort ? ` ${short}` : long}`,
    `    ${does}`,
    ...(ready === null ? [] : [`    # request: ${formatFields(ready)}`]),
  ].join('\n');
}

/** A comment for branches without a link to a project, for which the service refuses *BRANCH. */
const noProject = '\n    # proj: null # if the branches are not linked to a project at the service';

/** Returns the beginning of the file, with its comments: version, repository (null: `<REPO>`), one branch rule, `request`, `rfp: none`. */
function formatStarterHead(head: StarterHead): string {
  const ofRequest = Object.entries(head.request).map(([name, text]) => `\n  ${formatField(name, text)}`);
  const ofBranch = Object.entries(head.branchFields).map(([name, text]) => `\n    ${formatField(name, text)}`);
  return `# yaml-language-server: $schema=${schemaUrl}
#
# Which object each file makes, and where it goes. This first version was made from the names of the tracked files, and
# from the contents of ILE sources and build files (Rules.mk, makefiles, binding commands). Replace what is in angle
# brackets. Read the rules that say "a guess". Then try it: file-checkouts check, file-checkouts plan.
version: 1

# ID of this Git repository at the service.
repo: ${quoteText(head.repo ?? '<REPO>')}

# Where the changes of a branch go. The first match wins. A push to any other branch files nothing.
# appl is the application, lvl the number of a level that allows check-outs.
branches:
  - branch: ${quoteText(asPattern(head.branch))}${ofBranch.join('')}${'proj' in head.request ? '' : noProject}
  # A second level for other branches. {proj} and {task} are taken from the branch name. creq has an effect only with
  # rfp: per-push or per-branch (below).
  # - branch: "feat-{proj}-{task}"
  #   appl: "<APPL>"
  #   lvl: "<LVL>"
  #   creq: "*NO" # Git moves changes up: the service makes no requests for the next level
  #   proj: "{proj}"
  #   task: "{task}"

# Fields of every request, unless a rule sets them. Without proj here or above, requests go to the project that is linked
# to the branch at the service (proj: "*BRANCH"). The service refuses them if there is none. proj: null sends no project.
request:${ofRequest.length === 0 ? ' {}' : ofRequest.join('')}

# How requests get into an RFP (a release package): none, per-push, per-branch, or the number of an open RFP.
rfp: none
`;
}

const rulesHead = `# Which object a file makes. The first rule that matches a file decides. Patterns ignore case; ** matches any
# directories, * any part of a name. The object's name (objn) is the file name up to the first "." or "-", in upper
# case. The attribute (attr) is left out: the service derives it from its Git attribute mapping. If it cannot
# ("Attribute missing"), add attr to the request of the rule, as in
#   request: { attr: RPGLE, objt: "*PGM", srca: "{ext|upper}" }
rules:
`;

const tail = `
# A file that no rule matches: error (the run ends with exit code 1), warn or ignore.
unmapped: error

# Objects that use a changed file, as programs use an include: request (each is recompiled), report (they are named) or
# ignore.
dependents: report

# When a file is deleted: request (a request with the reason *DELETE), report or ignore.
deletes: request

# Accounts at the Git host whose pushes are not filed, such as the service's own account if it pushes to Git.
# skip-pushers: ["ACCOUNT"]
`;

/** What stands in place of rules for sources, if there are none yet. */
export const noSourceSentence = 'No rule makes a request yet: there are no sources except includes and tests.';

/** Formats rules, without their comments, as one comment under a title that says how to use them; '' without rules. */
function formatAbsentRules(rules: readonly StarterRule[]): string {
  if (rules.length === 0) return '';
  const lines = rules.flatMap((rule) => formatStarterRule({ ...rule, comment: [] }).split('\n'));
  const title = 'Usual source types that are not in the repository yet. To use a rule, delete its "# ":';
  return `\n\n  # ${title}${lines.map((line) => `\n  # ${line.slice(2)}`).join('')}`;
}

/**
 * Returns the text of the starter file; without rules it has an empty list, as without a list every file would be filed. @param comment
 * lines above the rules, without `#` @param absent rules that are written as a comment
 */
export function renderStarter(
  head: StarterHead,
  rules: readonly StarterRule[],
  comment: readonly string[],
  absent: readonly StarterRule[],
): string {
  const above = comment.length === 0 ? '' : `${comment.map((line) => `  # ${line}`).join('\n')}\n\n`;
  const list =
    rules.length === 0
      ? '  [] # delete these brackets when you add the first rule'
      : rules.map(formatStarterRule).join('\n\n');
  return `${formatStarterHead(head)}\n${rulesHead}${above}${list}${formatAbsentRules(absent)}\n${tail}`;
}
