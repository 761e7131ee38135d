/** The body of a call: JSON alone, or `multipart/mixed` with the file (interface §4.3). */
import { randomBytes } from 'node:crypto';

/** A file to attach. A small one is bytes, since a Blob costs more than it holds; both can be read again. */
export interface Content {
  /** The part's name and file name. */
  readonly name: string;
  readonly size: number;
  readonly blob: Blob | Uint8Array;
  /** The label of the parts; some clients write `attachment` inside multipart/mixed. */
  readonly disposition: Disposition;
}

export type Disposition = 'form-data' | 'attachment';

/** A body with its content type; it can be sent any number of times. */
export interface Body {
  readonly contentType: string;
  readonly bytes: Buffer | Blob;
}

/**
 * Builds the body of a call: UTF-8 JSON without a file; with one `multipart/mixed`, the part `payload` with the JSON,
 * then the file byte for byte, under its escaped name. The length is known before sending; a Blob is read only then.
 * @param boundary by default 128 random bits, which no content holds by chance or by a guess
 * @throws Error if `size` is not the size of the blob (a bug)
 */
export function buildBody(
  fields: object,
  content: Content | null,
  boundary = `file-checkouts-${randomBytes(16).toString('hex')}`,
): Body {
  const json = JSON.stringify(fields);
  if (content === null) return { contentType: 'application/json', bytes: Buffer.from(json, 'utf8') };
  const size = content.blob instanceof Blob ? content.blob.size : content.blob.length;
  if (size !== content.size) throw new Error(`content is ${size} bytes long, not ${content.size}`);
  const name = escapeQuotedName(content.name);
  const headOf = (parameters: string, type: string) => {
    const disposition = `Content-Disposition: ${content.disposition}; ${parameters}`;
    return `--${boundary}\r\n${disposition}\r\nContent-Type: ${type}\r\n\r\n`;
  };
  const fileHead = headOf(`name="${name}"; filename="${name}"`, 'application/octet-stream');
  const head = `${headOf('name="payload"', 'application/json')}${json}\r\n${fileHead}`;
  // No line end after the closing delimiter: some parsers break if it arrives as a chunk of its own.
  const tail = `\r\n--${boundary}--`;
  const bytes =
    content.blob instanceof Blob
      ? new Blob([head, content.blob, tail])
      : Buffer.concat([Buffer.from(head, 'utf8'), content.blob, Buffer.from(tail, 'utf8')]);
  return { contentType: `multipart/mixed; boundary=${boundary}`, bytes };
}

/**
 * Escapes a name for a quoted header value, so that it cannot leave the quotes or the line: raw UTF-8; a quote or a backslash is escaped
 * (RFC 2183, RFC 5322). Control characters are percent-encoded, and so is one backslash at the end, which some parsers read as an escape of
 * the closing quote; a plan refuses names with either anyway.
 */
export function escapeQuotedName(name: string): string {
  return name.replace(/[\x00-\x1f\x7f]|\\$/g, encodeURIComponent).replace(/["\\]/g, '\\$&');
}
