/** Placeholders that nothing defines, found before any file is looked at. */

import type { Finding } from '../yaml/findings.ts';
import { branchCaptures } from './check-patterns.ts';
import { capturesOf, type FieldsAt, type Outline } from './outline.ts';
import { builtInNames, compileOrder, isTemplate, templateProblems } from './templates.ts';

/**
 * What is wrong with the placeholders of a mapping's values. A branch rule knows its own captures; a file rule and the
 * defaults know those of every branch rule, since any may be the one that wins.
 */
export function valueFindings(outline: Outline): Finding[] {
  const common = [...builtInNames, ...branchCaptures(outline)];
  return [
    ...fieldFindings(outline.request, common),
    ...outline.branches.flatMap((rule) => {
      const known = [...builtInNames, ...capturesOf(rule)];
      return rule.fieldSets.flatMap((set) => fieldFindings(set, known));
    }),
    ...outline.rules.flatMap((rule) => {
      const known = [...common, ...capturesOf(rule)];
      return rule.fieldSets.flatMap((set) => fieldFindings(set, known));
    }),
  ];
}

function fieldFindings({ path, fields }: FieldsAt, known: readonly string[]): Finding[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    if (!isTemplate(value)) return [];
    if (name === 'csqo' && value === compileOrder) return [];
    return templateProblems(value, known).map((problem) => ({ path: [...path, name], ...problem }));
  });
}
