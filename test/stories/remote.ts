import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { StoryCommit } from './history.ts';

const run = promisify(execFile);

/** A hook that asks at a gate before a push of the ledger lands, and waits for the word. */
const preReceive = `#!/bin/sh
while read -r old new ref; do
  case "$ref" in refs/notes/*)
    [ -d gate ] || continue
    : >gate/ask-$$ || continue
    until [ -f gate/say-$$ ] || [ ! -d gate ]; do sleep 0.01; done
    case "$(cat gate/say-$$ 2>/dev/null)" in no) echo "the ledger is closed" >&2; exit 1;; esac
  esac
done
exit 0
`;
const postReceive = `#!/bin/sh
[ -d gate ] && : >gate/landed
exit 0
`;

/** The remote of a story: a bare repository whose branches move as pushes would move them. */
export class Remote {
  readonly dir: string;
  #commits = 0;

  private constructor(dir: string) {
    this.dir = dir;
  }

  static async make(dir: string, format: 'sha1' | 'sha256'): Promise<Remote> {
    await run('git', ['init', '--quiet', '--bare', '--initial-branch=main', `--object-format=${format}`, dir]);
    const served = '[uploadpack]\nallowAnySHA1InWant = true\nallowFilter = true\n';
    writeFileSync(join(dir, 'config'), `\n${served}[gc]\nauto = 0\n[receive]\nautogc = false\n`, { flag: 'a' });
    writeFileSync(join(dir, 'hooks', 'pre-receive'), preReceive, { mode: 0o755 });
    writeFileSync(join(dir, 'hooks', 'post-receive'), postReceive, { mode: 0o755 });
    return new Remote(dir);
  }

  async git(...args: string[]): Promise<string> {
    return (await run('git', args, { cwd: this.dir })).stdout.trim();
  }

  /** Moves a branch to a commit, which Git gets if it has it not; null deletes the branch. */
  async move(branch: string, commit: StoryCommit | null): Promise<void> {
    const ref = `refs/heads/${branch}`;
    if (commit === null) await this.git('update-ref', '-d', ref);
    else if (commit.oid !== null) await this.git('update-ref', ref, commit.oid);
    else commit.oid = await this.#import(ref, commit);
  }

  async #import(ref: string, { parents, tree }: StoryCommit): Promise<string> {
    this.#commits += 1;
    const message = `commit ${this.#commits}`;
    const [first, ...others] = parents.map(({ oid }) => oid ?? '');
    const lines = [
      `commit ${ref}`,
      `committer Jane <jane@localhost> ${1_700_000_000 + this.#commits * 60} +0000`,
      `data ${Buffer.byteLength(message)}`,
      message,
      ...(first === undefined ? [] : [`from ${first}`]),
      ...others.map((oid) => `merge ${oid}`),
      'deleteall',
      ...[...tree].flatMap(([path, text]) => [`M 100644 inline ${path}`, `data ${Buffer.byteLength(text)}`, text]),
      '',
      'done',
      '',
    ];
    if (first === undefined) await this.git('update-ref', '-d', ref);
    const child = spawn('git', ['fast-import', '--quiet', '--force', '--done'], {
      cwd: this.dir,
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += String(chunk);
    });
    child.stdin.end(lines.join('\n'));
    const code = await new Promise((done) => child.on('close', done));
    if (code !== 0) throw new Error(`git fast-import: ${said}`);
    return this.git('rev-parse', ref);
  }

  /** Where the ledger is; null: nowhere. */
  ledgerTip(): Promise<string | null> {
    return this.git('rev-parse', '--verify', '--quiet', 'refs/notes/check-outs').catch(() => null);
  }

  /** Makes pushes of the ledger wait at the gate. */
  close(): void {
    mkdirSync(this.#gate, { recursive: true });
  }

  /** Who waits at the gate. */
  asking(): string[] {
    if (!existsSync(this.#gate)) return [];
    const files = readdirSync(this.#gate);
    const asked = files.filter((file) => file.startsWith('ask-')).map((file) => file.slice('ask-'.length));
    return asked.filter((who) => !files.includes(`say-${who}`));
  }

  say(who: string, mayPass: boolean): void {
    const file = join(this.#gate, `say-${who}`);
    rmSync(join(this.#gate, 'landed'), { force: true });
    writeFileSync(join(this.#gate, 'word'), mayPass ? 'yes' : 'no');
    renameSync(join(this.#gate, 'word'), file);
  }

  /** True once a push that was let through has landed. */
  hasLanded(): boolean {
    return existsSync(join(this.#gate, 'landed'));
  }

  /** No push waits any more. */
  open(): void {
    for (const who of this.asking()) this.say(who, true);
    rmSync(this.#gate, { recursive: true, force: true });
  }

  get #gate(): string {
    return join(this.dir, 'gate');
  }
}
