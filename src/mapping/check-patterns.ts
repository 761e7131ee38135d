import { GlobError } from '../glob/compile-glob.ts';
import { isRecord } from '../interface/replies.ts';
import type { YamlFinding } from '../yaml/read-checked.ts';
import type { FieldsAt, Outline, PatternAt, RuleAt } from './outline.ts';
import { listPatternCaptures, listRuleCaptures } from './outline.ts';
import { builtInNames, checkTemplate, compileOrder, isTemplate } from './templates.ts';

/** Finds bad patterns and placeholders, captures whose name is taken, and file rules with `match: {}` or without one clear result. */
export function checkPatterns(outline: Outline): YamlFinding[] {
  const rules = [...outline.branches, ...outline.rules];
  return [
    ...rules.flatMap((rule) => rule.patterns.flatMap(checkPattern)),
    ...rules.flatMap(checkCaptures),
    ...outline.rules.flatMap(checkRuleResult),
    ...checkPlaceholders(outline),
  ];
}

/** Returns, in a list, the finding for a pattern that is invalid or, by its form, matches nothing; [] for any other (also for `../x`). */
function checkPattern(pattern: PatternAt): YamlFinding[] {
  const { path, text, glob } = pattern;
  if (glob instanceof GlobError) return [{ path, found: glob.found, right: glob.right }];
  const remedy = findPatternRemedy(pattern);
  return remedy === null ? [] : [{ path, found: `the pattern \`${text}\`, which matches nothing`, right: remedy }];
}

/** Returns advice, in words, on a pattern that by its form matches nothing; null if it may match (`repo`: any but ''; `gpath`: also ''). */
function findPatternRemedy({ part, text }: PatternAt): string | null {
  if (text === '') return part === 'gpath' ? null : 'at least one character (only `gpath` is empty, at the root)';
  if (part === 'repo') return null;
  if (text.startsWith('/') || text.startsWith('./')) return 'no slash at the beginning: paths start at the repository';
  if (text.endsWith('/')) return `\`${text}**\` for all below that directory`;
  if (text.includes('//')) return 'one slash between directories';
  if (part === 'gfile' && text.includes('/')) return 'a file name; directories go to `gpath`, or all of it to `path`';
  return null;
}

/** Finds captures named like a built-in placeholder (`{name}`), or like a capture in another part of the same rule. */
function checkCaptures(rule: RuleAt): YamlFinding[] {
  const findings: YamlFinding[] = [];
  const partByCapture = new Map<string, string>();
  for (const pattern of rule.patterns) {
    const { path, part } = pattern;
    for (const name of listPatternCaptures(pattern)) {
      if ((builtInNames as readonly string[]).includes(name)) {
        const right = `another name: \`{${name}}\` has a meaning of its own`;
        findings.push({ path, found: `a capture \`{${name}}\``, right });
      }
      const earlierPart = partByCapture.get(name);
      if (earlierPart !== undefined && earlierPart !== part) {
        const right = 'a name of its own for each capture';
        findings.push({ path, found: `\`{${name}}\` also in \`${earlierPart}\``, right });
      }
      partByCapture.set(name, part);
    }
  }
  return findings;
}

/** Finds in a file rule: more than one of `request`, `requests`, `skip`; none of them, unless the rule is empty; and `match: {}`. */
function checkRuleResult(rule: RuleAt): YamlFinding[] {
  const { path, value } = rule;
  const findings: YamlFinding[] = [];
  const results = ['request', 'requests', 'skip'].filter((name) => Object.hasOwn(value, name));
  const right = 'one of `request`, `requests`, `skip`';
  if (results.length === 0 && Object.keys(value).length > 0) {
    findings.push({ path, found: 'a rule without a result', right });
  }
  for (const name of results.slice(1)) {
    findings.push({ path: [...path, name], atKey: true, found: `\`${name}\` beside \`${results[0]}\``, right });
  }
  if (isRecord(value.match) && Object.keys(value.match).length === 0) {
    const found = 'a match without a part';
    findings.push({ path: [...path, 'match'], found, right: 'at least one part; `path: "**"` for every file' });
  }
  return findings;
}

/** Finds malformed and unknown placeholders: a capture is known in its own rule, one of a branch rule in `request` and file rules, too. */
function checkPlaceholders(outline: Outline): YamlFinding[] {
  const branchCaptures = outline.branches.flatMap(listRuleCaptures);
  const commonNames = [...new Set([...builtInNames, ...branchCaptures])];
  const checkFieldsOfRules = (rules: readonly RuleAt[], names: readonly string[]) =>
    rules.flatMap((rule) => {
      const definedNames = [...names, ...listRuleCaptures(rule)];
      return rule.fieldSets.flatMap((set) => checkFieldPlaceholders(set, definedNames));
    });
  return [
    ...checkFieldPlaceholders(outline.request, commonNames),
    ...checkFieldsOfRules(outline.branches, builtInNames),
    ...checkFieldsOfRules(outline.rules, commonNames),
  ];
}

/** Finds malformed placeholders in fields, and those not in `definedNames`; accepts a `csqo` that is `{order}` and no more. */
function checkFieldPlaceholders({ path, fields }: FieldsAt, definedNames: readonly string[]): YamlFinding[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    if (!isTemplate(value) || (name === 'csqo' && value === compileOrder)) return [];
    return checkTemplate(value, definedNames).map((problem) => ({ path: [...path, name], ...problem }));
  });
}
