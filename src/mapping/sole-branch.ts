/** Decides whether only one branch can file at a target: then a request found there must be that branch's. */

import type { CompiledBranch, CompiledMapping } from './compile.ts';
import { isWrittenOut } from './pattern-list.ts';
import type { RuleFields } from './schema.ts';
import { isTemplate } from './templates.ts';

export interface TargetLevel {
  readonly appl: string;
  readonly lvl: number;
}

/** True if a field can have the wanted value; a value with placeholders can. */
function canBe(value: RuleFields[keyof RuleFields], wanted: string): boolean {
  return isTemplate(value) || String(value) === wanted;
}

/** True if a branch rule, alone or with a file rule over it, can give this application and level. */
function canReach(compiled: CompiledMapping, branch: CompiledBranch, target: TargetLevel): boolean {
  const { request } = compiled.mapping;
  const requestFields = (compiled.rules ?? []).flatMap(({ result }) =>
    result.kind === 'requests' ? result.requests : [],
  );
  const ruleFields: readonly RuleFields[] = [{}, ...requestFields];
  return ruleFields.some((fields) => {
    const appl = fields.appl ?? branch.fields.appl ?? request.appl;
    const lvl = fields.lvl ?? branch.fields.lvl ?? request.lvl;
    return canBe(appl, target.appl) && canBe(lvl, String(target.lvl));
  });
}

/** True if the mapping names this branch literally, and no other branch can file at the target. */
export function isSoleBranch(compiled: CompiledMapping, branch: string, target: TargetLevel): boolean {
  const reachingRules = (compiled.branches ?? []).filter((rule) => canReach(compiled, rule, target));
  const patterns = new Set(reachingRules.flatMap(({ globs }) => globs.map(({ source }) => source)));
  const [only] = patterns;
  return patterns.size === 1 && only === branch && isWrittenOut(branch);
}
