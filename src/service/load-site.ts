/** Reading a site file: YAML or JSON, with every mistake at its line and column. */
import { readChecked } from './checked-file.ts';
import type { Site } from './site.ts';
import { siteSchema } from './site.ts';
import { siteMistakes } from './site-checks.ts';

/**
 * Reads the text of a site file.
 * @param file its name, for messages
 * @throws Problem usage that lists all mistakes as `FILE:LINE:COLUMN: what`, one a line
 */
export function readSite(text: string, file: string): Site {
  const remedy = 'Correct the site file, or start with --demo.';
  return readChecked(text, file, { schema: siteSchema, mistakes: siteMistakes, remedy });
}
