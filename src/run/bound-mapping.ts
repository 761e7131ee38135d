import { findBranchRule } from '../mapping/branch.ts';
import type { CompiledMapping } from '../mapping/compile.ts';
import type { DependentMode } from '../mapping/schema.ts';
import { findServiceUser } from '../mapping/users.ts';
import { bindMapping } from '../plan/bind-mapping.ts';
import type { Mapper } from '../plan/mapper.ts';
import type { RunInput } from './input.ts';
import { readSet } from './read-set.ts';

/** The mapping as it counts for one branch. */
export interface BoundMapping {
  readonly mapper: Mapper;
  readonly dependents: DependentMode;
  /** False for a branch without a rule: all of its changes are left out for that reason alone. */
  readonly isMapped: boolean;
}

/** Binds the mapping to the branch of this run. */
export function boundMapping(
  { event, options }: RunInput,
  compiled: CompiledMapping,
  { repo, branch, head }: { readonly repo: string; readonly branch: string; readonly head: string },
): BoundMapping {
  const { mapping } = compiled;
  const branchMatch = findBranchRule(compiled, branch);
  const { id, attempt, actor } = event.run;
  const run = id === null ? '' : `${id}-${attempt}`;
  const user = actor === null ? null : findServiceUser(mapping.users, actor);
  return {
    mapper: bindMapping(compiled, branchMatch, { repo, branch, sha: head, run, user, set: readSet(options) }),
    isMapped: branchMatch !== null,
    dependents: branchMatch?.dependents ?? mapping.dependents,
  };
}
