import { some } from '../counted.ts';
import type { Annotation } from '../report/annotations.ts';
import type { CheckReport } from './check-report.ts';
import { asModulesSentence, asProgramsSentence, encodingSentence } from './contents.ts';
import type { RuleFiles } from './remark.ts';
import { leftOutSentence, noMainSentence } from './uses.ts';

/**
 * Returns annotations at the mapping file, or [] without such a file: errors, collisions, shadowed rules, NOMAIN, problems of contents,
 * warnings, and includes left out. All files without a rule share one: an error under `unmapped: error`, none under `ignore`, else a
 * warning. Rules that match no file get none: a mapping may be ahead of its files.
 */
export function checkAnnotations(report: CheckReport): Annotation[] {
  const file = report.mapping?.inWorkspace;
  if (file === undefined) return [];
  const at = (level: Annotation['level'], line: number | null, message: string, column: number | null = null) => {
    return { level, file, line, column, message };
  };
  const ofRules = (found: readonly RuleFiles[] = [], sentence: (found: readonly RuleFiles[]) => string) =>
    found.map((one) => at('warning', one.line, `${one.rule}: ${sentence([one])} (${some(one.paths)})`));
  const { unmapped, unmappedIs, uses, contents } = report;
  const leftOut = uses === null ? null : leftOutSentence(uses);
  const notes = [
    ...report.errors.map(({ line, column, found, right }) => at('error', line, `${found}; ${right}`, column)),
    ...report.collisions.map(({ object, paths }) => at('warning', null, `${object} is made by ${some(paths)}`)),
    ...report.shadowed.map(({ rule, line, message }) => at('warning', line, `${rule}: ${message}`)),
    ...ofRules(uses?.noMain, noMainSentence),
    ...ofRules(contents?.asModules, asModulesSentence),
    ...ofRules(contents?.asPrograms, asProgramsSentence),
    ...(contents?.encodings ?? []).map((one) =>
      at('warning', null, `${encodingSentence([one])} (${one.encoding}: ${some(one.paths)})`),
    ),
    ...report.warnings.map(({ line, message }) => at('warning', line, message)),
    ...(leftOut === null ? [] : [at('warning', null, leftOut)]),
  ];
  if (unmapped.length === 0 || unmappedIs === 'ignore') return notes;
  const without = `${unmapped.length} tracked files without a rule: ${some(unmapped, 10)}`;
  return [...notes, at(unmappedIs === 'error' ? 'error' : 'warning', null, without)];
}
