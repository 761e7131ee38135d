import { messageOf, Problem } from '../errors.ts';
import { readRegularFile } from '../regular-file.ts';

/** The text of the file that an option names. @throws Problem('usage') when it cannot be read */
export function readNamed(option: 'site' | 'faults', file: string): string {
  try {
    return readRegularFile(file, '.').toString('utf8');
  } catch (error) {
    throw new Problem('usage', `the ${option} file ${file} cannot be read: ${messageOf(error)}`, `Check --${option}.`);
  }
}
