import type { YamlFinding } from '../yaml/read-checked.ts';
import type { Path } from '../yaml/read-yaml.ts';
import { mappingDefaults } from './defaults.ts';
import { formatPath } from './marks.ts';
import { type FieldsAt, type MapKeys, type Outline, readOutline, toRecord } from './outline.ts';
import type { Mapping, RfpMode } from './schema.ts';
import { listPlaceholders } from './templates.ts';

/** Finds fields that contradict others or the mode of RFPs: pipe and its keys, rfpd, proj, copy, attach. @param rfp the mode, unchecked */
export function checkModes(outline: Outline, rfp: unknown): YamlFinding[] {
  const { request, branches, rules } = outline;
  const sets = [request, ...[...branches, ...rules].flatMap(({ fieldSets }) => fieldSets)];
  return [
    ...checkPipeFields(outline, sets, rfp),
    ...sets.flatMap((set) => checkFieldSet(set, sets, rfp)),
    ...checkCopyFields(outline, sets),
  ];
}

/** True for the modes under which a run may open RFPs: `per-push` (a new one), `per-branch` (if the branch has none that is open). */
export function opensRfps(rfp: RfpMode): boolean {
  return rfp === 'per-push' || rfp === 'per-branch';
}

/** Returns what in a mapping contradicts the mode of the run, or itself (checkModes), as sentences: `request.rfpd: FOUND; RIGHT`. */
export function describeModeProblems(mapping: Mapping, rfp: RfpMode): string[] {
  const findings = checkModes(readOutline(mapping), rfp);
  return findings.map(({ path, found, right }) => `${formatPath(path)}: ${found}; ${right}`);
}

/** Returns the path of a field (as `['request', 'pipe']`) in each set of fields that gives it a value other than null. */
function findFieldPaths(sets: readonly FieldsAt[], name: string): Path[] {
  const given = sets.filter(({ fields }) => fields[name] !== undefined && fields[name] !== null);
  return given.map(({ path }) => [...path, name]);
}

/**
 * Finds fields of build keys that lack what they need. Under `rfp: none`: the block `pipe`, and each field `pipe`. In a mapping without the
 * block: each `pipe` if no set of fields gives `pipa`, and each `pipa` and `tkey` if none gives `pipe`. Null counts as not given.
 */
function checkPipeFields({ top }: Outline, sets: readonly FieldsAt[], rfp: unknown): YamlFinding[] {
  const reportAtKeys = (paths: readonly Path[], found: string, right: string) =>
    paths.map((path): YamlFinding => ({ path, atKey: true, found, right }));
  const hasBlock = typeof top.pipe === 'object' && top.pipe !== null;
  const pipes = [...(hasBlock ? [['pipe']] : []), ...findFieldPaths(sets, 'pipe')];
  const anRfp = '`rfp: per-push`, `per-branch` or a number: the pipeline is notified of an RFP';
  const withoutRfp = rfp === 'none' ? reportAtKeys(pipes, '`pipe` without an RFP', anRfp) : [];
  if (hasBlock) return withoutRfp;
  const needs = { pipe: 'pipa', pipa: 'pipe', tkey: 'pipe' };
  const alone = Object.entries(needs).filter(([, needed]) => findFieldPaths(sets, needed).length === 0);
  const together = '`pipe`, `pipa` and `tkey` together (`tkey` comes from the run)';
  const incomplete = alone.flatMap(([name, needed]) =>
    reportAtKeys(findFieldPaths(sets, name), `\`${name}\` without \`${needed}\``, together),
  );
  return [...withoutRfp, ...incomplete];
}

/**
 * Finds what contradicts in one set of fields. Under `per-branch`: an `rfpd` that is not `*TASK` and lacks `{branch}`, by which runs find
 * the branch's RFP. `rfpd: "*TASK"` if `proj`, here or else in `request` (the first of `sets`), is set to null (left out is fine), and no
 * other set gives one. `repo: null` or `branch: null` beside `proj: "*BRANCH"` here. `copy: "*YES"` if `rsn` surely is not *MIGRATE.
 */
function checkFieldSet(set: FieldsAt, sets: readonly FieldsAt[], rfp: unknown): YamlFinding[] {
  const { rfpd, copy, rsn, proj = sets[0]?.fields.proj } = set.fields;
  const findIf = (isWrong: boolean, name: string, found: string, right: string): YamlFinding[] =>
    isWrong ? [{ path: [...set.path, name], found, right }] : [];
  const needsBranch = rfp === 'per-branch' && typeof rfpd === 'string' && rfpd !== '*TASK';
  const lacksBranch = needsBranch && !listPlaceholders(rfpd).includes('branch');
  const isGivenElsewhere = sets.some(({ fields }) => typeof fields.proj === 'string');
  const lacksProject = rfpd === '*TASK' && proj === null && !isGivenElsewhere;
  const isUnlinked = (name: string) => set.fields.proj === '*BRANCH' && set.fields[name] === null;
  const copiesElse = copy === '*YES' && typeof rsn === 'string' && rsn !== '*MIGRATE' && !rsn.includes('{');
  const noBranch = '`rfpd` without `{branch}` under `rfp: per-branch`';
  return [
    ...findIf(lacksBranch, 'rfpd', noBranch, '`{branch}` in it, or `"*TASK"`'),
    ...findIf(lacksProject, 'rfpd', '`rfpd: "*TASK"` with `proj: null`', 'a project, or a description in words'),
    ...['repo', 'branch'].flatMap((name) => {
      const found = `\`${name}: null\` with \`proj: "*BRANCH"\``;
      return findIf(isUnlinked(name), name, found, `\`${name}\` left out: it comes from the run`);
    }),
    ...findIf(copiesElse, 'copy', `\`copy: "*YES"\` with \`rsn: "${rsn}"\``, '`copy` only with `rsn: "*MIGRATE"`'),
  ];
}

/** Returns a finding if `request` has `copy: "*YES"`, no other set has a `copy` (even null), and `attach` is not the default; else []. */
function checkCopyFields({ request, top }: Outline, sets: readonly FieldsAt[]): YamlFinding[] {
  const alwaysCopies =
    request.fields.copy === '*YES' && sets.filter(({ fields }) => fields.copy !== undefined).length === 1;
  const defaults: MapKeys = mappingDefaults.attach;
  const isSet = Object.entries(toRecord(top.attach)).some(([key, value]) => value !== defaults[key]);
  const right = 'one of them: a request that copies carries no file';
  const found = '`copy: "*YES"` for every request beside `attach`';
  return alwaysCopies && isSet ? [{ path: ['request', 'copy'], found, right }] : [];
}
