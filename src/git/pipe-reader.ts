import { unreadable } from './failure.ts';

/** Pulls lines and byte counts from a stream, so that what is not asked for stays in the pipe. */
export class PipeReader {
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #whyEnded: Promise<Error>;
  #rest: Buffer = Buffer.alloc(0);

  /** @param whyEnded known once the stream has ended, and asked for when that was too early. */
  constructor(stream: AsyncIterable<Buffer>, whyEnded: Promise<Error>) {
    this.#chunks = stream[Symbol.asyncIterator]();
    this.#whyEnded = whyEnded;
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
