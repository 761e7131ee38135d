import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chooseSampleBranches, type SampleBranch } from '../../check/sample-branches.ts';
import { formatNames } from '../../counted.ts';
import { Problem } from '../../errors.ts';
import { listKnownBranches } from '../../git/branches.ts';
import { toGitPath } from '../../git/git-path.ts';
import { openRepository } from '../../git/repository.ts';
import { readCheckedOutBranch } from '../../git/revision.ts';
import { listTracked } from '../../git/tracked.ts';
import { isFile } from '../../git/tree.ts';
import { GlobError, tryCompileGlob } from '../../glob/compile-glob.ts';
import { matchGlob } from '../../glob/match.ts';
import type { CreateFields } from '../../interface/fields.ts';
import { findBranchRule } from '../../mapping/branch.ts';
import { type CompiledMapping, compileMapping } from '../../mapping/compile.ts';
import { defaultMappingFile } from '../../mapping/defaults.ts';
import { loadMapping } from '../../mapping/load.ts';
import { findMarks } from '../../mapping/marks.ts';
import { isWrittenOut } from '../../mapping/pattern-list.ts';
import { bindMapping, listTargets } from '../../plan/mapper.ts';
import type { RunInput } from '../../run/input.ts';
import { chooseRepositoryName, readMappingText } from '../../run/read-mapping.ts';
import { listChangedPaths } from '../rehearsal/sandbox.ts';
import { formatMadeUp, madeUser, makeSite, type SiteNeeds } from './make-site.ts';

interface FiledFiles extends Pick<SiteNeeds, 'repo' | 'linked'> {
  readonly mapping: CompiledMapping;
  readonly branches: readonly SampleBranch[];
  /** Branches that stand for others of their branch rule: names and captures are made up. */
  readonly examples: readonly SampleBranch[];
  readonly paths: readonly string[];
}

/**
 * Makes, by makeSite, a site for the requests that the mapping makes of these paths on these branches and `examples` (the site refuses
 * *BRANCH on any not in `linked`), and lists what is made up. @throws Problem('mapping') for a placeholder of `init`, or if no request has appl and lvl
 */
export function buildSiteOfMapping({ mapping, repo, branches, examples, paths, linked }: FiledFiles) {
  const open = findMarks(mapping.mapping).map(({ path, value }) => `${path} (${value})`);
  if (open.length > 0) {
    throw new Problem('mapping', `the mapping still holds placeholders: ${formatNames(open, 5)}`, 'Fill them in.');
  }
  const listRequests = ({ name: branch, match }: SampleBranch) => {
    const run = { repo, branch, sha: '0'.repeat(40), run: 'rehearsal', user: null, set: {} };
    const mapper = bindMapping(mapping, match, run);
    return paths.flatMap((path) => listTargets(mapper(toGitPath(path))).map(({ fields }) => fields));
  };
  const ofExamples = examples.flatMap((example) => withoutExampleNames(listRequests(example), example));
  const requests = [...branches.flatMap(listRequests), ...ofExamples];
  if (!requests.some(({ appl, lvl }) => appl !== undefined && lvl !== undefined)) {
    const message = `the mapping makes no request with appl and lvl of any of ${paths.length} files`;
    throw new Problem('mapping', message, 'file-checkouts check says which files have no rule.');
  }
  const { pipe, users = {} } = mapping.mapping;
  return makeSite({ repo, requests, linked, pipe, users: Object.values(users) });
}

/**
 * Returns requests without what comes from the made-up name of their branch: without the field `branch`; if the branch rule captures parts
 * of the name, also without `proj`, `task`, `stsk` and `user`, and without the requests whose application is one of these parts.
 */
function withoutExampleNames(requests: readonly CreateFields[], { match }: SampleBranch): CreateFields[] {
  const captured = Object.values(match.captures);
  const kept = requests.filter(({ appl }) => appl === undefined || !captured.includes(appl));
  return kept.map(({ branch: _name, proj, task, stsk, user, ...fields }) => {
    return captured.length > 0 ? fields : { ...fields, ...{ proj, task, stsk, user } };
  });
}

