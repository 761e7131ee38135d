import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A clone with a bare remote in a temporary directory, for real Git; disposing removes both. */
export class TestRepository implements Disposable {
  readonly root = mkdtempSync(join(tmpdir(), 'file-checkouts-test-'));
  readonly remote = join(this.root, 'remote.git');
  readonly dir = join(this.root, 'work');

  constructor() {
    execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', this.remote]);
    execFileSync('git', ['init', '--quiet', '--initial-branch=main', this.dir]);
    this.git('remote', 'add', 'origin', this.remote);
    for (const [key, value] of Object.entries({
      'user.name': 'Test',
      'user.email': 'test@localhost',
      'commit.gpgsign': 'false',
    })) {
      this.git('config', key, value);
    }
  }

  git(...args: string[]): string {
    return execFileSync('git', args, { cwd: this.dir, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
  }

  /** Writes files (null removes one) and commits; gives the commit. */
  commit(message: string, files: Readonly<Record<string, string | Buffer | null>>): string {
    for (const [path, content] of Object.entries(files)) {
      const file = join(this.dir, path);
      if (content === null) rmSync(file);
      else {
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, content);
      }
    }
    this.git('add', '--all');
    this.git('commit', '--quiet', '--allow-empty', '-m', message);
    return this.git('rev-parse', 'HEAD');
  }

  /** Pushes HEAD as the branch. */
  push(branch = 'main'): void {
    this.git('push', '--quiet', '--force', 'origin', `HEAD:refs/heads/${branch}`);
  }

  [Symbol.dispose](): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
