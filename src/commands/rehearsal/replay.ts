import { writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { formatCount } from '../../counted.ts';
import { Problem } from '../../errors.ts';
import { ignoreGitFailure } from '../../git/failure.ts';
import { openRepository } from '../../git/repository.ts';
import { listTracked } from '../../git/tracked.ts';
import { findBranchRule } from '../../mapping/branch.ts';
import { compileMapping } from '../../mapping/compile.ts';
import { defaultMappingFile } from '../../mapping/defaults.ts';
import { loadMapping } from '../../mapping/load.ts';
import type { Options } from '../../options.ts';
import type { RunInput } from '../../run/input.ts';
import { readMappingText } from '../../run/read-mapping.ts';
import { formatMadeUp, formatUnlinked, madeUser } from '../made-site/make-site.ts';
import { buildSiteOfMapping, selectLinkedBranches } from '../made-site/site-of-mapping.ts';
import type { Script, Setting } from './pushes.ts';
import { createSandbox, listChangedPaths, listFirstParentCommits, type SandboxInput } from './sandbox.ts';

type ReplayInput = SandboxInput & Pick<RunInput, 'cwd'>;

/**
 * Copies the repository of `--repo-dir`, and returns a script that pushes the last commits (`--last`, first parents only) of the branch at
 * its HEAD one after the other to the copy. The repository itself is only read. The caller disposes the script's sandbox, which removes the
 * copy; it is removed if this throws. @param own the user's site; null: one is made from the mapping. @throws Problem('usage') without
 * commits, a branch at HEAD or a mapping file; Problem('mapping') if the mapping is invalid or has no rule for the branch; Problem as
 * openRepository, createSandbox and (without `own`) selectLinkedBranches and buildSiteOfMapping
 */
export async function createReplayScript(options: Options, own: Setting | null, inputs: ReplayInput): Promise<Script> {
  const { cwd, env } = inputs;
  const repoDir = resolve(cwd, options['repo-dir']);
  // Git itself would copy what it refuses to open, before 2.45.
  using repository = await openRepository({ repoDir, env });
  using made = new DisposableStack();
  const sandbox = made.use(await createSandbox(inputs, { repoDir }));
  // From disk as it is now, or from one commit of the repository or its remote, which the copy may lack.
  const source = await readMappingText(options.mapping ?? join(repoDir, defaultMappingFile), cwd, repository);
  if (source === null) throw new Error('a mapping that is named is read, or reading it throws');
  const mapping = compileMapping(loadMapping(source.text, source.name));
  const branch = (await sandbox.remote('symbolic-ref', '--short', 'HEAD').catch(ignoreGitFailure)).trim();
  if (branch === '') throw new Problem('usage', `${repoDir} has no branch checked out`, 'Check a branch out first.');
  const commits = await listFirstParentCommits(sandbox.remote, options.last);
  const last = commits.at(-1)?.oid;
  if (last === undefined) throw new Problem('usage', `${repoDir} has no commits`, 'Name a repository with commits.');
  const match = findBranchRule(mapping, branch);
  if (match === null) {
    throw new Problem('mapping', `the mapping has no rule for branch ${branch}`, `Add a branch rule for ${branch}.`);
  }
  const repo = mapping.mapping.repo ?? basename(repoDir, '.git');
  const there = (await listTracked(repository, last)).map(({ path }) => path.text);
  const paths = [...new Set([...there, ...(await listChangedPaths(sandbox.remote, commits.length, last))])];
  const linked = own === null ? selectLinkedBranches(options.linked, [branch]) : [];
  const setting =
    own ?? createSetting({ mapping, repo, branches: [{ name: branch, match }], examples: [], paths, linked });
  const what = `${formatCount(commits.length, 'push', 'pushes')} to ${branch} of ${repo}`;
  const steps = commits.map(({ oid, parent, subject }) => ({
    title: `${oid.slice(0, 12)} ${subject}`,
    push: async () => {
      await sandbox.remote('update-ref', `refs/heads/${branch}`, oid);
      return { branch, before: parent, after: oid };
    },
  }));
  // Where the runs read it: no commit can put a file there.
  const file = join(sandbox.workDir, '.git', 'file-checkouts-mapping.yml');
  writeFileSync(file, source.text);
  made.move();
  return { ...setting, what, sandbox, repositoryName: repo, defaultBranch: branch, mapping: file, steps };
}

/** Makes a site by `buildSiteOfMapping`, and returns it as the setting of a rehearsal. @throws Problem('mapping') as that does */
function createSetting(needs: Parameters<typeof buildSiteOfMapping>[0]): Setting {
  const { site, madeUp } = buildSiteOfMapping(needs);
  const at = 'at a site that is made from the mapping';
  return { site, token: madeUser.token, at, about: formatMadeUp(madeUp), advice: formatUnlinked(madeUp.unlinked) };
}
