/** A file name. Git has bytes; a name that is not UTF-8 keeps them beside a readable form, so that names stay distinct. */
export interface GitPath {
  /** The name as text; with replacement characters where the bytes are not UTF-8. */
  readonly text: string;
  /** The bytes, only when `text` cannot be turned back into them. */
  readonly raw: Buffer | null;
}

/** Decodes one file name as Git stores it; keeps the bytes if they are not UTF-8. */
export function gitPath(bytes: Buffer): GitPath {
  const text = bytes.toString('utf8');
  const faithful = !text.includes('\uFFFD') || Buffer.from(text, 'utf8').equals(bytes);
  return { text, raw: faithful ? null : Buffer.from(bytes) };
}

/** Makes the GitPath of a name that is text. */
export function textPath(text: string): GitPath {
  return { text, raw: null };
}

/** Returns a key that equal names share, and only those: the text, or for a name with `raw` NUL and the bytes in base64. */
export function pathKey(path: GitPath): string {
  return path.raw === null ? path.text : `\0${path.raw.toString('base64')}`;
}

/** Turns a key of pathKey back into the path; any text that does not begin with NUL is a path itself. */
export function pathOfKey(key: string): GitPath {
  return key.startsWith('\0') ? gitPath(Buffer.from(key.slice(1), 'base64')) : textPath(key);
}

/** Returns why the service cannot get a path, as code and clause: not UTF-8, control characters, or an entry like `..`. null: it can. */
export function unsendableName(path: GitPath) {
  if (path.raw !== null) return { code: 'notUtf8', text: 'its name is not UTF-8' } as const;
  if (/[\u0000-\u001f\u007f-\u009f]/.test(path.text))
    return { code: 'controlCharacters', text: 'its name holds control characters' } as const;
  const leading = path.text.split('/').find(leadsElsewhere);
  if (leading === undefined) return null;
  const text = `its path holds ${JSON.stringify(leading)}, which would lead elsewhere`;
  return { code: 'leadsElsewhere', text } as const;
}

/** True for an entry that can be pushed, but that Git never commits: empty, `.`, `..`, or some spelling of `.git`. */
function leadsElsewhere(entry: string): boolean {
  if (/^\.{0,2}$/.test(entry)) return true;
  // Windows ignores dots and blanks at the end, and what follows a colon; a backslash ends a name there. Git for macOS ignores these marks.
  return /^(\.git|git~1)[ .]*([:\\]|$)/i.test(entry.replace(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, ''));
}
