/** What the patterns of a repository's attribute mapping must be: those of a mapping file. */
import { compileGlob, GlobError } from '../glob/compile-glob.ts';
import type { Finding } from '../yaml/findings.ts';
import type { RecordAt } from './file-records.ts';

/** Findings about `gpath` and `gfile` of one entry. */
export function patternFindings({ path, fields }: RecordAt): Finding[] {
  return ['gpath', 'gfile'].flatMap((name): Finding[] => {
    const pattern = fields[name];
    if (typeof pattern !== 'string') return [];
    const at = [...path, name];
    if (name === 'gfile' && pattern.includes('/')) {
      return [{ path: at, found: 'a directory in the pattern of a file name', right: 'expected it in `gpath`' }];
    }
    const wrong = wrongWith(pattern);
    return wrong === null ? [] : [{ path: at, found: wrong.found, right: wrong.right }];
  });
}

function wrongWith(pattern: string): GlobError | null {
  try {
    compileGlob(pattern, true);
    return null;
  } catch (error) {
    if (error instanceof GlobError) return error;
    throw error;
  }
}
