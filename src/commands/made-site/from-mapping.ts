import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { sampleBranches } from '../../check/sample-branches.ts';
import { Problem } from '../../errors.ts';
import { knownBranches } from '../../git/branches.ts';
import { openRepository, type Repository } from '../../git/repository.ts';
import { checkedOutBranch } from '../../git/revision.ts';
import { listTracked } from '../../git/tracked.ts';
import { isFile } from '../../git/tree.ts';
import { findBranchRule } from '../../mapping/branch.ts';
import { type CompiledMapping, compileMapping } from '../../mapping/compile.ts';
import { defaultMappingFile } from '../../mapping/defaults.ts';
import { loadMapping } from '../../mapping/load.ts';
import type { Options } from '../../options.ts';
import type { RunInput } from '../../run/input.ts';
import { repositoryName } from '../../run/open-repository.ts';
import { readMappingText } from '../../run/read-mapping.ts';
import { madeUpLines, madeUser } from './make-site.ts';
import { linkedBranches, type MetBranch, siteOfMapping } from './site-of-mapping.ts';

/** Input beside the options. */
export type SiteInput = Pick<RunInput, 'env' | 'cwd' | 'event' | 'gitToken'>;

/**
 * Makes the site of `serve --from-mapping` from a mapping and the files that Git tracks or recently had, for known
 * branches and examples; `about`: lines on what is made up. @throws Problem if it cannot be read, or files nothing
 * @param named the mapping as `--mapping` would name it; the default name is at the top of the repository
 */
export async function siteFromMapping(named: string, options: Options, { event, ...inputs }: SiteInput) {
  const repoDir = resolve(inputs.cwd, options['repo-dir']);
  using repository = await openRepository({ ...inputs, repoDir });
  const place = named === defaultMappingFile ? join(repository.location.top, defaultMappingFile) : named;
  if (named === defaultMappingFile && !existsSync(place)) {
    const message = `there is no ${defaultMappingFile} to make a site from`;
    throw new Problem('usage', message, 'file-checkouts init writes one.');
  }
  const source = await readMappingText(place, inputs.cwd, repository);
  if (source === null) throw new Error('a mapping that is named is read, or reading it throws');
  const mapping = compileMapping(loadMapping(source.text, named));
  const tracked = await listTracked(repository, undefined);
  const known = await knownBranches(repository);
  const current = checkedOutBranch(repository.location);
  const all = [...new Set([...(current === null ? [] : [current]), ...known])];
  const repo = mapping.mapping.repo ?? repositoryName(event, repository);
  const there = tracked.filter(isFile).map(({ path }) => path.text);
  // A recent push may have removed the last file of a kind.
  const paths = [...new Set([...there, ...(await recentPaths(repository))])];
  const linked = linkedBranches(options.linked, all);
  const branches = branchesOf(mapping, all, current);
  const { site, madeUp } = siteOfMapping({ mapping, repo, branches, paths, linked });
  const about = [`site made from ${named} and ${there.length} tracked files of ${repo}`, ...madeUpLines(madeUp)];
  return { site, about, token: madeUser.token };
}

/** Returns paths that the last 100 commits of the first-parent line changed; none if Git cannot list them. */
async function recentPaths(repository: Repository): Promise<string[]> {
  const log = ['log', '--first-parent', '-m', '--no-renames', '--format=', '-z', '--name-only', '--max-count=100'];
  const listed = await repository.git([...log, 'HEAD'], { inCheckout: true }).catch(() => '');
  return listed.split('\0').filter((path) => path !== '');
}

/** How many branches are read; projects that only further ones name are not made up. */
const mostBranches = 100;

/** Returns known branches (the first 100) that are filed, and an example for each branch rule that matches none. */
function branchesOf(mapping: CompiledMapping, known: readonly string[], current: string | null): MetBranch[] {
  const filed = known.slice(0, mostBranches).flatMap((name) => {
    const match = findBranchRule(mapping, name);
    return match === null ? [] : [{ name, match }];
  });
  const examples = sampleBranches(mapping, known, current).filter(({ name }) => !known.includes(name));
  return [...filed, ...examples.map((example) => ({ ...example, isExample: true as const }))];
}
