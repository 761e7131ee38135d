/** A path. Git has bytes; a path that is not UTF-8 keeps them beside a readable form, so that paths stay distinct. */
export interface GitPath {
  /** The path as text; with replacement characters where the bytes are not UTF-8. */
  readonly text: string;
  /** The bytes, if `text` cannot be turned back into them; else null. */
  readonly raw: Buffer | null;
}

export const ascii = /^[\u0000-\u007f]*$/;

/** Decodes a path that was read as Latin-1, a character a byte: `text` as UTF-8; `raw` has the bytes if they are not UTF-8, else null. */
export function decodePath(latin1: string): GitPath {
  if (ascii.test(latin1)) return toGitPath(latin1);
  const bytes = Buffer.from(latin1, 'latin1');
  const text = bytes.toString('utf8');
  const faithful = !text.includes('\uFFFD') || Buffer.from(text, 'utf8').equals(bytes);
  return { text, raw: faithful ? null : bytes };
}

/** Encodes a path in Latin-1, a character a byte, as trees are read. */
export function encodePath({ text, raw }: GitPath): string {
  return (raw ?? Buffer.from(text)).toString('latin1');
}

/** Makes the GitPath of a path that is known as text, with `raw` null. */
export function toGitPath(text: string): GitPath {
  return { text, raw: null };
}

/** Returns a text that only equal paths share: `text`, or, if `raw` is not null, a NUL and the bytes in base64. */
export function toPathKey(path: GitPath): string {
  return path.raw === null ? path.text : `\0${path.raw.toString('base64')}`;
}

/** Returns the path of a key of toPathKey; a key that does not begin with NUL is the path itself. */
export function parsePathKey(key: string): GitPath {
  return key.startsWith('\0') ? decodePath(Buffer.from(key.slice(1), 'base64').toString('latin1')) : toGitPath(key);
}

/** Returns why the service cannot get a path (`code`, `text`): not UTF-8, control characters, a part like `..` or `.git`; null: it can. */
export function checkSendablePath(path: GitPath) {
  if (path.raw !== null) return { code: 'notUtf8', text: 'its name is not UTF-8' } as const;
  if (/[\u0000-\u001f\u007f-\u009f]/.test(path.text))
    return { code: 'controlCharacters', text: 'its name holds control characters' } as const;
  const leading = path.text.split('/').find(leadsElsewhere);
  if (leading === undefined) return null;
  const text = `its path holds ${JSON.stringify(leading)}, which would lead elsewhere`;
  return { code: 'leadsElsewhere', text } as const;
}

/** True for an entry that Git never commits but a push can bring: empty, `.`, `..`, or what a system takes for `.git`, such as `GIT~1`. */
function leadsElsewhere(entry: string): boolean {
  if (/^\.{0,2}$/.test(entry)) return true;
  // Windows ignores dots and blanks at the end, and what follows a colon; a backslash ends a name there. Git for macOS ignores these marks.
  return /^(\.git|git~1)[ .]*([:\\]|$)/i.test(entry.replace(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, ''));
}
