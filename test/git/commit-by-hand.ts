/**
 * Commits without a Git process: the tests make thousands, and `git add` and `git commit` took a tenth of their time.
 * Blobs, trees, commit and index are those that Git makes; `commit-by-hand.slow.ts` compares.
 */
import { createHash } from 'node:crypto';
import { type BigIntStats, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { writeRef } from './by-hand.ts';

/** What decides how Git reads a work tree, or what it does besides a commit. */
const special = {
  /** Files of a Git directory. */
  files: ['info/attributes', 'info/exclude', 'MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD'],
  settings: /autocrlf|eol|encoding|attributesfile|excludesfile|hookspath|sparse|worktree|gpgsign = true/i,
  /** Ignored files, attributes, modules, and names that Git refuses. */
  names: /^\.git|^git~/i,
};

/** Above that Git, which knows what has not changed, is the faster one. */
const mostFiles = 300;

/** A file of the work tree; its path and names are Latin-1, as bytes. */
interface Entry {
  readonly path: string;
  readonly stat: BigIntStats;
  readonly oid: Buffer;
}

/** A tree of which no more than Git itself could make a commit. */
class Special extends Error {}

/**
 * Commits the whole work tree on the branch that is checked out, as `git add --all && git commit` does.
 *
 * @param by name, address and time, as they stand in a commit.
 * @returns whether it did: not where ignored files, attributes, modules, hooks or a merge want Git itself.
 */
export function commitByHand(work: string, message: string, by: string): boolean {
  const gitDir = join(work, '.git');
  if (!/^\S(.*\S)?$/.test(message) || !isPlain(gitDir)) return false;
  const writer = new Writer(gitDir);
  try {
    const tree = writer.tree(work, '');
    const { ref, oid } = headIn(gitDir);
    const parent = oid === null ? '' : `parent ${oid}\n`;
    const text = `tree ${(tree ?? writer.object('tree', Buffer.alloc(0))).toString('hex')}\n${parent}author ${by}\ncommitter ${by}\n\n${message}\n`;
    const commit = writer.object('commit', Buffer.from(text)).toString('hex');
    writer.index();
    writeRef(gitDir, ref, commit);
    return true;
  } catch (error) {
    if (error instanceof Special) return false;
    throw error;
  }
}

function isPlain(gitDir: string): boolean {
  if (!lstatSync(gitDir).isDirectory()) return false;
  if (special.files.some((file) => existsSync(join(gitDir, file)))) return false;
  if (existsSync(join(gitDir, 'hooks')) && readdirSync(join(gitDir, 'hooks')).length > 0) return false;
  return !special.settings.test(readFileSync(join(gitDir, 'config'), 'utf8'));
}

/** Where HEAD is: the file that holds it, and the commit, if there is one. */
function headIn(gitDir: string): { ref: string; oid: string | null } {
  const head = readFileSync(join(gitDir, 'HEAD'), 'utf8').trim();
  const ref = /^ref: (.*)$/.exec(head)?.[1];
  if (ref === undefined) return { ref: 'HEAD', oid: head };
  const [loose, packed] = [join(gitDir, ref), join(gitDir, 'packed-refs')];
  if (existsSync(loose)) return { ref, oid: readFileSync(loose, 'utf8').trim() };
  const lines = existsSync(packed) ? readFileSync(packed, 'utf8').split('\n') : [];
  return { ref, oid: lines.find((line) => line.endsWith(` ${ref}`))?.split(' ')[0] ?? null };
}

/** Writes objects into a repository, and its index. */
class Writer {
  readonly #gitDir: string;
  readonly #algorithm: 'sha1' | 'sha256';
  readonly #entries: Entry[] = [];

  constructor(gitDir: string) {
    this.#gitDir = gitDir;
    this.#algorithm = readFileSync(join(gitDir, 'config'), 'utf8').includes('objectformat = sha256')
      ? 'sha256'
      : 'sha1';
  }

  object(type: string, content: Buffer): Buffer {
    const bytes = Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]);
    const oid = createHash(this.#algorithm).update(bytes).digest();
    const hex = oid.toString('hex');
    const file = join(this.#gitDir, 'objects', hex.slice(0, 2), hex.slice(2));
    if (!existsSync(file)) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, deflateSync(bytes, { level: 1 }), { mode: 0o444 });
    }
    return oid;
  }

  /** The tree of a folder; null: nothing is in it. @throws Special */
  tree(folder: string, prefix: string): Buffer | null {
    const names = readdirSync(Buffer.from(folder, prefix === '' ? 'utf8' : 'latin1'), { encoding: 'latin1' });
    const at = prefix === '' ? Buffer.from(folder).toString('latin1') : folder;
    const parts: { sorted: string; bytes: Buffer }[] = [];
    for (const name of names) {
      if (prefix === '' && name === '.git') continue;
      if (special.names.test(name)) throw new Special();
      const part = this.#part(`${at}/${name}`, prefix + name);
      const head = Buffer.from(`${part.mode} ${name}\0`, 'latin1');
      parts.push({ sorted: part.mode === '40000' ? `${name}/` : name, bytes: Buffer.concat([head, part.oid]) });
    }
    // An empty folder may stand for a module.
    if (parts.length === 0 && prefix !== '') throw new Special();
    if (parts.length === 0) return null;
    parts.sort((a, b) => (a.sorted < b.sorted ? -1 : 1));
    return this.object('tree', Buffer.concat(parts.map(({ bytes }) => bytes)));
  }

  #part(file: string, path: string): { mode: string; oid: Buffer } {
    const name = Buffer.from(file, 'latin1');
    const stat = lstatSync(name, { bigint: true });
    if (stat.isDirectory()) return { mode: '40000', oid: this.tree(file, `${path}/`) ?? Buffer.alloc(0) };
    if (!stat.isFile() || this.#entries.length === mostFiles) throw new Special();
    const oid = this.object('blob', readFileSync(name));
    this.#entries.push({ path, stat, oid });
    return { mode: modeOf(stat).toString(8), oid };
  }

  index(): void {
    const entries = this.#entries.sort((a, b) => (a.path < b.path ? -1 : 1));
    const head = Buffer.from('DIRC\0\0\0\u0002\0\0\0\0', 'latin1');
    head.writeUInt32BE(entries.length, 8);
    const bytes = Buffer.concat([head, ...entries.map(indexEntry)]);
    const sum = createHash(this.#algorithm).update(bytes).digest();
    writeFileSync(join(this.#gitDir, 'index'), Buffer.concat([bytes, sum]));
  }
}

function modeOf({ mode }: BigIntStats): number {
  return (mode & 0o100n) === 0n ? 0o100644 : 0o100755;
}

/** With what `lstat` says of the file: else Git would take it for changed. */
function indexEntry({ path, stat, oid }: Entry): Buffer {
  const name = Buffer.from(path, 'latin1');
  const { ctimeNs, mtimeNs, dev, ino, uid, gid, size } = stat;
  const second = 1_000_000_000n;
  const times = [ctimeNs / second, ctimeNs % second, mtimeNs / second, mtimeNs % second];
  const fixed = Buffer.alloc(40);
  for (const [at, value] of [...times, dev, ino, BigInt(modeOf(stat)), uid, gid, size].entries()) {
    fixed.writeUInt32BE(Number(BigInt.asUintN(32, value)), at * 4);
  }
  const flags = Buffer.alloc(2);
  flags.writeUInt16BE(Math.min(name.length, 0xfff));
  const length = fixed.length + oid.length + flags.length + name.length;
  return Buffer.concat([fixed, oid, flags, name, Buffer.alloc(8 - (length % 8))]);
}
