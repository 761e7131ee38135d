import type { YamlFinding } from '../yaml/findings.ts';
import { type FieldsAt, type Outline, type RuleAt, ruleCaptures } from './outline.ts';
import { builtInNames, compileOrder, isTemplate, templateProblems } from './templates.ts';

/**
 * Returns what is wrong with the placeholders of a mapping's values. A branch rule can use its own captures; a file rule
 * and `request` can use those of every branch rule, since any of them may win.
 */
export function valueFindings(outline: Outline): YamlFinding[] {
  const branchCaptures = outline.branches.flatMap(ruleCaptures);
  const commonNames = [...new Set([...builtInNames, ...branchCaptures])];
  const findingsInRules = (rules: readonly RuleAt[], names: readonly string[]) =>
    rules.flatMap((rule) => {
      const definedNames = [...names, ...ruleCaptures(rule)];
      return rule.fieldSets.flatMap((set) => fieldFindings(set, definedNames));
    });
  return [
    ...fieldFindings(outline.request, commonNames),
    ...findingsInRules(outline.branches, builtInNames),
    ...findingsInRules(outline.rules, commonNames),
  ];
}

function fieldFindings({ path, fields }: FieldsAt, definedNames: readonly string[]): YamlFinding[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    if (!isTemplate(value)) return [];
    if (name === 'csqo' && value === compileOrder) return [];
    return templateProblems(value, definedNames).map((problem) => ({ path: [...path, name], ...problem }));
  });
}
