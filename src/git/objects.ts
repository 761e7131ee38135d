import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { createWriteStream, openAsBlob, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { emptyTree } from './empty-tree.ts';
import { unreadable } from './failure.ts';
import { type ObjectInfo, PipeReader, parseInfo } from './pipe-reader.ts';
import { temporaryFolder } from './temporary.ts';

/**
 * The object store, read by a long-lived process that is started when first needed; Git before 2.36 needs two. Contents
 * never come from the work tree, so filters and line-end rules cannot touch them.
 */
export interface Objects extends Disposable {
  /** Starts the process now, for questions that will come for sure. */
  begin(): void;
  /** Types and sizes in bytes, in the order asked. @throws Error for a name with a line end, which would be two. */
  info(oids: readonly string[]): Promise<ObjectInfo[]>;
  /** The content, byte for byte. Larger ones wait in a temporary file. @throws Error when it is not in the store. */
  read(oid: string): Promise<Blob>;
  /** The same for many small ones, which come as bytes: a Blob costs more than it holds. */
  content(oid: string): Promise<Blob | Buffer>;
  /** Contents that are known to be small, all in one question, in the order asked. @throws Error when one is not in the store. */
  contents(oids: readonly string[]): Promise<Buffer[]>;
  /** Removes the temporary file of a content, if it has one: what was handed out goes with it. */
  release(oid: string): Promise<void>;
}

/** A repository whose objects can be read. */
export interface ObjectSource {
  readonly objectFormat: 'sha1' | 'sha256';
  /** Starts a Git process to talk to over its pipes; the caller ends it. */
  start(args: string[]): ChildProcessWithoutNullStreams;
}

/** Contents up to these sizes (bytes) are held in memory, and come as bytes where that is possible. */
const inMemory = 1024 * 1024;
const asBytes = 64 * 1024;

interface Talk {
  readonly child: ChildProcessWithoutNullStreams;
  readonly reader: PipeReader;
}

/** The process that answers one kind of question, the word before each object's name, and what ends the question. */
interface Answerer extends Talk {
  readonly word: string;
  readonly end: string;
}

type Kind = 'info' | 'content';

/** The result of a question whose process had to be ended. */
const unanswered = Symbol('unanswered');

/** A store that fails more often than this is broken; every later question then fails at a process that is gone. */
const mostStarts = 5;

class CatFile implements Objects {
  readonly #store: ObjectSource;
  #children: ChildProcessWithoutNullStreams[] = [];
  readonly #files = new Map<string, { readonly blob: Promise<Blob>; readonly path: string }>();
  #asked: Promise<Record<Kind, Answerer>> | null = null;
  #turn: Promise<unknown> = Promise.resolve();
  #starts = 0;
  #folder: string | null = null;
  #written = 0;
  #isOver = false;

  constructor(store: ObjectSource) {
    this.#store = store;
  }

  #start(mode: '--batch-command' | '--batch' | '--batch-check', ...more: string[]): Talk {
    const child = this.#store.start(['cat-file', mode, ...more]);
    child.stdin.on('error', () => {});
    this.#children.push(child);
    return { child, reader: new PipeReader(child) };
  }

  /** Finds out, by an object that every Git knows, whether one process answers both questions: Git 2.36 and later. */
  async #open(): Promise<Record<Kind, Answerer>> {
    // Buffered, or Git writes each answer at once: `flush` ends a question.
    const both = this.#start('--batch-command', '--buffer');
    both.child.stdin.write(`info ${emptyTree[this.#store.objectFormat]}\nflush\n`);
    try {
      await both.reader.line();
    } catch {
      const each = { word: '', end: '' };
      return { info: { ...this.#start('--batch-check'), ...each }, content: { ...this.#start('--batch'), ...each } };
    }
    const end = 'flush\n';
    return { info: { ...both, word: 'info ', end }, content: { ...both, word: 'contents ', end } };
  }

  /** Asks at once, so that Git looks while earlier answers are read; answers come in the order asked. */
  async #answer<T>(kind: Kind, names: readonly string[], read: (reader: PipeReader) => Promise<T>): Promise<T> {
    const split = names.find((name) => name.includes('\n'));
    if (split !== undefined) throw new Error(`${JSON.stringify(split)} would be two questions to git cat-file`);
    this.#asked ??= this.#open();
    const { child, reader, word, end } = (await this.#asked)[kind];
    const start = this.#starts;
    child.stdin.write(names.map((name) => `${word}${name}\n`).join('') + end);
    const work = async () => {
      // An answer before this one could not be read, and the process that was asked is gone.
      if (start !== this.#starts) return unanswered;
      try {
        return await read(reader);
      } catch (error) {
        this.#startAnew();
        throw unreadable('the object store', error);
      }
    };
    const result = this.#turn.then(work, work);
    this.#turn = result.catch(() => {});
    const answer = await result;
    return answer === unanswered ? this.#answer(kind, names, read) : answer;
  }

  /** After an answer that could not be read to its end: what is left of it would pass for the next one. */
  #startAnew(): void {
    for (const child of this.#children) child.kill();
    if (this.#starts === mostStarts) return;
    this.#starts += 1;
    this.#children = [];
    this.#asked = null;
  }

  begin(): void {
    // What was asked ahead may be answered once the run is over.
    if (this.#isOver) return;
    this.#asked ??= this.#open();
    // The caller that asks first gets the error.
    this.#asked.catch(() => {});
  }

  async info(oids: readonly string[]): Promise<ObjectInfo[]> {
    if (oids.length === 0) return [];
    return this.#answer('info', oids, async (reader) => {
      const lines = await reader.lines(oids.length);
      return oids.map((oid, n) => parseInfo(lines[n] ?? '', oid));
    });
  }

  async read(oid: string): Promise<Blob> {
    const content = await this.content(oid);
    return content instanceof Blob ? content : new Blob([content as Uint8Array<ArrayBuffer>]);
  }

  async content(oid: string): Promise<Blob | Buffer> {
    const file = this.#files.get(oid);
    if (file !== undefined) return file.blob;
    const content = await this.#answer('content', [oid], async (reader) => {
      const info = parseInfo(await reader.line(), oid);
      if (info === null) return null;
      const taken = await this.#take(reader, oid, info.size);
      await reader.line();
      return taken;
    });
    if (content === null) throw new Error(`object ${oid} is not in the repository`);
    return content;
  }

  async contents(oids: readonly string[]): Promise<Buffer[]> {
    if (oids.length === 0) return [];
    const all = await this.#answer('content', oids, async (reader) => {
      const contents: (Buffer | null)[] = [];
      for (const oid of oids) {
        const info = parseInfo(await reader.line(), oid);
        contents.push(info === null ? null : await reader.bytes(info.size));
        if (info !== null) await reader.line();
      }
      return contents;
    });
    return all.map((content, n) => {
      if (content === null) throw new Error(`object ${oids[n]} is not in the repository`);
      return content;
    });
  }

  async #take(reader: PipeReader, oid: string, size: number): Promise<Blob | Buffer> {
    if (size <= asBytes) return reader.bytes(size);
    if (size > inMemory) return this.#toFile(reader, oid, size);
    return new Blob([(await reader.bytes(size)) as Uint8Array<ArrayBuffer>]);
  }

  async #toFile(reader: PipeReader, oid: string, size: number): Promise<Blob> {
    const known = this.#files.get(oid);
    if (known !== undefined) {
      // Asked for twice at once: one file serves both.
      for await (const _ of reader.take(size));
      return known.blob;
    }
    this.#folder ??= temporaryFolder();
    this.#written += 1;
    const path = join(this.#folder, String(this.#written));
    const blob = pipeline(reader.take(size), createWriteStream(path)).then(() => openAsBlob(path));
    this.#files.set(oid, { blob, path });
    return blob;
  }

  async release(oid: string): Promise<void> {
    const file = this.#files.get(oid);
    if (file === undefined) return;
    this.#files.delete(oid);
    // What cannot be removed now goes with the folder at the end.
    await rm(file.path, { force: true }).catch(() => {});
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    for (const child of this.#children) {
      child.stdin.end();
      child.kill();
      // There are no more questions: the run need not wait for its end.
      for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe.destroy();
      child.unref();
    }
    if (this.#folder !== null) rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Opens the object store of a repository. */
export function openObjects(store: ObjectSource): Objects {
  return new CatFile(store);
}
