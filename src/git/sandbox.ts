import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type SimpleGit, simpleGit } from 'simple-git';
import { messageOf, Problem } from '../errors.ts';
import { temporaryFolder } from './scratch.ts';

interface SandboxFolders {
  readonly root: string;
  readonly remoteDir: string;
  readonly workDir: string;
}

/** A bare remote and a clone of it in a temporary directory, for a rehearsal. Disposing removes both. */
export interface Sandbox extends SandboxFolders, Disposable {
  readonly remote: SimpleGit;
  readonly work: SimpleGit;
}

const config = 'user.name=Rehearsal user.email=rehearsal@localhost commit.gpgsign=false core.autocrlf=false'.split(' ');

const gitOfRemote = ({ remoteDir }: SandboxFolders) =>
  simpleGit({ baseDir: remoteDir, config: ['safe.bareRepository=all'] });
const gitOfWork = ({ workDir }: SandboxFolders) => simpleGit({ baseDir: workDir, config });

/** Makes a temporary folder, lets `fill` make both repositories in it, and opens them; removes the folder if that fails. */
async function createSandbox(fill: (places: SandboxFolders) => Promise<void>): Promise<Sandbox> {
  const root = temporaryFolder('file-checkouts-rehearsal-');
  const places = { root, remoteDir: join(root, 'remote.git'), workDir: join(root, 'work') };
  const remove = () => rmSync(root, { recursive: true, force: true });
  try {
    await fill(places);
    return { ...places, remote: gitOfRemote(places), work: gitOfWork(places), [Symbol.dispose]: remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Creates a sandbox with an empty remote whose default branch is `branch`, and a clone that is on it. */
export function newSandbox(branch: string): Promise<Sandbox> {
  return createSandbox(async (places) => {
    const outside = simpleGit({ baseDir: places.root });
    await outside.raw(['init', '--bare', places.remoteDir]);
    await outside.raw(['init', places.workDir]);
    const [remote, work] = [gitOfRemote(places), gitOfWork(places)];
    // Not --initial-branch, which came with Git 2.28.
    for (const git of [remote, work]) await git.raw(['symbolic-ref', 'HEAD', `refs/heads/${branch}`]);
    await work.raw(['remote', 'add', 'origin', places.remoteDir]);
  });
}

/** Creates a sandbox whose remote is a copy of a repository, and whose work tree is empty. @throws Problem('usage') */
export function copySandbox(repoDir: string): Promise<Sandbox> {
  return createSandbox(async ({ root, remoteDir, workDir }) => {
    const outside = simpleGit({ baseDir: root });
    await outside.raw(['clone', '--bare', '--no-hardlinks', '--', repoDir, remoteDir]).catch((error) => {
      const why = `${repoDir} cannot be copied: ${messageOf(error).trim()}`;
      throw new Problem('usage', why, 'Name a Git repository with --repo-dir.');
    });
    await outside.raw(['clone', '--no-checkout', remoteDir, workDir]);
  });
}

/** Writes files by path (null: removes one), commits all, and pushes HEAD as the branch; returns the commit's OID. */
export async function pushFiles(
  sandbox: Sandbox,
  branch: string,
  message: string,
  files: Readonly<Record<string, string | Buffer | null>>,
): Promise<string> {
  for (const [path, content] of Object.entries(files)) {
    const file = join(sandbox.workDir, path);
    mkdirSync(dirname(file), { recursive: true });
    if (content === null) rmSync(file);
    else writeFileSync(file, content);
  }
  await sandbox.work.raw(['add', '--all']);
  await sandbox.work.raw(['commit', '-m', message]);
  await sandbox.work.raw(['push', 'origin', `HEAD:refs/heads/${branch}`]);
  return (await sandbox.work.raw(['rev-parse', 'HEAD'])).trim();
}

/** One commit of a branch's first-parent line: its OID and that of its first parent (null at the root). */
export interface SandboxCommit {
  readonly oid: string;
  readonly parent: string | null;
  readonly subject: string;
}

/** Lists the last `count` first-parent commits of HEAD, or as many as there are; the oldest first. */
export async function firstParentLine(git: SimpleGit, count: number): Promise<SandboxCommit[]> {
  const output = await git.raw(['log', '--first-parent', '-z', `--max-count=${count}`, '--format=%H %P%n%s', 'HEAD']);
  return splitNul(output)
    .reverse()
    .map((entry) => {
      const [oids = '', subject = ''] = entry.split('\n');
      const [oid = '', parent] = oids.split(' ');
      return { oid, parent: parent || null, subject };
    });
}

/**
 * Lists, once each, the paths in the trees of these commits and of their first parents.
 * @param line an unbroken line of first parents, the oldest first.
 */
export async function listPaths(git: SimpleGit, line: readonly SandboxCommit[]): Promise<string[]> {
  const last = line.at(-1)?.oid;
  if (last === undefined) return [];
  const names = ['-z', '--name-only', last];
  const headPaths = await git.raw(['ls-tree', '-r', '--full-tree', ...names]);
  const log = ['log', '--first-parent', '-m', '--no-renames', '--format=', `--max-count=${line.length}`];
  return [...new Set([...splitNul(headPaths), ...splitNul(await git.raw([...log, ...names]))])];
}

function splitNul(output: string): string[] {
  return output.split('\0').filter((part) => part !== '');
}
