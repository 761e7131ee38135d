import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { messageOf, Problem } from '../errors.ts';

/** Makes a temporary folder that only this account can read. @throws Problem('git') */
export function temporaryFolder(prefix = 'file-checkouts-'): string {
  // TMPDIR may be relative, and Git's processes run in another folder.
  return withTemporaryFiles(() => mkdtempSync(resolve(tmpdir(), prefix)));
}

/** Runs `write`, which writes temporary files. @throws Problem('git') if the system refuses. */
export function withTemporaryFiles<T>(write: () => T): T {
  try {
    return write();
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw new Problem(
      'git',
      `there is no place for temporary files: ${messageOf(error)}`,
      'Let TMPDIR (TEMP on Windows) name a folder that this account may write to, on a disk that is not full.',
      { cause: error },
    );
  }
}
