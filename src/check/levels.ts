import { opensRfps } from '../mapping/check-modes.ts';
import { type CompiledMapping, requestsOfRules } from '../mapping/compile.ts';
import type { RuleFields } from '../mapping/schema.ts';
import { isTemplate } from '../mapping/templates.ts';
import { type LineOf, lineOfRule, type Remark } from './remark.ts';

/** Returns a value of the mapping as text; undefined if it is not given, null, or has placeholders (so that only a run knows it). */
function literalText(value: string | number | null | undefined): string | undefined {
  return value === null || isTemplate(value) ? undefined : value?.toString();
}

/**
 * Returns for each branch rule with each request of each file rule: name of the branch rule, application, level, `creq`
 * (undefined: not sent). Left out: no application, or a level that is missing or no integer (a value with placeholders
 * counts as none). Empty without branch rules.
 */
function reachedTargets(compiled: CompiledMapping, set: RuleFields) {
  return (compiled.branches ?? []).flatMap(({ rule, fields }) =>
    requestsOfRules(compiled).flatMap((over) => {
      const all = { ...compiled.mapping.request, ...fields, ...over, ...set };
      const appl = literalText(all.appl);
      const lvl = Number(literalText(all.lvl));
      return appl === undefined || !Number.isInteger(lvl) ? [] : [{ rule, appl, lvl, creq: all.creq ?? undefined }];
    }),
  );
}

/**
 * Returns a warning for each branch rule and application that files to a lower level than the highest one of this application in the
 * mapping, where the service would make requests at the next level, too (interface §2.1): `creq` is not sent, or it is `*NO` and has no
 * effect as the mapping opens no RFPs. Fields of file rules count. @param set `--set`, which overrides the mapping
 */
export function levelWarnings(compiled: CompiledMapping, set: RuleFields, lineOf: LineOf): Remark[] {
  const findings = new Map<string, Remark>();
  const opens = opensRfps(compiled.mapping.rfp);
  for (const [appl, reached] of Map.groupBy(reachedTargets(compiled, set), (target) => target.appl)) {
    const highest = Math.max(...reached.map(({ lvl }) => lvl));
    for (const { rule, lvl, creq } of reached) {
      if (lvl === highest || creq === '*YES' || (creq !== undefined && opens)) continue;
      const lacks = creq === undefined ? 'without `creq`' : 'with `creq`, but opens no RFP, on which alone it counts';
      const withRfps = opens ? '' : ', with `rfp: per-push` or `per-branch`';
      const message =
        `${rule} files ${appl} level ${lvl} ${lacks}, and level ${highest} is filed as well: ` +
        'the service would make requests there too, and they would block the requests of the push. ' +
        `Write \`creq: "*NO"\` for the lower level${withRfps}, or file only the lowest`;
      findings.set(`${rule} ${appl}`, { line: lineOfRule(rule, lineOf), message });
    }
  }
  return [...findings.values()];
}
