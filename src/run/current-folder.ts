import { Problem } from '../errors.ts';

/** The folder that paths are meant from. @throws Problem('usage') when it is gone, as another job may have removed it. */
export function currentFolder(): string {
  try {
    return process.cwd();
  } catch (error) {
    const remedy = 'Change to a folder that is there, as the top of the checkout, and run again.';
    throw new Problem('usage', 'the current folder is gone, or this account may not see it', remedy, { cause: error });
  }
}
