import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type SimpleGit, simpleGit } from 'simple-git';
import { messageOf, Problem } from '../errors.ts';

/** A bare remote and a clone of it in a temporary directory: where a rehearsal pushes. Disposing removes both. */
export interface Sandbox extends Disposable {
  readonly root: string;
  readonly remoteDir: string;
  readonly workDir: string;
  readonly remote: SimpleGit;
  readonly work: SimpleGit;
}

const identity = [
  'user.name=Rehearsal',
  'user.email=rehearsal@localhost',
  'commit.gpgsign=false',
  'core.autocrlf=false',
];

function emptySandbox(): { root: string; remoteDir: string; workDir: string } {
  const root = mkdtempSync(join(tmpdir(), 'file-checkouts-rehearsal-'));
  return { root, remoteDir: join(root, 'remote.git'), workDir: join(root, 'work') };
}

function opened(places: { root: string; remoteDir: string; workDir: string }): Sandbox {
  return {
    ...places,
    remote: simpleGit({ baseDir: places.remoteDir, config: ['safe.bareRepository=all'] }),
    work: simpleGit({ baseDir: places.workDir, config: identity }),
    [Symbol.dispose]: () => rmSync(places.root, { recursive: true, force: true }),
  };
}

/** A sandbox with an empty remote whose default branch is `branch`. */
export async function newSandbox(branch: string): Promise<Sandbox> {
  const places = emptySandbox();
  mkdirSync(places.workDir);
  const outside = simpleGit({ baseDir: places.root });
  await outside.raw(['init', '--bare', places.remoteDir]);
  await outside.raw(['init', places.workDir]);
  const sandbox = opened(places);
  // Not --initial-branch, which came with Git 2.28.
  for (const git of [sandbox.remote, sandbox.work]) await git.raw(['symbolic-ref', 'HEAD', `refs/heads/${branch}`]);
  await sandbox.work.raw(['remote', 'add', 'origin', places.remoteDir]);
  return sandbox;
}

/** A sandbox whose remote is a copy of a repository, and whose clone has no work tree files: nothing there is touched. */
export async function copySandbox(repoDir: string): Promise<Sandbox> {
  const places = emptySandbox();
  const outside = simpleGit({ baseDir: places.root });
  await outside.raw(['clone', '--bare', '--no-hardlinks', repoDir, places.remoteDir]).catch((error) => {
    rmSync(places.root, { recursive: true, force: true });
    throw new Problem(
      'usage',
      `${repoDir} cannot be copied: ${messageOf(error).trim()}`,
      'Name a Git repository with --repo-dir.',
    );
  });
  await outside.raw(['clone', '--no-checkout', places.remoteDir, places.workDir]);
  return opened(places);
}

/** Writes and removes files of the work tree, commits all of it, and pushes the branch; gives the new commit's OID. */
export async function pushFiles(
  sandbox: Sandbox,
  branch: string,
  message: string,
  files: Readonly<Record<string, string | Buffer | null>>,
): Promise<string> {
  for (const [path, content] of Object.entries(files)) {
    const file = join(sandbox.workDir, path);
    if (content === null) {
      rmSync(file);
      continue;
    }
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  await sandbox.work.raw(['add', '--all']);
  await sandbox.work.raw(['commit', '-m', message]);
  await sandbox.work.raw(['push', 'origin', `HEAD:refs/heads/${branch}`]);
  return (await sandbox.work.raw(['rev-parse', 'HEAD'])).trim();
}

/** One commit of a branch's first-parent line: its OID and that of its first parent (null at the root). */
export interface LineCommit {
  readonly oid: string;
  readonly parent: string | null;
  readonly subject: string;
}

/** The last `count` first-parent commits of HEAD, oldest first. */
export async function firstParentLine(git: SimpleGit, count: number): Promise<LineCommit[]> {
  const output = await git.raw(['log', '--first-parent', '-z', `--max-count=${count}`, '--format=%H %P%n%s', 'HEAD']);
  return output
    .split('\0')
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [oids = '', subject = ''] = entry.split('\n');
      const [oid = '', parent] = oids.split(' ');
      return { oid, parent: parent || null, subject };
    })
    .toReversed();
}

/** Every path that stands in one of the trees of these commits or their first parents. */
export async function pathsOf(git: SimpleGit, line: readonly LineCommit[]): Promise<string[]> {
  const last = line.at(-1);
  const first = line[0];
  if (last === undefined || first === undefined) return [];
  const names = (output: string) => output.split('\0').filter((name) => name !== '');
  const paths = new Set(names(await git.raw(['ls-tree', '-r', '-z', '--name-only', '--full-tree', last.oid])));
  const log = [
    'log',
    '--first-parent',
    '-m',
    '-z',
    '--name-only',
    '--no-renames',
    '--format=',
    `--max-count=${line.length}`,
  ];
  for (const name of names(await git.raw([...log, last.oid]))) paths.add(name);
  return [...paths];
}
