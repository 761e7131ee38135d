/** Reading the header values of a body and its parts: `type/subtype; name="value"` (RFC 9110, RFC 2183). Pure. */

/** A header value and its parameters; type and parameter names in lower case. */
export interface HeaderValue {
  readonly value: string;
  readonly parameters: ReadonlyMap<string, string>;
}

const parameter = /;\s*([^\s=;]+)\s*=\s*(?:"((?:[^"\\]|\\["\\]|\\(?!["\\]))*)"|([^\s;]*))/g;

/**
 * Reads a Content-Type or Content-Disposition. In quoted values a backslash escapes only a quote or a backslash, since
 * form encoders write other backslashes as they are. The first of equal names counts.
 */
export function readHeader(text: string): HeaderValue {
  const parameters = new Map<string, string>();
  for (const [, name = '', quoted, plain = ''] of text.matchAll(parameter)) {
    const value = quoted === undefined ? plain : quoted.replace(/\\(["\\])/g, '$1');
    const key = name.toLowerCase();
    if (!parameters.has(key)) parameters.set(key, value);
  }
  return { value: (text.split(';')[0] ?? '').trim().toLowerCase(), parameters };
}

/** The file name of a part: `filename*` in UTF-8 (RFC 8187) before `filename`; undefined when there is neither. */
export function fileNameOf(disposition: HeaderValue): string | undefined {
  const extended = /^utf-8'[^']*'(.*)$/i.exec(disposition.parameters.get('filename*') ?? '')?.[1];
  if (extended !== undefined) {
    try {
      return decodeURIComponent(extended);
    } catch {
      // Not percent-encoded UTF-8: the plain name is better than none.
    }
  }
  return disposition.parameters.get('filename');
}
