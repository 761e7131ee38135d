import { branchRuleFor } from '../mapping/branch.ts';
import type { CompiledMapping } from '../mapping/compile.ts';
import { userOf } from '../mapping/users.ts';
import { bindMapping } from '../plan/bind-mapping.ts';
import type { RunInput } from './input.ts';
import type { PlanBasis } from './plan-basis.ts';
import { readSet } from './read-set.ts';

/** The mapping as it counts for one branch in this run. */
export function boundMapping(
  { event, options }: RunInput,
  compiled: CompiledMapping,
  { repo, branch, head }: { readonly repo: string; readonly branch: string; readonly head: string },
): Pick<PlanBasis, 'mapper' | 'isMapped' | 'dependents'> {
  const { mapping } = compiled;
  const branchMatch = branchRuleFor(compiled, branch);
  const { id, attempt, actor } = event.run;
  const run = id === null ? '' : `${id}-${attempt}`;
  const user = actor === null ? null : userOf(mapping.users, actor);
  return {
    mapper: bindMapping(compiled, branchMatch, { repo, branch, sha: head, run, user, set: readSet(options) }),
    isMapped: branchMatch !== null,
    dependents: branchMatch?.dependents ?? mapping.dependents,
  };
}
