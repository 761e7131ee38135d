import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Problem, toMessage } from '../../errors.ts';
import { buildGitEnvironment, type ConfigEntry } from '../../git/environment.ts';
import { ignoreGitFailure } from '../../git/failure.ts';
import { createGitRunner } from '../../git/processes.ts';
import { makeTempFolder } from '../../git/scratch.ts';
import type { RunInput } from '../../run/input.ts';

/** Runs Git in one repository, and returns its standard output. */
type Git = (...args: string[]) => Promise<string>;

/** A bare remote and a clone of it in a temporary directory. Disposing removes both. */
export type Sandbox = Readonly<Awaited<ReturnType<typeof createSandbox>>>;

/** What Git's processes see of the environment, and what ends them. */
export type SandboxInput = Pick<RunInput, 'env' | 'signal'>;

const config: readonly ConfigEntry[] = [
  ['user.name', 'Rehearsal'],
  ['user.email', 'rehearsal@localhost'],
  ['commit.gpgsign', 'false'],
  ['core.autocrlf', 'false'],
];

/**
 * Creates a sandbox; if it throws, nothing of it is left. @param from `branch`: its remote and its clone are empty, and HEAD of both names
 * this branch, which has no commit yet; `repoDir`: its remote is a bare copy of this repository, its clone has no files checked out.
 * @throws Problem('usage') if the repository cannot be copied
 */
export async function createSandbox({ env, signal }: SandboxInput, from: { branch: string } | { repoDir: string }) {
  const root = makeTempFolder('file-checkouts-rehearsal-');
  using made = new DisposableStack();
  made.defer(() => rmSync(root, { recursive: true, force: true }));
  const [remoteDir, workDir] = [join(root, 'remote.git'), join(root, 'work')];
  const createGitIn = (cwd: string, gitDir: string | null): Git => {
    const run = createGitRunner(cwd, signal);
    return async (...args) => (await run(buildGitEnvironment(env, gitDir, config), args)).toString('utf8');
  };
  const outside = createGitIn(root, null);
  const remote = createGitIn(remoteDir, remoteDir);
  const work = createGitIn(workDir, join(workDir, '.git'));
  if ('repoDir' in from) {
    await outside('clone', '--bare', '--no-hardlinks', '--', from.repoDir, remoteDir).catch((error) => {
      const why = `${from.repoDir} cannot be copied: ${toMessage(error).trim()}`;
      throw new Problem('usage', why, 'Name a Git repository with --repo-dir.');
    });
    await outside('clone', '--no-checkout', remoteDir, workDir);
  } else {
    await outside('init', '--bare', remoteDir);
    await outside('init', workDir);
    // Not --initial-branch, which came with Git 2.28.
    for (const git of [remote, work]) await git('symbolic-ref', 'HEAD', `refs/heads/${from.branch}`);
    await work('remote', 'add', 'origin', remoteDir);
  }
  const kept = made.move();
  return { workDir, remote, work, [Symbol.dispose]: () => kept.dispose() };
}

/** Writes files into the work tree (null deletes one), commits all changes at HEAD, pushes that commit to the branch, returns its OID. */
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

/**
 * Returns the last `count` commits of HEAD by first parents, or as many as there are, oldest first; [] if Git cannot list them. `parent` is
 * the OID of the first parent (null: none), `subject` the first paragraph of the message, on one line.
 */
export async function listFirstParentCommits(git: Git, count: number) {
  const args = ['--first-parent', '-z', `--max-count=${count}`, '--format=%H %P%n%s', 'HEAD'];
  const output = await git('log', ...args).catch(ignoreGitFailure);
  return splitNul(output)
    .reverse()
    .map((entry) => {
      const [oids = '', subject = ''] = entry.split('\n');
      const [oid = '', parent] = oids.split(' ');
      return { oid, parent: parent || null, subject };
    });
}

/** Returns the paths that the last `count` commits of `rev` (first parents only) changed, some repeated; rejects if Git fails. */
export async function listChangedPaths(git: Git, count: number, rev: string): Promise<string[]> {
  const log = ['log', '--first-parent', '-m', '--no-renames', '--format=', '-z', '--name-only'];
  return splitNul(await git(...log, `--max-count=${count}`, rev));
}

/** Splits the output of a Git command with `-z` at its NULs; empty parts are left out. */
function splitNul(output: string): string[] {
  return output.split('\0').filter((part) => part !== '');
}
