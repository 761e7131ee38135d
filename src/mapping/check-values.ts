import type { Finding } from '../yaml/findings.ts';
import { capturesOf, type FieldsAt, type Outline, type RuleAt } from './outline.ts';
import { builtInNames, compileOrder, isTemplate, templateProblems } from './templates.ts';

/**
 * What is wrong with the placeholders of a mapping's values. A branch rule knows its own captures; a file rule and the
 * defaults know those of every branch rule, since any may be the one that wins.
 */
export function valueFindings(outline: Outline): Finding[] {
  const ofBranches = outline.branches.flatMap(capturesOf);
  const common = [...new Set([...builtInNames, ...ofBranches])];
  const inRules = (rules: readonly RuleAt[], names: readonly string[]) =>
    rules.flatMap((rule) => {
      const known = [...names, ...capturesOf(rule)];
      return rule.fieldSets.flatMap((set) => fieldFindings(set, known));
    });
  return [
    ...fieldFindings(outline.request, common),
    ...inRules(outline.branches, builtInNames),
    ...inRules(outline.rules, common),
  ];
}

function fieldFindings({ path, fields }: FieldsAt, known: readonly string[]): Finding[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    if (!isTemplate(value)) return [];
    if (name === 'csqo' && value === compileOrder) return [];
    return templateProblems(value, known).map((problem) => ({ path: [...path, name], ...problem }));
  });
}
