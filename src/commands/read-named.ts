import { messageOf, Problem } from '../errors.ts';
import { readRegularFile } from '../regular-file.ts';

/** The text of the file that an option names. @throws Problem('usage') when it cannot be read */
export async function readNamed(option: 'site' | 'faults', file: string): Promise<string> {
  const content = await readRegularFile(file, '.').catch((error) => {
    throw new Problem('usage', `the ${option} file ${file} cannot be read: ${messageOf(error)}`, `Check --${option}.`);
  });
  return content.toString('utf8');
}
