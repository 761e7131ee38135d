/** Real repositories in temporary directories, made by the git command, and clones of them of every kind. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Deliveries, type Format, headOf, initialize, originAt } from './by-hand.ts';
import { commitByHand } from './commit-by-hand.ts';

/** A machine without anybody's configuration. */
const ours = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
const machine = { PATH: process.env.PATH ?? '', HOME: '/nonexistent', ...ours };
export const gitEnv = {
  ...machine,
  ...{ GIT_AUTHOR_NAME: 'Jane', GIT_AUTHOR_EMAIL: 'jane@example.com', GIT_AUTHOR_DATE: '2026-11-21T10:00:00Z' },
  ...{ GIT_COMMITTER_NAME: 'Jane', GIT_COMMITTER_EMAIL: 'jane@example.com' },
  ...{ GIT_COMMITTER_DATE: '2026-11-21T10:00:00Z', GIT_ALLOW_PROTOCOL: 'file:http:https' },
};

const jane = 'Jane <jane@example.com> 1795255200 +0000';

/** The environment of a test run: no identity, no variables that redirect Git. */
export const runEnv = machine;

/** Runs git and gives its output without the final line break. */
export function git(dir: string, ...args: string[]): string {
  return gitBytes(dir, args).toString('utf8').trimEnd();
}

/** Runs git with bytes in and out. */
type Env = NodeJS.ProcessEnv;
export function gitBytes(dir: string, args: readonly string[], input?: string | Buffer, env: Env = gitEnv) {
  return execFileSync('git', [...args], {
    cwd: dir,
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
    maxBuffer: 1 << 28,
    // A server of the same process cannot answer meanwhile: better an error than a test that hangs.
    timeout: 30_000,
    ...(input === undefined ? {} : { input }),
  });
}

/** Commits the whole work tree. @param by who commits, as it stands in a commit: name, address, time. */
export function commitAll(work: string, message: string, by = jane, env: NodeJS.ProcessEnv = gitEnv): void {
  if (commitByHand(work, message, by)) return;
  // One shell: a process that starts others is the dearer the larger it is.
  const script = 'git add --all && exec git commit --quiet --allow-empty -m "$0"';
  execFileSync('sh', ['-c', script, message], { cwd: work, env, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** A temporary directory; disposing removes it. */
export interface Folder extends Disposable {
  readonly path: string;
}

export function folder(): Folder {
  const path = mkdtempSync(join(tmpdir(), 'git-test-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

/** A bare remote that serves any commit and any filter, as the hosts do, and a work tree to push from. */
export interface Remote extends Disposable {
  readonly root: string;
  readonly remote: string;
  readonly url: string;
  readonly work: string;
  /** Writes (null: removes) files, commits, and gives the OID. Nothing is pushed. */
  commit(files: Readonly<Record<string, string | Buffer | null>>, message?: string): string;
  /** Pushes a commit as a branch (or a full ref), by force. */
  push(oid: string, ref: string): void;
}

export function remote(format: Format = 'sha1'): Remote {
  const { path: root, [Symbol.dispose]: dispose } = folder();
  const bare = join(root, 'remote.git');
  const work = join(root, 'origin-work');
  initialize(bare, true, '[uploadpack]\n\tallowFilter = true\n\tallowAnySHA1InWant = true\n', format);
  initialize(join(work, '.git'), false, originAt(bare), format);
  const deliveries = new Deliveries(work, bare);
  return {
    root,
    remote: bare,
    url: `file://${bare}`,
    work,
    commit: (files, message = 'change') => {
      writeFiles(work, files);
      commitAll(work, message);
      return headOf(work);
    },
    push: (oid, ref) => deliveries.push(oid, ref.startsWith('refs/') ? ref : `refs/heads/${ref}`),
    [Symbol.dispose]: dispose,
  };
}

export function writeFiles(dir: string, files: Readonly<Record<string, string | Buffer | null>>): void {
  for (const [path, content] of Object.entries(files)) {
    const file = join(dir, path);
    if (content === null) rmSync(file, { recursive: true });
    else {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
    }
  }
}

/** A hash over every file below a directory: name, kind, mode and content; times do not count. */
export function hashTree(top: string): string {
  const hash = createHash('sha256');
  const visit = (at: string) => {
    for (const name of readdirSync(at, { encoding: 'buffer' }).sort(Buffer.compare)) {
      const path = Buffer.concat([Buffer.from(`${at}/`, 'latin1'), name]).toString('latin1');
      const bytes = Buffer.from(path, 'latin1');
      const stat = lstatSync(bytes);
      hash.update(`${path}\0${stat.mode}\0`);
      if (stat.isDirectory()) visit(path);
      else if (stat.isSymbolicLink()) hash.update(readlinkSync(bytes));
      else hash.update(readFileSync(bytes));
    }
  };
  visit(top);
  return hash.digest('hex');
}
