import type { BranchMatch } from '../mapping/branch.ts';
import type { CompiledMapping } from '../mapping/compile.ts';
import { renderFields } from '../mapping/fields.ts';
import { matchFile } from '../mapping/match.ts';
import { identityOf } from './identity.ts';
import type { Mapped, Mapper } from './mapper.ts';

/** What the fields of a request depend on beside the file. */
export interface MappingRun {
  readonly repo: string;
  readonly branch: string;
  /** The commit that is filed. */
  readonly sha: string;
  /** The run as templates name it. */
  readonly run: string;
  /** The service user of the pusher, when the mapping names one. */
  readonly user: string | null;
  /** `--set`: over everything else; null: not sent. */
  readonly set: Readonly<Record<string, string | null>>;
}

/**
 * Binds a mapping to one branch and run. A mapping with branch rules of which none matches leaves everything out.
 */
export function bindMapping(compiled: CompiledMapping, branchMatch: BranchMatch | null, run: MappingRun): Mapper {
  const { branches, unmapped } = compiled.mapping;
  const noRule = branches !== undefined && branchMatch === null;
  return (path) => {
    if (noRule) return { kind: 'leftOut', why: `no rule for branch ${run.branch}`, error: false };
    const match = matchFile(compiled, { path: path.text, repo: run.repo, branch: run.branch });
    if (match.kind === 'skip') return { kind: 'leftOut', why: `skip: ${match.why}`, error: false };
    if (match.kind === 'unmapped') return { kind: 'leftOut', why: 'no rule matches it', error: unmapped === 'error' };
    return requests(compiled, branchMatch, run, path.text, match);
  };
}

function requests(
  compiled: CompiledMapping,
  branchMatch: BranchMatch | null,
  run: MappingRun,
  path: string,
  match: Extract<ReturnType<typeof matchFile>, { kind: 'requests' }>,
): Mapped {
  const targets = match.requests.map((requestFields) => {
    const rendered = renderFields({
      compiled,
      branchMatch,
      requestFields,
      captures: match.captures,
      path,
      rule: match.rule,
      run: { repo: run.repo, branch: run.branch, sha: run.sha, run: run.run, user: run.user },
      set: run.set,
    });
    const { fields, problems } = rendered;
    return { identity: identityOf(fields), fields, problems };
  });
  return { kind: 'requests', rule: match.rule, targets };
}
