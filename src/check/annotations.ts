import { formatNames } from '../counted.ts';
import type { Annotation } from '../report/annotations.ts';
import type { CheckReport } from './check-report.ts';
import { describeAsModules, describeAsPrograms, describeEncodings } from './contents.ts';
import type { RuleFiles } from './remark.ts';
import { describeLeftOutIncludes, describeNoMain } from './uses.ts';

/**
 * Returns annotations at the mapping file, or [] without such a file: its errors as errors; as warnings collisions, shadowed rules, NOMAIN,
 * problems of contents, warnings, and, in one annotation, includes left out. All files without a rule share one annotation: an error under
 * `unmapped: error`, none under `ignore`, else a warning. Rules that match no file get none: a mapping may be ahead of files.
 */
export function buildCheckAnnotations(report: CheckReport): Annotation[] {
  const file = report.mapping?.inWorkspace;
  if (file === undefined) return [];
  const warn = (line: number | null, message: string): Annotation => {
    return { level: 'warning', file, line, column: null, message };
  };
  const warnOfRules = (found: readonly RuleFiles[] = [], describe: (found: readonly RuleFiles[]) => string) =>
    found.map((one) => warn(one.line, `${one.rule}: ${describe([one])} (${formatNames(one.paths)})`));
  const { unmapped, unmappedIs, uses, contents } = report;
  const leftOut = uses && describeLeftOutIncludes(uses);
  const notes = [
    ...report.errors.map(({ line, column, found, right }): Annotation => {
      return { level: 'error', file, line, column, message: `${found}; ${right}` };
    }),
    ...report.collisions.map(({ object, paths }) => warn(null, `${object} is made by ${formatNames(paths)}`)),
    ...report.shadowed.map(({ rule, line, message }) => warn(line, `${rule}: ${message}`)),
    ...warnOfRules(uses?.noMain, describeNoMain),
    ...warnOfRules(contents?.asModules, describeAsModules),
    ...warnOfRules(contents?.asPrograms, describeAsPrograms),
    ...(contents?.encodings ?? []).map((one) =>
      warn(null, `${describeEncodings([one])} (${one.encoding}: ${formatNames(one.paths)})`),
    ),
    ...report.warnings.map(({ line, message }) => warn(line, message)),
    ...(leftOut === null ? [] : [warn(null, leftOut)]),
  ];
  if (unmapped.length === 0 || unmappedIs === 'ignore') return notes;
  const without = warn(null, `${unmapped.length} tracked files without a rule: ${formatNames(unmapped, 10)}`);
  return [...notes, unmappedIs === 'error' ? { ...without, level: 'error' } : without];
}
