import { hash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { deflateSync } from 'node:zlib';
import { type Location, readOptionalFile, withSystemProblem } from './locate.ts';
import { encodeObject, type ObjectFormat } from './object-ids.ts';

/** Formats a path as a line of the file `alternates`, with line end; in quotes if it begins with `"` or `#`, or holds a line end itself. */
function formatAlternateLine(path: string): string {
  return `${/^["#]/.test(path) || path.includes('\n') ? JSON.stringify(path) : path}\n`;
}

/**
 * Makes the scratch repository, in the system's temporary folder: a bare one that borrows the user's objects, and takes what is fetched or
 * written; its history is cut off where the user's is. `readingDir` has the same objects, and is never marked as partial, as Git would then
 * fetch missing objects one by one. Disposing removes both. @throws Problem('git')
 */
export function openScratch({ commonDir }: Location, objectFormat: ObjectFormat) {
  const objects = join(commonDir, 'objects');
  const listed = (readOptionalFile(join(objects, 'info', 'alternates')) ?? '').split('\n');
  // Relative to the objects; Git itself follows absolute ones.
  const relative = listed.filter((line) => /^[^#/"]/.test(line)).map((line) => join(objects, line));
  const alternates = [objects, ...relative].map(formatAlternateLine).join('');
  const userShallow = readOptionalFile(join(commonDir, 'shallow'));
  const gitDir = makeTempFolder();
  const [version, extensions] =
    objectFormat === 'sha1' ? [0, ''] : [1, `[extensions]\n\tobjectformat = ${objectFormat}\n`];
  // Soon removed: no fsync.
  const config = `[core]\n\trepositoryformatversion = ${version}\n\tbare = true\n\tfsync = none\n${extensions}`;
  const shallowFile = join(gitDir, 'shallow');
  const readingDir = join(gitDir, 'reading');
  using made = new DisposableStack();
  // A fetch that was begun ahead may still write there.
  made.defer(() => rmSync(gitDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }));
  withTemporaryFiles(() => {
    writeBareRepository(gitDir, config, alternates);
    writeBareRepository(readingDir, config, formatAlternateLine(join(gitDir, 'objects')) + alternates);
    if (userShallow !== null) writeFileSync(shallowFile, userShallow);
  });
  const kept = made.move();
  const taken = new Set<string>();
  return {
    gitDir,
    readingDir,
    /** Restores the configuration after a filtered fetch, which marks the repository as partial. */
    resetConfig: () => writeFileSync(join(gitDir, 'config'), config),
    /** Writes an object into the scratch repository, unless it is there already; returns its OID. @throws Problem('git') */
    write: (...object: Parameters<typeof encodeObject>) => {
      const bytes = encodeObject(...object);
      const oid = hash(objectFormat, bytes);
      const folder = join(gitDir, 'objects', oid.slice(0, 2));
      const file = join(folder, oid.slice(2));
      withTemporaryFiles(() => {
        mkdirSync(folder, { recursive: true });
        if (!existsSync(file)) writeFileSync(file, deflateSync(bytes, { level: 1 }));
      });
      return oid;
    },
    /** Returns the OID that the last fetch brought, the first of several; from then on isShallow ignores that its history is cut off. */
    takeFetched: () => {
      const [oid = ''] = readFileSync(join(gitDir, 'FETCH_HEAD'), 'utf8').split('\t');
      taken.add(oid);
      return oid;
    },
    /** True if history is cut off, in the user's clone or by a fetch, at any commit but those that takeFetched returned. */
    isShallow: () =>
      existsSync(shallowFile) && !taken.isSupersetOf(new Set(readFileSync(shallowFile, 'utf8').trim().split('\n'))),
    [Symbol.dispose]: () => kept.dispose(),
  };
}

/** Writes the few files that make a folder a bare repository. @param alternates the text of that file. */
function writeBareRepository(dir: string, config: string, alternates: string): void {
  mkdirSync(join(dir, 'refs'), { recursive: true });
  mkdirSync(join(dir, 'objects', 'info'), { recursive: true });
  writeFileSync(join(dir, 'HEAD'), 'ref: refs/heads/none\n');
  writeFileSync(join(dir, 'config'), config);
  writeFileSync(join(dir, 'objects', 'info', 'alternates'), alternates);
}

/** Makes a private temporary folder, which the caller removes; returns its absolute path. @throws Problem('git') */
export function makeTempFolder(prefix = 'file-checkouts-'): string {
  // TMPDIR may be relative, and Git's processes run in another folder.
  return withTemporaryFiles(() => mkdtempSync(resolve(tmpdir(), prefix)));
}

/** Runs `write` and returns its result. @throws Problem('git') that temporary files have no place, for an error of the system. */
function withTemporaryFiles<T>(write: () => T): T {
  return withSystemProblem(write, ({ message }) => [
    `there is no place for temporary files: ${message}`,
    'Let TMPDIR (TEMP on Windows) name a folder that this account may write to, on a disk that is not full.',
  ]);
}
