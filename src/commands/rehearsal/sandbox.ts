import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { messageOf, Problem } from '../../errors.ts';
import { type ConfigEntry, gitEnvironment } from '../../git/environment.ts';
import { noOutput } from '../../git/failure.ts';
import { gitRunner } from '../../git/processes.ts';
import { temporaryFolder } from '../../git/scratch.ts';
import type { RunInput } from '../../run/input.ts';

/** Runs Git in one repository, and returns its standard output. */
type Git = (...args: string[]) => Promise<string>;

/** A bare remote and a clone of it in a temporary directory. Disposing removes both. */
export type Sandbox = Disposable & { readonly workDir: string; readonly remote: Git; readonly work: Git };

/** What Git's processes see of the environment, and what ends them. */
export type SandboxInput = Pick<RunInput, 'env' | 'signal'>;

const config: readonly ConfigEntry[] = [
  ['user.name', 'Rehearsal'],
  ['user.email', 'rehearsal@localhost'],
  ['commit.gpgsign', 'false'],
  ['core.autocrlf', 'false'],
];

/**
 * Makes a temporary folder, lets `fill` create the remote and its clone there, and returns the sandbox. If `fill` rejects, it removes the
 * folder and rejects, too. @param fill gets the sandbox, a Git that runs in the folder itself (`outside`), and the path for the remote
 */
async function createSandbox(
  { env, signal }: SandboxInput,
  fill: (sandbox: Sandbox, outside: Git, remoteDir: string) => Promise<unknown>,
): Promise<Sandbox> {
  const root = temporaryFolder('file-checkouts-rehearsal-');
  const [remoteDir, workDir] = [join(root, 'remote.git'), join(root, 'work')];
  const gitIn = (cwd: string, gitDir: string | null): Git => {
    const run = gitRunner(cwd, signal);
    return async (...args) => (await run(gitEnvironment(env, gitDir, config), args)).toString('utf8');
  };
  const [remote, work] = [gitIn(remoteDir, remoteDir), gitIn(workDir, join(workDir, '.git'))];
  const remove = () => rmSync(root, { recursive: true, force: true });
  const sandbox = { workDir, remote, work, [Symbol.dispose]: remove };
  try {
    await fill(sandbox, gitIn(root, null), remoteDir);
    return sandbox;
  } catch (error) {
    remove();
    throw error;
  }
}

/** Creates a sandbox with an empty remote and an empty clone of it; HEAD of both is `branch`, which has no commit yet. */
export function newSandbox(input: SandboxInput, branch: string): Promise<Sandbox> {
  return createSandbox(input, async ({ remote, work, workDir }, outside, remoteDir) => {
    await outside('init', '--bare', remoteDir);
    await outside('init', workDir);
    // Not --initial-branch, which came with Git 2.28.
    for (const git of [remote, work]) await git('symbolic-ref', 'HEAD', `refs/heads/${branch}`);
    await work('remote', 'add', 'origin', remoteDir);
  });
}

/** Creates a sandbox whose remote is a bare copy of a repository, with a clone without checked out files. @throws Problem('usage') if it cannot be copied */
export function copySandbox(input: SandboxInput, repoDir: string): Promise<Sandbox> {
  return createSandbox(input, async ({ workDir }, outside, remoteDir) => {
    await outside('clone', '--bare', '--no-hardlinks', '--', repoDir, remoteDir).catch((error) => {
      const why = `${repoDir} cannot be copied: ${messageOf(error).trim()}`;
      throw new Problem('usage', why, 'Name a Git repository with --repo-dir.');
    });
    await outside('clone', '--no-checkout', remoteDir, workDir);
  });
}

/** Writes files into the work tree (null: deletes the file), commits all changes, pushes the commit to the branch, returns its OID. */
export async function pushFiles(
  { work, workDir }: Sandbox,
  branch: string,
  message: string,
  files: Readonly<Record<string, string | Buffer | null>>,
): Promise<string> {
  for (const [path, content] of Object.entries(files)) {
    const file = join(workDir, path);
    mkdirSync(dirname(file), { recursive: true });
    if (content === null) rmSync(file);
    else writeFileSync(file, content);
  }
  await work('add', '--all');
  await work('commit', '-m', message);
  await work('push', 'origin', `HEAD:refs/heads/${branch}`);
  return (await work('rev-parse', 'HEAD')).trim();
}

/** A commit with its ID, that of its first parent (null: it has none), and the first line of its message. */
export type SandboxCommit = { readonly oid: string; readonly parent: string | null; readonly subject: string };

/** Returns the last `count` commits of HEAD, following first parents only, or as many as there are; the oldest first. Empty if Git cannot list them. */
export async function firstParentCommits(git: Git, count: number): Promise<SandboxCommit[]> {
  const args = ['--first-parent', '-z', `--max-count=${count}`, '--format=%H %P%n%s', 'HEAD'];
  const output = await git('log', ...args).catch(noOutput);
  return splitNul(output)
    .reverse()
    .map((entry) => {
      const [oids = '', subject = ''] = entry.split('\n');
      const [oid = '', parent] = oids.split(' ');
      return { oid, parent: parent || null, subject };
    });
}

/** Returns the paths of the last commit, and those that any commit changed, each once; empty without commits. @param commits each the first parent of the next */
export async function listPaths(git: Git, commits: readonly SandboxCommit[]): Promise<string[]> {
  const last = commits.at(-1)?.oid;
  if (last === undefined) return [];
  const names = ['-z', '--name-only', last];
  const headPaths = await git('ls-tree', '-r', '--full-tree', ...names);
  const log = ['log', '--first-parent', '-m', '--no-renames', '--format=', `--max-count=${commits.length}`];
  return [...new Set([...splitNul(headPaths), ...splitNul(await git(...log, ...names))])];
}

/** Splits the output of a Git command with `-z` at its NULs; empty parts are left out. */
function splitNul(output: string): string[] {
  return output.split('\0').filter((part) => part !== '');
}
