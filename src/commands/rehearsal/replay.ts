import { writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { counted } from '../../counted.ts';
import { Problem } from '../../errors.ts';
import { openRepository } from '../../git/repository.ts';
import { findBranchRule } from '../../mapping/branch.ts';
import { compileMapping } from '../../mapping/compile.ts';
import { defaultMappingFile } from '../../mapping/defaults.ts';
import { loadMapping } from '../../mapping/load.ts';
import type { Options } from '../../options.ts';
import type { RunInput } from '../../run/input.ts';
import { readMappingText } from '../../run/read-mapping.ts';
import { madeUpLines, madeUser, unlinkedLines } from '../made-site/make-site.ts';
import { linkedBranches, siteOfMapping } from '../made-site/site-of-mapping.ts';
import type { Push, Script, Setting } from './pushes.ts';
import {
  copySandbox,
  firstParentLine,
  listPaths,
  type Sandbox,
  type SandboxCommit,
  type SandboxInput,
} from './sandbox.ts';

type ReplayInput = SandboxInput & Pick<RunInput, 'cwd'>;

/**
 * Makes a script of a user's repository: its last first-parent commits as one push each, in a copy, at the user's site or
 * one made from the mapping. The repository itself is only read; the copy is removed with the script's sandbox.
 * @param own the user's site; null: none is given
 * @throws Problem('usage', 'mapping') if there is nothing to replay, or no rule for the branch
 */
export async function replayScript(options: Options, own: Setting | null, inputs: ReplayInput): Promise<Script> {
  const { cwd, env } = inputs;
  const repoDir = resolve(cwd, options['repo-dir']);
  // Git itself would copy what it refuses to open, before 2.45.
  using repository = await openRepository({ repoDir, env });
  const sandbox = await copySandbox(inputs, repoDir);
  try {
    // From disk as it is now, or from one commit of the repository or its remote, which the copy may lack.
    const source = await readMappingText(options.mapping ?? join(repoDir, defaultMappingFile), cwd, repository);
    if (source === null) throw new Error('a mapping that is named is read, or reading it throws');
    const mapping = compileMapping(loadMapping(source.text, source.name));
    const branch = (await sandbox.remote('symbolic-ref', '--short', 'HEAD')).trim();
    const line = await firstParentLine(sandbox.remote, options.last);
    if (line.length === 0) throw new Problem('usage', `${repoDir} has no commits`, 'Name a repository with commits.');
    const match = findBranchRule(mapping, branch);
    if (match === null) {
      throw new Problem('mapping', `the mapping has no rule for branch ${branch}`, `Add a branch rule for ${branch}.`);
    }
    const repo = mapping.mapping.repo ?? basename(repoDir, '.git');
    const paths = await listPaths(sandbox.remote, line);
    const madeFor = { mapping, repo, branches: [{ name: branch, match }], paths };
    const setting = own ?? madeSetting({ ...madeFor, linked: linkedBranches(options.linked, [branch]) });
    const what = `${counted(line.length, 'push', 'pushes')} to ${branch} of ${repo}`;
    const steps = replaySteps(sandbox, line, branch);
    // Where the runs read it: no commit can put a file there.
    const file = join(sandbox.workDir, '.git', 'file-checkouts-mapping.yml');
    writeFileSync(file, source.text);
    return { ...setting, what, sandbox, repositoryName: repo, defaultBranch: branch, mapping: file, steps };
  } catch (error) {
    sandbox[Symbol.dispose]();
    throw error;
  }
}

/** Returns the commits of a line as one push each, which moves the branch of the copy there. */
function replaySteps({ remote }: Sandbox, line: readonly SandboxCommit[], branch: string): Script['steps'] {
  return line.map(({ oid, parent, subject }) => ({
    title: `${oid.slice(0, 12)} ${subject}`,
    push: async (): Promise<Push> => {
      await remote('update-ref', `refs/heads/${branch}`, oid);
      return { branch, before: parent, after: oid };
    },
  }));
}

/** Makes the setting of a user without a site file. @throws Problem if the mapping files nothing */
function madeSetting(needs: Parameters<typeof siteOfMapping>[0]): Setting {
  const { site, madeUp } = siteOfMapping(needs);
  return {
    site,
    token: madeUser.token,
    at: 'at a site that is made from the mapping',
    about: madeUpLines(madeUp),
    advice: unlinkedLines(madeUp.unlinked),
  };
}
