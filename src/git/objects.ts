import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { createWriteStream, openAsBlob, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import pLimit from 'p-limit';
import { toReadProblem } from './failure.ts';
import { emptyTree } from './object-ids.ts';
import { waitForEnd } from './processes.ts';
import { makeTempFolder } from './scratch.ts';

/** Largest contents (bytes) that stay in memory. */
const inMemory = 1024 * 1024;

/** Asks one kind of question about some objects, and returns the reader of the answers. */
type Ask = (names: readonly string[]) => PipeReader;
type Asks = Readonly<Record<'info' | 'content', Ask>>;

/** The object store, read by a long-lived `git cat-file` that starts at the first question; Git before 2.36 needs two. */
export class Objects implements Disposable {
  readonly #spawn: (args: string[]) => ChildProcessWithoutNullStreams;
  #children: ChildProcessWithoutNullStreams[] = [];
  /** The large contents by OID, in files of that name in the folder. */
  readonly #files = new Map<string, Promise<Blob>>();
  #asks: Promise<Asks> | null = null;
  readonly #inTurn = pLimit(1);
  #folder: string | null = null;
  #isOver = false;

  /** @param start starts a Git process to talk to over its pipes; the store ends it. */
  constructor({ start }: { readonly start: (args: string[]) => ChildProcessWithoutNullStreams }) {
    this.#spawn = start;
  }

  /** Starts `git cat-file`, and returns a function that makes an Ask: `word` goes before each object's name, `end` behind the last. */
  #start(...options: string[]): (word: string, end: string) => Ask {
    const child = this.#spawn(['cat-file', ...options]);
    child.stdin.on('error', () => {});
    this.#children.push(child);
    const reader = new PipeReader(child);
    return (word, end) => (names) => {
      child.stdin.write(names.map((name) => `${word}${name}\n`).join('') + end);
      return reader;
    };
  }

  /** Starts one process for both kinds of question; if that fails, as with Git before 2.36, one for each. */
  async #startAll(): Promise<Asks> {
    // Buffered, or Git writes each answer at once: `flush` ends a question.
    const combined = this.#start('--batch-command', '--buffer');
    const info = combined('info ', 'flush\n');
    try {
      // Any answer will do, also that there is no such object, as among SHA-256 names.
      await info([emptyTree.sha1]).line();
      return { info, content: combined('contents ', 'flush\n') };
    } catch {
      return { info: this.#start('--batch-check')('', ''), content: this.#start('--batch')('', '') };
    }
  }

  /**
   * Asks about objects once earlier answers are read; returns what `read` returns, which must read the whole answer. @throws
   * Problem('git'), for all errors of `read` too; Error for a name with a line end
   */
  async #answer<T>(kind: keyof Asks, names: readonly string[], read: (reader: PipeReader) => Promise<T>): Promise<T> {
    const broken = names.find((name) => name.includes('\n'));
    if (broken !== undefined) throw new Error(`${JSON.stringify(broken)} would be two questions to git cat-file`);
    return this.#inTurn(async () => {
      try {
        this.#asks ??= this.#startAll();
        return await read((await this.#asks)[kind](names));
      } catch (error) {
        // The remainder of this answer would pass for the next: new processes answer that.
        for (const child of this.#children) child.kill();
        this.#children = [];
        this.#asks = null;
        throw toReadProblem('the object store', error);
      }
    });
  }

  /** Starts the process ahead of the first question, without waiting for it; never throws, and does nothing once disposed. */
  begin(): void {
    if (this.#isOver) return;
    this.#asks ??= this.#startAll();
    // The caller that asks first gets the error.
    this.#asks.catch(() => {});
  }

  /** Returns type and size of each (null: absent), in order. @param names such as OIDs. @throws Problem('git'); Error for a line end */
  async info(names: readonly string[]): Promise<ObjectInfo[]> {
    if (names.length === 0) return [];
    return this.#answer('info', names, (reader) =>
      Array.fromAsync(names, async (name) => parseInfo(await reader.line(), name)),
    );
  }

  /**
   * Returns the content of an object: a Buffer up to 1 MiB; of a larger one a Blob of a temporary file, the same at each call, until
   * `release` or disposal. @throws Error if it is not in the store; Problem('git') if Git fails
   */
  async content(oid: string): Promise<Blob | Buffer> {
    const file = this.#files.get(oid);
    if (file !== undefined) return file;
    const [content] = await this.#contents<Blob | Buffer>([oid], (reader, size) =>
      size <= inMemory ? reader.bytes(size) : this.#writeToFile(reader, oid, size),
    );
    return content as Blob | Buffer;
  }

  /** Returns the contents of objects in the order asked, all in memory, so for small ones. @throws as `content` does */
  contents(oids: readonly string[]): Promise<Buffer[]> {
    return this.#contents(oids, (reader, size) => reader.bytes(size));
  }

  /** Returns, in order, what `read` returns for each content, of which it must read all `size` bytes. @throws as `content` does */
  async #contents<T>(oids: readonly string[], read: (reader: PipeReader, size: number) => Promise<T>): Promise<T[]> {
    if (oids.length === 0) return [];
    const contents = await this.#answer('content', oids, (reader) =>
      Array.fromAsync(oids, async (oid) => {
        const info = parseInfo(await reader.line(), oid);
        if (info === null) return null;
        const content = await read(reader, info.size);
        await reader.line();
        return content;
      }),
    );
    return contents.map((content, n) => {
      if (content === null) throw new Error(`object ${oids[n]} is not in the repository`);
      return content;
    });
  }

  /** Writes the next `size` bytes to a temporary file, and returns its Blob; skips them if `oid` has a file already. */
  async #writeToFile(reader: PipeReader, oid: string, size: number): Promise<Blob> {
    const file = this.#files.get(oid);
    // A second question may come before the first answer: one file serves both.
    if (file !== undefined) for await (const _ of reader.take(size));
    if (file !== undefined) return file;
    this.#folder ??= makeTempFolder();
    const path = join(this.#folder, oid);
    const blob = pipeline(reader.take(size), createWriteStream(path)).then(() => openAsBlob(path));
    this.#files.set(oid, blob);
    blob.catch(() => this.#files.delete(oid));
    return blob;
  }

  /** Removes the temporary file of a content, if there is one; its Blob becomes unreadable. */
  release(oid: string): void {
    if (this.#folder === null || !this.#files.delete(oid)) return;
    try {
      rmSync(join(this.#folder, oid), { force: true });
    } catch {
      // Disposing removes the folder anyway.
    }
  }

  /** Ends the processes, without waiting for that, and removes the temporary files. */
  [Symbol.dispose](): void {
    this.#isOver = true;
    for (const child of this.#children) {
      child.stdin.end();
      child.kill();
      for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe.destroy();
      child.unref();
    }
    if (this.#folder !== null) rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Reads lines and bytes of a process's output on demand; the rest stays in the pipe. */
class PipeReader {
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #whyEnded: Promise<Error>;
  #buffered: Buffer = Buffer.alloc(0);

  constructor(child: ChildProcessWithoutNullStreams) {
    this.#chunks = child.stdout[Symbol.asyncIterator]();
    // Warnings come before the fatal error.
    const pickFatalLine = (words: string) => /^fatal: .*/m.exec(words)?.[0] ?? words.trim();
    this.#whyEnded = waitForEnd(child).then(
      ({ err }) => new Error(pickFatalLine(err) || 'git cat-file ended before it had answered'),
      (error: Error) => error,
    );
  }

  /** Waits for more output, and adds it to the buffer. @throws Problem('git') with Git's error if there is no more. */
  async #readChunk(): Promise<void> {
    const next = await this.#chunks.next();
    if (next.done) throw toReadProblem('the object store', await this.#whyEnded);
    this.#buffered = this.#buffered.length === 0 ? next.value : Buffer.concat([this.#buffered, next.value]);
  }

  /** Returns a copy of the next `size` bytes, once they have come. @throws Problem('git') if the output ends before them. */
  async bytes(size: number): Promise<Buffer> {
    return Buffer.concat(await Array.fromAsync(this.take(size)), size);
  }

  /** Returns the next line, without its line end. @throws as `bytes` does */
  async line(): Promise<string> {
    let end = this.#buffered.indexOf(10);
    for (; end < 0; end = this.#buffered.indexOf(10)) await this.#readChunk();
    const line = this.#buffered.toString('utf8', 0, end);
    this.#buffered = this.#buffered.subarray(end + 1);
    return line;
  }

  /** Yields the next `size` bytes in parts, as they come. @throws Problem('git') if the output ends before them. */
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

/** Type and size (bytes) of an object; null if it is not in the object store. */
export type ObjectInfo = { readonly type: string; readonly size: number } | null;

/** Parses an answer about `asked`: `<oid> <type> <size>`; null for `<asked> missing` and a submodule. @throws Error for any other line */
function parseInfo(line: string, asked: string): ObjectInfo {
  const [, oid, type, size] = /^([0-9a-f]+) ([a-z]+) (\d+)$/.exec(line) ?? [];
  const isKnown = type !== undefined && size !== undefined;
  if (isKnown && (oid === asked || !/^([0-9a-f]{40}|[0-9a-f]{64})$/.test(asked))) return { type, size: Number(size) };
  // Git 2.51 and later answers so for the commit of a submodule.
  if (!isKnown && (line.startsWith(`${asked} `) || /^[0-9a-f]+ submodule$/.test(line))) return null;
  throw new Error(`git cat-file was asked for ${asked} and answered: ${line.slice(0, 100)}`);
}
