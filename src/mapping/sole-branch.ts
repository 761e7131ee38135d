/** Whether the mapping lets exactly one branch reach a target: then a request found there can only be that branch's. */

import type { CompiledBranch, CompiledMapping } from './compile.ts';
import { isWrittenOut } from './pattern-list.ts';
import type { RuleFields } from './schema.ts';
import { isTemplate } from './templates.ts';

export interface TargetLevel {
  readonly appl: string;
  readonly lvl: number;
}

/** A value that is rendered could be anything. */
function mayBe(value: RuleFields[keyof RuleFields], wanted: string): boolean {
  return isTemplate(value) || String(value) === wanted;
}

/** The application and level that a branch rule, with or without a file rule over it, can give. */
function mayReach(compiled: CompiledMapping, branch: CompiledBranch, target: TargetLevel): boolean {
  const { request } = compiled.mapping;
  const ofRules = (compiled.rules ?? []).flatMap(({ result }) => (result.kind === 'requests' ? result.requests : []));
  const over: readonly RuleFields[] = [{}, ...ofRules];
  return over.some((fields) => {
    const appl = fields.appl ?? branch.fields.appl ?? request.appl;
    const lvl = fields.lvl ?? branch.fields.lvl ?? request.lvl;
    return mayBe(appl, target.appl) && mayBe(lvl, String(target.lvl));
  });
}

/** True when this branch, named outright in the mapping, is the only one that can file at the target. */
export function isSoleBranch(compiled: CompiledMapping, branch: string, target: TargetLevel): boolean {
  const reaching = (compiled.branches ?? []).filter((rule) => mayReach(compiled, rule, target));
  const patterns = new Set(reaching.flatMap(({ globs }) => globs.map(({ source }) => source)));
  const [only] = patterns;
  return patterns.size === 1 && only === branch && isWrittenOut(branch);
}
