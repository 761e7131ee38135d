import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, openAsBlob } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { unreadable } from './failure.ts';
import type { Repository } from './repository.ts';
import { keepHeapSmall } from './small-heap.ts';

/** What `cat-file --batch-check` says of an object; null: not in the object store. */
export type ObjectInfo = { readonly type: string; readonly size: number } | null;

/**
 * The object store through two long-lived processes, each started when first needed: one that tells types and sizes,
 * one that hands out contents. Contents never come from the work tree, so filters and line-end rules cannot touch them.
 */
export interface Objects extends AsyncDisposable {
  /** Types and sizes in bytes, in the order asked. */
  info(oids: readonly string[]): Promise<ObjectInfo[]>;
  /** The content, byte for byte. Larger ones wait in a temporary file. @throws Error when it is not in the store. */
  read(oid: string): Promise<Blob>;
  /** The same for many small ones, which come as bytes: a Blob costs more than it holds. */
  content(oid: string): Promise<Blob | Buffer>;
}

/** Contents up to this size (bytes) are held in memory. */
const inMemory = 1024 * 1024;
/** Contents up to this size (bytes) come as bytes where that is possible. */
const asBytes = 64 * 1024;

/** Pulls lines and byte counts from a stream, so that what is not asked for stays in the pipe. */
class PipeReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(stream: AsyncIterable<Buffer>) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  async #more(): Promise<void> {
    const next = await this.#chunks.next();
    if (next.done) throw unreadable('the object store', new Error('git cat-file ended before it had answered'));
    this.#rest = this.#rest.length === 0 ? next.value : Buffer.concat([this.#rest, next.value]);
  }

  /** So many bytes, of which the reader keeps nothing. */
  async bytes(size: number): Promise<Buffer> {
    while (this.#rest.length < size) await this.#more();
    const bytes = Buffer.from(this.#rest.subarray(0, size));
    this.#rest = this.#rest.subarray(size);
    return bytes;
  }

  async line(): Promise<string> {
    let end = this.#rest.indexOf(10);
    while (end < 0) {
      await this.#more();
      end = this.#rest.indexOf(10);
    }
    const line = this.#rest.toString('utf8', 0, end);
    this.#rest = this.#rest.subarray(end + 1);
    return line;
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

interface Talk {
  readonly child: ChildProcessWithoutNullStreams;
  readonly reader: PipeReader;
}

/** `<oid> <type> <size>`; anything else (`<name> missing`, where a name may hold blanks) means: not in the store. */
function parseInfo(line: string): ObjectInfo {
  const [, type, size] = /^[0-9a-f]+ ([a-z]+) (\d+)$/.exec(line) ?? [];
  return type === undefined || size === undefined ? null : { type, size: Number(size) };
}

class CatFile implements Objects {
  readonly #repository: Repository;
  readonly #talks = new Map<string, Talk>();
  #turn: Promise<unknown> = Promise.resolve();
  #folder: string | null = null;
  #files = 0;

  constructor(repository: Repository) {
    this.#repository = repository;
  }

  #talk(mode: '--batch' | '--batch-check'): Talk {
    const known = this.#talks.get(mode);
    if (known) return known;
    const child = this.#repository.start(['cat-file', mode]);
    child.stderr.resume();
    child.on('error', () => {});
    child.stdin.on('error', () => {});
    const talk = { child, reader: new PipeReader(child.stdout) };
    this.#talks.set(mode, talk);
    return talk;
  }

  /** One question at a time per process: answers come in the order asked. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work, work);
    this.#turn = result.catch(() => {});
    return result;
  }

  info(oids: readonly string[]): Promise<ObjectInfo[]> {
    if (oids.length === 0) return Promise.resolve([]);
    return this.#inTurn(async () => {
      const { child, reader } = this.#talk('--batch-check');
      child.stdin.write(`${oids.join('\n')}\n`);
      const infos: ObjectInfo[] = [];
      for (const _ of oids) infos.push(parseInfo(await reader.line()));
      return infos;
    });
  }

  async read(oid: string): Promise<Blob> {
    const content = await this.content(oid);
    return content instanceof Blob ? content : new Blob([content as Uint8Array<ArrayBuffer>]);
  }

  content(oid: string): Promise<Blob | Buffer> {
    const { child, reader } = this.#talk('--batch');
    // Asked at once, so that Git looks for it while an earlier answer is read.
    child.stdin.write(`${oid}\n`);
    return this.#inTurn(async () => {
      const info = parseInfo(await reader.line());
      if (info === null) throw new Error(`object ${oid} is not in the repository`);
      const content = await this.#take(reader, info.size);
      await reader.line();
      return content;
    });
  }

  #take(reader: PipeReader, size: number): Promise<Blob | Buffer> {
    if (size <= asBytes) return reader.bytes(size);
    keepHeapSmall(0, size);
    return size <= inMemory ? this.#toMemory(reader, size) : this.#toFile(reader, size);
  }

  async #toMemory(reader: PipeReader, size: number): Promise<Blob> {
    const parts: Buffer[] = [];
    for await (const part of reader.take(size)) parts.push(part);
    return new Blob(parts as Uint8Array<ArrayBuffer>[]);
  }

  async #toFile(reader: PipeReader, size: number): Promise<Blob> {
    this.#folder ??= await mkdtemp(join(tmpdir(), 'file-checkouts-'));
    this.#files += 1;
    const file = join(this.#folder, String(this.#files));
    const out = createWriteStream(file);
    for await (const part of reader.take(size)) {
      if (!out.write(part)) await once(out, 'drain');
    }
    out.end();
    await finished(out);
    return openAsBlob(file);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { child } of this.#talks.values()) {
      child.stdin.end();
      child.kill();
    }
    if (this.#folder !== null) await rm(this.#folder, { recursive: true, force: true });
  }
}

/** Opens the object store of a repository (the user's objects and what was fetched beside them). */
export function openObjects(repository: Repository): Objects {
  return new CatFile(repository);
}
