/**
 * What tests need before they begin, without a Git process for each step: most of the time of a suite went into
 * starting them. What is tested itself is done by Git.
 */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

export type Format = 'sha1' | 'sha256';

/**
 * No housekeeping in the background, and no list of what borrowed objects belong to: they are no part of any test, and take
 * a process after each commit and push.
 */
const quiet = `[gc]
\tauto = 0
[maintenance]
\tauto = false
[receive]
\tautogc = false
[core]
\talternateRefsCommand = true
`;

/** Makes the empty repository that `git init` makes. @param config is added to its configuration. */
export function initialize(gitDir: string, bare: boolean, config = '', format: Format = 'sha1'): void {
  for (const folder of ['hooks', 'info', 'objects/info', 'objects/pack', 'refs/heads', 'refs/tags']) {
    mkdirSync(join(gitDir, folder), { recursive: true });
  }
  const version = format === 'sha1' ? 0 : 1;
  const extensions = format === 'sha1' ? '' : `[extensions]\n\tobjectformat = ${format}\n`;
  const core = `[core]\n\trepositoryformatversion = ${version}\n\tfilemode = true\n\tbare = ${bare}\n`;
  writeFileSync(join(gitDir, 'config'), `${core}${extensions}${quiet}${config}`);
  writeFileSync(join(gitDir, 'HEAD'), 'ref: refs/heads/main\n');
}

/** The configuration of a remote called origin. */
export function originAt(url: string): string {
  return `[remote "origin"]\n\turl = ${url}\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n`;
}

/** Where the HEAD of a work tree is, just after a commit. */
export function headOf(work: string): string {
  const head = readFileSync(join(work, '.git/HEAD'), 'utf8').trim();
  const ref = /^ref: (.*)$/.exec(head)?.[1];
  return ref === undefined ? head : readFileSync(join(work, '.git', ref), 'utf8').trim();
}

/**
 * Gives a remote what a push by force gives it: the objects that it was never given before, and the ref. Hooks see
 * nothing of it.
 */
export class Deliveries {
  readonly #given = new Set<string>();
  readonly #work: string;
  readonly #remote: string;

  constructor(work: string, remote: string) {
    this.#work = work;
    this.#remote = remote;
  }

  /** @param ref a full ref. */
  push(oid: string, ref: string): void {
    const from = join(this.#work, '.git/objects');
    for (const name of readdirSync(from, { recursive: true, encoding: 'utf8' })) {
      if (this.#given.has(name) || !/^(..|pack)\/.*[^/]/.test(name)) continue;
      this.#given.add(name);
      const to = join(this.#remote, 'objects', name);
      if (existsSync(to)) continue;
      mkdirSync(dirname(to), { recursive: true });
      copyFileSync(join(from, name), to);
    }
    writeRef(this.#remote, ref, oid);
    const tracking = ref.replace(/^refs\/heads\//, 'refs/remotes/origin/');
    if (tracking !== ref) writeRef(join(this.#work, '.git'), tracking, oid);
  }
}

/** Writes a ref as a file of its own. */
export function writeRef(gitDir: string, ref: string, oid: string): void {
  const file = join(gitDir, ref);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${oid}\n`);
}

/** Keeps the files below a directory. @returns what writes them below another one, but no configuration (it has paths). */
export function takenFrom(root: string): (to: string) => void {
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'config')
    .map((entry) => {
      const file = join(entry.parentPath, entry.name);
      return { path: relative(root, file), mode: statSync(file).mode & 0o777, content: readFileSync(file) };
    });
  return (to) => {
    for (const { path, mode, content } of files) {
      mkdirSync(dirname(join(to, path)), { recursive: true });
      writeFileSync(join(to, path), content, { mode });
    }
  };
}