/**
 * Returns the branches that the patterns of `--linked` name, each once: the known ones that match, else the pattern itself if it has no
 * wildcards. @throws Problem('usage') for an invalid pattern, or one with wildcards that matches no known branch
 */
export function selectLinkedBranches(patterns: readonly string[], known: readonly string[]): string[] {
  const linked = patterns.flatMap((pattern) => {
    const glob = tryCompileGlob(pattern, false);
    if (glob instanceof GlobError) {
      throw new Problem('usage', `--linked ${pattern}: ${glob.found}`, `${glob.right}.`, { cause: glob });
    }
    const found = known.filter((branch) => matchGlob(glob, branch) !== null);
    if (found.length > 0) return found;
    if (isWrittenOut(pattern)) return [pattern];
    const remedy = `Branches that are known: ${formatNames(known, 10)}.`;
    throw new Problem('usage', `--linked ${pattern} matches no branch`, remedy);
  });
  return [...new Set(linked)];
}

/** Most known branches that are read; projects that only the others name are not made up. */
const mostBranches = 100;

export type SiteInput = Pick<RunInput, 'options' | 'env' | 'cwd' | 'event' | 'gitToken'>;

/**
 * Makes the site of `serve --from-mapping`, for the files that Git tracks or the last 100 commits changed, on known branches (at most 100)
 * and examples of others. Returns it with the token of its user (`token`), and lines on what it is and what is made up (`about`). @param
 * named the mapping, as `--mapping` would name it; the default name means the file at the top of the repository. @throws Problem if the
 * mapping cannot be read, has placeholders of `init`, or files nothing, or for a bad `--linked`
 */
export async function createMappedSite(named: string, input: SiteInput) {
  const { options, event, cwd } = input;
  const repoDir = resolve(cwd, options['repo-dir']);
  using repository = await openRepository({ ...input, repoDir });
  const place = named === defaultMappingFile ? join(repository.location.top, defaultMappingFile) : named;
  if (named === defaultMappingFile && !existsSync(place)) {
    const message = `there is no ${defaultMappingFile} to make a site from`;
    throw new Problem('usage', message, 'file-checkouts init writes one.');
  }
  const source = await readMappingText(place, cwd, repository);
  if (source === null) throw new Error('a mapping that is named is read, or reading it throws');
  const mapping = compileMapping(loadMapping(source.text, named));
  const tracked = await listTracked(repository, undefined);
  const known = await listKnownBranches(repository);
  const current = readCheckedOutBranch(repository.location);
  const all = [...new Set([...(current === null ? [] : [current]), ...known])];
  const repo = mapping.mapping.repo ?? chooseRepositoryName(event, repository);
  const there = tracked.filter(isFile).map(({ path }) => path.text);
  // A recent push may have removed the last file of a kind.
  const git = (...args: string[]) => repository.git(args, { inCheckout: true });
  const recent = await listChangedPaths(git, 100, 'HEAD').catch(() => []);
  const paths = [...new Set([...there, ...recent])];
  const linked = selectLinkedBranches(options.linked, all);
  const branches = all.slice(0, mostBranches).flatMap((name) => {
    const match = findBranchRule(mapping, name);
    return match === null ? [] : [{ name, match }];
  });
  // For each branch rule, or `branch` of a file rule, that no known branch matches.
  const examples = chooseSampleBranches(mapping, all, current).filter(({ name }) => !all.includes(name));
  const { site, madeUp } = buildSiteOfMapping({ mapping, repo, branches, examples, paths, linked });
  const about = [`site made from ${named} and ${there.length} tracked files of ${repo}`, ...formatMadeUp(madeUp)];
  return { site, about, token: madeUser.token };
}
