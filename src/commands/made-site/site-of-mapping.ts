import { some } from '../../counted.ts';
import { Problem } from '../../errors.ts';
import { textPath } from '../../git/git-path.ts';
import { GlobError, tryCompileGlob } from '../../glob/compile-glob.ts';
import { matchGlob } from '../../glob/match.ts';
import type { CreateFields } from '../../interface/fields.ts';
import type { BranchMatch } from '../../mapping/branch.ts';
import type { CompiledMapping } from '../../mapping/compile.ts';
import { isWrittenOut } from '../../mapping/pattern-list.ts';
import { placeholdersIn } from '../../mapping/placeholders.ts';
import { bindMapping } from '../../plan/bind-mapping.ts';
import { targetsOf } from '../../plan/mapper.ts';
import { makeSite, type SiteNeeds } from './make-site.ts';

/** A branch to file from, and its branch rule. */
export interface MetBranch {
  readonly name: string;
  readonly match: BranchMatch;
  /** The name is an example for the branch rule; its captures mean nothing. */
  readonly isExample?: true;
}

/** A mapping, and what it will meet. */
interface Met extends Pick<SiteNeeds, 'repo' | 'linked'> {
  readonly mapping: CompiledMapping;
  readonly branches: readonly MetBranch[];
  readonly paths: readonly string[];
}

/**
 * Makes a site that accepts what the mapping makes of these paths on these branches, and says what is made up.
 * `linked`: branches that the site links to a project.
 * @throws Problem('mapping') if a placeholder of `init` is left, or no request has an application and a level
 */
export function siteOfMapping({ mapping, repo, branches, paths, linked }: Met) {
  const open = placeholdersIn(mapping.mapping).map(({ path, value }) => `${path} (${value})`);
  if (open.length > 0) {
    throw new Problem('mapping', `the mapping still holds placeholders: ${some(open, 5)}`, 'Fill them in.');
  }
  const requests = branches.flatMap((branch) => {
    const run = { repo, branch: branch.name, sha: '0'.repeat(40), run: 'rehearsal', user: null, set: {} };
    const mapper = bindMapping(mapping, branch.match, run);
    const all = paths.flatMap((path) => targetsOf(mapper(textPath(path))).map(({ fields }) => fields));
    return branch.isExample ? withoutExample(all, branch) : all;
  });
  if (!requests.some(({ appl, lvl }) => appl !== undefined && lvl !== undefined)) {
    const message = `the mapping makes no request with appl and lvl of any of ${paths.length} files`;
    throw new Problem('mapping', message, 'file-checkouts check says what it leaves out.');
  }
  const { pipe, users = {} } = mapping.mapping;
  return makeSite({ repo, requests, linked, pipes: pipe === undefined ? [] : [pipe], users: Object.values(users) });
}

/** Removes `branch`, which is an example; if the rule captures, also project, task, user, and requests whose application is a capture. */
function withoutExample(requests: readonly CreateFields[], { match }: MetBranch): CreateFields[] {
  const captured = Object.values(match.captures);
  const kept = requests.filter(({ appl }) => appl === undefined || !captured.includes(appl));
  return kept.map(({ branch: _name, proj, task, stsk, user, ...fields }) => {
    return captured.length > 0 ? fields : { ...fields, ...{ proj, task, stsk, user } };
  });
}

/**
 * Returns the branches that `--linked` means, each once: known ones that the patterns match, and plain names of future
 * ones. @throws Problem('usage') for a pattern that is invalid or matches nothing
 */
export function linkedBranches(patterns: readonly string[], known: readonly string[]): string[] {
  const linked = patterns.flatMap((pattern) => {
    const found = matchBranches(pattern, known);
    if (found.length > 0) return found;
    if (isWrittenOut(pattern)) return [pattern];
    throw new Problem('usage', `--linked ${pattern} matches no branch`, `Branches that are known: ${some(known, 10)}.`);
  });
  return [...new Set(linked)];
}

function matchBranches(pattern: string, known: readonly string[]): string[] {
  const glob = tryCompileGlob(pattern, false);
  if (!(glob instanceof GlobError)) return known.filter((branch) => matchGlob(glob, branch) !== null);
  throw new Problem('usage', `--linked ${pattern}: ${glob.found}`, `${glob.right}.`, { cause: glob });
}
