/** The body of a call: JSON alone, or `multipart/mixed` with the file (interface §4.3). */
import { randomBytes } from 'node:crypto';

/** A file to attach. A small one is bytes, since a Blob costs more than it holds; both can be read again. */
export interface Content {
  /** The part's name and file name. */
  readonly name: string;
  readonly blob: Blob | Uint8Array;
  /** The label of the parts; some clients write `attachment` inside multipart/mixed. */
  readonly disposition: 'form-data' | 'attachment';
}

/** A body with its content type; it can be sent any number of times. */
export type Body = ReturnType<typeof buildBody>;

/**
 * Builds the body of a call (`bytes`), and its `contentType`: without a file JSON in UTF-8; with one `multipart/mixed`, the part `payload`
 * with the JSON, then the file byte for byte, under its escaped name. A Blob is read each time that it is sent. @param boundary by default
 * with 128 random bits, which no content holds by chance or by a guess
 */
export function buildBody(
  fields: object,
  content: Content | null,
  boundary = `file-checkouts-${randomBytes(16).toString('hex')}`,
) {
  const json = JSON.stringify(fields);
  if (content === null) return { contentType: 'application/json', bytes: Buffer.from(json, 'utf8') };
  const { blob, disposition } = content;
  const name = escapeQuotedName(content.name);
  const formatPartHead = (parameters: string, type: string) =>
    `--${boundary}\r\nContent-Disposition: ${disposition}; ${parameters}\r\nContent-Type: ${type}\r\n\r\n`;
  const fileHead = formatPartHead(`name="${name}"; filename="${name}"`, 'application/octet-stream');
  const head = `${formatPartHead('name="payload"', 'application/json')}${json}\r\n${fileHead}`;
  // No line end after the closing delimiter: some parsers break if it arrives as a chunk of its own.
  const tail = `\r\n--${boundary}--`;
  const isBlob = blob instanceof Blob;
  const bytes = isBlob ? new Blob([head, blob, tail]) : Buffer.concat([Buffer.from(head), blob, Buffer.from(tail)]);
  return { contentType: `multipart/mixed; boundary=${boundary}`, bytes };
}

/**
 * Escapes a name for a quoted header value, so that it cannot leave the quotes or the line: each `"` and `\` by a backslash (RFC 2183, RFC
 * 5322); percent-encoded are control characters, and a backslash at the end, which some parsers read as an escape of the closing quote.
 */
export function escapeQuotedName(name: string): string {
  return name.replace(/[\x00-\x1f\x7f]|\\$/g, encodeURIComponent).replace(/["\\]/g, '\\$&');
}
