import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { createWriteStream, openAsBlob, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { unreadableProblem } from './failure.ts';
import { emptyTree, type ObjectFormat } from './object-ids.ts';
import { type ObjectInfo, PipeReader, parseInfo } from './pipe-reader.ts';
import { temporaryFolder } from './scratch.ts';
import { serialQueue } from './serial-queue.ts';

/** What the object store needs of a repository. */
export interface ObjectSource {
  readonly objectFormat: ObjectFormat;
  /** Starts a Git process to talk to over its pipes; the caller ends it. */
  start(args: string[]): ChildProcessWithoutNullStreams;
}

/** Largest contents (bytes) that stay in memory. */
const inMemory = 1024 * 1024;

/** The process for one kind of question, the word before each object's name, and the text that ends a question. */
interface Answerer {
  readonly child: ChildProcessWithoutNullStreams;
  readonly reader: PipeReader;
  readonly word: string;
  readonly end: string;
}

type AskedFor = 'info' | 'content';

/** The object store, read by a long-lived `git cat-file` that starts at the first question; Git before 2.36 needs two. */
export class Objects implements Disposable {
  readonly #store: ObjectSource;
  #children: ChildProcessWithoutNullStreams[] = [];
  readonly #files = new Map<string, { readonly blob: Promise<Blob>; readonly path: string }>();
  #answerers: Promise<Record<AskedFor, Answerer>> | null = null;
  readonly #inTurn = serialQueue();
  #folder: string | null = null;
  #written = 0;
  #isOver = false;

  constructor(store: ObjectSource) {
    this.#store = store;
  }

  #start(...options: string[]): Answerer {
    const child = this.#store.start(['cat-file', ...options]);
    child.stdin.on('error', () => {});
    this.#children.push(child);
    return { child, reader: new PipeReader(child), word: '', end: '' };
  }

  /** Starts one process for both kinds of question, or two for a Git before 2.36, which does not answer the first. */
  async #startAnswerers(): Promise<Record<AskedFor, Answerer>> {
    // Buffered, or Git writes each answer at once: `flush` ends a question.
    const combined = { ...this.#start('--batch-command', '--buffer'), end: 'flush\n' };
    combined.child.stdin.write(`info ${emptyTree[this.#store.objectFormat]}\n${combined.end}`);
    try {
      await combined.reader.line();
    } catch {
      return { info: this.#start('--batch-check'), content: this.#start('--batch') };
    }
    return { info: { ...combined, word: 'info ' }, content: { ...combined, word: 'contents ' } };
  }

  /** Asks after all earlier questions, and returns what `read` makes of the answer. @throws Problem('git') if Git fails. */
  async #answer<T>(kind: AskedFor, names: readonly string[], read: (reader: PipeReader) => Promise<T>): Promise<T> {
    const broken = names.find((name) => name.includes('\n'));
    if (broken !== undefined) throw new Error(`${JSON.stringify(broken)} would be two questions to git cat-file`);
    return this.#inTurn(async () => {
      this.#answerers ??= this.#startAnswerers();
      const { child, reader, word, end } = (await this.#answerers)[kind];
      child.stdin.write(names.map((name) => `${word}${name}\n`).join('') + end);
      try {
        return await read(reader);
      } catch (error) {
        // The remainder of this answer would pass for the next: new processes answer that.
        for (const child of this.#children) child.kill();
        this.#children = [];
        this.#answerers = null;
        throw unreadableProblem('the object store', error);
      }
    });
  }

  /** Starts the process ahead of the first question; does nothing after the end. */
  begin(): void {
    if (this.#isOver) return;
    this.#answerers ??= this.#startAnswerers();
    // The caller that asks first gets the error.
    this.#answerers.catch(() => {});
  }

  /**
   * Returns the types and sizes (bytes) of objects in the order asked; null: not in the store.
   * @param names OIDs, or such as `COMMIT^{tree}` or `COMMIT:PATH`. @throws Error for a name with a line end.
   */
  async info(names: readonly string[]): Promise<ObjectInfo[]> {
    if (names.length === 0) return [];
    return this.#answer('info', names, async (reader) => {
      const lines = await reader.lines(names.length);
      return names.map((name, n) => parseInfo(lines[n] ?? '', name));
    });
  }

  /**
   * Returns the content, byte for byte: as bytes up to 1 MiB, a larger one as a Blob of a temporary file.
   * @throws Error if it is not in the store.
   */
  async content(oid: string): Promise<Blob | Buffer> {
    const file = this.#files.get(oid);
    if (file !== undefined) return file.blob;
    const [content] = await this.#contents<Blob | Buffer>([oid], (reader, size) =>
      size <= inMemory ? reader.bytes(size) : this.#writeToFile(reader, oid, size),
    );
    return content as Blob | Buffer;
  }

  /** Returns small contents in the order asked, all in one question. @throws Error if one is not in the store. */
  contents(oids: readonly string[]): Promise<Buffer[]> {
    return this.#contents(oids, (reader, size) => reader.bytes(size));
  }

  /** Returns what `read` makes of each content (`size` in bytes), in the order asked. @throws Error if one is missing. */
  async #contents<T>(oids: readonly string[], read: (reader: PipeReader, size: number) => Promise<T>): Promise<T[]> {
    if (oids.length === 0) return [];
    const contents = await this.#answer('content', oids, async (reader) => {
      const contents: (T | null)[] = [];
      for (const oid of oids) {
        const info = parseInfo(await reader.line(), oid);
        contents.push(info === null ? null : await read(reader, info.size));
        if (info !== null) await reader.line();
      }
      return contents;
    });
    return contents.map((content, n) => {
      if (content === null) throw new Error(`object ${oids[n]} is not in the repository`);
      return content;
    });
  }

  /** Writes the next `size` bytes to a temporary file, and returns it; if the content has one, passes over them. */
  async #writeToFile(reader: PipeReader, oid: string, size: number): Promise<Blob> {
    const file = this.#files.get(oid);
    if (file !== undefined) {
      // A second question came before the first answer: one file serves both.
      for await (const _ of reader.take(size));
      return file.blob;
    }
    this.#folder ??= temporaryFolder();
    this.#written += 1;
    const path = join(this.#folder, String(this.#written));
    const blob = pipeline(reader.take(size), createWriteStream(path)).then(() => openAsBlob(path));
    this.#files.set(oid, { blob, path });
    return blob;
  }

  /** Removes the temporary file of a content, if it has one; its Blob becomes unreadable. */
  async release(oid: string): Promise<void> {
    const file = this.#files.get(oid);
    if (file === undefined) return;
    this.#files.delete(oid);
    // Disposing removes the folder anyway.
    await rm(file.path, { force: true }).catch(() => {});
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    for (const child of this.#children) {
      child.stdin.end();
      child.kill();
      // The run does not wait for its end.
      for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe.destroy();
      child.unref();
    }
    if (this.#folder !== null) rmSync(this.#folder, { recursive: true, force: true });
  }
}
