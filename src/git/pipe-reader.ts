import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { unreadableProblem } from './failure.ts';
import { endOf } from './processes.ts';

const unsaid = 'git cat-file ended before it had answered';

/** Reads lines and bytes of a process's output on demand; the rest stays in the pipe. */
export class PipeReader {
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #whyEnded: Promise<Error>;
  #buffered: Buffer = Buffer.alloc(0);

  constructor(child: ChildProcessWithoutNullStreams) {
    this.#chunks = child.stdout[Symbol.asyncIterator]();
    // Warnings come before the fatal error.
    const toError = (words: string) => new Error(/^fatal: .*/m.exec(words)?.[0] ?? (words.trim() || unsaid));
    this.#whyEnded = endOf(child).then(
      ({ err }) => toError(err),
      (error: Error) => error,
    );
  }

  /** Waits for more output. @throws Problem('git') at its end. */
  async #readChunk(): Promise<void> {
    const next = await this.#chunks.next();
    if (next.done) throw unreadableProblem('the object store', await this.#whyEnded);
    this.#buffered = this.#buffered.length === 0 ? next.value : Buffer.concat([this.#buffered, next.value]);
  }

  /** Returns a copy of the next `size` bytes. */
  async bytes(size: number): Promise<Buffer> {
    if (this.#buffered.length >= size) {
      const bytes = Buffer.from(this.#buffered.subarray(0, size));
      this.#buffered = this.#buffered.subarray(size);
      return bytes;
    }
    return Buffer.concat(await Array.fromAsync(this.take(size)), size);
  }

  /** Returns the next line, without its line end. */
  async line(): Promise<string> {
    const [line = ''] = await this.lines(1);
    return line;
  }

  /** Returns the next `count` lines, without line ends. */
  async lines(count: number): Promise<string[]> {
    const lines: string[] = [];
    for (;;) {
      let at = 0;
      while (lines.length < count) {
        const end = this.#buffered.indexOf(10, at);
        if (end < 0) break;
        lines.push(this.#buffered.toString('utf8', at, end));
        at = end + 1;
      }
      this.#buffered = this.#buffered.subarray(at);
      if (lines.length === count) return lines;
      await this.#readChunk();
    }
  }

  /** Yields the next `size` bytes in parts. */
  async *take(size: number): AsyncGenerator<Buffer> {
    for (let remaining = size; remaining > 0; ) {
      if (this.#buffered.length === 0) await this.#readChunk();
      const part = this.#buffered.subarray(0, remaining);
      this.#buffered = this.#buffered.subarray(part.length);
      remaining -= part.length;
      yield part;
    }
  }
}

/** The answer of `cat-file --batch-check`: size in bytes; null: not in the object store. */
export type ObjectInfo = { readonly type: string; readonly size: number } | null;

/**
 * Parses `<oid> <type> <size>`; null for `<name> missing`, where a name may hold blanks, and for a submodule's commit.
 * @param asked the name of the question. @throws Error if the line answers another question.
 */
export function parseInfo(line: string, asked: string): ObjectInfo {
  const [, oid, type, size] = /^([0-9a-f]+) ([a-z]+) (\d+)$/.exec(line) ?? [];
  const isKnown = type !== undefined && size !== undefined;
  if (isKnown && (oid === asked || !/^([0-9a-f]{40}|[0-9a-f]{64})$/.test(asked))) return { type, size: Number(size) };
  // Git 2.51 and later answers so for the commit of a submodule.
  if (!isKnown && (line.startsWith(`${asked} `) || /^[0-9a-f]+ submodule$/.test(line))) return null;
  throw new Error(`git cat-file was asked for ${asked} and answered: ${line.slice(0, 100)}`);
}
