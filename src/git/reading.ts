import { readFileSync } from 'node:fs';
import { messageOf, Problem } from '../errors.ts';

/**
 * Reads files and folders of the user's repository.
 * @throws Problem('git') when the system does not let it: which path, and what would help.
 */
export function readingRepository<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!isOfSystem(error)) throw error;
    throw isForbidden(error) ? forbidden(error) : new Problem('git', `${whatOf(error)}: ${messageOf(error)}`, check);
  }
}

/** Text of a file of the user's repository; null: there is none. @throws Problem('git') when it cannot be read. */
export function readIfThere(path: string): string | null {
  return readingRepository(() => {
    try {
      return readFileSync(path, 'utf8');
    } catch (error) {
      if (isOfSystem(error) && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return null;
      throw error;
    }
  });
}

const check = 'Check that the repository is whole (git fsck), and check out again if it is not.';

function isOfSystem(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}

/** The second one is what macOS says where it guards a folder. */
function isForbidden({ code }: NodeJS.ErrnoException): boolean {
  return code === 'EACCES' || code === 'EPERM';
}

function whatOf({ path }: NodeJS.ErrnoException): string {
  return `${path ?? 'the repository'} cannot be read`;
}

function forbidden(error: NodeJS.ErrnoException): Problem {
  return new Problem(
    'git',
    `this account may not read ${error.path ?? 'the repository'} (${error.code})`,
    'Check the repository out as the account that runs the job, or let that account read all of it: a umask of 077 keeps others out.',
    { cause: error },
  );
}
