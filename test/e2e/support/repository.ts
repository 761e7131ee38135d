import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Deliveries, headOf, initialize, originAt } from '../../git/by-hand.ts';
import { commitAll } from '../../git/support.ts';

/** A clone with a bare remote in a temporary directory, for real Git; disposing removes both. */
export class TestRepository implements Disposable {
  readonly root = mkdtempSync(join(tmpdir(), 'file-checkouts-test-'));
  readonly remote = join(this.root, 'remote.git');
  readonly dir = join(this.root, 'work');

  readonly #deliveries = new Deliveries(this.dir, this.remote);

  constructor() {
    initialize(this.remote, true);
    const user = '[user]\n\tname = Test\n\temail = test@localhost\n[commit]\n\tgpgsign = false\n';
    initialize(join(this.dir, '.git'), false, `${originAt(this.remote)}${user}`);
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
    commitAll(this.dir, message, `Test <test@localhost> ${Math.floor(Date.now() / 1000)} +0000`, process.env);
    return headOf(this.dir);
  }

  /** Pushes HEAD as the branch, by force. */
  push(branch = 'main'): void {
    this.#deliveries.push(headOf(this.dir), `refs/heads/${branch}`);
  }

  [Symbol.dispose](): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
