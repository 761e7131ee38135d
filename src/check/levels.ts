import { opensRfps } from '../mapping/check-modes.ts';
import { type CompiledMapping, requestsOfRules } from '../mapping/compile.ts';
import type { RuleFields } from '../mapping/schema.ts';
import { isTemplate } from '../mapping/templates.ts';
import { type LineOf, lineOfRule, type Remark } from './remark.ts';

/** Returns a value that is written out, as text; undefined: it is not given, null, or has placeholders. */
function literalText(value: string | number | null | undefined): string | undefined {
  return value === null || isTemplate(value) ? undefined : value?.toString();
}

/**
 * Returns the application and level of each branch rule with each request of a file rule, and `creq` as written
 * (undefined: not sent); leaves out those where application or level is not written out.
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
 * Returns a warning for each branch rule that reaches a lower level of an application than another rule, and lets the
 * service move its changes up: without `creq`, or with a `*NO` that has no effect, as it counts only on the request
 * that opens an RFP (interface §2.1 creq). A `*YES` is a choice, and gets no warning.
 * @param set `--set`, which overrides the mapping
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
