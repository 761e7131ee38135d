import { formatNames } from '../counted.ts';
import { type CreateFields, fieldUses } from '../interface/fields.ts';
import { objectTypes } from '../interface/object-types.ts';
import { checkCreate, type FieldFinding } from '../interface/rules.ts';
import { opensRfps } from '../mapping/check-modes.ts';
import { type CompiledMapping, listRuleRequests } from '../mapping/compile.ts';
import type { RuleFields } from '../mapping/schema.ts';
import { isTemplate } from '../mapping/templates.ts';
import { findNearestWord } from '../near.ts';
import { checkObjectName } from '../plan/object-names.ts';
import type { LineOf } from '../yaml/read-yaml.ts';
import type { MappedRequest } from './mapped-files.ts';
import { findRuleLine, type Remark } from './remark.ts';

/** Usual types first. A level may have types of its own: only a near miss of one of these gets a warning. */
const knownTypes = ['*PGM', '*FILE', '*MODULE', '*SRVPGM', ...objectTypes];

/** Returns a finding on `objt`: known without its star, nearly a known type, or not 1 to 10 capitals and digits (star or none); else []. */
function findTypeProblems({ objt }: CreateFields): FieldFinding[] {
  if (objt === undefined) return [];
  const type = objt.toUpperCase();
  const about = { field: 'objt', detail: objt };
  if (knownTypes.includes(`*${type}`)) {
    return [{ ...about, code: 'needsStar', text: `objt is ${objt}; the system object type is *${type}` }];
  }
  const meant = knownTypes.includes(type) || !/^\*\w+$/.test(objt) ? null : findNearestWord(type, knownTypes);
  const text = `objt is ${objt}, which is no type of the system; did you mean ${meant}?`;
  if (meant !== null) return [{ ...about, code: 'unknownType', text }];
  if (/^\*?[A-Z0-9]{1,10}$/.test(objt)) return [];
  return [{ ...about, code: 'notCapitals', text: `objt is ${objt}; a type is written in capitals, as "*PGM"` }];
}

/** Returns findings on a request: its `problems`; missing or wrong fields (but `open` ones, and those of an RFP); object name and type. */
function findRequestProblems({ fields, problems, open }: MappedRequest): FieldFinding[] {
  const ofRfp: readonly string[] = fieldUses.ofRfp;
  const mapped = Object.fromEntries(Object.entries(fields).filter(([name]) => !ofRfp.includes(name)));
  const isKnown = (found: FieldFinding) => problems.some((one) => one.code === found.code && one.field === found.field);
  const missing = checkCreate(mapped).filter((found) => !isKnown(found) && !open.includes(found.field));
  return [...problems, ...missing, ...checkObjectName(fields), ...findTypeProblems(fields)];
}

/** Returns a warning for each task or subtask in the mapping (not `--set`) that is not sent, as `proj` is `*BRANCH` (interface §2.2). */
export function findWithheldFields(requests: readonly MappedRequest[], lineOf: LineOf): Remark[] {
  const findings = new Map<string, Remark>();
  for (const { given } of requests) {
    for (const [name, { origin, leftOut }] of Object.entries(given)) {
      if (leftOut?.code !== 'ofBranch' || origin === '--set') continue;
      const message = `${origin}: ${name} is given, and ${leftOut.why}: the service takes it from the branch. Give proj too, or leave ${name} out`;
      const line = origin === 'request' ? (lineOf(['request', name]) ?? null) : findRuleLine(origin, lineOf);
      findings.set(`${origin} ${name}`, { line, message });
    }
  }
  return [...findings.values()];
}

/** Returns a warning for each rule (the branch rule for a missing `appl` or `lvl`) and problem of its requests, with three of the files. */
export function findValueWarnings(requests: readonly MappedRequest[], lineOf: LineOf): Remark[] {
  const found = requests.flatMap((request) => {
    const path = request.path.text;
    return findRequestProblems(request).map((problem) => {
      const { code, field } = problem;
      const isOfBranch = code === 'missing' && (field === 'appl' || field === 'lvl');
      return { path, place: isOfBranch ? request.branchRule : request.rule, problem };
    });
  });
  const groups = Map.groupBy(found, ({ place, problem: { code, field, detail } }) =>
    JSON.stringify([place, code, field, detail]),
  );
  return [...groups.values()].flatMap(([first, ...more]) => {
    if (first === undefined) return [];
    const { place, problem } = first;
    const paths = [...new Set([first, ...more].map(({ path }) => path))];
    const where = paths.length === 1 ? first.path : `${paths.length} files (${formatNames(paths)})`;
    return [{ line: findRuleLine(place, lineOf), message: `${place}: ${problem.text}; ${where}` }];
  });
}

/** Returns a value of the mapping as text; undefined if it is not given, null, or has placeholders (so that only a run knows it). */
function toLiteralText(value: string | number | null | undefined): string | undefined {
  return value === null || isTemplate(value) ? undefined : value?.toString();
}

/** Returns branch rule, `appl`, `lvl`, `creq` (undefined: not sent) for each branch rule and request, if `appl` and `lvl` are literal. */
function listReachedTargets(compiled: CompiledMapping, set: RuleFields) {
  return (compiled.branches ?? []).flatMap(({ rule, fields }) =>
    listRuleRequests(compiled).flatMap((over) => {
      const all = { ...compiled.mapping.request, ...fields, ...over, ...set };
      const appl = toLiteralText(all.appl);
      const lvl = Number(toLiteralText(all.lvl));
      return appl === undefined || !Number.isInteger(lvl) ? [] : [{ rule, appl, lvl, creq: all.creq ?? undefined }];
    }),
  );
}

/**
 * Returns a warning for each branch rule and application that files to a lower level than the highest one of this application in the
 * mapping, where the service would make requests at the next level, too (interface §2.1): `creq` is not sent, or it is `*NO` and has no
 * effect as the mapping opens no RFPs. Fields of file rules count. @param set `--set`, which overrides the mapping
 */
export function findLevelWarnings(compiled: CompiledMapping, set: RuleFields, lineOf: LineOf): Remark[] {
  const findings = new Map<string, Remark>();
  const opens = opensRfps(compiled.mapping.rfp);
  for (const [appl, reached] of Map.groupBy(listReachedTargets(compiled, set), (target) => target.appl)) {
    const highest = Math.max(...reached.map(({ lvl }) => lvl));
    for (const { rule, lvl, creq } of reached) {
      if (lvl === highest || creq === '*YES' || (creq !== undefined && opens)) continue;
      const lacks = creq === undefined ? 'without `creq`' : 'with `creq`, but opens no RFP, on which alone it counts';
      const withRfps = opens ? '' : ', with `rfp: per-push` or `per-branch`';
      const message =
        `${rule} files ${appl} level ${lvl} ${lacks}, and level ${highest} is filed as well: ` +
        'the service would make requests there too, and they would block the requests of the push. ' +
        `Write \`creq: "*NO"\` for the lower level${withRfps}, or file only the lowest`;
      findings.set(`${rule} ${appl}`, { line: findRuleLine(rule, lineOf), message });
    }
  }
  return [...findings.values()];
}
