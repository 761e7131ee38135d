import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The trees and contents of a repository, asked of Git itself. */
export class Trees {
  readonly #dir: string;
  readonly #trees = new Map<string, Promise<Map<string, string>>>();
  readonly #digests = new Map<string, Promise<string>>();

  constructor(dir: string) {
    this.#dir = dir;
  }

  /** The files of a commit with their blobs; none for null. */
  async files(commit: string | null): Promise<ReadonlyMap<string, string>> {
    if (commit === null) return new Map();
    const known = this.#trees.get(commit) ?? this.#list(commit);
    this.#trees.set(commit, known);
    return known;
  }

  async #list(commit: string): Promise<Map<string, string>> {
    const listed = (await this.#git(['ls-tree', '-r', '-z', commit])).toString('utf8');
    const rows = listed.split('\0').filter((row) => row !== '');
    return new Map(
      rows.map((row) => {
        const [about = '', path = ''] = row.split('\t');
        return [path, about.split(' ')[2] ?? ''];
      }),
    );
  }

  /** SHA-256 of a blob's bytes, as the service says it of an attachment. */
  sha256(blob: string): Promise<string> {
    const known =
      this.#digests.get(blob) ??
      this.#git(['cat-file', 'blob', blob]).then((bytes) => createHash('sha256').update(bytes).digest('hex'));
    this.#digests.set(blob, known);
    return known;
  }

  /** Null: they share nothing. */
  async mergeBase(one: string, other: string): Promise<string | null> {
    const found = await this.#git(['merge-base', one, other]).catch(() => null);
    return found === null ? null : found.toString('utf8').trim();
  }

  async isWithin(commit: string, whole: string): Promise<boolean> {
    return commit === whole || (await this.mergeBase(commit, whole)) === commit;
  }

  async #git(args: string[]): Promise<Buffer> {
    return (await run('git', args, { cwd: this.#dir, encoding: 'buffer' })).stdout;
  }
}
