import type { YamlFinding } from '../yaml/findings.ts';
import type { Path } from '../yaml/read-yaml.ts';
import { mappingDefaults } from './defaults.ts';
import { formatPath } from './marks.ts';
import { allFieldSets, type FieldsAt, type MapKeys, type Outline, readOutline, toRecord } from './outline.ts';
import type { Mapping, RfpMode } from './schema.ts';
import { placeholderNames } from './templates.ts';

/** Finds fields that contradict each other or the mode: `pipe` and companions, `rfpd`, `copy`, `proj`. @param rfp as written, not checked yet */
export function modeFindings(outline: Outline, rfp: unknown): YamlFinding[] {
  const sets = allFieldSets(outline);
  return [
    ...pipeFindings(outline, sets, rfp),
    ...sets.flatMap((set) => [...rfpdFindings(set, rfp), ...taskFindings(set, sets), ...linkFindings(set)]),
    ...copyFindings(outline, sets),
  ];
}

/** True for the modes under which the run opens RFPs: `per-push` and `per-branch`. */
export function opensRfps(rfp: RfpMode): boolean {
  return rfp === 'per-push' || rfp === 'per-branch';
}

/** Returns the findings of `modeFindings` for the mode of the run, as sentences: `request.rfpd: FOUND; RIGHT`. */
export function modeProblems(mapping: Mapping, rfp: RfpMode): string[] {
  const findings = modeFindings(readOutline(mapping), rfp);
  return findings.map(({ path, found, right }) => `${formatPath(path)}: ${found}; ${right}`);
}

/** Returns the path of a field (as `['request', 'pipe']`) in each set of fields that gives it a value other than null. @param name of the field */
function placesOf(sets: readonly FieldsAt[], name: string): Path[] {
  const given = sets.filter(({ fields }) => fields[name] !== undefined && fields[name] !== null);
  return given.map(({ path }) => [...path, name]);
}

/**
 * Finds fields of build keys that lack what they need. Under `rfp: none`: the block `pipe`, and each field `pipe`. In a mapping without the
 * block: each `pipe` if no set of fields gives `pipa`, and each `pipa` and `tkey` if none gives `pipe`. Null counts as not given.
 */
function pipeFindings({ top }: Outline, sets: readonly FieldsAt[], rfp: unknown): YamlFinding[] {
  const atKeys = (paths: readonly Path[], found: string, right: string) =>
    paths.map((path): YamlFinding => ({ path, atKey: true, found, right }));
  const hasBlock = typeof top.pipe === 'object' && top.pipe !== null;
  const pipes = [...(hasBlock ? [['pipe']] : []), ...placesOf(sets, 'pipe')];
  const anRfp = '`rfp: per-push`, `per-branch` or a number: the pipeline is notified of an RFP';
  const withoutRfp = rfp === 'none' ? atKeys(pipes, '`pipe` without an RFP', anRfp) : [];
  if (hasBlock) return withoutRfp;
  const needs = { pipe: 'pipa', pipa: 'pipe', tkey: 'pipe' };
  const alone = Object.entries(needs).filter(([, needed]) => placesOf(sets, needed).length === 0);
  const together = '`pipe`, `pipa` and `tkey` together (`tkey` comes from the run)';
  const incomplete = alone.flatMap(([name, needed]) =>
    atKeys(placesOf(sets, name), `\`${name}\` without \`${needed}\``, together),
  );
  return [...withoutRfp, ...incomplete];
}

/** Under `per-branch`, finds an `rfpd` that is not `*TASK` and lacks `{branch}`: runs find the branch's RFP by that. */
function rfpdFindings({ path, fields }: FieldsAt, rfp: unknown): YamlFinding[] {
  const { rfpd } = fields;
  if (rfp !== 'per-branch' || typeof rfpd !== 'string') return [];
  if (rfpd === '*TASK' || placeholderNames(rfpd).includes('branch')) return [];
  const found = '`rfpd` without `{branch}` under `rfp: per-branch`';
  return [{ path: [...path, 'rfpd'], found, right: '`{branch}` in it, or `"*TASK"`' }];
}

/** Finds `copy: "*YES"` beside an `rsn` that surely is not *MIGRATE; if every request copies, also an `attach` that is not the default. */
function copyFindings(outline: Outline, sets: readonly FieldsAt[]): YamlFinding[] {
  const findings: YamlFinding[] = sets.flatMap(({ path, fields }) => {
    const { copy, rsn } = fields;
    if (copy !== '*YES' || typeof rsn !== 'string' || rsn === '*MIGRATE' || rsn.includes('{')) return [];
    const found = `\`copy: "*YES"\` with \`rsn: "${rsn}"\``;
    return [{ path: [...path, 'copy'], found, right: '`copy` only with `rsn: "*MIGRATE"`' }];
  });
  const alwaysCopies = outline.request.fields.copy === '*YES' && placesOf(sets, 'copy').length === 1;
  const defaults: MapKeys = mappingDefaults.attach;
  const isSet = Object.entries(toRecord(outline.top.attach)).some(([key, value]) => value !== defaults[key]);
  if (alwaysCopies && isSet) {
    const right = 'one of them: a request that copies carries no file';
    findings.push({ path: ['request', 'copy'], found: '`copy: "*YES"` for every request beside `attach`', right });
  }
  return findings;
}

/** Finds `rfpd: "*TASK"` in a set of fields whose `proj` (else that of `request`) is null, if no other set gives a project. */
function taskFindings(set: FieldsAt, sets: readonly FieldsAt[]): YamlFinding[] {
  const { rfpd, proj = sets[0]?.fields.proj } = set.fields;
  const isGivenElsewhere = sets.some((other) => other !== set && typeof other.fields.proj === 'string');
  if (rfpd !== '*TASK' || proj !== null || isGivenElsewhere) return [];
  const found = '`rfpd: "*TASK"` with `proj: null`';
  return [{ path: [...set.path, 'rfpd'], found, right: 'a project, or a description in words' }];
}

/** Finds each `repo: null` and `branch: null` beside `proj: "*BRANCH"` in one set of fields. */
function linkFindings({ path, fields }: FieldsAt): YamlFinding[] {
  if (fields.proj !== '*BRANCH') return [];
  return ['repo', 'branch'].flatMap((name) => {
    if (fields[name] !== null) return [];
    const found = `\`${name}: null\` with \`proj: "*BRANCH"\``;
    return [{ path: [...path, name], found, right: `\`${name}\` left out: it comes from the run` }];
  });
}
