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
  const createAnnotation = (
    level: Annotation['level'],
    line: number | null,
    message: string,
    column: number | null = null,
  ) => {
    return { level, file, line, column, message };
  };
  const annotateRules = (found: readonly RuleFiles[] = [], sentence: (found: readonly RuleFiles[]) => string) =>
    found.map((one) =>
      createAnnotation('warning', one.line, `${one.rule}: ${sentence([one])} (${formatNames(one.paths)})`),
    );
  const { unmapped, unmappedIs, uses, contents } = report;
  const leftOut = uses === null ? null : describeLeftOutIncludes(uses);
  const notes = [
    ...report.errors.map(({ line, column, found, right }) =>
      createAnnotation('error', line, `${found}; ${right}`, column),
    ),
    ...report.collisions.map(({ object, paths }) =>
      createAnnotation('warning', null, `${object} is made by ${formatNames(paths)}`),
    ),
    ...report.shadowed.map(({ rule, line, message }) => createAnnotation('warning', line, `${rule}: ${message}`)),
    ...annotateRules(uses?.noMain, describeNoMain),
    ...annotateRules(contents?.asModules, describeAsModules),
    ...annotateRules(contents?.asPrograms, describeAsPrograms),
    ...(contents?.encodings ?? []).map((one) =>
      createAnnotation('warning', null, `${describeEncodings([one])} (${one.encoding}: ${formatNames(one.paths)})`),
    ),
    ...report.warnings.map(({ line, message }) => createAnnotation('warning', line, message)),
    ...(leftOut === null ? [] : [createAnnotation('warning', null, leftOut)]),
  ];
  if (unmapped.length === 0 || unmappedIs === 'ignore') return notes;
  const without = `${unmapped.length} tracked files without a rule: ${formatNames(unmapped, 10)}`;
  return [...notes, createAnnotation(unmappedIs === 'error' ? 'error' : 'warning', null, without)];
}
