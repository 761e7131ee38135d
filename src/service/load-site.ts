/** Reading a site file, YAML or JSON. */
import { Problem } from '../errors.ts';
import { messageFor } from '../yaml/lines.ts';
import { readChecked } from '../yaml/read-checked.ts';
import { type Site, siteSchema } from './site.ts';
import { siteFindings } from './site-checks.ts';
import { withDigests } from './tokens.ts';

/**
 * Reads the text of a site file; `file` is its name. Tokens become their SHA-256.
 * @throws Problem usage with all that is wrong, in the order of the file, each as
 *   `FILE:LINE:COLUMN: what was found; what would be right` with the line and a caret below
 */
export function readSite(text: string, file: string): Site {
  const { content } = readChecked(text, {
    schema: siteSchema,
    findings: siteFindings,
    least: '`users` and `applications`',
    refusal: (problems) => new Problem('usage', messageFor(file, problems), `Correct ${file}, or start with --demo.`),
    // Room for some tens of thousands of installed objects.
    mostCharacters: 4 * 1024 * 1024,
    mostValues: 500_000,
  });
  return withDigests(content);
}
