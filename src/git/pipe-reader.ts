import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { unreadable } from './failure.ts';
import { notStarted } from './start-git.ts';

/** Pulls lines and byte counts from what a process says, so that what is not asked for stays in the pipe. */
export class PipeReader {
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #whyEnded: Promise<Error>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(child: ChildProcessWithoutNullStreams) {
    this.#chunks = child.stdout[Symbol.asyncIterator]();
    this.#whyEnded = whyEnded(child);
  }

  async #more(): Promise<void> {
    const next = await this.#chunks.next();
    if (next.done) throw unreadable('the object store', await this.#whyEnded);
    this.#rest = this.#rest.length === 0 ? next.value : Buffer.concat([this.#rest, next.value]);
  }

  /** The next `size` bytes, of which the reader keeps nothing. */
  async bytes(size: number): Promise<Buffer> {
    if (this.#rest.length >= size) {
      const bytes = Buffer.from(this.#rest.subarray(0, size));
      this.#rest = this.#rest.subarray(size);
      return bytes;
    }
    const bytes = Buffer.allocUnsafe(size);
    let at = 0;
    for await (const part of this.take(size)) at += part.copy(bytes, at);
    return bytes;
  }

  async line(): Promise<string> {
    const [line = ''] = await this.lines(1);
    return line;
  }

  /** The next lines, as many as are wanted. */
  async lines(count: number): Promise<string[]> {
    const lines: string[] = [];
    for (;;) {
      let at = 0;
      while (lines.length < count) {
        const end = this.#rest.indexOf(10, at);
        if (end < 0) break;
        lines.push(this.#rest.toString('utf8', at, end));
        at = end + 1;
      }
      this.#rest = this.#rest.subarray(at);
      if (lines.length === count) return lines;
      await this.#more();
    }
  }

  async *take(size: number): AsyncGenerator<Buffer> {
    for (let left = size; left > 0; ) {
      if (this.#rest.length === 0) await this.#more();
      const part = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(part.length);
      left -= part.length;
      yield part;
    }
  }
}

/** As many characters of what a process says are kept. */
const mostWords = 10_000;

/** Why a Git process that was asked something has ended: its own words, or what kept it from being started. */
function whyEnded(child: ChildProcessWithoutNullStreams): Promise<Error> {
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    if (said.length < mostWords) said += chunk.toString('utf8');
  });
  return new Promise((resolve) => {
    child.on('error', (error) => resolve(notStarted(error)));
    child.on('close', () => {
      // What it could live with comes before it.
      const words = /^fatal: .*/m.exec(said)?.[0] ?? said.trim();
      resolve(new Error(words || 'git cat-file ended before it had answered'));
    });
  });
}

/** What `cat-file --batch-check` says of an object; null: not in the object store. */
export type ObjectInfo = { readonly type: string; readonly size: number } | null;

/**
 * `<oid> <type> <size>`; anything else (`<name> missing`, where a name may hold blanks) means: not in the store.
 * @throws Error when it is the answer to another question: no content ever passes for another's.
 */
export function parseInfo(line: string, asked: string): ObjectInfo {
  // Nearly always it is a blob, asked for by its own name.
  const size = line.startsWith(asked) && line.startsWith(' blob ', asked.length) ? line.slice(asked.length + 6) : '';
  return /^\d+$/.test(size) ? { type: 'blob', size: Number(size) } : parseOtherInfo(line, asked);
}

function parseOtherInfo(line: string, asked: string): ObjectInfo {
  const [, oid, type, size] = /^([0-9a-f]+) ([a-z]+) (\d+)$/.exec(line) ?? [];
  const isKnown = oid !== undefined && type !== undefined && size !== undefined;
  if (isKnown && (oid === asked || !isOid.test(asked))) return { type, size: Number(size) };
  // Git 2.51 and later names the commit of a submodule, which is elsewhere.
  if (!isKnown && (line.startsWith(`${asked} `) || /^[0-9a-f]+ submodule$/.test(line))) return null;
  throw new Error(`git cat-file was asked for ${asked} and answered: ${line.slice(0, 100)}`);
}

const isOid = /^([0-9a-f]{40}|[0-9a-f]{64})$/;
