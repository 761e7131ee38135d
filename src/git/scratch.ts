import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Location, readIfThere } from './locate.ts';
import { temporaryFolder, withTemporaryFiles } from './temporary.ts';

/** A bare repository of our own that borrows the user's objects. What is fetched or written lands here, not there. */
export interface Scratch extends Disposable {
  readonly gitDir: string;
  /**
   * The same objects, to be read: its configuration never changes. A filtered fetch marks the other as partial while it
   * runs, and whoever reads there then would fetch what is missing, one by one.
   */
  readonly readingDir: string;
  /** Puts the configuration back: a filtered fetch marks the repository as partial, and reads would then fetch lazily. */
  resetConfig(): void;
  /** Takes a ref away and gives the OID at which it stood here; null when it was never fetched. */
  takeRef(ref: string): string | null;
  /** Commits at which history is cut off: those of the user's shallow clone, and of what was fetched since. */
  cutCommits(): string[];
}

/** Alternates are one path a line; quotes protect a leading quote or hash, as Git reads them. */
function quotedAlternate(path: string): string {
  return /^["#]/.test(path) || path.includes('\n') ? JSON.stringify(path) : path;
}

/**
 * Makes the scratch repository below the system's temporary directory; disposing removes it.
 * @throws Problem('git') where there is no place for it, or the user's repository cannot be read.
 */
export function openScratch(location: Location, objectFormat: string): Scratch {
  const { alternates, usersCuts } = borrowedFrom(location);
  const gitDir = temporaryFolder();
  const [version, extensions] =
    objectFormat === 'sha1' ? [0, ''] : [1, `[extensions]\n\tobjectformat = ${objectFormat}\n`];
  // All of this is soon removed: nothing has to outlive the machine, and what is written stays one pack, as to take it apart
  // takes Git one process more.
  const config = `[core]\n\trepositoryformatversion = ${version}\n\tbare = true\n\tfsync = none\n${extensions}[fastimport]\n\tunpackLimit = 1\n`;
  const resetConfig = () => writeFileSync(join(gitDir, 'config'), config);
  const cuts = join(gitDir, 'shallow');
  // A fetch that was begun ahead may still write there.
  const dispose = () => rmSync(gitDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  const readingDir = join(gitDir, 'reading');
  const fill = () => {
    fillBare(gitDir, config, alternates);
    fillBare(readingDir, config, `${quotedAlternate(join(gitDir, 'objects'))}\n${alternates}`);
    if (usersCuts !== null) writeFileSync(cuts, usersCuts);
  };
  try {
    withTemporaryFiles(fill);
  } catch (error) {
    dispose();
    throw error;
  }
  const cutCommits = () => (existsSync(cuts) ? readFileSync(cuts, 'utf8').trim().split('\n') : []);
  const takeRef = (ref: string) => {
    const file = join(gitDir, ...ref.split('/'));
    const oid = existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
    rmSync(file, { force: true });
    return oid;
  };
  return { gitDir, readingDir, resetConfig, cutCommits, takeRef, [Symbol.dispose]: dispose };
}

function fillBare(dir: string, config: string, alternates: string): void {
  mkdirSync(join(dir, 'refs'), { recursive: true });
  mkdirSync(join(dir, 'objects', 'info'), { recursive: true });
  writeFileSync(join(dir, 'HEAD'), 'ref: refs/heads/none\n');
  writeFileSync(join(dir, 'config'), config);
  writeFileSync(join(dir, 'objects', 'info', 'alternates'), alternates);
}

/** What a scratch repository takes over from the user's: where objects are, and where history is cut off. */
function borrowedFrom({ commonDir }: Location): { readonly alternates: string; readonly usersCuts: string | null } {
  const objects = join(commonDir, 'objects');
  const own = readIfThere(join(objects, 'info', 'alternates')) ?? '';
  // Relative ones are meant from there; Git follows absolute ones by itself.
  const relative = own
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#') && !line.startsWith('/') && !line.startsWith('"'));
  const all = [objects, ...relative.map((line) => join(objects, line))];
  return {
    alternates: all.map((path) => `${quotedAlternate(path)}\n`).join(''),
    usersCuts: readIfThere(join(commonDir, 'shallow')),
  };
}
