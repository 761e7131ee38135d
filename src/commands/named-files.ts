import { writeFile } from 'node:fs/promises';
import { Problem, toMessage } from '../errors.ts';
import { readRegularFile, refuseLinks } from '../regular-file.ts';

/** A file to write, and its name in messages. */
export type NewFile = { readonly file: string; readonly name: string };

/**
 * Writes a new file; never overwrites one. @param option names another file, for remedies (`--mapping`) @throws Problem('usage') if the
 * file exists, its folder does not, it cannot be written, or a part of its path below the current directory or a checkout's top is a link
 */
export async function writeNewFile({ file, name }: NewFile, text: string, option: string): Promise<void> {
  try {
    refuseLinks(file, '.');
    // wx follows no link at the end of the path either.
    await writeFile(file, text, { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') {
      const remedy = `Remove it, or write to another file with ${option}.`;
      throw new Problem('usage', `${name} is there already, and is not overwritten`, remedy, { cause: error });
    }
    const remedy = `Name a file in a directory that is there and can be written, with ${option}.`;
    throw new Problem('usage', `${name} cannot be written: ${toMessage(error)}`, remedy, { cause: error });
  }
}

/** Reads an option's text file, as UTF-8. @throws Problem('usage') if it is missing, no regular file, over 4 MiB, or behind a link */
export function readNamedFile(option: 'site' | 'faults', file: string): string {
  try {
    return readRegularFile(file, '.').toString('utf8');
  } catch (error) {
    throw new Problem('usage', `the ${option} file ${file} cannot be read: ${toMessage(error)}`, `Check --${option}.`);
  }
}
